/// An answer that a question accepts where one is typed.
package protocol AcceptedAnswer: Sendable {
  /// The answer as people read it.
  var text: String { get }
  /// What the answer is worth, from 0 to 1; 1 is right.
  var fraction: Double { get }
  /// The feedback for players who give this answer; empty when there is none.
  var feedback: String { get }
}

extension AcceptedAnswer {
  /// Whether the answer is worth the whole point.
  var isRight: Bool { fraction >= Grade.right }
}

extension AcceptedText: AcceptedAnswer {}

extension AcceptedNumber: AcceptedAnswer {
  package var text: String { span.text }
}

extension Solution {
  /// The answers that are accepted where one is typed, whatever they are worth; empty for choices.
  package var accepted: [any AcceptedAnswer] {
    switch self {
    case .single, .trueFalse, .several: []
    case .text(let solution): solution.accepted
    case .number(let solution): solution.accepted
    }
  }

  /// The texts of the accepted answers; empty for choices.
  package var acceptedTexts: [String] { accepted.map(\.text) }

  /// The author's feedback on each accepted answer; empty for choices, which have their own.
  var feedbacks: [String] { accepted.map(\.feedback) }

  /// The accepted answer that a typed text matches; `nil` when there is none.
  func match(_ typed: String) -> (any AcceptedAnswer)? {
    switch self {
    case .single, .trueFalse, .several: nil
    case .text(let solution): solution.match(typed)
    case .number(let solution): solution.match(typed)
    }
  }
}
