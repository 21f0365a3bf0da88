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
