/// A table in Markdown, written row by row.
public struct Table {
  private var lines: [String]

  /// Makes a table with these columns; all but the first are aligned to the right.
  public init(columns: [String]) {
    lines = [
      "| " + columns.joined(separator: " | ") + " |",
      "|---|" + columns.dropFirst().map { _ in "---:|" }.joined(),
    ]
  }

  /// Adds a row.
  public mutating func add(_ cells: [String]) {
    lines.append("| " + cells.joined(separator: " | ") + " |")
  }

  /// The table as text.
  public var text: String {
    lines.joined(separator: "\n")
  }
}

/// A number with `digits` digits after the point.
public func decimal(_ number: Double, digits: Int) -> String {
  var scale = 1.0
  for _ in 0..<digits { scale *= 10 }
  let rounded = (number * scale).rounded() / scale
  if digits == 0 { return String(Int(rounded)) }
  let text = String(rounded)
  let places = text.split(separator: ".").last.map(\.count) ?? 0
  return text + String(repeating: "0", count: max(0, digits - places))
}
