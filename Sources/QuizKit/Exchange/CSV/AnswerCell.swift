import QuizSupport

/// Several texts or numbers in one cell of a table: accepted answers, right choices, weights.
///
/// `|` separates the texts; in a cell without `|`, `;` does. In a cell with `|`, `\|` is the
/// character itself, and backslashes before it or at the end of a text are doubled.
enum AnswerCell {
  // MARK: Reading

  /// Splits a cell. Empty texts at its end are left out. An empty text between others is the
  /// author's mistake and stays.
  static func split(_ cell: String) -> [String] {
    var texts =
      cell.utf8.contains(UInt8(ascii: "|"))
      ? unescapedParts(of: cell)
      : cell.split(separator: ";", omittingEmptySubsequences: false).map(String.init)
    texts = texts.map { FieldText.make($0) }
    while texts.last?.isEmpty == true { texts.removeLast() }
    return texts
  }

  private static func unescapedParts(of cell: String) -> [String] {
    var parts: [String] = []
    var part = String.UnicodeScalarView()
    var slashes = 0
    func takeSlashes(_ count: Int) {
      // One at a time: `append(contentsOf:)` would copy all of the part each time.
      for _ in 0..<count { part.append("\\") }
      slashes = 0
    }
    for scalar in cell.unicodeScalars {
      switch scalar {
      case "\\": slashes += 1
      case "|" where slashes.isMultiple(of: 2):
        takeSlashes(slashes / 2)
        parts.append(String(part))
        part = String.UnicodeScalarView()
      case "|":
        takeSlashes(slashes / 2)
        part.append(scalar)
      default:
        takeSlashes(slashes)
        part.append(scalar)
      }
    }
    takeSlashes((slashes + 1) / 2)
    return parts + [String(part)]
  }

  // MARK: Writing

  /// Joins texts so that ``split(_:)`` returns them again.
  static func join(_ texts: [String]) -> String {
    let isPlain = texts.count == 1 && !texts[0].utf8.contains { $0 == 0x7C || $0 == 0x3B }
    if isPlain { return texts[0] }
    let cell = texts.map(escaped).joined(separator: "|")
    return cell.utf8.contains(UInt8(ascii: "|")) ? cell : cell + "|"
  }

  private static func escaped(_ text: String) -> String {
    var escaped = String.UnicodeScalarView()
    var slashes = 0
    for scalar in text.unicodeScalars {
      if scalar == "|" { for _ in 0...slashes { escaped.append("\\") } }
      slashes = scalar == "\\" ? slashes + 1 : 0
      escaped.append(scalar)
    }
    escaped.append(contentsOf: repeatElement("\\", count: slashes))
    return String(escaped)
  }

  /// A number or range, written with characters that all encodings have.
  static func text(of span: NumberSpan) -> String {
    if case .range = span { span.moodleText } else { span.text }
  }
}

extension Solution {
  /// The text of the answer column: the numbers of the right choices, or the accepted answers.
  var answerCell: String {
    switch self {
    case .single(let solution): String(solution.correct + 1)
    case .trueFalse, .several: rightChoices.map { String($0 + 1) }.joined(separator: ",")
    case .text(let solution): AnswerCell.join(solution.accepted.map(\.pattern))
    case .number(let solution):
      AnswerCell.join(solution.accepted.map { AnswerCell.text(of: $0.span) })
    case .card, .gaps, .order, .match: RowParts.answerCell(of: self)
    }
  }

  /// The text of the weights column: one number for each choice or accepted answer; empty when the
  /// author wrote no weights.
  var weightsCell: String {
    let weights = weights ?? (hasWeights ? accepted.map(\.fraction) : [])
    return weights.map(TypedNumber.text).joined(separator: "|")
  }
}

extension QuestionContent {
  /// The text of the column for the number of choices to pick; empty when the text of the question
  /// states the number, or when one choice is to be picked.
  var chooseCell: String {
    guard case .several(let several) = solution, several.choose != several.choose(saidIn: text)
    else { return "" }
    return several.choose.map { String($0) } ?? FieldQuestion<TableRow>.all
  }
}
