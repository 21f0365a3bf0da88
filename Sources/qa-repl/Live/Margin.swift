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

extension Prompt {
  /// The prompt and the rows below it after the margin.
  var indented: Prompt {
    var prompt = self
    prompt.text = Margin.indented(text)
    prompt.help = help.map(Margin.indented)
    prompt.helpWhileTyped = helpWhileTyped.map(Margin.indented)
    return prompt
  }

  /// A row of hints that depend on what is typed, after the margin; `nil` where there are none.
  func hintRow(_ hints: [String]) -> [String]? {
    theme.map { $0.hintRow(hints).map(Margin.indented) }
  }
}
