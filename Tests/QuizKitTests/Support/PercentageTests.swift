import QuizSupport
import Testing

@Suite struct PercentageTests {
  @Test(arguments: [
    (0, 3, 0), (1, 3, 33), (2, 3, 67), (1, 8, 13), (199, 200, 99), (1, 201, 1), (3, 3, 100),
    (0, 0, 0), (999_999, 1_000_000, 99),
  ])
  func `a share is rounded to whole percent`(part: Int, whole: Int, percent: Int) {
    #expect(part.percent(of: whole) == percent)
  }

  @Test(
    arguments: [
      (16.0, 23.0, 0.7, "69.6"), (199, 200, nil, "99.5"), (1, 200, nil, "1"),
      (1, 201, nil, "0.5"),
      (2, 3, nil, "67"), (2, 3, 0.6667, "66.667"), (7, 10, 0.7, "70"), (0.1 + 0.2, 0.3, nil, "100"),
      (0.7, 1, 0.7, "70"), (69_999, 100_000, 0.7, "69.999"), (0, 5, 0.7, "0"), (5, 5, 0.7, "100"),
      (703, 1000, 0.702, "70.3"), (-1, 3, nil, "-33"), (-1, 1000, nil, "-0.1"),
      (0.6999999, 1, 0.7, "69.99999"),
      (1_000_000, 1_000_001, nil, "99.9999"), (895, 1000, 0.9, "89.5"),
    ] as [(Double, Double, Double?, String)])
  func `a share has as many decimals as keep it on its side of the mark`(
    part: Double, whole: Double, mark: Double?, text: String
  ) {
    #expect(Percentage.text(part / whole, beside: mark) == text)
  }

  @Test func `no share crosses its mark, all or nothing`() {
    for whole in 1...60 {
      for mark in stride(from: 0.0, through: 1, by: 0.025) + [2.0 / 3, 0.6667, 0.995] {
        for part in 0...whole {
          let share = Double(part) / Double(whole)
          let text = Percentage.text(share, beside: mark)
          guard let shown = Double(text) else {
            Issue.record("\(text) is no number")
            return
          }
          #expect(
            (shown >= mark * 100 - 1e-7) == (share >= mark - 1e-9), "\(part)/\(whole) \(mark)")
          #expect((shown == 100) == (part == whole) && (shown == 0) == (part == 0))
        }
      }
    }
  }
}
