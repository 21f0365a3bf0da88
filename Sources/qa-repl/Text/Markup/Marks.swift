/// What becomes of the marks of a text when it is drawn.
enum Marks: Equatable {
  /// They are styles.
  case styled
  /// Without colours, those that stand for a style stay: nothing else would show it. Those that
  /// stand for a shape, such as a list or a table, become that shape.
  case kept
  /// They are gone, as in a row of a list.
  case dropped
}
