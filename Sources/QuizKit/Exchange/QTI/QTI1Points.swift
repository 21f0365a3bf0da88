/// Which choices of an item of QTI 1.2 are right, according to the points that its rules give.
struct QTI1Points {
  private let rules: QTI1Rules
  private let labels: [String]
  private let places: [String: Int]
  private var count: Int { labels.count }

  /// - Parameter labels: the identifiers of the choices.
  init(_ rules: QTI1Rules, labels: [String]) {
    (self.rules, self.labels) = (rules, labels)
    places = Dictionary(
      labels.enumerated().map { ($0.element, $0.offset) }, uniquingKeysWith: { first, _ in first })
  }

  /// The positions of the choices that a rule asks for.
  private func positions(of rule: QTI1Rules.Rule) -> [Int] { positions(rule.answers) }

  private func positions(_ answers: [QTI1Answer]) -> [Int] {
    answers.compactMap { places[$0.text] }
  }

  /// The points for picking one choice, by going through the rules as a platform does.
  private func points(for choice: String, from start: Double) -> Double {
    var points = start
    var isLeft = true
    for rule in rules.rules {
      let isMet = rule.conditions.allSatisfy { $0.isMet(by: choice, isLeft: isLeft) }
      if !isMet || rule.conditions.isEmpty { continue }
      for change in rule.changes { points = change.points + (change.isSet ? 0 : points) }
      if rule.isAboutAnswer { isLeft = false }
      if rule.isLast, !rule.changes.isEmpty { break }
    }
    return points
  }

  /// The solution for one choice to pick.
  var single: SingleSolution? {
    if count > QuestionContent.maximumChoices { return namedSingle }
    // Points to begin with count only where no answer gets any.
    let start = rules.rules.contains(where: \.isRewarded) ? 0 : rules.start
    let points = labels.map { self.points(for: $0, from: start) }
    let areAlike = points.allSatisfy { $0 == points.first }
    return areAlike ? namedSingle : Credits(points).singleOfPoints ?? namedSingle
  }

  /// The solution where the rules say what is right, but not by the points of a choice alone.
  private var namedSingle: SingleSolution? {
    var worths = [Double?](repeating: nil, count: count)
    for (rule, points) in rules.right {
      for position in positions(of: rule) where worths[position] == nil {
        worths[position] = points
      }
    }
    if !worths.contains(where: { $0 != nil }) { return nil }
    for rule in rules.rules where !rule.isSet {
      guard let points = rule.points, points < 0 else { continue }
      for position in positions(of: rule) where worths[position] == nil {
        worths[position] = points
      }
    }
    return Credits(worths.map { $0 ?? 0 }).singleOfPoints
  }

  /// The sets of choices each of which is enough for a rule.
  private func keys(of rule: QTI1Rules.Rule) -> [[Int]] {
    QTI1Condition.all(rule.conditions).alternatives.map(positions)
  }

  /// The solution for several choices to pick.
  var several: SeveralSolution? {
    let right = rules.right
    let sets = right.filter { $0.rule.isSet && !positions(of: $0.rule).isEmpty }
    if let best = sets.first {
      // Two sets that both give all points cannot be expressed.
      let keys = sets.filter { $0.points == best.points }.flatMap { self.keys(of: $0.rule) }
      return Set(keys.map(Set.init)).count == 1
        ? SeveralSolution(correct: positions(of: best.rule)) : nil
    }
    var worths = [Double](repeating: 0, count: count)
    for (rule, points) in right {
      for position in positions(of: rule) { worths[position] += points }
    }
    for rule in rules.rules {
      guard let points = rule.points, points < 0 else { continue }
      for position in positions(of: rule) { worths[position] += points }
    }
    return Credits(worths).severalOfPoints
  }
}
