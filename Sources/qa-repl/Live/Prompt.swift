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
  /// Keys that answer the question, or have just answered the one before. While nothing is typed,
  /// they count only once the question has been on the screen for a moment.
  var answerKeys: Set<Key> = []
  /// Whether this is a field of a form. Up, Down and Tab move between fields.
  var isField = false
  /// Whether this is a command line, with history, completion and hints.
  var isCommandLine = true
  /// Stands dim in a field while it is empty.
  var note = ""
  /// Texts that a field can be completed to.
  var suggestions: [String] = []
  /// Rows below the prompt, such as key hints.
  var help: [String] = []
}

extension YesNo {
  /// The prompt for a live terminal, where a single key answers.
  var prompt: Prompt {
    var keys: [Key: String] = [.named(.enter): ""]
    for key in ["y", "Y", "ｙ", "n", "N", "ｎ"] { keys[.text(key)] = key }
    return Prompt(
      id: "ask " + text, text: "\(answers)> ", shortcuts: keys, isCommandLine: false)
  }
}

extension Stage {
  /// The prompt at the bottom of the screen.
  func prompt(_ palette: Palette) -> Prompt {
    Prompt(
      id: question, text: label, shortcuts: shortcuts, answerKeys: answerKeys,
      help: help.isEmpty ? [] : [palette.faint(help)])
  }
}
