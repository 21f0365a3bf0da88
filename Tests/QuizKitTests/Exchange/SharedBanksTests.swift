import Testing

@testable import QuizKit

/// Counts over banks of other people; the figures were found with an independent reader.
@Suite(.enabled(if: SharedData.isThere, "needs QA_REPL_SHARED"))
struct SharedBanksTests {
  private func read(_ name: String) throws -> QuestionFile {
    try QuestionFile.read(try SharedData.bytes(name), name: name)
  }

  @Test func `Open Trivia DB gives 5,250 questions and no entity is left`() throws {
    let file = try read("data/opentdb/opentdb.json")
    #expect(file.read == 5250)
    #expect(file.errors == 0)
    #expect(file.contents.count { $0.kind == .trueFalse } == 783)
    let entity = /&(#?[A-Za-z0-9]+);/
    for content in file.contents {
      for text in [content.text] + content.choiceTexts {
        #expect(text.firstMatch(of: entity) == nil)
      }
    }
  }

  @Test func `the tables of JMMLU give 2,842 questions and ten warnings`() throws {
    let files = try SharedData.files(in: "data/jmmlu").map(read)
    #expect(files.reduce(0) { $0 + $1.questions.count } == 2842)
    #expect(files.reduce(0) { $0 + $1.errors } == 0)
    #expect(
      files.flatMap(\.problems).map(\.code) == Array(repeating: "duplicate-choice", count: 10))
    let history = try #require(files.first { $0.name.hasSuffix("japanese_history.csv") })
    #expect(history.questions.count == 150)
  }

  @Test func `the table of Kahoot gives five questions and a warning`() throws {
    let file = try read("data/csv/kahoot.csv")
    #expect(file.questions.count == 5)
    #expect(file.errors == 0)
    #expect(file.problems.filter { $0.code == "duplicate-choice" }.map(\.line) == [6])
  }
}
