import QuizKit

/// Everything a person may ask for, from keys, script lines or arguments alike.
enum Command: Equatable {
  /// Explain the commands of this screen, or one command.
  case help(String?)
  /// Go to the screen before this one.
  case back
  /// Go to the start screen.
  case home
  /// Go to a screen.
  case open(Destination)
  /// Take the last change of decks and questions back.
  case undo
  /// Do again what was taken back.
  case redo
  /// Leave the program.
  case quit
  /// Emit the state once more.
  case state
  /// Let the virtual clock run.
  case advance(Duration)
  /// Speak another language.
  case language(Language)
  /// A command of the start screen.
  case start(StartCommand)
  /// A command of the quiz screen.
  case quiz(QuizCommand)
  /// A command of the list of answers.
  case confirm(ConfirmCommand)
  /// A command of the result.
  case result(ResultCommand)
  /// A command of the management.
  case manage(ManageCommand)
  /// A command of the form for a new question.
  case register(RegisterCommand)
  /// A command of the decks.
  case decks(DecksCommand)
  /// A command of the search.
  case search(SearchCommand)
  /// A command of the timer.
  case timer(TimerCommand)
  /// A command of the notes.
  case notes(NotesCommand)
  /// A command of the history.
  case history(HistoryCommand)
  /// A command of the review.
  case review(ReviewCommand)
}
