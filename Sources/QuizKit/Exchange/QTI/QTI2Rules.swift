/// The part of an item of QTI 2 that computes the points. It is asked where the item does not
/// declare what is right.
struct QTI2Rules {
  /// Responses that give points together.
  struct Branch {
    var response: String
    var values: [String]
    var points: Double
  }

  private let branches: [Branch]
  /// The ranges of numbers that give points, by the responses that they belong to.
  private let ranges: [String: [NumberSpan]]
  /// The margins of numbers by the responses that they belong to.
  private let margins: [String: Margin]

  private struct Margin {
    var isRelative: Bool
    var below: Double
    var above: Double
  }

  init(_ processing: MarkupElement?) {
    // A condition may be inside another one, which asks whether there is an answer at all.
    var cases: [MarkupElement] = []
    processing?.visit { element in
      if ["responseIf", "responseElseIf"].contains(element.name) { cases.append(element) }
      return true
    }
    branches = cases.flatMap(Self.branches)
    var ranges: [String: [NumberSpan]] = [:]
    for (response, range) in cases.flatMap(Self.ranges) {
      ranges[response, default: []].append(range)
    }
    self.ranges = ranges
    var margins: [String: Margin] = [:]
    for equal in processing?.all("equal") ?? [] {
      guard let response = equal["variable"]?.attributes["identifier"],
        let margin = Self.margin(equal)
      else { continue }
      margins[response] = margin
    }
    self.margins = margins
  }

  private static func branches(_ branch: MarkupElement) -> [Branch] {
    guard let points = points(of: branch), let condition = branch.children.first else { return [] }
    var found: [Branch] = []
    func look(_ element: MarkupElement) {
      if ["not", "isNull"].contains(element.name) { return }
      if element.name == "and", let together = together(element, points) {
        return found.append(together)
      }
      let names = element.children.filter { $0.name == "variable" }
      let values = element.all("baseValue").map(\.allText)
      let compares = ["match", "equal", "stringMatch", "member", "contains"].contains(element.name)
      if compares, let name = names.first?.attributes["identifier"], !values.isEmpty {
        found.append(Branch(response: name, values: values, points: points))
      } else {
        element.children.forEach(look)
      }
    }
    look(condition)
    return found
  }

  /// The points that a branch gives; `nil` if it gives none.
  private static func points(of branch: MarkupElement) -> Double? {
    let points = branch.children.filter { $0.name == "setOutcomeValue" }
      .filter { ($0.attributes["identifier"] ?? "").hasPrefix("SCORE") }
      .compactMap { TypedNumber.value(of: $0.first("baseValue")?.allText ?? "") }.max()
    return points.flatMap { $0 > 0 ? $0 : nil }
  }

  /// The values that one response needs together; `nil` if a condition compares something else.
  private static func together(_ element: MarkupElement, _ points: Double) -> Branch? {
    let parts = element.children.filter { !["not", "isNull"].contains($0.name) }
    let names = parts.map { $0["variable"]?.attributes["identifier"] }
    guard parts.count > 1, let name = names[0], names.allSatisfy({ $0 == name }),
      parts.allSatisfy({ $0.name == "match" || $0.name == "member" })
    else { return nil }
    let values = parts.compactMap { $0["baseValue"]?.allText }
    return values.count == parts.count
      ? Branch(response: name, values: values, points: points) : nil
  }

  /// The ranges between two bounds in a branch that gives points.
  private static func ranges(_ branch: MarkupElement) -> [(String, NumberSpan)] {
    guard points(of: branch) != nil else { return [] }
    return branch.all("and").compactMap { element in
      var bounds: [String: (lower: Double?, upper: Double?)] = [:]
      for part in element.children where ["gte", "gt", "lte", "lt"].contains(part.name) {
        guard part.children.first?.name == "variable",
          let name = part.children.first?.attributes["identifier"],
          let number = TypedNumber.value(of: part["baseValue"]?.allText ?? "")
        else { continue }
        if part.name.hasPrefix("g") {
          bounds[name, default: (nil, nil)].lower = number
        } else {
          bounds[name, default: (nil, nil)].upper = number
        }
      }
      guard bounds.count == 1, let (name, bound) = bounds.first, let lower = bound.lower,
        let upper = bound.upper, lower <= upper
      else { return nil }
      return (name, lower == upper ? .value(lower, tolerance: 0) : .range(lower, upper))
    }
  }

  private static func margin(_ equal: MarkupElement) -> Margin? {
    let mode = equal.attributes["toleranceMode"] ?? "exact"
    let numbers = (equal.attributes["tolerance"] ?? "").split(separator: " ")
      .compactMap { TypedNumber.value(of: String($0)) }
    guard mode != "exact", let below = numbers.first, let above = numbers.last else { return nil }
    return Margin(isRelative: mode == "relative", below: below, above: above)
  }

  /// The values that give the most points for a response, one list for each way to get them.
  func best(for response: String) -> [[String]] {
    let own = branches.filter { $0.response == response }
    let most = own.map(\.points).max() ?? 0
    return own.filter { $0.points == most }.map(\.values)
  }

  /// The ranges of numbers that give points for a response.
  func ranges(for response: String) -> [NumberSpan] { ranges[response] ?? [] }

  /// The numbers that count as a value.
  func span(of value: Double, for response: String) -> NumberSpan {
    guard let margin = margins[response] else { return .value(value, tolerance: 0) }
    let part = margin.isRelative ? abs(value) / 100 : 1
    let (below, above) = (margin.below * part, margin.above * part)
    return below == above
      ? .value(value, tolerance: above) : .range(value - below, value + above)
  }
}
