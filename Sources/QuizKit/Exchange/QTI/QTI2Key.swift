/// Which choices of an item of QTI 2 are right.
struct QTI2Key {
  private let declaration: QTI2Declaration?
  private let identifiers: [String]
  /// The lists of positions that are right, usually one.
  private let keys: [[Int]]

  /// - Parameter identifiers: those of the choices.
  init(
    _ declaration: QTI2Declaration?, _ rules: QTI2Rules, response: String, _ identifiers: [String]
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
  }

  /// The solution for one choice to pick.
  var single: SingleSolution? {
    let points = weights
    if let best = points.max(), best > 0, let key = keys.first,
      key.contains(where: { points[$0] == best })
    {
      return SingleSolution(weights: points.map { max($0 / best, -1) })
    }
    let right = Set(keys.flatMap(\.self))
    return SingleSolution(weights: identifiers.indices.map { right.contains($0) ? 1 : 0 })
  }

  /// The solution for several choices to pick. Two ways to get all points cannot be expressed.
  var several: SeveralSolution? {
    guard let key = keys.first, Set(keys.map(Set.init)).count == 1 else { return nil }
    let points = weights
    let positive = points.indices.filter { points[$0] > 0 }
    let all = positive.reduce(0) { $0 + points[$1] }
    guard Set(positive) == Set(key),
      points.contains(where: { $0 < 0 }) || Set(positive.map { points[$0] }).count > 1
    else { return SeveralSolution(correct: key) }
    return SeveralSolution(weights: points.map { max($0 / all, -1) }, mark: nil)
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
    isCaseSensitive = !entries.isEmpty && entries.allSatisfy(\.isCaseSensitive)
    if accepted.isEmpty { for text in rules.best(for: response).flatMap(\.self) { add(text, 1) } }
  }

  private mutating func add(_ text: String, _ fraction: Double) {
    let pattern = FieldText.make(text).replacing("*", with: "\\*")
    if pattern.isEmpty || accepted.contains(where: { $0.pattern == pattern }) { return }
    accepted.append(AcceptedText(pattern, fraction: fraction))
  }
}

extension QTI2Declaration {
  /// The pairs of identifiers that belong together.
  var values: [(left: String, right: String)] {
    let texts = correct.isEmpty ? rewarded.map(\.key) : correct
    return texts.compactMap { text in
      let parts = text.split { $0.isWhitespace }
      return parts.count == 2 ? (String(parts[0]), String(parts[1])) : nil
    }
  }
}
