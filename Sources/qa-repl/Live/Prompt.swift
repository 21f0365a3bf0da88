/// What the live region asks the user for.
struct Prompt: Equatable {
  /// Identifies the question. When it changes, keys meant for the previous question are dropped,
  /// even if both look alike.
  var id: String
  /// The prompt before the typed text.
  var text: String
  /// The initial text, which the user can edit.
  var prefilled = ""
  /// Whether Alt-Enter inserts a line end. Enter still finishes the text.
  var isMultiline = false
  /// Keys that answer at once while nothing is typed, and the line that each enters.
  var shortcuts: [Key: String] = [:]
  /// Keys that are a complete answer and replace the text of the field.
  var replacements: [Key: String] = [:]
  /// Whether this is a field of a form. Up, Down and Tab move between fields.
  var isField = false
  /// Whether this is a command line, with history, completion and hints.
  var isCommandLine = true
  /// Rows below the prompt, such as key hints.
  var help: [String] = []
}

/// A user's answer, or an event that ends the session.
enum Answer: Equatable {
  case line(String)
  /// The text of a field, and the number of fields to move.
  case field(String, step: Int)
  /// The line that a shortcut key enters.
  case shortcut(String)
  /// Esc, Ctrl-C and Ctrl-D, the last two with nothing typed.
  case cancel, interrupt, endOfInput
  /// The terminal is gone.
  case inputClosed
  /// A signal that ends the program, or output that can no longer be written.
  case signal(Int32), outputClosed
}
