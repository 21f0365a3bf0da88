import Foundation
import QuizExchange
import QuizStore
import QuizSupport
import Signals
import Testing

@testable import QuizKit

/// Decks that follow the files of their authors.
@Suite struct FollowerTests {
  private let test = TestWorld()
  private let outcomes: Recorded

  /// What was reported.
  private final class Recorded {
    var all: [FollowOutcome] = []
    var refused: [String] = []
    let bag = DisposeBag()

    init(_ follower: Follower) {
      follower.outcomes.observe { [unowned self] in all.append($0) }.disposed(by: bag)
      follower.failures.observe { [unowned self] in refused.append($0.code) }.disposed(by: bag)
    }

    var counts: [Int] { all.last.map { [$0.changed, $0.new, $0.gone] } ?? [] }
    var codes: [String] { all.last?.problems.map(\.code) ?? [] }
  }

  init() { outcomes = Recorded(test.follower) }

  private func row(_ text: String, _ key: String = "A") -> String {
    "\(text),oak,elm,ash,\(key)\n"
  }

  /// Writes a file of questions.
  private func write(_ rows: [String], to name: String = "/trees.csv") {
    test.files.texts[name] = "question,a,b,c,answer\n" + rows.joined()
  }

  private func follow(_ path: String = "/trees.csv") throws {
    try test.follower.perform(.follow(path, deck: nil, only: nil))
  }

  private func texts() throws -> [String] {
    try test.bank.store.fetch(FetchDescriptor<Question>()).map(\.content.text)
  }

