import QuizKit
import QuizSupport

/// A command of one screen, such as `TimerCommand.start`.
protocol ScreenCommand: Equatable, Sendable {
  /// The effect of the command on a form; `nil` when it does not concern one.
  var partInForm: PartInForm? { get }
}

extension ScreenCommand {
  /// By default a command does not concern a form.
  var partInForm: PartInForm? { nil }

  fileprivate func isEqual(to other: any ScreenCommand) -> Bool { self == other as? Self }
}

/// A command of a screen whose state is a list.
protocol ListCommand: ScreenCommand {
  /// Moves through the list.
  static func move(_ move: ListMove) -> Self
}

/// The effect of a command on a form.
enum PartInForm {
  /// It opens a form.
  case opening
  /// It fills in a field.
  case writing
  /// It saves the form or resolves a save conflict.
  case saving
  /// It saves the form and empties it for the next record.
  case adding
  /// It closes the form without saving.
  case closing
}

/// A command of the screen in front, whichever that is.
struct CommandOfScreen: Equatable {
  let command: any ScreenCommand

  static func == (left: Self, right: Self) -> Bool { left.command.isEqual(to: right.command) }
}

extension Never: ScreenCommand {}
