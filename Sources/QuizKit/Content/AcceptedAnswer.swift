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
  package var isRight: Bool { fraction >= Grade.right }
}

extension AcceptedText: AcceptedAnswer {}

extension AcceptedNumber: AcceptedAnswer {
  package var text: String { span.text }
}

extension Solution {
  /// The accepted answers of a question whose answer is one typed text, whatever their credit;
  /// empty for other questions.
  package var accepted: [any AcceptedAnswer] {
    switch self {
    case .text(let solution): solution.accepted
    case .number(let solution): solution.accepted
    default: []
    }
  }

  /// All texts of the solution: the accepted answers, the back of a card, what fills the gaps, and
  /// what belongs together; empty for choices.
  package var texts: [String] {
    switch self {
    case .single, .trueFalse, .several, .order: []
    case .text, .number: accepted.map(\.text)
    case .card(let solution): [solution.back]
    case .gaps(let solution): solution.gaps.flatMap(\.texts)
    case .match(let solution): solution.texts
    }
  }

  /// The author's feedback on each accepted answer; empty for choices, which have their own
  /// feedback.
  var feedbacks: [String] {
    guard case .gaps(let solution) = self else { return accepted.map(\.feedback) }
    return solution.gaps.flatMap { gap in
      if case .typed(let solution) = gap { solution.accepted.map(\.feedback) } else { [String]() }
    }
  }

  /// The accepted answer that a typed text matches; `nil` when there is none.
  func match(_ typed: String) -> (any AcceptedAnswer)? {
    switch self {
    case .text(let solution): solution.match(typed)
    case .number(let solution): solution.match(typed)
    default: nil
    }
  }
}
