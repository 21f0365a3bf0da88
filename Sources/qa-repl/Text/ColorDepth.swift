/// The number of colours that the terminal shows.
enum ColorDepth: Equatable, CaseIterable {
  /// No colour, and no other style either.
  case none
  /// Bold, underlined and crossed out text, but no colour.
  case shapes
  /// The 16 colours that the user has chosen for the terminal.
  case basic
  /// The 256 colours of xterm.
  case indexed
  /// Any colour, as red, green and blue.
  case direct
}
