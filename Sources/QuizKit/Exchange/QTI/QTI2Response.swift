import QuizSupport

/// The right answers for a response to an item of QTI 2: those that are declared, or else those that the rules
/// give points for.
struct QTI2Response {
  let name: String
  /// One value, several of them, or several in an order; `nil` where nothing is declared.
  let cardinality: String?
  let isNumber: Bool
  /// The values of the right response, in their order.
  let correct: [String]
  private let entries: [Entry]
  /// The points for a response without an entry.
  private let otherPoints: Double
  /// The part of the item that computes the points.
  private let processing: MarkupElement?
  private let cases: [Case]

  /// The points for a value.
  private typealias Entry = (key: String, points: Double, isCaseSensitive: Bool)

  /// A condition that gives points.
  typealias Case = (condition: Scoring.Condition, points: Double)

  /// - Parameters:
  ///   - element: The declaration.
  ///   - cases: The conditions of the item that give points.
  init(
    _ name: String, declaredBy element: MarkupElement?, _ processing: MarkupElement?,
    _ cases: [Case]
  ) {
    (self.name, self.processing, self.cases) = (name, processing, cases)
    cardinality = element.map { $0.attributes["cardinality"] ?? "single" }
    isNumber = ["integer", "float"].contains(element?.attributes["baseType"])
    let values = element?["correctResponse"]?.children.filter { $0.name == "value" } ?? []
    correct = values.map(\.allText).filter { !$0.isEmpty }
    let mapping = element?["mapping"]
    entries = (mapping?.children ?? []).compactMap { entry in
      guard let key = entry.attributes["mapKey"],
        let points = TypedNumber.value(of: entry.attributes["mappedValue"] ?? "")
      else { return nil }
      return (FieldText.make(key), points, entry.attributes["caseSensitive"] == "true")
    }
    otherPoints = TypedNumber.value(of: mapping?.attributes["defaultValue"] ?? "") ?? 0
  }

  /// The responses that give points.
  private var rewarded: [Entry] { entries.filter { $0.points > 0 } }

  private func points(for key: String) -> Double {
    entries.first { $0.key == key }?.points ?? otherPoints
  }

  /// The values to which the rules give the most points, one list for each way to get them.
  private var best: [[String]] {
    let own = cases.flatMap { rule in
      rule.condition.values(of: name).map { (values: $0, points: rule.points) }
    }
    let most = own.map(\.points).max()
    return own.filter { $0.points == most }.map(\.values)
  }

  // MARK: Choices

  /// The solution for one of these choices to pick.
  ///
  /// - Parameter isOnly: Whether the choices are all that the item asks for.
  func single(_ choices: [String], isOnly: Bool = false) -> SingleSolution? {
    let (keys, scoring) = keys(choices, isOnly: isOnly)
    if let solution = scoring?.single(among: choices) { return solution }
    let points = weights(choices)
    if let key = keys.first, key.contains(where: { points[$0] == points.max() }),
      let solution = Credits(points).singleOfPoints
    {
      return solution
    }
    let right = Set(keys.flatMap(\.self))
    return SingleSolution(weights: choices.indices.map { right.contains($0) ? 1 : 0 })
  }

  /// The solution for several choices to pick, which are all that the item asks for. Two ways to get
  /// all points cannot be expressed.
  func several(_ choices: [String]) -> SeveralSolution? {
    let (keys, scoring) = keys(choices, isOnly: true)
    if let scoring, let points = scoring.points(forEach: choices) {
      // The points of several choices may be the sum of those of each.
      let right = points.indices.filter { points[$0] > 0 }
      let all = right.reduce(0) { $0 + points[$1] }
      func score(_ positions: [Int]) -> Double? {
        scoring.points(for: positions.map { choices[$0] })
      }
      if all > 0, score(right) == all, (keys.first.flatMap(score) ?? all) <= all {
        return Credits(points).severalOfPoints
      }
    }
    guard let key = keys.first, Set(keys.map(Set.init)).count == 1 else { return nil }
    let points = weights(choices)
    let positive = points.indices.filter { points[$0] > 0 }
    return Set(positive) == Set(key)
      ? Credits(points).severalOfPoints : SeveralSolution(correct: key)
  }

  /// The lists of positions that are right, usually one, and the rules where nothing is declared.
  private func keys(_ choices: [String], isOnly: Bool) -> (keys: [[Int]], scoring: Scoring?) {
    func positions(_ values: [String]) -> [Int] {
      values.compactMap { choices.firstIndex(of: $0) }
    }
    for values in [correct, rewarded.map(\.key)] {
      let key = positions(values)
      if !key.isEmpty { return ([key], nil) }
    }
    return (best.map(positions).filter { !$0.isEmpty }, isOnly ? scoring : nil)
  }

  /// The points for each choice; all zero if the item does not say any.
  private func weights(_ choices: [String]) -> [Double] {
    rewarded.isEmpty ? choices.map { _ in 0 } : choices.map(points)
  }

  // MARK: Typed answers

