/// The times that a person does not notice, and those that they need.
struct LiveTiming {
  /// How long a lone Esc waits to become a sequence.
  var escape = Duration.milliseconds(50)
  /// How long a paste may be silent before its end; a terminal writes one without a pause.
  var paste = Duration.seconds(1)
  /// How long after a key the status stands still, as an input method may be composing.
  var quiet = Duration.milliseconds(250)
  /// How long keys that confirm are ignored after a change that no one asked for.
  var guarding = Duration.milliseconds(300)
  /// How long a window that changes its size is left alone.
  var resizing = Duration.milliseconds(30)
}
