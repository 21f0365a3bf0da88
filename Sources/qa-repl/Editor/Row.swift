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
    let width = displayWidth(text, ambiguous)
    let isCut = width > max(1, columns - 1)
    self.text = isCut ? text.truncated(to: max(1, columns - 1), ambiguous) : text
    cells = isCut ? displayWidth(self.text, ambiguous) : width
  }

  /// The number of rows into which a terminal with fewer columns folds this one. A wide character
  /// that does not fit at the end of a row begins the next one.
  func foldedCount(columns: Int, _ ambiguous: AmbiguousWidth = .unknown) -> Int {
    guard cells > columns else { return 1 }
    var (count, taken) = (1, 0)
    for glyph in glyphs(in: text, ambiguous) {
      taken += glyph.cells
      if taken > columns { (count, taken) = (count + 1, glyph.cells) }
    }
    return count
  }
}
