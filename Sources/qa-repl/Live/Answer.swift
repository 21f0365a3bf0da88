/// A user's answer, or an event that ends the session.
enum Answer: Equatable {
  case line(String)
  /// The text of a field, and the number of fields to move; `nil` for Enter, which goes on to what
  /// is asked for next.
  case field(String, step: Int?)
  /// The text of a field whose form is handed in.
  case finished(String)
  /// The line while it is typed, for a search that follows each key.
  case edited(String)
  /// The person took back the typed text without entering it.
  case cleared
  /// So many lines were pasted where there is room for one, and are one line now.
  case pasted(lines: Int)
  /// The effect of a key pressed while nothing is typed.
  case key(KeyBinding.Action)
  /// Esc, Ctrl-C and Ctrl-D, the last two with nothing typed.
  case cancel, interrupt, endOfInput
  /// The text of a field was not edited in another program.
  case editorFailed(TextEditorFailure)
  /// The terminal is gone.
  case inputClosed
  /// A signal that ends the program, or output that can no longer be written.
  case signal(Int32), outputClosed
}
