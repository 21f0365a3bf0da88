import Foundation
import Testing

@testable import QuizKit
@testable import QuizSupport

@Suite struct PreviewTests {
  @Test(arguments: Language.allCases)
  func `a bank for trying has decks, quizzes and notes`(_ language: Language) throws {
    let models = Models(world: TestWorld().world)
    try models.addPreview(language: language)
    #expect(try models.bank.summaries().map(\.questions) == [20, 20])
    let attempts = try models.history.summaries(of: models.history.identifiers())
    #expect(attempts.map { $0.outcome?.score } == [9, 7])
    #expect(attempts.allSatisfy { $0.count == 10 })
    #expect(try models.notes.notes(NoteBook.Query()).count == 2)
    #expect(try models.quizzes.waiting().isEmpty)
    #expect(try models.history.answers.mistakes().count == 1)
  }
}
