/// Which choices of an item of QTI 1.2 are right, according to the points that its rules give.
struct QTI1Points {
  private let rules: QTI1Rules
  private let places: [String: Int]
  private let count: Int

  /// - Parameter labels: the identifiers of the choices.
  init(_ rules: QTI1Rules, labels: [String]) {
    self.rules = rules
    count = labels.count
    places = Dictionary(
      labels.enumerated().map { ($0.element, $0.offset) }, uniquingKeysWith: { first, _ in first })
  }

  /// The positions of the choices that a rule asks for.
  private func positions(of rule: QTI1Rules.Rule) -> [Int] {
    rule.answers.compactMap { places[$0.text] }
  }

  /// The solution for one choice to pick.
  var single: SingleSolution? {
    var worths = [Double?](repeating: nil, count: count)
    for (rule, points) in rules.right {
      for position in positions(of: rule) where worths[position] == nil {
        worths[position] = points
      }
    }
    guard let best = worths.compactMap(\.self).max() else { return nil }
    for rule in rules.rules where !rule.isSet {
      guard let points = rule.points, points < 0 else { continue }
      for position in positions(of: rule) where worths[position] == nil {
        worths[position] = points
      }
    }
    return SingleSolution(weights: worths.map { max(($0 ?? 0) / best, -1) })
  }

  /// The solution for several choices to pick.
  var several: SeveralSolution? {
    let right = rules.right
    let sets = right.filter { $0.rule.isSet && !positions(of: $0.rule).isEmpty }
    if let best = sets.max(by: { $0.points < $1.points }) {
      return SeveralSolution(correct: positions(of: best.rule))
    }
    var worths = [Double](repeating: 0, count: count)
    for (rule, points) in right {
      for position in positions(of: rule) { worths[position] += points }
    }
    for rule in rules.rules {
      guard let points = rule.points, points < 0 else { continue }
      for position in positions(of: rule) { worths[position] += points }
    }
    let all = worths.filter { $0 > 0 }.reduce(0, +)
    guard all > 0 else { return nil }
    // Where no wrong choice costs anything, the points only say what is right.
    let parts = worths.filter { $0 != 0 }
    if parts.allSatisfy({ $0 == parts[0] }) {
      return SeveralSolution(correct: worths.indices.filter { worths[$0] > 0 })
    }
    return SeveralSolution(weights: worths.map { max($0 / all, -1) }, mark: nil)
  }
}
