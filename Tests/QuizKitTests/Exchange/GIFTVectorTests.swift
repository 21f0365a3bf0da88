import Foundation
import Testing

@testable import QuizExchange

/// Test vectors with the parses on which other implementations of GIFT agree.
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
    let collector = QuestionCollector(file: "vector.gift")
    var questions: [GIFTVectors.Question] = []
    try GIFTReader().parse(source, into: collector) { question, fault in
      if let fault, fault.level == .error {
        collector.report(fault, line: question.draft.line)
      } else {
        questions.append(GIFTVectors.Question(question, fault))
      }
    }
    let problems = collector.problems.map {
      GIFTVectors.Problem(level: $0.level.rawValue, line: $0.line ?? 0, code: $0.code)
    }
    #expect(questions == vector.expect.questions)
    // The vector is older than the weights that are kept here. Apart from them, the result is the
    // same.
    let expected = vector.expect.problems.map { problem in
      var problem = problem
      if problem.code == "weights-dropped" { problem.code = "several-read-as-one" }
      return problem
    }.filter { $0.code != "partial-credit-dropped" }
    #expect(problems == expected)
  }

  @Test(arguments: GIFTVectors.all)
  func `a vector becomes questions of its kinds`(vector: GIFTVectors.Vector) throws {
    let file = try readText(vector.input, name: "vector.gift")
    let expected = vector.expect.questions.filter { Self.kinds[$0.kind] != nil }
    try #require(file.contents.count == expected.count)
    for (content, question) in zip(file.contents, expected) {
      #expect(content.kind == Self.kinds[question.kind])
      #expect(content.text == question.stem)
      #expect(content.title == question.title)
      #expect(content.commentary == question.commentary)
      #expect(
        content.choices == question.choices.map { Choice($0.text, feedback: $0.feedback) })
      let right = question.choices.indices.filter { index in
        let choice = question.choices[index]
        let isPart = question.kind == "multi" && (choice.weight ?? 0) > 0
        return choice.correct || isPart
      }
      #expect(content.solution.rightChoices == right)
    }
    #expect(
      file.contents.filter(\.kind.isTyped).map(\.solution.texts)
        == Self.accepted[vector.id] ?? [])
  }

  private static let kinds: [String: QuestionContent.Kind] = [
    "single": .single, "truefalse": .trueFalse, "multi": .several, "short": .text,
    "numerical": .number, "match": .match,
  ]

  /// The accepted answers of typed questions, which the vectors leave out. They are taken from the
  /// inputs of the vectors.
  private static let accepted: [String: [[String]]] = [
    "peg-giftFormatPhpExamples": [
      ["no one", "nobody"], ["1822 ± 5"], ["Nazareth", "Nazereth", "Bethlehem"],
      ["1822", "1822 ± 2"],
    ],
    "peg-shortAnswer1": [["no one", "nobody"], ["four", "4"]],
  ]
}

extension GIFTVectors.Question {
  fileprivate init(_ question: GIFTQuestion, _ fault: Fault?) {
    line = question.draft.line
    title = question.draft.title
    category = question.draft.category
    kind =
      switch question.draft.solution {
      case nil where fault == .notMultipleChoice(.essay): "essay"
      case nil where fault == .notMultipleChoice(.description): "description"
      case nil where question.draft.kind == .trueFalse: "truefalse"
      case nil, .single, .trueFalse: "single"
      case .several: "multi"
      case .text: "short"
      case .number: "numerical"
      case .match: "match"
      case .card, .gaps, .order: "other"
      }
    stem = question.draft.text
    textformat = question.format.rawValue
    choices = question.choices.enumerated().map { index, choice in
      GIFTVectors.Choice(
        text: choice.text, correct: index == question.draft.correct || choice.hasFullCredit,
        weight: choice.weight.map { $0 * 100 }, feedback: choice.feedback)
    }
    commentary = question.draft.commentary
    tags = question.draft.tags
    id = question.draft.externalID
  }
}
