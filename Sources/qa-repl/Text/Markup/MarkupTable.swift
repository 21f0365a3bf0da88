/// A table with pipes between its cells, as GitHub writes it.
struct MarkupTable {
  enum Side {
    case leading, middle, trailing
  }

  let header: [String]
  let sides: [Side]
  private(set) var rows: [[String]] = []

  /// - Parameter rule: The line below the header, such as `|---|:-:|`.
  /// - Returns: `nil` when the two lines do not begin a table.
  init?(header: Substring, rule: Substring) {
    guard rule.utf8.contains(UInt8(ascii: "-")), header.utf8.contains(Self.pipe),
      rule.utf8.allSatisfy({ " |:-".utf8.contains($0) })
    else { return nil }
    let sides = Self.cells(of: rule).map(Self.side)
    self.header = Self.cells(of: header)
    guard sides.count == self.header.count, sides.allSatisfy({ $0 != nil }) else { return nil }
    self.sides = sides.compactMap(\.self)
    guard sides.count > 1 || rule.utf8.contains(Self.pipe) else { return nil }
  }

  mutating func append(_ line: Substring) {
    var cells = Self.cells(of: line)
    // A cell too many belongs to the last column: nothing of the text is left out.
    if cells.count > header.count {
      let last = cells[(header.count - 1)...].joined(separator: " | ")
      cells.replaceSubrange((header.count - 1)..., with: [last])
    }
    rows.append(cells + Array(repeating: "", count: header.count - cells.count))
  }

  private static func side(_ cell: String) -> Side? {
    let marks = cell.utf8.drop { $0 == colon }
    let dashes = marks.prefix { $0 == UInt8(ascii: "-") }
    let ends = marks.dropFirst(dashes.count)
    let starts = cell.utf8.count - marks.count
    guard !dashes.isEmpty, starts <= 1, ends.count <= 1, ends.allSatisfy({ $0 == colon }) else {
      return nil
    }
    return ends.isEmpty ? .leading : starts == 1 ? .middle : .trailing
  }

  /// The texts between the pipes. A pipe after a backslash is part of a text.
  private static func cells(of line: Substring) -> [String] {
    var cells: [[UInt8]] = [[]]
    var isEscaped = false
    for byte in line.utf8 {
      if byte == pipe, !isEscaped {
        cells.append([])
      } else {
        if byte == pipe { cells[cells.count - 1].removeLast() }
        cells[cells.count - 1].append(byte)
      }
      isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
    }
    var texts = cells.map { cell in
      let text = cell.drop { $0 == 0x20 }
      let end = text.lastIndex { $0 != 0x20 }.map { $0 + 1 } ?? text.startIndex
      return String(decoding: text[..<end], as: UTF8.self)
    }
    if texts.count > 1, texts[0].isEmpty { texts.removeFirst() }
    if texts.count > 1, texts[texts.count - 1].isEmpty { texts.removeLast() }
    return texts
  }

  private static let pipe = UInt8(ascii: "|")
  private static let colon = UInt8(ascii: ":")
}

/// Draws a table with aligned columns. Where there is little room, its texts are wrapped in their
/// columns.
struct TableDrawing {
  private let inline: InlineDrawing
  private let theme: Theme
  private let header: [String]
  private let rows: [[String]]
  private let sides: [MarkupTable.Side]
  /// The cells that each column needs.
  private let widths: [Int]

  /// The smallest width of a column that is wrapped.
  private static let least = 4

  init(_ table: MarkupTable, _ inline: InlineDrawing) {
    self.inline = inline
    theme = inline.theme
    sides = table.sides
    func drawn(_ text: String) -> String { inline.drawn(InlineText(text)) }
    let isStyled = inline.marks == .styled
    header = table.header.map {
      isStyled ? inline.theme.palette.heading(drawn($0)) : drawn($0)
    }
    rows = table.rows.map { $0.map(drawn) }
    let (theme, lines) = (inline.theme, [header] + rows)
    widths = header.indices.map { column in
      lines.map { line in
        line[column].split(separator: "\n").map { theme.width(String($0)) }.max() ?? 0
      }.max() ?? 0
    }
  }

  /// The cells of each line with a sign between them, for a row of a list.
  var lines: [String] {
    let lines: [[String]] = [header] + rows
    return lines.map { $0.joined(separator: " | ") }
  }

  func rows(_ columns: Int?) -> [String] {
    let gap = 3
    let room = columns.map { $0 - gap * (widths.count - 1) } ?? .max
    // Columns that would be too narrow to read are not drawn as such.
    guard room >= Self.least * widths.count || widths.reduce(0, +) <= room else {
      return lines.flatMap { $0.wrapped(to: max(columns ?? 0, 1), theme.ambiguous) }
    }
    let fitted = widths(within: room)
    let signs = theme.blocks.rules
    let rule = fitted.map { String(repeating: signs.across, count: $0 / theme.width(signs.across)) }
      .joined(separator: signs.across + signs.crossing + signs.across)
    let body = rows.flatMap { line($0, fitted) }
    return line(header, fitted) + [faint(rule)] + body
  }

  /// The widths, with those that are more than their share made narrower.
  private func widths(within room: Int) -> [Int] {
    var widths = widths
    guard widths.reduce(0, +) > room else { return widths }
    var left = room
    var open = Set(widths.indices)
    while let narrow = open.filter({ widths[$0] <= left / open.count }).nonEmpty {
      for column in narrow { left -= widths[column] }
      open.subtract(narrow)
    }
    for (place, column) in open.sorted().enumerated() {
      widths[column] = left / open.count + (place < left % open.count ? 1 : 0)
    }
    return widths
  }

  /// The rows of one line of the table.
  private func line(_ cells: [String], _ widths: [Int]) -> [String] {
    let texts = cells.indices.map { cells[$0].wrapped(to: max(widths[$0], 1), theme.ambiguous) }
    let sign = " " + faint(theme.blocks.rules.upright) + " "
    return (0..<(texts.map(\.count).max() ?? 0)).map { row in
      texts.indices.map { column in
        aligned(row < texts[column].count ? texts[column][row] : "", widths[column], sides[column])
      }.joined(separator: sign).trimmingTrailingBlanks
    }
  }

  private func aligned(_ text: String, _ width: Int, _ side: MarkupTable.Side) -> String {
    switch side {
    case .leading: text.padded(to: width, .leading, theme.ambiguous)
    case .trailing: text.padded(to: width, .trailing, theme.ambiguous)
    case .middle:
      text.padded(to: (width + theme.width(text)) / 2, .trailing, theme.ambiguous)
        .padded(to: width, .leading, theme.ambiguous)
    }
  }

  private func faint(_ text: String) -> String {
    inline.isPainted ? text : theme.palette.faint(text)
  }
}

extension Set {
  fileprivate var nonEmpty: Set? { isEmpty ? nil : self }
}
