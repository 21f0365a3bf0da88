/// Adds an apostrophe to cells that a spreadsheet would run as a formula; see
/// <https://owasp.org/www-community/attacks/CSV_Injection>.
///
/// Tables from other programs may contain cells that really begin with an apostrophe, such as
/// `'=='`. Therefore a separate column marks the rows with protected cells, and the apostrophe is
/// removed in those rows only.
enum CellProtection {
  /// The name of the column that marks the rows with protected cells.
  static let column = "protected"
  /// The value of that column in a marked row.
  static let mark = "yes"

  private static let apostrophe = UInt8(ascii: "'")

  /// Protects the cell if necessary. A cell that already looks protected gets another apostrophe,
  /// so that reading restores it.
  static func applied(_ text: String) -> String {
    isNeeded(text) ? "'" + text : text
  }

  /// Removes the protection, if there is one.
  static func undone(_ text: String) -> String {
    guard text.utf8.first == apostrophe, isNeeded(text) else { return text }
    return String(text.unicodeScalars.dropFirst())
  }

  static func isNeeded(_ text: String) -> Bool {
    // Most cells begin with an ASCII letter or digit and need no closer look.
    guard let first = text.utf8.first,
      first < 0x30 || first == UInt8(ascii: "=") || first > 0x7F || first == UInt8(ascii: "@")
    else { return false }
    let cell = text.unicodeScalars.drop { $0 == "'" }
    guard let start = cell.first else { return false }
    if lineMarks.contains(start) { return true }
    return cell.first { !blanks.contains($0) }.map(formulaMarks.contains) ?? false
  }

  private static let lineMarks: Set<Unicode.Scalar> = ["\t", "\r", "\n"]
  private static let blanks: Set<Unicode.Scalar> = [" ", "\u{A0}", "\u{3000}"]
  /// Spreadsheets in Japanese and Chinese convert the full-width forms to ASCII.
  private static let formulaMarks: Set<Unicode.Scalar> = [
    "=", "+", "-", "@", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}",
  ]
}
