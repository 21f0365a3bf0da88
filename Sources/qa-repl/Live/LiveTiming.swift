/// The delays of a live terminal.
struct LiveTiming {
  /// How long a lone Esc may wait for the rest of a sequence.
  var escape = Duration.milliseconds(50)
  /// How long a sequence may take, such as a key that a slow line brings in pieces, or a late rest.
  var sequence = Duration.seconds(1)
  /// How long an answer of the terminal may take.
  var string = Duration.seconds(2)
  /// How long a paste may pause before it counts as broken off. Terminals send pastes without
  /// pauses.
  var paste = Duration.seconds(1)
  /// How long the status stays unchanged after a key, because an input method may be composing.
  var quiet = Duration.milliseconds(250)
  /// How long confirming keys are dropped after a change that the user did not cause.
  var guarding = Duration.milliseconds(300)
  /// How long a question is on the screen before a key answers it. The second half of a double tap
  /// comes sooner, and so does the next press of a key that is held down.
  var doubleTap = Duration.milliseconds(150)
  /// How long the rest of a word whose first letter has answered is waited for.
  var typing = Duration.milliseconds(500)
  /// How long to wait for the terminal to say where the cursor is.
  var answer = Duration.milliseconds(300)
  /// The longest time between two clicks on one cell that make a double click, or
  /// for a third one that is still part of it.
  var doubleClick = Duration.milliseconds(400)
  /// How long a screen is shown before its afterthought runs.
  var afterthought = Duration.milliseconds(250)
  /// How long to wait before drawing again while the window is being resized.
  var resizing = Duration.milliseconds(30)

  /// How long unfinished input is waited for.
  func limit(of wait: KeyParser.Wait) -> Duration {
    switch wait {
    case .escape: escape
    case .sequence, .rest: sequence
    case .string: string
    case .paste: paste
    }
  }
}
