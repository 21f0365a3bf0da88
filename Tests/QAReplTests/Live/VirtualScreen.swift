@testable import Terminal
@testable import qa_repl

/// The part of a terminal that the renderer's output needs: cells, cursor, scrolling, folding at
/// the right edge, the alternate screen.
struct VirtualScreen: Equatable {
  private(set) var columns: Int
  let height: Int
  /// The rows that scrolled off the top, oldest first.
  private(set) var scrollback: [String] = []
  private(set) var row = 0
  private(set) var column = 0
  private(set) var isWrapping = true
  private(set) var isCursorShown = true
  private var cells: [[String]]
  /// The colour sequences in force when each cell was drawn.
  private(set) var styles: [[String]]
  private var style = ""
  /// The main screen while the alternate one is shown; otherwise empty.
  private var main: [VirtualScreen] = []
  /// Draws joined emoji scalar by scalar, as older terminals do.
  var drawsScalars = false

  init(columns: Int, height: Int) {
    self.columns = columns
    self.height = height
    cells = Array(repeating: Array(repeating: " ", count: columns), count: height)
    styles = Array(repeating: Array(repeating: "", count: columns), count: height)
  }

  /// Whether the alternate screen is shown. It has no scrollback, so it keeps that of the main one.
  var isAlternate: Bool { !main.isEmpty }

  /// The rows without blanks at their ends, and without empty rows at the bottom.
  var rows: [String] {
    let rows = cells.map { row in
      let text = row.joined()
      return String(text.reversed().drop { $0 == " " }.reversed())
    }
    return Array(rows[...(rows.lastIndex { !$0.isEmpty } ?? 0)])
  }

  /// Changes the width and folds each row again, as tmux does: rows that no longer fit go into the
  /// scrollback, even when there are blank rows below. A lower window loses those first.
  ///
  /// - Parameter losesRows: Whether it loses rows below the cursor that are not blank, too.
  mutating func fold(to columns: Int, height: Int? = nil, losesRows: Bool = false) {
    let height = height ?? self.height
    if isAlternate { return cut(to: columns, height) }
    var lines = scrollback
    var place = (line: 0, column: 0)
    for (index, cells) in cells.enumerated() {
      let text = String(cells.joined().reversed().drop { $0 == " " }.reversed())
      var parts = [""]
      for character in text {
        if displayWidth(parts[parts.count - 1]) + character.cells() > columns { parts.append("") }
        parts[parts.count - 1].append(character)
      }
      if index == row { place = (lines.count + column / columns, column % columns) }
      lines += parts
    }
    if height < self.height {
      var rest = losesRows ? self.height - height : 0
      while lines.count - 1 > place.line, lines.last == "" || rest > 0 {
        lines.removeLast()
        rest -= 1
      }
    }
    var screen = VirtualScreen(columns: columns, height: height)
    screen.scrollback = Array(lines.dropLast(height))
    for (index, line) in lines.suffix(height).enumerated() {
      (screen.row, screen.column) = (index, 0)
      for character in line { screen.draw(character) }
    }
    screen.row = max(0, place.line - screen.scrollback.count)
    screen.column = place.column
    self = screen
  }

  /// Changes the size of the alternate screen, which loses what no longer fits, and folds the main
  /// one.
  private mutating func cut(to columns: Int, _ height: Int) {
    var screen = VirtualScreen(columns: columns, height: height)
    for (row, cells) in cells.prefix(height).enumerated() {
      (screen.row, screen.column) = (row, 0)
      for cell in cells where screen.column + displayWidth(cell) <= columns {
        for character in cell { screen.draw(character) }
      }
    }
    (screen.row, screen.column) = (min(row, height - 1), min(column, columns - 1))
    (screen.scrollback, screen.main) = (scrollback, main)
    screen.main[0].fold(to: columns, height: height)
    self = screen
  }

  mutating func feed(_ bytes: [UInt8]) {
    var rest = String(decoding: bytes, as: UTF8.self).unicodeScalars[...]
    while let first = rest.first {
      switch first {
      case "\u{1B}":
        let parameters = rest.dropFirst(2).prefix { !(0x40...0x7E).contains($0.value) }
        let final = rest[parameters.endIndex]
        rest = rest[rest.index(after: parameters.endIndex)...]
        control(String(parameters), String(final))
      case "\r":
        column = 0
        rest = rest.dropFirst()
      case "\n":
        lineFeed()
        rest = rest.dropFirst()
      case "\u{7}":
        rest = rest.dropFirst()
      default:
        let end = rest.firstIndex { $0.value < 0x20 } ?? rest.endIndex
        for character in String(rest[..<end]) { draw(character) }
        rest = rest[end...]
      }
    }
  }

  private mutating func control(_ parameters: String, _ final: String) {
    let count = Int(parameters) ?? (final == "J" || final == "K" ? 0 : 1)
    switch (final, parameters) {
    case ("A", _): row = max(0, row - count)
    case ("B", _): row = min(height - 1, row + count)
    case ("C", _): column = min(columns - 1, column + count)
    case ("G", _): column = min(columns, count) - 1
    case ("H", _): (row, column) = (0, 0)
    case ("K", _): erase(row, from: count == 2 ? 0 : column)
    case ("J", _):
      erase(row, from: count == 2 ? 0 : column)
      for other in (count == 2 ? 0 : row + 1)..<max(row + 1, height) { erase(other, from: 0) }
    case ("m", _): style = parameters == "0" ? "" : style + parameters + "m"
    case ("h", "?7"), ("l", "?7"): isWrapping = final == "h"
    case ("h", "?1049") where !isAlternate:
      var screen = VirtualScreen(columns: columns, height: height)
      (screen.row, screen.column, screen.scrollback) = (row, column, scrollback)
      screen.main = [self]
      self = screen
    case ("l", "?1049") where isAlternate:
      let modes = (isWrapping, isCursorShown)
      self = main[0]
      (isWrapping, isCursorShown) = modes
    case ("h", "?25"), ("l", "?25"): isCursorShown = final == "h"
    default: break
    }
  }

  private mutating func erase(_ row: Int, from column: Int) {
    for index in min(column, columns)..<columns {
      cells[row][index] = " "
      styles[row][index] = ""
    }
  }

  private mutating func lineFeed() {
    row += 1
    guard row == height else { return }
    row -= 1
    scrollback.append(cells[0].joined())
    cells.removeFirst()
    cells.append(Array(repeating: " ", count: columns))
    styles.removeFirst()
    styles.append(Array(repeating: "", count: columns))
  }

  private mutating func draw(_ character: Character) {
    let scalars = character.unicodeScalars.map { Character($0) }
    let parts = drawsScalars && character.isWidthUncertain() ? scalars : [character]
    for part in parts where part.cells() > 0 { put(String(part), part.cells()) }
  }

  /// Draws `text` at the cursor. A column one beyond the last means that a wrap is pending.
  private mutating func put(_ text: String, _ width: Int) {
    // No cell of the window can show it.
    guard width <= columns else { return }
    if column + width > columns {
      if isWrapping {
        column = 0
        lineFeed()
      } else {
        column = columns - width
      }
    }
    cells[row][column] = text
    for index in 1..<max(2, width) where width > 1 { cells[row][column + index] = "" }
    for index in 0..<width { styles[row][column + index] = style }
    column += width
    if !isWrapping { column = min(column, columns - 1) }
  }
}
