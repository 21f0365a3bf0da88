import Testing

/// Reads tables of formulas and what they look like.
enum FormulaTable {
  /// A source and its one row.
  struct Entry: CustomTestStringConvertible, Sendable {
    let source: String
    let drawn: String
    var testDescription: String { source }
  }

  /// A source and its rows.
  struct Display: CustomTestStringConvertible, Sendable {
    let source: String
    var rows: [String] = []
    var testDescription: String { source }
  }

  /// Lines with a source, `=>` and what is drawn, which may stand on the next line.
  static func entries(of table: String) -> [Entry] {
    table.replacing("\n  =>", with: " =>").split(separator: "\n").map { line in
      let parts = line.split(separator: " => ", omittingEmptySubsequences: false)
      return Entry(source: String(parts[0]), drawn: String(parts[1]))
    }
  }

  /// A line with the source, then the rows, each after `  | `.
  static func displays(of table: String) -> [Display] {
    var displays: [Display] = []
    for line in table.split(separator: "\n") {
      if line.hasPrefix("  |") {
        displays[displays.count - 1].rows.append(String(line.dropFirst(4)))
      } else {
        displays.append(Display(source: String(line)))
      }
    }
    return displays
  }
}
