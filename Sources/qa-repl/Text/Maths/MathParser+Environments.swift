extension MathParser {
  /// An environment whose `\begin` was taken.
  mutating func environment() throws(UnknownMaths) -> MathNode {
    let name = try cursor.group()
    let plain = name.hasSuffix("*") ? String(name.dropLast()) : name
    guard let kind = Self.kinds[plain] else { throw UnknownMaths() }
    var grid = MathGrid(kind: kind)
    if plain == "array" {
      try readColumns(cursor.group(), into: &grid)
    } else if plain.hasPrefix("alignat") || plain == "alignedat" {
      _ = try cursor.group()
    }
    try readRows(into: &grid, until: name)
    if kind == .aligned, grid.rows.count == 1, grid.rows[0].count == 1 { return grid.rows[0][0] }
    return .grid(grid)
  }

  /// Lines above each other, in a group.
  mutating func lines() throws(UnknownMaths) -> MathNode {
    cursor.skipBlanks()
    guard cursor.take("{") else { throw UnknownMaths() }
    var grid = MathGrid(kind: .lines)
    while true {
      let (nodes, end) = try sequence(until: .line)
      grid.rows.append([.row(nodes)])
      if end != .rowEnd { return .grid(grid) }
      cursor.skipDistance()
    }
  }

  private mutating func readRows(into grid: inout MathGrid, until name: String)
    throws(UnknownMaths)
  {
    var row: [MathNode] = []
    while true {
      let (nodes, end) = try sequence(until: .cell)
      row.append(.row(nodes))
      if end == .cellEnd { continue }
      // A line break after the last row begins no row.
      let isEmpty = row.allSatisfy { $0 == .row([]) }
      if end == .rowEnd || !isEmpty || grid.rows.isEmpty { grid.rows.append(row) }
      row = []
      cursor.skipDistance()
      guard end != .rowEnd else { continue }
      guard try cursor.group() == name else { throw UnknownMaths() }
      return
    }
  }

  /// The letters and lines that say how the columns of an array are aligned.
  private func readColumns(_ source: String, into grid: inout MathGrid) throws(UnknownMaths) {
    for character in source where !character.isWhitespace {
      switch character {
      case "l": grid.alignments.append(.leading)
      case "c": grid.alignments.append(.centre)
      case "r": grid.alignments.append(.trailing)
      case "|": grid.lines.insert(grid.alignments.count)
      default: throw UnknownMaths()
      }
    }
  }

  private static let kinds: [String: MathGrid.Kind] = [
    "matrix": .matrix("", ""), "smallmatrix": .matrix("", ""), "array": .matrix("", ""),
    "pmatrix": .matrix("(", ")"), "bmatrix": .matrix("[", "]"), "Bmatrix": .matrix("{", "}"),
    "vmatrix": .matrix("|", "|"), "Vmatrix": .matrix("‖", "‖"), "cases": .cases,
    "dcases": .cases, "aligned": .aligned, "align": .aligned, "split": .aligned,
    "gathered": .lines, "gather": .lines, "multline": .lines, "equation": .aligned,
    "displaymath": .aligned, "alignat": .aligned, "alignedat": .aligned,
  ]
}
