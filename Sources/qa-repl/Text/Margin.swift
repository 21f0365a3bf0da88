/// The blank columns at the left of everything at a live terminal: titles, texts, prompts, hints
/// and what scrolls up.
enum Margin {
  static let blanks = "  "

  /// The line after the margin.
  static func indented(_ line: String) -> String { line.isEmpty ? "" : blanks + line }

  /// The look for lines after the margin.
  static func inner(_ theme: Theme) -> Theme {
    theme.narrowed(to: max(4, (theme.columns ?? 80) - blanks.count))
  }
}
