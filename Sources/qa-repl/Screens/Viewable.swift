import QuizKit

/// A screen state that can be shown as text. The text depends only on the state and the look.
protocol Viewable: ScreenState {
  /// The lines of the screen.
  func view(_ look: Look) -> [String]

  /// The question to ask before a command of the screen that destroys something; `nil` for a command that needs
  /// no confirmation.
  func question(before command: AnyEquatable, _ strings: Strings) -> String?

  /// The question to ask a person before a command of the screen that leaves something undone; `nil` when there is nothing to
  /// ask. A script means what it says.
  func reminder(before command: AnyEquatable, _ strings: Strings) -> String?

  /// The countdowns on the screen, which are said aloud at certain moments.
  var timesLeft: [TimeLeft] { get }

  /// How the state appears at a live terminal.
  func stage(_ look: Look) -> Stage
}

extension Viewable {
  /// By default no command needs confirmation.
  func question(before command: AnyEquatable, _ strings: Strings) -> String? { nil }

  /// By default nothing is left undone.
  func reminder(before command: AnyEquatable, _ strings: Strings) -> String? { nil }

  /// By default there are no countdowns.
  var timesLeft: [TimeLeft] { [] }

  /// By default the state is printed once and has no keys of its own.
  func stage(_ look: Look) -> Stage { Stage(screen: Self.screen, look) }
}

extension Viewable {
  /// Whether the states differ only in their time.
  func differsOnlyInTime(from earlier: any Viewable) -> Bool {
    guard let earlier = earlier as? Self else { return false }
    return earlier.timeless == timeless
  }
}
