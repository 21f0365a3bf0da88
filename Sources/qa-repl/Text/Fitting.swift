/// The side of its cells to which a text is aligned.
enum Alignment {
  case leading, trailing
}

extension String {
  /// The text filled with blanks to `cells` terminal cells. A longer text is unchanged.
  func padded(
    to cells: Int, _ alignment: Alignment = .leading, _ ambiguous: AmbiguousWidth = .unknown
  ) -> String {
    let blanks = String(repeating: " ", count: max(0, cells - displayWidth(self, ambiguous)))
    return alignment == .leading ? self + blanks : blanks + self
  }

  /// The text cut to at most `cells` terminal cells, with `..` where it was cut.
  ///
  /// The mark is ASCII because terminals disagree about the width of `…`. Colour sequences are
  /// kept, so colours are still reset.
  func truncated(to cells: Int, _ ambiguous: AmbiguousWidth = .unknown) -> String {
    guard displayWidth(self, ambiguous) > cells else { return self }
    let mark = cells < 4 ? "" : ".."
    var room = cells - mark.count
    var result = ""
    var marked = false
    for glyph in glyphs(in: self, ambiguous) {
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
