import QuizKit

/// A screen state that can be shown as text. The text depends only on the state and the look.
protocol Viewable: ScreenState {
  /// The type of commands that the state asks about, explains or reacts to.
  associatedtype OwnCommand: ScreenCommand = Never

  /// Whether the screen has a form, which commands fill in.
  static var hasForm: Bool { get }

  /// The lines of the screen.
  func view(_ theme: Theme) -> [String]

  /// The question to ask before a command that destroys something; `nil` for a command that needs
  /// no confirmation.
  func question(before command: OwnCommand, _ strings: Strings) -> String?

  /// The question to ask a person before a command that leaves something undone; `nil` when there
  /// is nothing to ask. A script is never asked, because its commands are intended.
  func reminder(before command: OwnCommand, _ strings: Strings) -> String?

  /// Whether a command that writes begins the next record instead of correcting this one, if
  /// nothing else distinguishes one record from the next.
  func isNext(_ command: OwnCommand) -> Bool

  /// The command that closes the open form; `nil` when there is none.
  var closing: Command? { get }

  /// The command that an empty line runs for a person who types lines, with a hint that names it;
  /// `nil` where an empty line does nothing.
  func goingOn(_ strings: Strings) -> (command: Command, hint: String)?

  /// The choices of the question on the screen, in their order; `nil` where nothing is chosen.
  var answerChoices: [String]? { get }

  /// The names of the screen's commands that can do nothing in this state. They work as ever, but
  /// are not offered.
  var idleWords: Set<String> { get }

  /// The countdowns on the screen, which are announced at certain moments.
  var timesLeft: [TimeLeft] { get }

  /// The appearance of the state at a live terminal.
  func liveView(_ theme: Theme) -> LiveView
}

extension Viewable {
  /// By default there is no form.
  static var hasForm: Bool { false }

  /// By default no command needs confirmation.
  func question(before command: OwnCommand, _ strings: Strings) -> String? { nil }

  /// By default nothing is left undone.
  func reminder(before command: OwnCommand, _ strings: Strings) -> String? { nil }

  /// By default a form is opened by a command.
  func isNext(_ command: OwnCommand) -> Bool { false }

  /// By default no form is open.
  var closing: Command? { nil }

  /// By default an empty line does nothing.
  func goingOn(_ strings: Strings) -> (command: Command, hint: String)? { nil }

  /// By default nothing is chosen.
  var answerChoices: [String]? { nil }

  /// By default all commands are offered.
  var idleWords: Set<String> { [] }

  /// By default there are no countdowns.
  var timesLeft: [TimeLeft] { [] }

  /// By default the state is printed once and has no keys of its own.
  func liveView(_ theme: Theme) -> LiveView { LiveView(screen: Self.screen, theme) }
}
