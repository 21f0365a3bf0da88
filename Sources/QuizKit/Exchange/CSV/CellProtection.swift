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
  static func applied(_ text: String) -> String {
    guard isNeeded(text) else { return text }
    var result = ""
    var copied = text.startIndex
    for formula in formulas(in: text) {
      result += text[copied..<formula]
      result += "'"
      copied = formula
    }
    return result + text[copied...]
  }

  /// Removes the protection, if there is one.
  static func undone(_ text: String) -> String {
    guard isNeeded(text) else { return text }
    let scalars = text.unicodeScalars
    var result = ""
    var copied = text.startIndex
    for formula in formulas(in: text) where scalars[formula] == "'" {
      result += text[copied..<formula]
      copied = scalars.index(after: formula)
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
