import Testing

@testable import QuizKit

@Suite struct SquareMatrixTests {
  private func matrix(_ rows: [[Double]]) -> SquareMatrix {
    var matrix = SquareMatrix(size: rows.count)
    for (row, elements) in rows.enumerated() {
      for (column, element) in elements.enumerated() { matrix[row, column] = element }
    }
    return matrix
  }

  @Test func `a system is solved from the lower triangle`() {
    let solution = matrix([[4], [2, 5], [0, 1, 3]]).solution(for: [8, 15, 11])
    #expect(solution == [1, 2, 3])
  }

  @Test func `a matrix that is not positive definite has no solution`() {
    #expect(matrix([[1], [2, 1]]).solution(for: [1, 1]) == nil)
  }
}
