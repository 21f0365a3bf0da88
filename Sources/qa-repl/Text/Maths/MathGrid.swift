/// Rows of cells: a matrix, cases, or aligned equations.
struct MathGrid: Equatable {
  enum Kind: Equatable {
    /// A matrix between two delimiters, which may be empty.
    case matrix(String, String)
    case cases
    case aligned
    /// Lines above each other, such as several conditions below a sum.
    case lines
  }

  enum Alignment: Equatable {
    case leading, centre, trailing
  }

  var kind: Kind
  /// The cells of each row. Rows may have fewer cells than others.
  var rows: [[MathNode]] = []
  /// How the columns of an array are aligned; empty for the usual alignment.
  var alignments: [Alignment] = []
  /// The columns of an array before which a line stands.
  var lines: Set<Int> = []

  /// How a column is aligned.
  func alignment(of column: Int) -> Alignment {
    if column < alignments.count { return alignments[column] }
    switch kind {
    case .matrix, .lines: return .centre
    case .cases: return .leading
    case .aligned: return column.isMultiple(of: 2) ? .trailing : .leading
    }
  }

  /// The cells between a column and the one before it.
  func gap(before column: Int) -> Int {
    switch kind {
    case .matrix, .cases, .lines: 2
    case .aligned: column.isMultiple(of: 2) ? 3 : 1
    }
  }
}
