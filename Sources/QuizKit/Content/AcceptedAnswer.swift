/// An accepted answer to a question whose answer is typed.
package protocol AcceptedAnswer: Sendable {
  /// The answer as people read it.
  var text: String { get }
  /// The credit for the answer, from 0 to 1; 1 is right.
  var fraction: Double { get }
  /// The feedback for players who give this answer; empty when there is none.
  var feedback: String { get }
}

extension AcceptedAnswer {
  /// Whether the answer earns full credit.
  var isRight: Bool { fraction >= Grade.right }
}

extension AcceptedText: AcceptedAnswer {}

extension AcceptedNumber: AcceptedAnswer {
  package var text: String { span.text }
}

extension Solution {
  /// The accepted answers of a question whose answer is typed, whatever their credit; empty for
  /// choices.
  package var accepted: [any AcceptedAnswer] {
    switch self {
    case .single, .trueFalse, .several: []
    case .text(let solution): solution.accepted
    case .number(let solution): solution.accepted
    }
  }

  /// The texts of the accepted answers; empty for choices.
  package var acceptedTexts: [String] { accepted.map(\.text) }

  /// The author's feedback on each accepted answer; empty for choices, which have their own
  /// feedback.
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