  /// The texts that are accepted.
  var texts: TextSolution {
    var solution = TextSolution(accepted: [])
    func add(_ text: String, _ fraction: Double) {
      let pattern = FieldText.make(text).replacing("*", with: "\\*")
      if pattern.isEmpty || solution.accepted.contains(where: { $0.pattern == pattern }) { return }
      solution.accepted.append(AcceptedText(pattern, fraction: fraction))
    }
    let entries = rewarded
    let most = entries.map(\.points).max() ?? 1
    for text in correct { add(text, 1) }
    for entry in entries { add(entry.key, entry.points / most) }
    if solution.accepted.isEmpty { for text in best.flatMap(\.self) { add(text, 1) } }
    let words = comparisons("stringMatch").map { $0.attributes["caseSensitive"] }
    solution.isCaseSensitive =
      entries.isEmpty
      ? words.contains("true") && !words.contains("false")
      : entries.allSatisfy(\.isCaseSensitive)
    return solution
  }

  /// The numbers that are accepted: the ranges to which the rules give points, unless they ask for
  /// what is declared.
  var numbers: NumberSolution {
    let asked = processing?.all("correct", "mapResponse") ?? []
    let ranges = cases.flatMap { rule in
      rule.condition.ranges(of: name).map { (span: $0, points: rule.points) }
    }.sorted { $0.points > $1.points }
    if !ranges.isEmpty, !asked.contains(where: { $0.attributes["identifier"] == name }) {
      return NumberSolution(
        accepted: ranges.map { AcceptedNumber($0.span, fraction: $0.points / ranges[0].points) })
    }
    return NumberSolution(
      accepted: texts.accepted.compactMap { accepted in
        TypedNumber.value(of: accepted.pattern).map {
          AcceptedNumber(span(of: $0), fraction: accepted.fraction)
        }
      })
  }

  /// The rules that compare the response in one of these ways.
  private func comparisons(_ names: String...) -> [MarkupElement] {
    var found: [MarkupElement] = []
    processing?.visit { element in
      if !names.contains(element.name) { return true }
      if element["variable"]?.attributes["identifier"] == name { found.append(element) }
      return false
    }
    return found
  }

  /// The numbers that count as a value.
  private func span(of value: Double) -> NumberSpan {
    comparisons("equal", "equalRounded").compactMap { Self.span(of: value, by: $0) }.last
      ?? .value(value, tolerance: 0)
  }

  private static func span(of value: Double, by equal: MarkupElement) -> NumberSpan? {
    if equal.name == "equalRounded" {
      guard equal.attributes["roundingMode"] == "decimalPlaces",
        let places = equal.attributes["figures"].flatMap({ Int($0) }), (0...15).contains(places)
      else { return nil }
      // The numbers that are equal when they are rounded to some places behind the point.
      let scale = (0..<places).reduce(1.0) { unit, _ in unit * 10 }
      return .value((value * scale).rounded() / scale, tolerance: 0.5 / scale)
    }
    let mode = equal.attributes["toleranceMode"] ?? "exact"
    if mode == "exact" { return nil }
    let margins = (equal.attributes["tolerance"] ?? "").split(separator: " ")
      .compactMap { TypedNumber.value(of: String($0)) }
      .map { mode == "relative" ? $0 * abs(value) / 100 : $0 }
    guard let below = margins.first, let above = margins.last else { return nil }
    return below == above
      ? .value(value, tolerance: above) : .range(value - below, value + above)
  }

  // MARK: Pairs and order

  /// The values in their right order; empty if there are several orders.
  var order: [String] {
    let orders = Set(best)
    return correct.isEmpty && orders.count == 1 ? orders.first ?? [] : correct
  }

  typealias Pair = (left: String, right: String)

  /// The pairs of identifiers that belong together.
  ///
  /// - Parameter side: The side for which other pairs with fewer points are left out.
  func pairs(best side: (Pair) -> String) -> [Pair] {
    func pair(_ text: String) -> Pair? {
      let parts = text.split { $0.isWhitespace }
      return parts.count == 2 ? (String(parts[0]), String(parts[1])) : nil
    }
    if !correct.isEmpty { return correct.compactMap(pair) }
    let entries = rewarded.compactMap { entry in
      pair(entry.key).map { (pair: $0, points: entry.points) }
    }
    if entries.isEmpty { return best.count == 1 ? best[0].compactMap(pair) : [] }
    let most = Dictionary(entries.map { (side($0.pair), $0.points) }, uniquingKeysWith: max)
    return entries.filter { $0.points == most[side($0.pair)] }.map(\.pair)
  }
}

// MARK: - Rules

extension QTI2Response {
  private static let score = "SCORE"
  private static let mostElements = 1_000

  /// The conditions that give points, with the points. One may be inside another, which asks whether
  /// there is an answer at all.
  static func cases(_ processing: MarkupElement?) -> [Case] {
    var cases: [Case] = []
    processing?.visit { element in
      if ["responseIf", "responseElseIf"].contains(element.name),
        let condition = element.children.first, let points = points(of: element)
      {
        cases.append((Scoring.Condition(condition) { _ in nil }, points))
      }
      return true
    }
    return cases
  }

