/// One row of the screen, ready to print: sanitised, coloured, and at least one cell narrower than
/// the screen.
struct Row: Equatable {
  var text: String
  var cells: Int

  init(text: String, cells: Int) {
    self.text = text
    self.cells = cells
  }

  /// Measures the text and cuts it to the width of the screen.
  init(_ text: String, columns: Int, _ ambiguous: AmbiguousWidth = .unknown) {
    self.text = text.truncated(to: max(1, columns - 1), ambiguous)
    cells = displayWidth(self.text, ambiguous)
  }
}
