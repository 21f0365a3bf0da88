/// The side on which a text stands within its cells.
enum Alignment {
  case leading, trailing
}

extension String {
  /// The text with blanks up to that many cells; a longer text stays as it is.
  func padded(to cells: Int, _ alignment: Alignment = .leading) -> String {
    let blanks = String(repeating: " ", count: max(0, cells - displayWidth(self)))
    return alignment == .leading ? self + blanks : blanks + self
  }

  /// The text cut to at most that many cells, with `..` where something is missing.
  ///
  /// The mark is ASCII because terminals disagree about the width of `…`. Colours stay balanced.
  func truncated(to cells: Int) -> String {
    guard displayWidth(self) > cells else { return self }
    let mark = cells < 4 ? "" : ".."
    var room = cells - mark.count
    var result = ""
    var marked = false
    for glyph in glyphs(in: self) {
      if glyph.isStyle || (!marked && glyph.cells <= room) {
        result += glyph.text
        room -= glyph.cells
      } else if !marked {
        result += mark
        marked = true
      }
    }
    return result
  }
}
