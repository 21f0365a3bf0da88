/// The apostrophe that keeps a spreadsheet from running a cell as a formula,
/// <https://owasp.org/www-community/attacks/CSV_Injection>.
///
/// Other people's tables have cells that begin so and mean it, such as `'=='`. Rows with protected cells therefore say so in a
/// column of their own, and only there is the apostrophe taken off.
enum CellProtection {
  /// The name of the column that says which rows have protected cells.
  static let column = "protected"
  /// What stands in it for such a row.
  static let mark = "yes"

  private static let apostrophe = UInt8(ascii: "'")

  /// The cell as a spreadsheet may see it; one that begins like a protected cell is protected as well, so that it comes back.
  static func applied(_ text: String) -> String {
    isNeeded(text) ? "'" + text : text
  }

  /// The cell without its protection, if it has one.
  static func undone(_ text: String) -> String {
    guard text.utf8.first == apostrophe, isNeeded(text) else { return text }
    return String(text.unicodeScalars.dropFirst())
  }

  static func isNeeded(_ text: String) -> Bool {
    // No letter or digit begins anything of the kind, which is nearly every cell.
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
  /// The full-width forms are turned into these by spreadsheets in Japanese and Chinese.
  private static let formulaMarks: Set<Unicode.Scalar> = [
    "=", "+", "-", "@", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}",
  ]
}
