/// The settings on which a view depends besides the state: the language, the colours, the signs and
/// the width.
struct Theme: Equatable {
  var strings: Strings
  var palette: Palette
  var signs = Signs.ascii
  /// The widest line in terminal cells; `nil` when lines must not be wrapped, as in batch mode.
  var columns: Int?
  /// How wide the terminal draws `×`, `…` and the like.
  var ambiguous = AmbiguousWidth.unknown
  /// Whether the output is the live terminal, which draws lists, tables and the like without
  /// colours too.
  var isLive = false
  /// Whether the texts of questions stay as they are written.
  var keepsTexts = false

  /// The characters of bars and charts. Blocks cannot be used where they are two cells wide.
  var blocks: BlockSigns { ambiguous == .wide ? .ascii : signs.blocks }

  /// Whether short forms are used where they exist.
  var isNarrow: Bool { (columns ?? 80) < 60 }

  /// The same look with at most `columns` cells.
  func narrowed(to columns: Int) -> Theme {
    var theme = self
    theme.columns = columns
    return theme
  }

  /// The same look with `cells` cells less; without a width when it has none.
  func narrowed(by cells: Int) -> Theme { columns.map { narrowed(to: $0 - cells) } ?? self }

  /// Wraps `text` to the width. All lines but the first are indented by `indent` cells.
  func lines(_ text: String, indent: Int = 0) -> [String] {
    if let columns { return text.wrapped(to: max(columns, 10), indent: indent, ambiguous) }
    let blank = String(repeating: " ", count: indent)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.enumerated().map { $0 == 0 ? String($1) : blank + $1 }
  }

  /// A label followed by the items of a list. A line breaks between items only.
  func lines(listing items: [String], _ label: String) -> [String] {
    let separator = strings(", ", "、")
    var rows = [label]
    for (index, item) in items.enumerated() {
      let part = index < items.count - 1 ? item + separator : item
      let longer = rows[rows.count - 1] + part
      if let columns, width(longer.trimmingTrailingBlanks) > columns {
        rows.append("  " + part)
      } else {
        rows[rows.count - 1] = longer
      }
    }
    return rows.flatMap { lines($0.trimmingTrailingBlanks, indent: 2) }
  }

  /// The text before the line that the user types.
  func prompt(_ name: String) -> String { palette.heading(name + signs.prompt) + " " }

  /// The cells that a text takes.
  func width(_ text: String) -> Int { displayWidth(text, ambiguous) }

  /// The first of several texts, the longest one first, that a row has room for; the last one where
  /// none fits.
  func longest(of texts: [String]) -> String {
    texts.first { width($0) <= columns ?? .max } ?? texts.last ?? ""
  }

  /// The text, cut to `cells` cells.
  func fitted(_ text: String, to cells: Int) -> String { text.truncated(to: cells, ambiguous) }

  /// The name of a deck, cut to `cells` cells in its middle so that it differs from the others.
  ///
  /// What follows the last `: ` or `/` is kept if there is room, and a third of other names.
  ///
  /// - Parameter others: The names that are cut to the same cells.
  func folded(_ name: String, to cells: Int, among others: [String] = []) -> String {
    let mark = ".."
    let room = cells - width(mark)
    guard width(name) > cells else { return name }
    guard room >= 4 else { return fitted(name, to: cells) }
    let fold = [": ", "/"].compactMap { name.range(of: $0, options: .backwards) }
      .max { $0.lowerBound < $1.lowerBound }
    let last = fold.flatMap { fold in
      let (sign, end) = (width(String(name[fold])), width(String(name[fold.upperBound...])))
      return sign + end <= room - 3 ? sign + end : (1...room).contains(end) ? end : nil
    }
    let usual = last ?? room / 3
    let tails = [usual] + (1..<room).sorted { abs($0 - usual) < abs($1 - usual) }
    func part(_ characters: some Sequence<Character>, _ cells: Int) -> [Character] {
      var room = cells
      return Array(
        characters.prefix {
          room -= $0.cells(ambiguous)
          return room >= 0
        })
    }
    func parts(_ tail: Int) -> (head: String, end: String) {
      (String(part(name, room - tail)), String(part(name.reversed(), tail).reversed()))
    }
    let rivals = others.filter { $0 != name }
    let best = tails.lazy.map(parts).first { head, end in
      !rivals.contains { $0.hasPrefix(head) && $0.hasSuffix(end) }
    }
    let (head, end) = best ?? parts(usual)
    return head + mark + end
  }

  /// The text, cut or padded with blanks to `cells` cells.
  func filled(_ text: String, to cells: Int) -> String {
    fitted(text, to: cells).padded(to: cells, .leading, ambiguous)
  }

  /// A row with a text at its left and another one at its right, dim, in a column of its own if
  /// there is room for both.
  func row(_ text: String, _ end: String, _ columns: Int, endColumns: Int = 22) -> String {
    row(end, columns, endColumns: endColumns) { fitted(text, to: $0) }
  }

  /// The same row, with a `text` that is cut to its cells in its own way.
  func row(
    _ end: String, _ columns: Int, endColumns: Int = 22, text: (_ cells: Int) -> String
  ) -> String {
    let endColumns = min(endColumns, columns / 3 + 2)
    let room = columns - endColumns - 2
    guard room >= 22 else { return text(columns) }
    return filled(text(room), to: room) + "  " + palette.faint(fitted(end, to: endColumns))
  }

  /// A row with a text at its left and, at its right, the first of `ends` for which there is room.
  func row(_ text: String, ends: [String], _ columns: Int) -> String {
    let end = ends.first { width($0) <= columns / 3 + 2 } ?? ends.last ?? ""
    return row(text, end, columns, endColumns: width(end))
  }

  /// One list line, cut to the width if there is one.
  func cut(_ line: String) -> String {
    columns.map { line.truncated(to: $0, ambiguous) } ?? line
  }

  /// A label followed by a text. Further lines are aligned with the start of the text.
  func labelled(_ label: String, _ text: String) -> [String] {
    lines(label + text, indent: min(displayWidth(label, ambiguous), 12))
  }
}
