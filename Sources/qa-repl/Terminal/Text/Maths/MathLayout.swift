/// A formula whose every part is known.
struct Maths {
  /// The longest source that is drawn.
  private static let longest = 4000

  let node: MathNode
  /// The formula in one row.
  let line: String

  /// Reads LaTeX between two delimiters.
  ///
  /// - Returns: `nil` when anything in it is not known, so that no formula is half drawn.
  init?(_ source: String) {
    guard source.utf8.count <= Self.longest, let node = try? MathParser.read(source) else {
      return nil
    }
    let line = node.line(.text)
    guard line.contains(where: { $0 != " " }) else { return nil }
    self.node = node
    self.line = line
  }

  /// The displayed formula: several rows where it needs them and they are not wider than `columns`,
  /// otherwise the one row.
  func rows(columns: Int?, _ ambiguous: AmbiguousWidth = .unknown) -> [String] {
    let box = MathLayout(ambiguous: ambiguous).box(node)
    guard box.height > 1, box.width <= columns ?? .max else { return [line] }
    return box.rows.map { $0.trimmingTrailingBlanks }
  }
}

/// A part of a formula.
indirect enum MathNode: Equatable {
  /// A letter, a number or a sign.
  case sign(String, MathClass)
  /// A large sign such as `∑`, or the name of a function. Its bounds go below and above it in a
  /// displayed formula if `hasLimits`.
  case operation(String, hasLimits: Bool)
  /// Upright words, with their blanks.
  case text(String)
  case blank(Int)
  case row([MathNode])
  case fraction(MathNode, MathNode, Size)
  case binomial(MathNode, MathNode)
  case root(MathNode, degree: MathNode?)
  /// A part with its subscripts and superscripts, in the order of the source.
  case scripted(MathNode, [MathScript], areLimits: Bool)
  case accented(MathNode, MathAccent)
  /// A part with a brace along it.
  case braced(MathNode, isBelow: Bool)
  /// A part between delimiters that grow with it. A delimiter may be empty.
  case fenced(String, MathNode, String)
  case grid(MathGrid)

  /// The size that a fraction asks for: `\frac` is large in a displayed formula, `\dfrac` everywhere
  /// and `\tfrac` nowhere.
  enum Size {
    case usual, large, small
  }

  /// The only part of a group, or the part itself.
  var unwrapped: MathNode {
    if case .row(let nodes) = self, nodes.count == 1 { return nodes[0].unwrapped }
    return self
  }

  /// The parts of a group, or the part alone.
  var parts: [MathNode] {
    if case .row(let nodes) = unwrapped { return nodes }
    return [unwrapped]
  }
}

/// A subscript or a superscript.
struct MathScript: Equatable {
  let isRaised: Bool
  let node: MathNode
}

/// A mark above every character of a part.
struct MathAccent: Equatable {
  let mark: Unicode.Scalar

  /// Whether it is a line above the part.
  var isOverline: Bool { mark == "\u{304}" || mark == "\u{305}" }
}

/// How much room a part of a formula has.
enum MathStyle {
  /// Several rows may be used.
  case display
  /// One row, with blanks around operators.
  case text
  /// One row without blanks around operators.
  case tight
  /// A subscript or a superscript.
  case script

  var isTight: Bool { self == .tight || self == .script }
}

/// Sets a displayed formula in several rows.
struct MathLayout {
  let ambiguous: AmbiguousWidth
  private var fence: MathFence { MathFence(ambiguous: ambiguous) }

  func box(_ node: MathNode, _ style: MathStyle = .display) -> MathBox {
    switch node {
    case .row(let nodes): return row(nodes, style)
    case .fraction(let numerator, let denominator, let size):
      let isSmall = size == .small || (size == .usual && style != .display) || style == .script
      return isSmall ? line(node, style) : fraction(numerator, denominator)
    case .binomial(let upper, let lower):
      guard style == .display else { return line(node, style) }
      let parts = [box(upper, .text), MathBox.blank(1), box(lower, .text)]
      return fenced("(", MathBox.stacked(parts, base: 1), ")")
    case .root(let radicand, let degree):
      let inner = box(radicand, style)
      guard inner.height > 1 else { return line(node, style) }
      return fence.root(MathNode.rootSign(degree), inner)
    case .scripted(let base, let scripts, let areLimits):
      return scripted(base, scripts, areLimits && style == .display, style)
    case .accented(let inner, let accent):
      let box = self.box(inner, style)
      guard box.height > 1, accent.isOverline else { return line(node, style) }
      return MathBox.stacked([fence.rule(box.width), box], base: 1)
    case .braced(let inner, let isBelow):
      guard style == .display else { return line(node, style) }
      let box = self.box(inner, style)
      let brace = fence.brace(box.width, isBelow: isBelow)
      return MathBox.stacked(isBelow ? [box, brace] : [brace, box], base: isBelow ? 0 : 1)
    case .fenced(let open, let inner, let close):
      return fenced(open, box(inner, style), close)
    case .grid(let grid): return self.grid(grid, style)
    case .sign, .operation, .text, .blank: return line(node, style)
    }
  }

