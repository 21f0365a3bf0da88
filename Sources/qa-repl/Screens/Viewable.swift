import QuizKit

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
