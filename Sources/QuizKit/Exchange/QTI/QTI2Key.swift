import QuizSupport

/// Which choices of an item of QTI 2 are right.
struct QTI2Key {
  private let declaration: QTI2Declaration?
  private let identifiers: [String]
  /// The lists of positions that are right, usually one.
  private let keys: [[Int]]
  /// The rules, where nothing is declared to be right.
  private let score: QTI2Score?

  /// - Parameters:
  ///   - identifiers: Those of the choices.
  ///   - isOnly: Whether the choices are all that the item asks for.
  init(
    _ declaration: QTI2Declaration?, _ rules: QTI2Rules, response: String, _ identifiers: [String],
    isOnly: Bool = false
  ) {
    (self.declaration, self.identifiers) = (declaration, identifiers)
    func positions(_ values: [String]) -> [Int] {
      values.compactMap { identifiers.firstIndex(of: $0) }
    }
    let correct = positions(declaration?.correct ?? [])
    let rewarded = positions(declaration?.rewarded.map(\.key) ?? [])
    if !correct.isEmpty {
      keys = [correct]
    } else if !rewarded.isEmpty {
      keys = [rewarded]
    } else {
      keys = rules.best(for: response).map(positions).filter { !$0.isEmpty }
    }
    let isDeclared = !correct.isEmpty || !rewarded.isEmpty
    score = isOnly && !isDeclared ? rules.score(of: response, declaration) : nil
  }

  /// The solution for one choice to pick.
  var single: SingleSolution? {
    if let points = ownPoints, Set(points).count > 1, let solution = Credits(points).singleOfPoints
    {
      return solution
    }
    let points = weights
    if let key = keys.first, key.contains(where: { points[$0] == points.max() }),
      let solution = Credits(points).singleOfPoints
    {
      return solution
    }
    let right = Set(keys.flatMap(\.self))
    return SingleSolution(weights: identifiers.indices.map { right.contains($0) ? 1 : 0 })
  }

  /// The solution for several choices to pick. Two ways to get all points cannot be expressed.
  var several: SeveralSolution? {
    if let points = ownPoints, let solution = solution(points) { return solution }
    guard let key = keys.first, Set(keys.map(Set.init)).count == 1 else { return nil }
    let points = weights
    let positive = points.indices.filter { points[$0] > 0 }
    return Set(positive) == Set(key)
      ? Credits(points).severalOfPoints : SeveralSolution(correct: key)
  }

  /// The points for each choice alone, as the rules give them.
  private var ownPoints: [Double]? {
    guard let score else { return nil }
    let points = identifiers.compactMap { score.points(for: [$0]) }
    return points.count == identifiers.count ? points : nil
  }

  /// The solution if the points of several choices are the sum of those of each.
  private func solution(_ points: [Double]) -> SeveralSolution? {
    let right = points.indices.filter { points[$0] > 0 }
    let all = right.reduce(0) { $0 + points[$1] }
    func score(of positions: [Int]) -> Double? {
      self.score?.points(for: positions.map { identifiers[$0] })
    }
    guard all > 0, score(of: right) == all else { return nil }
    if let key = keys.first, let more = score(of: key), more > all { return nil }
    return Credits(points).severalOfPoints
  }

  /// The points for each choice; all zero if the item does not say any.
  private var weights: [Double] {
    guard let declaration, !declaration.rewarded.isEmpty else {
      return identifiers.map { _ in 0 }
    }
    return identifiers.map(declaration.points(for:))
  }
}

/// The texts that an item of QTI 2 accepts where something is typed.
struct QTI2Texts {
  private(set) var accepted: [AcceptedText] = []
  private(set) var isCaseSensitive = false

  init(_ declaration: QTI2Declaration?, _ rules: QTI2Rules, response: String) {
    let entries = declaration?.rewarded ?? []
    let best = entries.map(\.points).max() ?? 1
    let correct = declaration?.correct ?? []
    for text in correct { add(text, 1) }
    for entry in entries { add(entry.key, entry.points / best) }
    isCaseSensitive =
      entries.isEmpty
      ? rules.isCaseSensitive(response) : entries.allSatisfy(\.isCaseSensitive)
    if accepted.isEmpty { for text in rules.best(for: response).flatMap(\.self) { add(text, 1) } }
  }

  private mutating func add(_ text: String, _ fraction: Double) {
    let pattern = FieldText.make(text).replacing("*", with: "\\*")
    if pattern.isEmpty || accepted.contains(where: { $0.pattern == pattern }) { return }
    accepted.append(AcceptedText(pattern, fraction: fraction))
  }
}

/// The pairs of identifiers that belong together in an item of QTI 2.
struct QTI2Pairs {
  typealias Pair = (left: String, right: String)

  let pairs: [Pair]

  /// - Parameter side: The side for which other pairs with fewer points are left out.
  init(
    _ declaration: QTI2Declaration?, _ rules: QTI2Rules, response: String,
    best side: (Pair) -> String
  ) {
    let correct = declaration?.correct ?? []
    if !correct.isEmpty {
      pairs = correct.compactMap(Self.pair)
      return
    }
    let entries = (declaration?.rewarded ?? []).compactMap { entry in
      Self.pair(entry.key).map { (pair: $0, points: entry.points) }
    }
    if entries.isEmpty {
      let keys = rules.best(for: response)
      pairs = keys.count == 1 ? keys[0].compactMap(Self.pair) : []
      return
    }
    let most = Dictionary(entries.map { (side($0.pair), $0.points) }, uniquingKeysWith: max)
    pairs = entries.filter { $0.points == most[side($0.pair)] }.map(\.pair)
  }

  private static func pair(_ text: String) -> Pair? {
    let parts = text.split { $0.isWhitespace }
    return parts.count == 2 ? (String(parts[0]), String(parts[1])) : nil
  }
}
