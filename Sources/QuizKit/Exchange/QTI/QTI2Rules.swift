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
  /// The margins of numbers by the responses that they belong to.
  private let margins: [String: Margin]

  private struct Margin {
    var isRelative: Bool
    var below: Double
    var above: Double
  }

  init(_ processing: MarkupElement?) {
    let conditions = processing?.all("responseCondition") ?? []
    branches = conditions.flatMap { condition in
      condition.children.filter { ["responseIf", "responseElseIf"].contains($0.name) }
        .flatMap(Self.branches)
    }
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
    let points = branch.children.filter { $0.name == "setOutcomeValue" }
      .filter { ($0.attributes["identifier"] ?? "").hasPrefix("SCORE") }
      .compactMap { TypedNumber.value(of: $0.first("baseValue")?.allText ?? "") }.max()
    guard let points, points > 0, let condition = branch.children.first else { return [] }
    var found: [Branch] = []
    func look(_ element: MarkupElement) {
      if ["not", "isNull"].contains(element.name) { return }
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

  /// The numbers that count as a value.
  func span(of value: Double, for response: String) -> NumberSpan {
    guard let margin = margins[response] else { return .value(value, tolerance: 0) }
    let part = margin.isRelative ? abs(value) / 100 : 1
    let (below, above) = (margin.below * part, margin.above * part)
    return below == above
      ? .value(value, tolerance: above) : .range(value - below, value + above)
  }
}
