import Foundation
import Testing

@testable import QuizExchange
@testable import QuizKit
@testable import QuizStore
@testable import QuizSupport

@Suite struct QuizDecodingTests {
  private struct Stop: Error {}

  private let coder = FieldCoder()

  /// The fields of a quiz in which all questions are answered.
  private func fields(_ title: String, answers: Int) throws -> FieldCoder.Fields {
    let date = Date(timeIntervalSince1970: 1_800_000_000)
    let questions = (1...answers).map { Identifier<Question>(rawValue: Int64($0)) }
    let attempt = Attempt(
      title: title, mode: .exam, startedAt: date,
      items: questions.map { Attempt.Item(questionID: $0, order: [1, 0]) })
    let given = questions.enumerated().map { position, question in
      Answer(
        attemptID: .unassigned, position: position, questionID: question,
        response: .choice(position % 4), isCorrect: true, isFlagged: false, changedAt: date)
    }
    return try coder.fields(of: attempt, given) { "key \($0)" }
  }

  /// For each quiz its title and number of answers, or its error.
  private func decoded(_ quizzes: [FieldCoder.Fields?]) throws -> [String] {
    var results: [String] = []
    try QuizDecoding.decode(quizzes) { quiz in
      switch quiz {
      case nil: results.append("–")
      case .failure(let fault): results.append("\(fault.reason)")
      case .success(let quiz):
        let (attempt, answers) = quiz.records(at: Identifier(rawValue: 7)) { key in
          Identifier(rawValue: Int64(key.dropFirst(4)) ?? 0)
        }
        #expect(attempt.items.map(\.questionID.rawValue) == (1...Int64(answers.count)).map(\.self))
        #expect(answers.map(\.questionID) == attempt.items.map(\.questionID))
        #expect(attempt.id.rawValue == 7 && answers.allSatisfy { $0.attemptID == attempt.id })
        results.append("\(attempt.title) \(answers.count)")
      }
    }
    return results
  }

  @Test(arguments: [2, 300])
  func `quizzes come in their order, few or many`(answers: Int) throws {
    var quizzes: [FieldCoder.Fields?] = try (1...9).map { try fields("\($0)", answers: answers) }
    quizzes[2] = nil
    quizzes[5]?["answer.1"] = "1"
    let answer = quizzes[7]?["answer.1"] ?? ""
    quizzes[7]?["answer.1"] = answer.replacing("\"response\":1", with: "\"response\":999")
    var expected = (1...9).map { "\($0) \(answers)" }
    expected[2] = "–"
    let results = try decoded(quizzes)
    expected[5] = "\(JSONFault(0, "an answer is not an object", "回答がオブジェクトではありません").reason)"
    expected[7] = "\(JSONFault(0, "this value is not allowed here", "あり得ない値です").reason)"
    #expect(results == expected)
    #expect(try decoded([]) == [])
  }

  @Test func `where an answer stands is said by the name of its field alone`() throws {
    var quiz = try fields("A", answers: 3)
    let answer = try #require(quiz["answer.1"])
    quiz["answer.1"] =
      #"{"position":99,"id":5,"questionID":9,"attemptID":3,"# + answer.dropFirst()
    #expect(try decoded([quiz]) == ["A 3"])
  }

  @Test func `nothing follows an error of the caller`() throws {
    let quizzes = try (1...9).map { try fields("\($0)", answers: 300) }
    var count = 0
    #expect(throws: Stop.self) {
      try QuizDecoding.decode(quizzes) { _ in
        count += 1
        if count == 3 { throw Stop() }
      }
    }
    #expect(count == 3)
  }
}
