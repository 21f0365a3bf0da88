import Foundation
import Testing

@testable import QuizExchange
@testable import QuizKit
@testable import QuizStore

@Suite struct AnswerExportTests {
  private let test = TestWorld()

  private func rows(_ options: ExportOptions) throws -> [String] {
    try test.exporter.run(options)
    let text = try #require(test.files.texts[options.file])
    return text.components(separatedBy: "\r\n").filter { !$0.isEmpty }
  }

  private func play(_ seconds: Int...) throws {
    let session = try test.start()
    for second in seconds {
      test.scheduler.advance(by: .seconds(second))
      try session.select(0)
    }
    session.showResult()
  }

  @Test func `each answer is a row, with the time that it took`() throws {
    try test.add([.sample("A"), .sample("B, \"b\"", correct: 1)], deck: "D")
    try play(2, 3)
    #expect(
      try rows(ExportOptions(file: "answers.csv", isOfAnswers: true)) == [
        "answered,quiz,mode,question_id,deck,question,choices,choice,answer,correct,milliseconds,"
          + "certainty,protected",
        "1970-01-01T00:00:02Z,1,exam,1,D,A,4,1,one,1,2000,,",
        #"1970-01-01T00:00:05Z,1,exam,2,D,"B, ""b""",4,1,one,0,3000,,"#,
      ])
  }

  @Test func `a question without an answer has empty cells, and so has a deleted one`() throws {
    try test.add([.sample("A"), .sample("B")], deck: "D")
    try play(1)
    try test.bank.delete([test.bank.questionIdentifiers(in: nil)[0]])
    #expect(
      try rows(ExportOptions(file: "answers.tsv", isOfAnswers: true)).dropFirst() == [
        "1970-01-01T00:00:01Z\t1\texam\t1\t\t\t4\t1\t\t1\t1000\t\t",
        "1970-01-01T00:00:01Z\t1\texam\t2\tD\tB\t4\t\t\t0\t\t\t",
      ])
  }

  @Test func `a cell that a spreadsheet would run is protected, unless it must not be`() throws {
    try test.add([.sample("=1+1")])
    try play(1)
    #expect(
      try rows(ExportOptions(file: "a.csv", isOfAnswers: true))[1].contains("'=1+1")
        && rows(ExportOptions(file: "b.csv", isOfAnswers: true))[1].hasSuffix(",yes"))
    var writing = WritingOptions()
    writing.hasRawCells = true
    let raw = try rows(ExportOptions(file: "c.csv", isOfAnswers: true, writing: writing))
    #expect(raw[1].contains(",=1+1,") && !raw[0].contains("protected"))
  }

  @Test func `an answer of an older version has the choices that there are`() throws {
    try test.add([.sample("A")], deck: "D")
    try play(1)
    let store = test.world.store
    var old = try #require(try store.fetch(FetchDescriptor<Answer>()).first)
    (old.choices, old.milliseconds) = (nil, nil)
    try store.transaction { try store.update(old) }
    #expect(
      try rows(ExportOptions(file: "answers.csv", isOfAnswers: true))[1]
        == "1970-01-01T00:00:01Z,1,exam,1,D,A,4,1,one,1,,,")
  }

  @Test func `an answer says how sure the player was, and no answer says nothing`() throws {
    try test.add([.sample("A"), .sample("B"), .sample("C")])
    let session = try test.start()
    try session.judge(.sure)
    try session.select(0)
    try session.judge(.guess)
    try session.select(0)
    try session.judge(.guess)
    session.showResult()
    let cells = try rows(ExportOptions(file: "answers.csv", isOfAnswers: true)).map {
      $0.components(separatedBy: ",")[11]
    }
    #expect(cells == ["certainty", "sure", "guess", ""])
  }

  @Test func `only one deck's answers are written when it is named`() throws {
    try test.add([.sample("A")], deck: "One")
    try test.add([.sample("B")], deck: "Two")
    try play(1, 1)
    let rows = try rows(ExportOptions(file: "x.csv", deck: "Two", isOfAnswers: true))
    #expect(rows.count == 2 && rows[1].contains(",Two,B,"))
    #expect(throws: BankError.self) {
      try test.exporter.run(ExportOptions(file: "y.csv", deck: "Three", isOfAnswers: true))
    }
  }

  @Test(arguments: [
    ExportOptions(file: "x.json", isOfAnswers: true),
    ExportOptions(file: "x.csv", isBackup: true, isOfAnswers: true),
  ])
  func `answers are a table and nothing else`(options: ExportOptions) {
    #expect(throws: ExportError.self) { try test.exporter.run(options) }
    #expect(test.files.texts.isEmpty)
  }

  @Test func `many answers are written in pages`() throws {
    try test.add((1...60).map { .sample("Q\($0)") })
    for _ in 1...20 { try play() }
    #expect(try rows(ExportOptions(file: "many.csv", isOfAnswers: true)).count == 1201)
  }
}
