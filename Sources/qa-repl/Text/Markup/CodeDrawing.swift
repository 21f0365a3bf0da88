/// Draws lines of code in the colours of their language. Nothing but colour is added to a line, and
/// one that is too long is cut where the row ends: code is not wrapped at blanks.
struct CodeDrawing {
  struct CodeRow {
    let text: String
    /// The text after two cells, which mark a row that goes on.
    let afterGutter: String
  }

  /// The cells before code. A row that goes on has its mark there.
  static let gutter = 2

  private let theme: Theme
  private let hasColors: Bool

  init(_ inline: InlineDrawing) {
    theme = inline.theme
    hasColors = inline.marks == .styled && !inline.isPainted
  }

  /// - Parameter columns: The widest row with its gutter.
  func rows(_ lines: [String], _ language: CodeLanguage?, _ columns: Int?) -> [CodeRow] {
    let mark = theme.signs.continued.padded(to: Self.gutter, .leading, theme.ambiguous)
    let blank = String(repeating: " ", count: Self.gutter)
    let gutter = hasColors ? theme.palette.faint(mark) : mark
    return colored(lines, language).flatMap { line in
      let pieces = columns.map { line.cut(to: max(2, $0 - Self.gutter), theme.ambiguous) } ?? [line]
      return pieces.enumerated().map { index, piece in
        CodeRow(
          text: piece, afterGutter: index > 0 ? gutter + piece : piece.isEmpty ? "" : blank + piece)
      }
    }
  }

  private func colored(_ lines: [String], _ language: CodeLanguage?) -> [String] {
    guard hasColors, let language else { return lines }
    return CodeLexer.lines(of: lines, language).map { tokens in
      tokens.map { token in
        token.role.map { theme.palette.painted(token.text, $0) } ?? token.text
      }.joined()
    }
  }
}
