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
