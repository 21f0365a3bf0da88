/// What the live region asks for.
struct Prompt: Equatable {
  /// Tells one question from the next, even when they look alike; keys meant for the one before are
  /// dropped.
  var id: String
  /// What stands before the text.
  var text: String
  /// The text to edit in place.
  var prefilled = ""
  /// Whether Alt-Enter begins a new line, and Enter still ends the text.
  var isMultiline = false
  /// Keys that answer at once while nothing else is typed, with the line that each stands for.
  var shortcuts: [Key: String] = [:]
  /// Keys that are the whole answer, whatever stands in the field.
  var replacements: [Key: String] = [:]
  /// Whether it is a field of a form, which Up, Down and Tab leave too.
  var isField = false
  /// Whether it is a command line, with history, completion and hints.
  var isCommandLine = true
  /// Rows below, such as the keys that can be pressed.
  var help: [String] = []
}

/// What a person answered.
enum Answer: Equatable {
  case line(String)
  /// The text of a field, and how many fields to go on.
  case field(String, step: Int)
  /// The line of one of the prompt's keys.
  case shortcut(String)
  /// Esc; Ctrl-C and Ctrl-D with nothing typed.
  case cancel, interrupt, endOfInput
  /// The terminal has gone.
  case inputClosed
  /// A signal asks the program to end, or no one reads its output any more.
  case signal(Int32), outputClosed
}
