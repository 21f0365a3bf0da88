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
