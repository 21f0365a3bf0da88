import QuizExchange
import QuizSupport

/// The parts of a solution as people write them in a form: texts with `|` between them, and `\|` for
/// the sign itself.
enum PartText {
  /// The texts between the signs, without blanks around them.
  static func split(_ text: String) -> [String] {
    var parts = [""]
    var isEscaped = false
    for character in text {
      if isEscaped, character != "|" { parts[parts.count - 1].append("\\") }
      if character == "|", !isEscaped {
        parts.append("")
      } else if character != "\\" || isEscaped {
        parts[parts.count - 1].append(character)
      }
      isEscaped = character == "\\" && !isEscaped
    }
    if isEscaped { parts[parts.count - 1].append("\\") }
    return parts.map(\.trimmed)
  }

  /// The texts with signs between them.
  static func join(_ texts: [String]) -> String {
    texts.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ")
  }
}

extension Gap {
  /// The gap as people write it: `Paris | Lutetia` for accepted answers, `=is | are` for choices, of
  /// which the one with the sign is right.
  var written: String {
    switch self {
    case .typed(let solution): PartText.join(solution.accepted.map(\.pattern))
    case .picked(let choices):
      PartText.join(
        choices.texts.enumerated().map { ($0 == choices.correct ? "=" : "") + $1 })
    }
  }

  /// Reads a gap. What the author once wrote about answers that stay, is kept.
  init(written text: String, like old: Gap?) {
    let texts = PartText.split(text).filter { !$0.isEmpty }
    if texts.count > 1, let right = texts.firstIndex(where: { $0.hasPrefix("=") }) {
      var choices = texts
      choices[right] = String(choices[right].dropFirst()).trimmed
      self = .picked(GapChoices(choices, correct: right))
      return
    }
    guard case .typed(var solution) = old else {
      self = .typed(TextSolution(accepted: texts.map { AcceptedText($0) }))
      return
    }
    solution.accepted = texts.map { text in
      solution.accepted.first { $0.pattern == text } ?? AcceptedText(text)
    }
    self = .typed(solution)
  }
}

extension MatchPair {
  /// The pair as people write it: `France | Paris`.
  var written: String { PartText.join([left, right]) }

  /// Reads a pair; `nil` when the text has not two sides.
  init?(written text: String) {
    let sides = PartText.split(text)
    guard sides.count == 2 else { return nil }
    self.init(sides[0], sides[1])
  }
}
