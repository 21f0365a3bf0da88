import QuizKit

/// What a view may depend on beside the state: words, colours, width.
struct Look: Equatable {
  var strings: Strings
  var palette: Palette
  /// The widest line in terminal cells; `nil` where lines are not to be broken, as in batch.
  var columns: Int?

  /// Breaks `text` into lines that fit, those after the first moved in by `indent` cells.
  func lines(_ text: String, indent: Int = 0) -> [String] {
    if let columns { return text.wrapped(to: max(columns, 10), indent: indent) }
    let blank = String(repeating: " ", count: indent)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.enumerated().map { $0 == 0 ? String($1) : blank + $1 }
  }

  /// A line of a list, cut where it would be too wide; whole where lines are not to be broken.
  func cut(_ line: String) -> String {
    columns.map { line.truncated(to: $0) } ?? line
  }

  /// A label in front of a text, whose further lines stand below its beginning.
  func labelled(_ label: String, _ text: String) -> [String] {
    lines(label + text, indent: min(displayWidth(label), 12))
  }
}

/// A screen state that can be shown as text: a pure function of the state and the look.
protocol Viewable: ScreenState {
  /// The screen, line by line.
  func view(_ look: Look) -> [String]

  /// What has to be asked before `command` is carried out, because it takes something away for good; `nil` when it may simply
  /// be done.
  func question(before command: Command, _ strings: Strings) -> String?

  /// What is said aloud of the time that passes, at some moments; `nil` at all others.
  func announcement(_ strings: Strings) -> String?

  /// How it appears at a live terminal while it is under way.
  func stage(_ look: Look) -> Stage

  /// The command that puts away the form that is open; `nil` when there is none.
  var closing: Command? { get }

  /// Whether somebody else has changed what the open form would save.
  var isContested: Bool { get }
}

extension Viewable {
  /// Nothing on this screen takes anything away.
  func question(before command: Command, _ strings: Strings) -> String? { nil }

  /// Nothing on this screen runs.
  func announcement(_ strings: Strings) -> String? { nil }

  /// It is printed once, and has no keys of its own.
  func stage(_ look: Look) -> Stage { Stage(screen: Self.screen, look) }

  /// Nothing on this screen is a form.
  var closing: Command? { nil }

  /// Nobody else writes what this screen shows.
  var isContested: Bool { false }
}
