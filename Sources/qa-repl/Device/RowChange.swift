/// The bytes that turn one row of the screen into another. They leave out the cells at both ends
/// that stay as they are.
struct RowChange {
  let text: String

  /// - Parameters:
  ///   - old: The text that the row shows now.
  ///   - new: The text that it is to show.
  init(from old: String, to new: String, _ ambiguous: AmbiguousWidth = .unknown) {
    let (old, new) = (Cell.row(old, ambiguous), Cell.row(new, ambiguous))
    var head = zip(old, new).prefix { $0 == $1 }.count
    // Terminals that draw such a character wider let the next character cover half of it.
    while head > 0, new[head - 1].isUncertain { head -= 1 }
    // tmux counts cells that are erased from the middle of a row as used, and folds such a row when
    // the window becomes narrower.
    if new.width < old.width { head = 0 }
    let tail = Self.tail(of: old, new, after: head)
    let column = new[..<head].width
    var out = "\r" + (column > 0 ? "\u{1B}[\(column)C" : "")
    // Erase before writing: after a full row, erasing would remove its last character.
    if tail == 0, head < old.count { out += "\u{1B}[K" }
    text = out + new[head..<(new.count - tail)].drawn(from: column)
  }

  /// How many cells at the end stay in their columns.
  private static func tail(of old: [Cell], _ new: [Cell], after head: Int) -> Int {
    guard old.width == new.width else { return 0 }
    let room = min(old.count, new.count) - head
    let tail = zip(old.reversed(), new.reversed()).prefix { $0 == $1 }.count
    let end = min(tail, room)
    let isCertain = (old[head..<(old.count - end)] + new[head..<(new.count - end)]).allSatisfy {
      !$0.isUncertain
    }
    return isCertain ? end : 0
  }
}

/// A character on the screen with its style and the marks that combine with it.
private struct Cell: Equatable {
  var text: String
  var width: Int
  var isUncertain: Bool
  /// The colour sequences in force since the last reset.
  var style: String

  static func row(_ text: String, _ ambiguous: AmbiguousWidth) -> [Cell] {
    var style = ""
    return glyphs(in: text, ambiguous).reduce(into: []) { row, glyph in
      if glyph.isStyle {
        style = glyph.endsStyle ? "" : style + glyph.text
      } else if glyph.cells == 0, !row.isEmpty {
        row[row.count - 1].text += glyph.text
      } else {
        row.append(
          Cell(
            text: glyph.text, width: glyph.cells, isUncertain: glyph.isUncertain, style: style))
      }
    }
  }
}

extension Collection<Cell> {
  fileprivate var width: Int { reduce(0) { $0 + $1.width } }

  /// The bytes that draw the cells, with an explicit cursor column after each character whose width
  /// terminals disagree on.
  fileprivate func drawn(from start: Int) -> String {
    var (out, column, style) = ("", start, "")
    for cell in self {
      if cell.style != style {
        out += cell.style.hasPrefix(style) ? "" : "\u{1B}[0m"
        out += cell.style.hasPrefix(style) ? cell.style.dropFirst(style.count) : cell.style[...]
        style = cell.style
      }
      out += cell.text
      column += cell.width
      if cell.isUncertain { out += "\u{1B}[\(column + 1)G" }
    }
    return style.isEmpty ? out : out + "\u{1B}[0m"
  }
}