  private func line(_ node: MathNode, _ style: MathStyle) -> MathBox {
    MathBox(node.line(style), ambiguous)
  }

  private func row(_ nodes: [MathNode], _ style: MathStyle) -> MathBox {
    let boxes = MathSpacing(nodes, style).parts.flatMap { part in
      let box = box(part.node, style)
      return part.blanks > 0 ? [.blank(part.blanks), box] : [box]
    }
    return boxes.isEmpty ? .empty : MathBox.beside(boxes)
  }

  private func fraction(_ numerator: MathNode, _ denominator: MathNode) -> MathBox {
    let parts = [box(numerator, .text), box(denominator, .text)]
    let rule = fence.rule(max(parts[0].width, parts[1].width) + 2)
    return MathBox.stacked([parts[0], rule, parts[1]], base: 1)
  }

  private func fenced(_ open: String, _ inner: MathBox, _ close: String) -> MathBox {
    let fences = [open, close].map {
      fence.box($0, height: inner.height, baseline: inner.baseline)
    }
    return MathBox.beside([fences[0], inner, fences[1]])
  }

  // MARK: Scripts

  private func scripted(
    _ base: MathNode, _ scripts: [MathScript], _ areLimits: Bool, _ style: MathStyle
  ) -> MathBox {
    let node = MathNode.scripted(base, scripts, areLimits: areLimits)
    if style == .script { return line(node, style) }
    if areLimits { return limits(base, scripts, style) }
    if case .operation("∫", _) = base, style == .display { return integral(scripts) }
    var baseBox = box(base, style)
    if case .fraction = base.unwrapped { baseBox = fenced("(", baseBox, ")") }
    if baseBox.height == 1, style != .display || scripts.allSatisfy(\.isSmall) {
      return line(node, style)
    }
    let isSmall = baseBox.height > 1
    let raised = script(scripts, isRaised: true, isSmall: isSmall)
    let lowered = script(scripts, isRaised: false, isSmall: isSmall)
    guard baseBox.height > 1 else {
      // Each script has a row of its own.
      let parts =
        (raised.width > 0 ? [raised] : []) + [.empty] + (lowered.width > 0 ? [lowered] : [])
      let column = MathBox.stacked(parts, base: raised.width > 0 ? 1 : 0, .leading)
      return MathBox.beside([baseBox, column])
    }
    // The scripts of a high part go to its corners.
    let middle = Array(repeating: MathBox.empty, count: baseBox.height - 2)
    let column = MathBox.stacked([raised] + middle + [lowered], base: 0, .leading)
    return MathBox.beside([baseBox, column.standing(on: baseBox.baseline)])
  }

  /// The subscript or the superscript in one row; empty when there is none. It has small characters
  /// where they exist beside a high part.
  private func script(_ scripts: [MathScript], isRaised: Bool, isSmall: Bool = false) -> MathBox {
    let text = scripts.filter { $0.isRaised == isRaised }.map { $0.node.line(.script) }.joined()
    let small = isSmall ? ScriptLetters(isRaised: isRaised).text(text) : nil
    return MathBox(small ?? text.replacing("∘", with: isRaised ? "°" : "∘"), ambiguous)
  }

  /// The bounds above and below a large sign.
  private func limits(_ base: MathNode, _ scripts: [MathScript], _ style: MathStyle) -> MathBox {
    func bound(isRaised: Bool) -> [MathBox] {
      scripts.filter { $0.isRaised == isRaised }.map { box($0.node, .script) }
    }
    let above = bound(isRaised: true)
    return MathBox.stacked(
      above + [box(base, style)] + bound(isRaised: false), base: above.count)
  }

  private func integral(_ scripts: [MathScript]) -> MathBox {
    let bounds = MathBox.stacked(
      [script(scripts, isRaised: true), .empty, script(scripts, isRaised: false)], base: 1,
      .leading)
    let sign = MathBox.stacked(["⌠", "⎮", "⌡"].map { MathBox($0, ambiguous) }, base: 1)
    return MathBox.beside([sign, bounds])
  }

