import Foundation
import Signals
import Testing

@testable import QuizExchange
@testable import QuizKit
@testable import QuizStore
@testable import QuizSupport

/// Tests importing a question whose external identifier the deck already has.
@Suite struct SameIdentifierTests {
  private static let head = "id,question,a,b,answer,explanation\n"
  private let test = TestWorld(
    files: [
      "bank.csv": head + "q1,First?,1,2,A,because\nq2,Second?,1,2,B,\n"
    ])

  private func run(_ csv: String? = nil, _ change: (inout ImportOptions) -> Void = { _ in })
    throws -> ImportOutcome
  {
    if let csv { test.files.texts["bank.csv"] = Self.head + csv }
    var options = ImportOptions(files: ["bank.csv"], deck: "Deck")
    change(&options)
    var report: ImportOutcome?
    let handle = test.importer.outcomes.observe { report = $0 }
    defer { handle.dispose() }
    try test.importer.run(options)
    return try #require(report)
  }

  private func questions() throws -> [Question] {
    try test.world.store.fetch(FetchDescriptor<Question>())
  }

  @Test func `a corrected question changes, and keeps its record`() throws {
    _ = try run()
    let before = try questions()
    let report = try run("q1,First of all?,1,2,B,because\nq2,Second?,1,2,B,\n")
    #expect(report.counts.imported == 0)
    #expect(report.counts.updated == 1)
    #expect(report.counts.duplicates == 1)
    let after = try questions()
    #expect(after.map(\.id) == before.map(\.id))
    #expect(after.map(\.content.text) == ["First of all?", "Second?"])
    #expect(after.map(\.content.solution.rightChoice) == [1, 1])
  }

  @Test func `what the file says nothing about stays`() throws {
    _ = try run()
    let report = try run("q1,First?,1,2,A,\nq2,Second?,1,2,B,now because\n")
    #expect(report.counts.updated == 1)
    #expect(try questions().map(\.content.commentary) == ["because", "now because"])
  }

  @Test func `other weights are a correction`() throws {
    let head = "id,question,a,b,answer,weights\n"
    test.files.texts["bank.csv"] = head + "q1,First?,1,2,A,\n"
    _ = try run()
    test.files.texts["bank.csv"] = head + "q1,First?,1,2,A,1|-0.5\n"
    #expect(try run().counts.updated == 1)
    #expect(
      try questions().map(\.content.solution) == [.single(SingleSolution(0, weights: [1, -0.5]))])
    #expect(try run().counts.updated == 0)
  }

  @Test func `tags and a title stay where the file has none, and give way to those it has`() {
    var old = QuestionContent.sample("A")
    (old.tags, old.title) = (["one"], "Old")
    let new = QuestionContent.sample("B")
    #expect(old.updated(by: new).tags == ["one"])
    #expect(old.updated(by: new).title == "Old")
    var named = new
    (named.tags, named.title) = (["two"], "New")
    #expect(old.updated(by: named) == named)
  }

  @Test func `an undo takes back what was added and what was changed`() throws {
    _ = try run()
    let before = try questions()
    let report = try run("q1,First of all?,1,2,B,\nq3,Third?,1,2,A,\n")
    #expect(report.counts.imported == 1)
    #expect(report.counts.updated == 1)
    #expect(test.bank.undoHistory.next?.questions == 2)
    try test.bank.undoHistory.undo()
    #expect(try questions() == before)
  }

  @Test func `existing questions are left alone when that is asked for, and in a dry run`() throws {
    _ = try run()
    let before = try questions()
    let kept = try run("q1,Other?,1,2,A,\n") { $0.keepsExisting = true }
    #expect(kept.counts.duplicates == 1)
    #expect(kept.counts.updated == 0)
    let dry = try run { $0.dryRun = true }
    #expect(dry.counts.updated == 1)
    #expect(try questions() == before)
    let beside = try run { $0.allowDuplicates = true }
    #expect(beside.counts.imported == 1)
  }

  @Test func `the identifier counts in its deck only`() throws {
    _ = try run()
    let report = try run("q1,Other?,1,2,A,\n") { $0.deck = "Another" }
    #expect(report.counts.imported == 1)
    #expect(try questions().count == 3)
  }

  @Test func `an identifier that several questions have is none`() throws {
    let text = "1,First?,1,2,A,\n1,Second?,1,2,A,\n"
    #expect(try run(text).counts.imported == 2)
    #expect(try run(text).counts.duplicates == 2)
    #expect(try run("1,Third?,1,2,A,\n").counts.imported == 1)
  }

  @Test func `of several questions with one identifier in a file the first is the one in the deck`()
    throws
  {
    _ = try run("1,First?,1,2,A,\n")
    let report = try run("1,First of all?,1,2,A,\n1,Second?,1,2,A,\n")
    #expect(report.counts.updated == 1)
    #expect(report.counts.imported == 1)
    #expect(try questions().map(\.content.text) == ["First of all?", "Second?"])
  }

  @Test func `choices that only changed their places keep the order of the bank`() throws {
    _ = try run()
    let report = try run("q1,First?,2,1,B,because\nq2,Second?,1,2,B,\n")
    #expect(report.counts.updated == 0)
    #expect(report.counts.duplicates == 2)
  }
}
