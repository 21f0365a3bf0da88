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
