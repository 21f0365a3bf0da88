import Foundation
import Testing

@testable import QuizKit

/// The parses that other implementations of GIFT agree on, as data.
struct GIFTVectors: Decodable {
  var vectors: [Vector]

  struct Vector: Decodable, CustomTestStringConvertible {
    var id: String
    var input: String
    var expect: Expectation
    var testDescription: String { id }
  }

  struct Expectation: Decodable, Equatable {
    var questions: [Question]
    var problems: [Problem]
  }

  struct Question: Decodable, Equatable {
    var line: Int
    var title: String?
    var category: String?
    var kind: String
    var stem: String
    var textformat: String
    var choices: [Choice]
    var commentary: String
    var tags: [String]
    var id: String?
  }

  struct Choice: Decodable, Equatable {
    var text: String
    var correct: Bool
    var weight: Double?
    var feedback: String
  }

  struct Problem: Decodable, Equatable {
    var level: String
    var line: Int
    var code: String
  }

  static let all: [Vector] = {
    guard let bytes = try? SharedData.bytes("vectors/gift.json"),
      let decoded = try? JSONDecoder().decode(GIFTVectors.self, from: Data(bytes))
    else { return [] }
    return decoded.vectors
  }()
}

@Suite(.enabled(if: SharedData.isThere, "needs QA_REPL_SHARED"))
struct GIFTVectorTests {
  @Test func `the vectors are there`() {
    #expect(GIFTVectors.all.count == 30)
  }

  @Test(arguments: GIFTVectors.all)
  func `a vector is parsed as expected`(vector: GIFTVectors.Vector) throws {
    let source = SourceText(Array(vector.input.utf8), name: "vector.gift")
    let intake = Intake(file: "vector.gift")
    var questions: [GIFTVectors.Question] = []
    try GIFTReader().parse(source, into: intake) { question, fault in
      if let fault, fault.level == .error {
        intake.report(fault, line: question.line)
      } else {
        questions.append(GIFTVectors.Question(question))
      }
    }
    let problems = intake.problems.map {
      GIFTVectors.Problem(level: $0.level.rawValue, line: $0.line ?? 0, code: $0.code)
    }
    #expect(questions == vector.expect.questions)
    #expect(problems == vector.expect.problems)
  }
}

extension GIFTVectors.Question {
  fileprivate init(_ question: GIFTQuestion) {
    line = question.line
    title = question.title
    category = question.category
    kind = question.kind.rawValue
    stem = question.stem
    textformat = question.format.rawValue
    choices = question.choices.enumerated().map { index, choice in
      GIFTVectors.Choice(
        text: choice.text, correct: index == question.correct || choice.hasFullCredit,
        weight: choice.weight, feedback: choice.feedback)
    }
    commentary = question.commentary
    tags = question.tags
    id = question.externalID
  }
}