  // MARK: Tables

  private func grid(_ grid: MathGrid, _ style: MathStyle) -> MathBox {
    if style == .script, grid.kind != .lines { return line(.grid(grid), style) }
    let cellStyle: MathStyle =
      switch grid.kind {
      case .aligned: .display
      case .lines: style == .script ? .script : .display
      case .matrix, .cases: .text
      }
    let cells = grid.rows.map { $0.map { self.box($0, cellStyle) } }
    let columns = self.columns(of: cells, grid)
    let height = columns.first?.height ?? 1
    let baseline = columns.first?.baseline ?? 0
    var parts: [MathBox] = []
    for (index, column) in columns.enumerated() {
      if grid.lines.contains(index) {
        let line = fence.box("|", height: height, baseline: baseline)
        parts += index > 0 ? [.blank(1), line, .blank(1)] : [line, .blank(1)]
      } else if index > 0 {
        parts.append(.blank(grid.gap(before: index)))
      }
      parts.append(column)
    }
    if grid.lines.contains(columns.count) {
      parts += [.blank(1), fence.box("|", height: height, baseline: baseline)]
    }
    let box = parts.isEmpty ? .empty : MathBox.beside(parts)
    switch grid.kind {
    case .matrix(let open, let close): return fenced(open, box, close)
    case .cases: return fenced("{", MathBox.beside([.blank(1), box]), "")
    case .aligned, .lines: return box
    }
  }

  /// The columns of a table, all of the same height.
  private func columns(of cells: [[MathBox]], _ grid: MathGrid) -> [MathBox] {
    let above = cells.map { $0.map(\.baseline).max() ?? 0 }
    let heights = zip(cells, above).map { row, above in
      above + (row.map { $0.height - $0.baseline }.max() ?? 1)
    }
    // A brace needs a row for its middle, and high rows stand apart.
    let isSpaced =
      cells.count > 1
      && (heights.contains { $0 > 1 } || (grid.kind == .cases && cells.count == 2))
    let total = heights.reduce(isSpaced ? cells.count - 1 : 0, +)
    let baseline = cells.count == 1 ? above[0] : (total - 1) / 2
    return (0..<(cells.map(\.count).max() ?? 0)).map { column in
      var parts: [MathBox] = []
      for (index, row) in cells.enumerated() {
        if isSpaced, index > 0 { parts.append(.empty) }
        let cell = column < row.count ? row[column] : .empty
        parts.append(cell.filled(above: above[index], height: heights[index]))
      }
      return MathBox.stacked(parts, base: 0, grid.alignment(of: column)).standing(on: baseline)
    }
  }
}

/// A rectangle of text. The rows of all boxes beside each other meet at their baselines.
struct MathBox {
  /// Rows of the same width.
  let rows: [String]
  /// The cells of each row.
  let width: Int
  /// The row that continues the line in which the box stands.
  let baseline: Int

  var height: Int { rows.count }

  /// One row.
  init(_ text: String, _ ambiguous: AmbiguousWidth) {
    self.init(rows: [text], width: displayWidth(text, ambiguous), baseline: 0)
  }

  private init(rows: [String], width: Int, baseline: Int) {
    self.rows = rows
    self.width = width
    self.baseline = baseline
  }

  static let empty = MathBox(rows: [""], width: 0, baseline: 0)

  static func blank(_ cells: Int) -> MathBox {
    MathBox(rows: [String(repeating: " ", count: cells)], width: cells, baseline: 0)
  }

  /// The same rows with another baseline.
  func standing(on baseline: Int) -> MathBox {
    MathBox(rows: rows, width: width, baseline: baseline)
  }

  /// The boxes beside each other.
  static func beside(_ boxes: [MathBox]) -> MathBox {
    if boxes.count == 1 { return boxes[0] }
    let above = boxes.map(\.baseline).max() ?? 0
    let below = boxes.map { $0.height - $0.baseline }.max() ?? 1
    let rows = (0..<(above + below)).map { row in
      boxes.map { box in
        let own = row - above + box.baseline
        return box.rows.indices.contains(own) ? box.rows[own] : Self.blanks(box.width)
      }.joined()
    }
    return MathBox(rows: rows, width: boxes.reduce(0) { $0 + $1.width }, baseline: above)
  }

  /// The boxes above each other.
  ///
  /// - Parameter base: The box whose baseline is that of all.
  static func stacked(
    _ boxes: [MathBox], base: Int, _ alignment: MathGrid.Alignment = .centre
  ) -> MathBox {
    let width = boxes.map(\.width).max() ?? 0
    let above = boxes[..<base].reduce(0) { $0 + $1.height }
    return MathBox(
      rows: boxes.flatMap { $0.filled(to: width, alignment).rows }, width: width,
      baseline: above + boxes[base].baseline)
  }

