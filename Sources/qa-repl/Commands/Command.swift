import QuizKit
import QuizSupport

/// Everything a person can ask for, by key, script line or program argument.
enum Command: Equatable {
  /// Explain the commands of this screen, or one command.
  case help(String?)
  /// Go to the screen before this one.
  case back
  /// Go to the start screen.
  case home
  /// Open a screen.
  case open(Destination)
  /// Undo the last change to decks and questions.
  case undo
  /// Redo the last undone change.
  case redo
  /// Leave the program.
  case quit
  /// Show the current state again.
  case state
  /// Move the virtual clock forward.
  case advance(Duration)
  /// Switch to another language.
  case language(Language)
  /// A command that has the same effect on every screen and does not concern any, such as an
  /// import.
  case application(ApplicationCommand)
  /// A command of the screen in front, such as `TimerCommand.start`.
  case screen(CommandOfScreen)

  /// A command of the screen in front, such as `TimerCommand.start`.
  static func screen(_ command: some ScreenCommand) -> Command {
    .screen(CommandOfScreen(command: command))
  }
}
