/// Reads the answers of a question whose answer is typed: `=no one =%50%nobody#almost`,
/// `=3:0.1 =%50%1..5 ~#no`.
///
/// The rules are those of Moodle's `qformat_gift::readquestion`.
struct GIFTTypedAnswers {
  private(set) var warnings: [Fault] = []

  private let answers: GIFTAnswerText

  init(_ answers: GIFTAnswerText) {
    self.answers = answers
  }

  /// Reads texts.
  mutating func texts(_ range: Range<Int>) -> TextSolution {
    let parts = parts(range)
    if answers.hasBareEquals(parts.map { $0.lowerBound - 1 }) { warnings.append(.bareEquals) }
    return TextSolution(
      accepted: parts.map { range in
        let answer = read(range)
        return AcceptedText(
          answer.text, fraction: Self.fraction(answer), feedback: answer.feedback)
      })
  }

  /// Reads numbers. Feedback after a `~` applies to all other numbers.
  mutating func numbers(_ range: Range<Int>) throws(Fault) -> NumberSolution {
    let tilde = answers.first(UInt8(ascii: "~"), in: range)
    var accepted: [AcceptedNumber] = []
    for (number, range) in parts(range.lowerBound..<(tilde ?? range.upperBound)).enumerated() {
      let answer = read(range)
      if answer.text.isEmpty { throw .emptyAnswer(number: number + 1) }
      accepted.append(
        AcceptedNumber(
          try NumberSpan(moodle: answer.text), fraction: Self.fraction(answer),
          feedback: answer.feedback))
    }
    if let tilde {
      let other = read(tilde + 1..<range.upperBound)
      accepted.append(AcceptedNumber(.any, fraction: 0, feedback: other.feedback))
    }
    return NumberSolution(accepted: accepted)
  }

  /// The answers. The first one needs no `=`.
  private func parts(_ range: Range<Int>) -> [Range<Int>] {
    let parts = answers.split(range, at: UInt8(ascii: "="))
    guard let first = parts.first, answers.trimmed(first).isEmpty else { return parts }
    return Array(parts.dropFirst())
  }

  private mutating func read(_ range: Range<Int>) -> GIFTAnswerText.Piece {
    let answer = answers.answer(range)
    warnings += answer.warnings
    return answer
  }

  /// The credit for a typed answer, which is never negative.
  private static func fraction(_ answer: GIFTAnswerText.Piece) -> Double {
    max(answer.weight ?? 1, 0)
  }
}
