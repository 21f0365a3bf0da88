import QuizSupport

@testable import Terminal
@testable import qa_repl

/// A text as the live terminal draws it, with `<b>` for bold and so on.
enum Drawing {
  static func theme(
    _ depth: ColorDepth = .basic, columns: Int? = nil, language: Language = .english
  ) -> Theme {
    Theme(
      strings: Strings(language: language), palette: Palette(depth: depth), signs: .unicode,
      columns: columns, isLive: true)
  }

  static func rows(
    _ text: String, depth: ColorDepth = .basic, columns: Int? = nil, language: Language = .english
  ) -> [String] {
    theme(depth, columns: columns, language: language).drawn(text).map(named)
  }

  static func drawn(_ text: String, depth: ColorDepth = .basic) -> String {
    rows(text, depth: depth).joined(separator: "\n")
  }

  static func line(_ text: String, depth: ColorDepth = .basic) -> String {
    theme(depth).line(of: text)
  }

  /// The text with the sequences of styles by name.
  static func named(_ text: String) -> String {
    [
      ("[1m", "<b>"), ("[9m", "<s>"), ("[4m", "<u>"), ("[2m", "<dim>"), ("[35m", "<key>"),
      ("[36m", "<string>"), ("[33m", "<number>"), ("[32m", "<right>"), ("[0m", "</>"),
    ].reduce(text) { $0.replacing("\u{1B}" + $1.0, with: $1.1) }
  }

  /// The text without styles.
  static func plain(_ text: String) -> String {
    glyphs(in: text).filter { !$0.isStyle }.map(\.text).joined()
  }
}
