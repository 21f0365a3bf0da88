import QuizKit

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
  /// A command of the start screen.
  case start(StartCommand)
  /// A command of the quiz screen.
  case quiz(QuizCommand)
  /// A command of the screen that lists a quiz's answers.
  case confirm(ConfirmCommand)
  /// A command of the result screen.
  case result(ResultCommand)
  /// A command of the screen that browses and edits questions.
  case manage(ManageCommand)
  /// A command of the form for a new question.
  case register(RegisterCommand)
  /// A command of the deck screen.
  case decks(DecksCommand)
  /// A command of the search screen.
  case search(SearchCommand)
  /// A command of the timer screen.
  case timer(TimerCommand)
  /// A command of the notes screen.
  case notes(NotesCommand)
  /// A command of the history screen.
  case history(HistoryCommand)
  /// A command of the review screen.
  case review(ReviewCommand)
}