  private func question(_ text: String) throws -> Question {
    try #require(
      try test.bank.store.fetch(FetchDescriptor<Question>()).first { $0.content.text == text })
  }

  /// Begins a quiz, answers two questions, and lets go of it.
  private func answerTwo() throws {
    let session = try test.start(QuizOptions(deck: "trees"))
    for _ in 0..<2 { try session.select(0) }
    session.leave()
  }

  private func three() throws {
    write(["Which is tall?", "Which is old?", "Which is rare?"].map { row($0) })
    try follow()
  }

  @Test func `a deck has what its file has`() throws {
    try three()
    #expect(outcomes.counts == [0, 3, 0])
    #expect(try test.bank.decks().map(\.name) == ["trees"])
    #expect(try texts() == ["Which is tall?", "Which is old?", "Which is rare?"])
  }

  @Test func `a corrected key arrives, and a reworded question keeps its number`() throws {
    try three()
    let old = try question("Which is old?")
    write([row("Which is tall?", "B"), row("Which one is old?"), row("Which is rare?")])
    try follow()
    #expect(outcomes.counts == [2, 0, 0])
    #expect(try question("Which one is old?").id == old.id)
    #expect(try question("Which is tall?").content.solution == .single(1))
    #expect(try question("Which is tall?").keyChangedAt != nil)
  }

  @Test func `what a person has changed stays, and both changes are named`() throws {
    try three()
    let old = try question("Which is old?")
    var mine = old.content
    mine.solution = .single(1)
    try test.bank.update(old, content: mine)
    write([row("Which is tall?"), row("Which is old?", "C"), row("Which is rare?")])
    try follow()
    #expect(outcomes.codes == ["differs-here"])
    #expect(try question("Which is old?").content.solution == .single(1))
  }

  @Test func `what the author did not change brings nothing back`() throws {
    try three()
    try test.bank.delete([try question("Which is old?").id])
    try follow()
    #expect(outcomes.counts == [0, 0, 0])
    write([row("Which is tall?", "B"), row("Which is old?", "C"), row("Which is rare?")])
    try follow()
    #expect(try texts() == ["Which is tall?", "Which is rare?"])
  }

  @Test func `what goes from the file goes into the trash, and comes back with its number`() throws
  {
    try three()
    let old = try question("Which is old?")
    write([row("Which is tall?"), row("Which is rare?")])
    try follow()
    #expect(outcomes.counts == [0, 0, 1])
    #expect(try texts().count == 2)
    write(["Which is tall?", "Which is old?", "Which is rare?"].map { row($0) })
    try follow()
    #expect(outcomes.counts == [0, 1, 0])
    #expect(try question("Which is old?").id == old.id)
    #expect(try test.bank.store.count(FetchDescriptor<TrashEntry>()) == 0)
  }

  @Test func `questions that no reading knows are left alone`() throws {
    try test.add([.sample("Mine?")], deck: "trees")
    try three()
    write([row("Which is tall?"), row("Which is rare?")])
    try follow()
    #expect(try texts() == ["Mine?", "Which is tall?", "Which is rare?"])
  }

  @Test func `a file that was imported before, and reworded since, brings nothing twice`() throws {
    write(["Which is tall?", "Which is old?", "Which is rare?"].map { row($0) })
    try test.models.importer.run(ImportOptions(files: ["/trees.csv"]))
    let old = try question("Which is old?")
    write([row("Which is tall?"), row("Which one is old?"), row("Which is rare?")])
    try follow()
    #expect(outcomes.counts == [1, 0, 0])
    #expect(try question("Which one is old?").id == old.id)
  }

  @Test func `a folder finds what it had in another file before it was followed`() throws {
    write([row("Which is old?")])
    try test.models.importer.run(ImportOptions(files: ["/trees.csv"], deck: "bank/b"))
    let old = try question("Which is old?")
    write([row("Which one is old?")], to: "/bank/a.csv")
    try follow("/bank")
    let now = try question("Which one is old?")
    #expect(now.id == old.id)
    #expect(try test.bank.decks().first { $0.id == now.deckID }?.name == "bank/a")
  }

  @Test func `a folder takes over the decks that an import of it has made`() throws {
    write([row("Which is tall?"), row("Which is old?"), row("Which is rare?")], to: "/bank/a.csv")
    write([row("Where?")], to: "/bank/b.csv")
    for name in ["a", "b"] {
      try test.models.importer.run(ImportOptions(files: ["/bank/\(name).csv"]))
    }
    try test.models.importer.run(ImportOptions(files: ["/bank/b.csv"], deck: "mine"))
    try test.add([.sample("Mine?"), .sample("My own?")], deck: "mine")
    let old = try question("Which is old?")
    write(
      [row("Which is tall?"), row("Which one is old?"), row("Which is rare?")], to: "/bank/a.csv")
    try follow("/bank")
    #expect(try test.bank.decks().map(\.name) == ["bank/a", "bank/b", "mine"])
    #expect(try question("Which one is old?").id == old.id)
    #expect(try texts().count == 7)
    try test.bank.undoHistory.undo()
    #expect(try test.bank.decks().map(\.name) == ["a", "b", "mine"])
  }

  @Test func `undo takes a reading back, and what was read stays read`() throws {
    try three()
    write([row("Which is tall?", "B"), row("Which is old?"), row("New?")])
    try follow()
    try test.bank.undoHistory.undo()
    #expect(try texts() == ["Which is tall?", "Which is old?", "Which is rare?"])
    try follow()
    #expect(outcomes.counts == [0, 0, 0])
    #expect(try texts() == ["Which is tall?", "Which is old?", "Which is rare?"])
  }

  @Test func `what undo has brought back keeps its number when the file has it again`() throws {
    write([row("Which is tall?"), row("Which one of these is old?"), row("Which is rare?")])
    try follow()
    let old = try question("Which one of these is old?")
    var mine = old.content
    mine.text = "Old?"
    try test.bank.update(old, content: mine)
    write([row("Which is tall?"), row("Which is rare?")])
    try follow()
    try test.bank.undoHistory.undo()
    write([row("Which is tall?"), row("Which one of these is old?"), row("Which is rare?")])
    try follow()
    #expect(try texts().count == 3)
    #expect(try question("Old?").id == old.id)
  }

  @Test func `what is in the trash again after two undos comes back with its number`() throws {
    try three()
    let all = ["Which is tall?", "Which is old?", "Which is rare?"].map { row($0) }
    let old = try question("Which is old?")
    for rows in [[all[0], all[2]], all, [all[0], all[2]]] {
      write(rows)
      try follow()
    }
    for _ in 1...2 { try test.bank.undoHistory.undo() }
    #expect(try texts() == ["Which is tall?", "Which is rare?"])
    write(all)
    try follow()
    #expect(try question("Which is old?").id == old.id)
    #expect(try texts().count == 3)
  }

  @Test func `a corrected key is that of the question that is there, not of one in the trash`()
    throws
  {
    try three()
    let gone = try question("Which is old?")
    write([row("Which is tall?"), row("Which is rare?")])
    try follow()
    try test.add(
      [
        QuestionContent(
          text: "Which is old?", choices: ["oak", "elm", "ash"].map { Choice($0) }, correct: 1)
      ], deck: "trees")
    write([row("Which is tall?"), row("Which is rare?"), row("Which is old?", "A")])
    try follow()
    #expect(try texts().count == 3)
    let now = try question("Which is old?")
    #expect(now.id != gone.id && now.content.solution == .single(0))
  }

  @Test func `what a person has deleted is not counted as gone`() throws {
    write(["Which is tall?", "Which is old?"].map { row($0) })
    try follow()
    try test.bank.delete([try question("Which is old?").id])
    write([row("Which is tall?"), row("Which one of them is really old?", "B"), row("New?")])
    try follow()
    #expect(outcomes.codes == [])
    #expect(try texts().contains("New?"))
    try test.bank.delete(
      try test.bank.store.fetch(FetchDescriptor<Question>()).map(\.id))
    write([row("Which is short?")])
    try follow()
    #expect(try texts() == ["Which is short?"])
  }

  @Test func `many readings of a session are ten changes, the oldest of them one`() throws {
    func old(_ number: Int) -> String {
      "Which of these trees is old and older" + String(repeating: " and older", count: number)
    }
    write([row("Which is tall?"), row(old(0)), row("Which is rare?")])
    try follow()
    for number in 1...14 {
      write([row("Which is tall?"), row(old(number)), row("Which is rare?")])
      try follow()
    }
    #expect(
      try test.bank.undoHistory.entries().map(\.description.questions) == Array(
        repeating: 1, count: 9) + [3])
    for _ in 1...9 { try test.bank.undoHistory.undo() }
    #expect(try texts() == ["Which is tall?", old(5), "Which is rare?"])
    try test.bank.undoHistory.undo()
    #expect(try texts() == [])
    try test.bank.undoHistory.redo()
    #expect(try texts() == ["Which is tall?", old(5), "Which is rare?"])
  }

  @Test(arguments: [
    ("question,a,b,c,answer\nWhich is tall?,oak,elm,ash,A\n", "mostly-gone"), ("", "file-empty"),
    ("<<<<<<< HEAD\nquestion,a,b\n=======\n>>>>>>> x\n", "merge-conflict"),
  ])
  func `an accident changes nothing`(text: String, code: String) throws {
    try three()
    test.files.texts["/trees.csv"] = text
    try follow()
    #expect(outcomes.codes == [code])
    #expect(try texts().count == 3)
  }

  @Test func `a file that is gone changes nothing`() throws {
    try three()
    test.files.texts = [:]
    try follow()
    #expect(outcomes.codes == ["unreadable-file"])
    #expect(try texts().count == 3)
  }

  @Test func `a file with errors changes its good questions and takes none away`() throws {
    try three()
    write([row("Which is tall?", "B"), row("Which is rare?"), row("Broken?", "Z")])
    try follow()
    #expect(outcomes.counts == [1, 0, 0])
    #expect(try texts().count == 3)
  }

  @Test func `what the author has emptied is empty`() throws {
    test.files.texts["/t.csv"] = "question,a,b,answer,commentary\nTall?,oak,elm,A,Because\n"
    try follow("/t.csv")
    test.files.texts["/t.csv"] = "question,a,b,answer,commentary\nTall?,oak,elm,A,\n"
    try follow("/t.csv")
    #expect(try question("Tall?").content.commentary == "")
  }

  @Test func `an exam that is under way is not touched until it ends`() throws {
    try three()
    try test.startExam(questions: 3).leave()
    write([row("Which is tall?", "B"), row("Which is old?"), row("Which is rare?"), row("New?")])
    try follow()
    #expect(outcomes.counts == [0, 1, 0])
    #expect(try question("Which is tall?").content.solution == .single(0))
  }

  @Test func `what an exam under way does not ask comes in at once`() throws {
    try three()
    try test.startExam(questions: 1).leave()
    write(["Which is tall?", "Which is old?", "Which is rare?"].map { row($0, "B") })
    try follow()
    let keys = try test.bank.store.fetch(FetchDescriptor<Question>()).map(\.content.solution)
    #expect(keys.count { $0 == .single(1) } == 2)
  }

  @Test func `a folder without files is refused at first, and said later`() throws {
    #expect(throws: FollowRefusal.nothing) { try follow("/bank") }
    #expect(try test.follower.decks().isEmpty)
    write([row("One?"), row("Two?")], to: "/bank/a.csv")
    try follow("/bank")
    test.files.texts = [:]
    try follow("/bank")
    #expect(Set(outcomes.codes) == ["unreadable-file"])
  }

  @Test func `a quiz that was left keeps the answers whose choices are the same`() throws {
    try three()
    try answerTwo()
    test.files.texts["/trees.csv"] =
      "question,a,b,c,answer\n" + row("Which is tall?") + "Which is old?,oak,beech,ash,A\n"
      + row("Which is rare?")
    try follow()
    var reopened: [Int] = []
    let handle = test.quizzes.reopenings.observe { reopened = $0.numbers }
    defer { handle.dispose() }
    try test.quizzes.resume(number: nil)
    #expect(reopened == [2])
  }

  @Test func `files of a folder are decks below one name, and a renamed file renames its deck`()
    throws
  {
    write([row("One?"), row("Two?")], to: "/bank/a.csv")
    write([row("Three?"), row("Four?")], to: "/bank/b.csv")
    try follow("/bank")
    #expect(try test.bank.decks().map(\.name) == ["bank/a", "bank/b"])
    let one = try question("One?")
    // A key is corrected in the same commit.
    write([row("One?", "B"), row("Two?", "C")], to: "/bank/c.csv")
    test.files.texts["/bank/a.csv"] = nil
    try follow("/bank")
    #expect(try test.bank.decks().map(\.name) == ["bank/c", "bank/b"])
    #expect(try question("One?").id == one.id)
    #expect(try question("One?").content.solution == .single(1))
  }

  @Test func `a file of which nothing is left is not what a new file was called before`() throws {
    write([row("One?"), row("Two?")], to: "/bank/a.csv")
    try follow("/bank")
    write([row("One?")], to: "/bank/a.csv")
    try follow("/bank")
    try test.bank.delete([try question("One?").id])
    // What the author wrote there is no question.
    write([row("Broken?", "Z")], to: "/bank/a.csv")
    try follow("/bank")
    write([row("Quite another one?")], to: "/bank/b.csv")
    test.files.texts["/bank/a.csv"] = nil
    try follow("/bank")
    #expect(try test.bank.decks().map(\.name) == ["bank/a", "bank/b"])
    #expect(outcomes.codes == ["unreadable-file"])
  }

  @Test func `a reading names the decks that it changed, and no other`() throws {
    write([row("One?"), row("Two?")], to: "/bank/a.csv")
    write([row("Three?"), row("Four?")], to: "/bank/b.csv")
    try follow("/bank")
    write([row("Three?", "B"), row("Four?", "C")], to: "/bank/b.csv")
    try follow("/bank")
    #expect(outcomes.all.last?.decks == ["bank/b"])
  }

  @Test func `of two files that are gone, the one that shares more has the new name`() throws {
    write(["One?", "Two?", "Three?", "Four?", "Five?"].map { row($0) }, to: "/bank/a.csv")
    write([row("Six?"), row("Seven?")], to: "/bank/b.csv")
    try follow("/bank")
    write(["One?", "Two?", "Three?", "Four?", "Six?"].map { row($0) }, to: "/bank/c.csv")
    test.files.texts["/bank/a.csv"] = nil
    test.files.texts["/bank/b.csv"] = nil
    try follow("/bank")
    #expect(try test.bank.decks().map(\.name) == ["bank/c", "bank/b"])
    #expect(try texts().sorted() == ["Four?", "One?", "Seven?", "Six?", "Three?", "Two?"])
  }

  @Test func `what has moved from a file that is gone goes with its new file`() throws {
    write(["One?", "Two?", "Three?"].map { row($0) }, to: "/bank/a.csv")
    write([row("Four?"), row("Five?")], to: "/bank/b.csv")
    try follow("/bank")
    test.files.texts["/bank/a.csv"] = nil
    write([row("Four?"), row("Five?"), row("One?")], to: "/bank/b.csv")
    try follow("/bank")
    write([row("Four?"), row("Five?")], to: "/bank/b.csv")
    try follow("/bank")
    #expect(try texts().sorted() == ["Five?", "Four?", "Three?", "Two?"])
  }

  @Test func `what has moved from a file that was gone for a time is there with its number`() throws
  {
    write(["One?", "Two?", "Three?"].map { row($0) }, to: "/bank/a.csv")
    write([row("Four?"), row("Five?")], to: "/bank/b.csv")
    try follow("/bank")
    let before = test.files.texts
    let one = try question("One?")
    test.files.texts["/bank/a.csv"] = nil
    write([row("Four?"), row("Five?"), row("One?")], to: "/bank/b.csv")
    try follow("/bank")
    test.files.texts = before
    try follow("/bank")
    #expect(try question("One?").id == one.id && question("One?").deckID == one.deckID)
    #expect(try texts().count == 5)
  }

  @Test func `a question that moves to another file keeps its number`() throws {
    write([row("One?"), row("Two?"), row("Five?")], to: "/bank/a.csv")
    write([row("Three?"), row("Four?")], to: "/bank/b.csv")
    try follow("/bank")
    let two = try question("Two?")
    write([row("One?"), row("Five?")], to: "/bank/a.csv")
    write([row("Three?"), row("Four?"), row("Two?")], to: "/bank/b.csv")
    try follow("/bank")
    #expect(outcomes.counts == [1, 0, 0])
    let moved = try question("Two?")
    #expect(moved.id == two.id && moved.deckID != two.deckID)
  }

  @Test func `a question that moves keeps its number where its old file comes later`() throws {
    write([row("One?"), row("Two?"), row("Five?")], to: "/bank/a.csv")
    write([row("Three?"), row("Four?")], to: "/bank/b.csv")
    try follow("/bank")
    let two = try question("Two?")
    test.files.texts["/bank/a.csv"] = ""
    write([row("Three?"), row("Four?"), row("Two?", "B")], to: "/bank/b.csv")
    try follow("/bank")
    write([row("One?"), row("Five?")], to: "/bank/a.csv")
    try follow("/bank")
    #expect(try question("Two?").id == two.id)
    #expect(try question("Two?").content.solution == .single(1))
    #expect(try texts().count == 5)
  }

  @Test func `a question that moves comes back where its new file comes later`() throws {
    write([row("One?"), row("Two?"), row("Five?")], to: "/bank/a.csv")
    write([row("Three?"), row("Four?")], to: "/bank/b.csv")
    test.models.follower.begin()
    try follow("/bank")
    let two = try question("Two?")
    write([row("One?"), row("Five?")], to: "/bank/a.csv")
    try follow("/bank")
    #expect(outcomes.counts == [0, 0, 1])
    // Only this file has changed since.
    write([row("Three?"), row("Four?"), row("Two?")], to: "/bank/b.csv")
    test.scheduler.advance(by: Follower.interval)
    #expect(try question("Two?").id == two.id)
    #expect(try texts().count == 5)
  }

  @Test func `a pattern chooses the files of a folder`() throws {
    write([row("One?")], to: "/bank/a.csv")
    write([row("Two?")], to: "/bank/b.txt")
    try test.follower.perform(.follow("/bank", deck: "Trees", only: "*.csv"))
    #expect(try test.bank.decks().map(\.name) == ["Trees/a"])
  }

  @Test(arguments: [
    ("a*", ["bank/a", "bank/old/a"]), ("old/*", ["bank/old/a", "bank/old/b"]),
    ("old/b.csv", ["bank/old/b"]),
  ])
  func `a pattern is one of a name or of a path in the folder`(pattern: String, decks: [String])
    throws
  {
    for name in ["a", "b", "old/a", "old/b"] {
      write([row("What is in \(name)?")], to: "/bank/\(name).csv")
    }
    try test.follower.perform(.follow("/bank", deck: nil, only: pattern))
    #expect(try test.bank.decks().map(\.name) == decks)
  }

  @Test func `what is no longer followed stays as it is`() throws {
    try three()
    try test.follower.perform(.unfollow(deck: "trees"))
    #expect(try test.follower.decks().isEmpty)
    #expect(try texts().count == 3)
    #expect(throws: FollowRefusal.followsNothing("trees")) {
      try test.follower.perform(.unfollow(deck: "trees"))
    }
  }

  @Test func `one of several files is let go of by its path`() throws {
    for name in ["/a.csv", "/b.csv", "/c.csv"] {
      write([row("\(name)?")], to: name)
      try follow(name)
    }
    try test.follower.perform(.unfollow(deck: "/b.csv"))
    #expect(try test.follower.decks().map(\.path) == ["/a.csv", "/c.csv"])
  }

  @Test func `half of a file may go at once`() throws {
    write([row("One?"), row("Two?")])
    try follow()
    write([row("One?")])
    try follow()
    #expect(outcomes.counts == [0, 0, 1])
  }

  @Test func `an import of a followed file is a reading of it`() throws {
    try three()
    let source = try test.follower.source(of: ImportOptions(files: ["/trees.csv"]))
    #expect(source != nil)
    #expect(try test.follower.source(of: ImportOptions(files: ["/other.csv"])) == nil)
    var options = ImportOptions(files: ["/trees.csv"], deck: "Trees")
    #expect(try test.follower.source(of: options) != nil)
    options.deck = "another"
    #expect(try test.follower.source(of: options) == nil)
  }
}
