import QuizSupport

/// Several texts or numbers in one cell of a table: accepted answers, right choices, weights.
///
/// `|` separates the texts; in a cell without `|`, `;` does. In a cell with `|`, `\|` is the
/// character itself, and backslashes before it or at the end of a text are doubled.
enum AnswerCell {
  /// The word for a question that does not ask for a number of choices, although its text seems to.
  static let all = "all"

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

/// Cards, and questions whose answer has several parts, in the columns of a table.
///
/// | kind  | choice1 …                       | correct                               |
/// |-------|---------------------------------|---------------------------------------|
/// | card  |                                 | the back                              |
/// | order | the texts in the right order    |                                       |
/// | match | the texts on the left           | those on the right, then further ones |
/// | gaps  | the choices of each gap, if any | a line for each gap                   |
///
/// The line of a gap has the accepted texts, or the number of the right choice. Several texts in
/// one cell are separated as in ``AnswerCell``.
enum RowParts {
  /// Whether the cells can hold the question. Each gap has one line, and its choices one column.
  static func canHold(_ content: QuestionContent) -> Bool {
    guard case .gaps(let solution) = content.solution else { return true }
    // An answer that is worth a part of the point has no column.
    let isAnswered = solution.gaps.allSatisfy { !$0.rightAnswers.isEmpty }
    return isAnswered && !content.solution.texts.contains { $0.contains("\n") }
      && !solution.gaps.dropFirst(QuestionContent.maximumChoices).contains { !$0.choices.isEmpty }
  }

  /// The cells of the choices.
  static func choiceCells(of content: QuestionContent) -> [String] {
    switch content.solution {
    case .match(let solution): return solution.pairs.map(\.left)
    case .gaps(let solution):
      var cells = solution.gaps.map { gap in
        gap.choices.isEmpty ? "" : AnswerCell.join(gap.choices)
      }
      while cells.last?.isEmpty == true { cells.removeLast() }
      return cells
    default: return content.choices.map(\.text)
    }
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
    case .card(let card): card.back
    case .order: ""
    case .match(let match): AnswerCell.join(match.pairs.map(\.right) + match.extra)
    case .gaps(let gaps):
      gaps.gaps.map { gap in
        switch gap {
        case .typed(let texts): AnswerCell.join(texts.accepted.filter(\.isRight).map(\.pattern))
        case .picked(let choices): String(choices.correct + 1)
        }
      }.joined(separator: "\n")
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
    return several.choose.map { String($0) } ?? AnswerCell.all
  }
}

/// Several tags in one field.
enum TagList {
  /// Splits at `;` if there is one, so that tags may contain blanks; otherwise at blanks.
  static func split(_ text: String) -> [String] {
    if text.isEmpty { return [] }
    // A fast path for one plain word, the most common case.
    if text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: ";") }) { return [text] }
    let parts =
      text.utf8.contains(UInt8(ascii: ";"))
      ? text.split(separator: ";") : text.split { $0 == " " || $0 == "\u{3000}" || $0 == "\t" }
    return parts.map { FieldText.make(String($0)) }.filter { !$0.isEmpty }
  }

  /// Joins tags so that ``split(_:)`` returns them again. A `;` inside a tag becomes a comma.
  static func join(_ tags: [String]) -> String {
    let hasBlanks = tags.contains { $0.contains { $0.isWhitespace || $0 == ";" } }
    if !hasBlanks { return tags.joined(separator: " ") }
    return tags.map { $0.replacing(";", with: ",") + ";" }.joined(separator: " ")
  }
}

/// Adds an apostrophe where a spreadsheet would run a formula; see
/// <https://owasp.org/www-community/attacks/CSV_Injection>.
///
/// A formula may begin a cell, and it may follow a semicolon, a tab or a line break inside of one:
/// a program that splits the file at another separator makes a cell of what follows it, whether
/// the file has quotes there or not.
///
/// Tables from other programs may contain cells that really begin with an apostrophe, such as
/// `'=='`. Therefore a separate column marks the rows with protected cells, and the apostrophes are
/// removed in those rows only.
enum CellProtection {
  /// The name of the column that marks the rows with protected cells.
  static let column = "protected"
  /// The value of that column in a marked row.
  static let mark = "yes"

  /// Protects the cell if necessary. Where it already looks protected it gets another apostrophe,
  /// so that reading restores it.
  static func applied(_ text: String) -> String { changed(text, adds: true) }

  /// Removes the protection, if there is one.
  static func undone(_ text: String) -> String { changed(text, adds: false) }

  private static func changed(_ text: String, adds: Bool) -> String {
    guard isNeeded(text) else { return text }
    let scalars = text.unicodeScalars
    var result = ""
    var copied = text.startIndex
    for formula in formulas(in: text) where adds || scalars[formula] == "'" {
      result += text[copied..<formula] + (adds ? "'" : "")
      copied = adds ? formula : scalars.index(after: formula)
    }
    return result + text[copied...]
  }

  static func isNeeded(_ text: String) -> Bool {
    // Most cells begin with an ASCII letter or digit, have one line, and need no closer look.
    let utf8 = text.utf8
    guard let first = utf8.first else { return false }
    let isPlain =
      (0x30...0x7F).contains(first) && first != UInt8(ascii: "=")
      && first != UInt8(ascii: "@")
    if isPlain, !utf8.contains(where: Self.isSeparator) { return false }
    return !formulas(in: text).isEmpty
  }

  /// Whether other programs may split a line or a file at the byte.
  static func isSeparator(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ";") || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  /// The places where a formula begins, or the apostrophes before it.
  private static func formulas(in text: String) -> [String.Index] {
    let scalars = text.unicodeScalars
    var places: [String.Index] = []
    let cell = scalars.drop { $0 == "'" }
    if let start = cell.first, lineMarks.contains(start) || beginsFormula(cell) {
      places.append(text.startIndex)
    }
    var start = text.utf8.startIndex
    while let separator = text.utf8[start...].firstIndex(where: isSeparator) {
      start = text.utf8.index(after: separator)
      // A quote around what follows would be gone from the cell.
      if beginsFormula(scalars[start...].drop { $0 == "'" || $0 == "\"" }) { places.append(start) }
    }
    return places
  }

  private static func beginsFormula(_ text: Substring.UnicodeScalarView) -> Bool {
    text.first { !blanks.contains($0) }.map(formulaMarks.contains) ?? false
  }

  private static let lineMarks: Set<Unicode.Scalar> = ["\t", "\r", "\n"]
  private static let blanks: Set<Unicode.Scalar> = [" ", "\u{A0}", "\u{3000}"]
  /// Spreadsheets in Japanese and Chinese convert the full-width forms to ASCII.
  private static let formulaMarks: Set<Unicode.Scalar> = [
    "=", "+", "-", "@", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}",
  ]
}
