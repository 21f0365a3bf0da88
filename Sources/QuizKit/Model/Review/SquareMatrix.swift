/// A symmetric square matrix. Only its lower triangle is used.
struct SquareMatrix {
  private let size: Int
  private var elements: [Double]

  /// Creates a matrix of zeros.
  init(size: Int) {
    self.size = size
    elements = Array(repeating: 0, count: size * size)
  }

  subscript(row: Int, column: Int) -> Double {
    get { elements[row * size + column] }
    set { elements[row * size + column] = newValue }
  }

  /// The vector that the matrix maps to `right`, by Cholesky's factorization.
  ///
  /// - Returns: `nil` when the matrix is not positive definite.
  func solution(for right: [Double]) -> [Double]? {
    var factor = self
    var solution = right
    for row in 0..<size {
      for column in 0...row {
        var rest = factor[row, column]
        for k in 0..<column { rest -= factor[row, k] * factor[column, k] }
        if row != column {
          factor[row, column] = rest / factor[column, column]
        } else if rest > 0 {
          factor[row, row] = rest.squareRoot()
        } else {
          return nil
        }
      }
    }
    for row in 0..<size {
      for k in 0..<row { solution[row] -= factor[row, k] * solution[k] }
      solution[row] /= factor[row, row]
    }
    for row in (0..<size).reversed() {
      for k in row + 1..<size { solution[row] -= factor[k, row] * solution[k] }
      solution[row] /= factor[row, row]
    }
    return solution
  }
}
