import QuizKit

/// What a view depends on besides the state: the language, the colours and the width.
struct Look: Equatable {
  var strings: Strings
  var palette: Palette
  /// The widest line in terminal cells; `nil` when lines must not be wrapped, as in batch mode.
  var columns: Int?

  /// Wraps `text` to the width. All lines but the first are indented by `indent` cells.
  func lines(_ text: String, indent: Int = 0) -> [String] {
    if let columns { return text.wrapped(to: max(columns, 10), indent: indent) }
    let blank = String(repeating: " ", count: indent)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.enumerated().map { $0 == 0 ? String($1) : blank + $1 }
  }

  /// One list line, cut to the width if there is one.
  func cut(_ line: String) -> String {
    columns.map { line.truncated(to: $0) } ?? line
  }

  /// A label followed by a text. Further lines are aligned with the start of the text.
  func labelled(_ label: String, _ text: String) -> [String] {
    lines(label + text, indent: min(displayWidth(label), 12))
  }
}

/// A screen state that can be shown as text. The text depends only on the state and the look.
protocol Viewable: ScreenState {
  /// The lines of the screen.
  func view(_ look: Look) -> [String]

  /// The question to ask before a command that destroys something; `nil` for a command that needs
  /// no confirmation.
  func question(before command: Command, _ strings: Strings) -> String?

  /// The remaining time to announce aloud at certain moments; `nil` at all others.
  func announcement(_ strings: Strings) -> String?

  /// How the state appears at a live terminal.
  func stage(_ look: Look) -> Stage

  /// The command that closes the open form; `nil` when there is none.
  var closing: Command? { get }

  /// Whether saving the open form failed because another program changed or deleted the same
  /// record.
  var isContested: Bool { get }
}

extension Viewable {
  /// By default no command needs confirmation.
  func question(before command: Command, _ strings: Strings) -> String? { nil }

  /// By default nothing is announced.
  func announcement(_ strings: Strings) -> String? { nil }

  /// By default the state is printed once and has no keys of its own.
  func stage(_ look: Look) -> Stage { Stage(screen: Self.screen, look) }

  /// By default there is no form.
  var closing: Command? { nil }

  /// By default no other program can change the record.
  var isContested: Bool { false }
}
