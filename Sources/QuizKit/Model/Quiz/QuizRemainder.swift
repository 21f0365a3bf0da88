import QuizStore

/// The questions that a quiz left for the next ones, because it asks only so many at a time.
package struct QuizRemainder: Equatable, Sendable {
  /// The questions, in the order in which they come.
  var questions: [Identifier<Question>]
  /// How many a quiz asks at a time.
  var size: Int
  /// How many were asked before this quiz.
  var asked: Int
  /// Whether the order of the choices is random.
  var shuffle: Bool
}

/// Which part of the matching questions a quiz asks.
package struct QuizPart: Encodable, Equatable, Sendable {
  /// The number of its first question among them, from 1.
  package var first: Int
  /// The number of its last question among them.
  package var last: Int
  /// How many questions match.
  package var total: Int
}

extension QuizSetup {
  /// The part of the matching questions that this quiz asks; `nil` when it asks all of them, or
  /// others.
  package var part: QuizPart? {
    guard let remainder, isPart else { return nil }
    let last = remainder.asked + items.count
    let total = last + remainder.questions.count
    return items.count < total
      ? QuizPart(first: remainder.asked + 1, last: last, total: total) : nil
  }

  /// How many questions the next quiz of the same kind would ask.
  package var more: Int { remainder.map { min($0.size, $0.questions.count) } ?? 0 }
}
