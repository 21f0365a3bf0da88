import QuizStore

/// The questions that a quiz left for later quizzes, because it asks a limited number at a time.
package struct QuizRemainder: Equatable, Sendable {
  /// The questions, in the order in which they come.
  var questions: [Identifier<Question>]
  /// The number of questions that a quiz asks at a time.
  var size: Int
  /// The number of questions that were asked before this quiz.
  var asked: Int
}

/// The part of the matching questions that a quiz asks.
public struct QuizPart: Encodable, Equatable, Sendable {
  /// The number of its first question among the matching questions, from 1.
  public var first: Int
  /// The number of its last question among the matching questions.
  public var last: Int
  /// How many questions match.
  public var total: Int
}

extension QuizSetup {
  /// The part of the matching questions that this quiz asks; `nil` when it asks all of them, or
  /// other questions.
  package var part: QuizPart? {
    guard let remainder, isPart else { return nil }
    let last = remainder.asked + items.count
    let total = last + remainder.questions.count
    return items.count < total
      ? QuizPart(first: remainder.asked + 1, last: last, total: total) : nil
  }

  /// The number of questions that the next quiz of the same kind would ask.
  package var more: Int { remainder.map { min($0.size, $0.questions.count) } ?? 0 }
}