  /// The points that a branch gives; `nil` if it gives none.
  private static func points(of branch: MarkupElement) -> Double? {
    let sets = branch.children.filter { set in
      set.name == "setOutcomeValue" && set["subtract"] == nil
        && (set.attributes["identifier"] ?? "").hasPrefix(score)
    }
    // Some items have points of their own for each response.
    let own = sets.filter { $0.attributes["identifier"] == score }
    let points = (own.isEmpty ? sets : own)
      .compactMap { TypedNumber.value(of: $0.first("baseValue")?.allText ?? "") }.max()
    return points.flatMap { $0 > 0 ? $0 : nil }
  }

  /// The rules as a platform goes through them; `nil` if there are more of them than an author
  /// writes, because they are gone through for each choice.
  private var scoring: Scoring? {
    guard let processing else { return nil }
    var count = 0
    processing.visit { _ in
      count += 1
      return true
    }
    return count > Self.mostElements
      ? nil : Scoring(steps: steps(processing), response: name, declared: points)
  }

  private func steps(_ element: MarkupElement) -> [Scoring.Step] {
    func isScore(_ set: MarkupElement) -> Bool { set.attributes["identifier"] == Self.score }
    return element.children.flatMap { child -> [Scoring.Step] in
      switch child.name {
      case "setOutcomeValue" where isScore(child): [.change(child.children.first.flatMap(change))]
      case "responseProcessingFragment": steps(child)
      // What shows feedback may ask for anything.
      case "responseCondition" where child.all("setOutcomeValue").contains(where: isScore):
        [.choose(child.children.map(rule))]
      case "exitResponse": [.end]
      default: []
      }
    }
  }

  private func rule(_ branch: MarkupElement) -> Scoring.Rule {
    let condition = branch.children.first.map { first in
      Scoring.Condition(first) { $0 == name && cardinality != nil ? correct : nil }
    }
    return Scoring.Rule(
      conditions: branch.name == "responseElse" ? [] : [condition ?? .unknown([])],
      steps: steps(branch))
  }

  /// The change of the points by an expression; `nil` if it is not known.
  private func change(_ element: MarkupElement) -> Scoring.Change? {
    let parts = element.children.compactMap(change)
    let areKnown = parts.count == element.children.count
    switch element.name {
    case "baseValue":
      return TypedNumber.value(of: element.allText).map { Scoring.Change(points: $0) }
    case "variable" where element.attributes["identifier"] == Self.score:
      return Scoring.Change(isAdded: true)
    case "mapResponse" where element.attributes["identifier"] == name && cardinality != nil:
      return Scoring.Change(isMapped: true)
    case "sum" where areKnown:
      return Scoring.Change(
        isAdded: parts.contains(where: \.isAdded), isMapped: parts.contains(where: \.isMapped),
        points: parts.reduce(0) { $0 + $1.points })
    case "subtract" where areKnown && parts.count == 2 && !parts[1].isAdded && !parts[1].isMapped:
      var change = parts[0]
      change.points -= parts[1].points
      return change
    default: return nil
    }
  }
}

extension Scoring.Condition {
  /// A condition of QTI 2.
  ///
  /// - Parameter correct: Returns what is declared to be right for a response.
  fileprivate init(_ element: MarkupElement, correct: (String) -> [String]?) {
    let children = element.children
    let name = element["variable"]?.attributes["identifier"] ?? ""
    func parts() -> [Self] { children.map { Self($0, correct: correct) } }
    func values(_ element: MarkupElement) -> [String]? {
      switch element.name {
      case "baseValue": return [element.allText]
      case "correct": return correct(element.attributes["identifier"] ?? "")
      case "multiple", "ordered":
        let known = element.children.compactMap(values)
        return known.count == element.children.count ? known.flatMap(\.self) : nil
      default: return nil
      }
    }
    switch element.name {
    case _ where element["containerSize"] != nil: self = .count
    case "match", "equal", "stringMatch", "member", "contains":
      let place = children.firstIndex { $0.name == "variable" }
      guard children.count == 2, let place, let values = values(children[1 - place]) else {
        let written = element.all("baseValue").map(\.allText)
        self = .unknown(place == nil || written.isEmpty ? parts() : [.same(name, written)])
        return
      }
      switch (element.name, place) {
      case ("member", 0), ("contains", 1): self = .within(name, values)
      case ("member", _), ("contains", _):
        let all = values.map { Self.equal(Scoring.Value(response: name, text: $0)) }
        self = all.count == 1 ? all[0] : .all(all)
      default: self = .same(name, values)
      }
    case "isNull": self = .same(name, [])
    case "not": self = .not(parts().first ?? .unknown([]))
    case "and": self = .all(parts())
    case "or": self = .any(parts())
    case "gte", "gt", "lte", "lt":
      let isOwn = children.first?.name == "variable"
      let number = isOwn ? TypedNumber.value(of: element["baseValue"]?.allText ?? "") : nil
      self =
        number.map { .bound(name, $0, isLower: element.name.hasPrefix("g")) } ?? .unknown([])
    default: self = .unknown(parts())
    }
  }
}