  /// The box with blanks at its sides.
  func filled(to cells: Int, _ alignment: MathGrid.Alignment) -> MathBox {
    let room = max(0, cells - width)
    let left =
      switch alignment {
      case .leading: 0
      case .centre: room / 2
      case .trailing: room
      }
    return MathBox(
      rows: rows.map { Self.blanks(left) + $0 + Self.blanks(room - left) }, width: width + room,
      baseline: baseline)
  }

  /// The box with blank rows up to a height.
  ///
  /// - Parameter above: The rows above the baseline.
  func filled(above: Int, height: Int) -> MathBox {
    let blank = [Self.blanks(width)]
    let top = Array(repeating: blank[0], count: max(0, above - baseline))
    let bottom = Array(repeating: blank[0], count: max(0, height - top.count - rows.count))
    return MathBox(rows: top + rows + bottom, width: width, baseline: baseline + top.count)
  }

  private static func blanks(_ count: Int) -> String { String(repeating: " ", count: count) }
}

/// Draws delimiters and lines as high or as wide as what they belong to.
struct MathFence {
  let ambiguous: AmbiguousWidth

  /// The delimiter in as many rows; empty for an empty one.
  func box(_ sign: String, height: Int, baseline: Int) -> MathBox {
    if sign.isEmpty { return .empty }
    let rows = pieces(sign, height, baseline)
    return MathBox.stacked(rows.map { MathBox($0, ambiguous) }, base: baseline)
  }

  /// A horizontal line.
  func rule(_ cells: Int) -> MathBox {
    MathBox(String(repeating: ambiguous == .wide ? "-" : "─", count: cells), ambiguous)
  }

  /// A brace along the upper or the lower side of a box.
  func brace(_ cells: Int, isBelow: Bool) -> MathBox {
    let signs =
      ambiguous == .wide
      ? ["'", "-", "+", "'"] : isBelow ? ["╰", "─", "┬", "╯"] : ["╭", "─", "┴", "╮"]
    let inner = max(1, cells - 2)
    let left = (inner - 1) / 2
    let line = (0..<inner).map { $0 == left ? signs[2] : signs[1] }.joined()
    return MathBox(signs[0] + line + signs[3], ambiguous)
  }

  /// The sign of a root in front of a box, with the line above the box.
  func root(_ sign: String, _ box: MathBox) -> MathBox {
    let isWide = ambiguous == .wide
    let upright = Array(repeating: MathBox(isWide ? "|" : "│", ambiguous), count: box.height)
    let stem = MathBox.stacked(
      [MathBox(isWide ? "+" : "┌", ambiguous)] + upright, base: box.baseline + 1)
    let covered = MathBox.stacked([rule(box.width + 1), box], base: 1, .trailing)
    let start = MathBox(sign, ambiguous)
    let lowest = MathBox.stacked(
      Array(repeating: MathBox.blank(start.width), count: box.height) + [start],
      base: box.baseline + 1)
    return MathBox.beside([lowest, stem, covered])
  }

  private func pieces(_ sign: String, _ height: Int, _ baseline: Int) -> [String] {
    guard height > 1 else { return [sign] }
    let middle = height / 2
    return (0..<height).map { row in
      let isTop = row == 0
      let isBottom = row == height - 1
      switch sign {
      case "(": return isTop ? "⎛" : isBottom ? "⎝" : "⎜"
      case ")": return isTop ? "⎞" : isBottom ? "⎠" : "⎟"
      case "[": return isTop ? "⎡" : isBottom ? "⎣" : "⎢"
      case "]": return isTop ? "⎤" : isBottom ? "⎦" : "⎥"
      case "{": return isTop ? "⎧" : isBottom ? "⎩" : row == middle ? "⎨" : "⎪"
      case "}": return isTop ? "⎫" : isBottom ? "⎭" : row == middle ? "⎬" : "⎪"
      case "⌈": return isTop ? "⎡" : "⎢"
      case "⌉": return isTop ? "⎤" : "⎥"
      case "⌊": return isBottom ? "⎣" : "⎢"
      case "⌋": return isBottom ? "⎦" : "⎥"
      case "|": return ambiguous == .wide ? "|" : "│"
      case "‖": return ambiguous == .wide ? "||" : "║"
      default: return row == baseline ? sign : " "
      }
    }
  }
}
