/// The part of an item of QTI 2 that computes the points. It is asked where the item does not
/// declare what is right.
struct QTI2Rules {
  /// Responses that give points together.
  struct Branch {
    var response: String
    var values: [String]
    var points: Double
  }

  private let processing: MarkupElement?
  private let branches: [Branch]
  /// The ranges of numbers that give points, by the responses that they belong to.
  private let ranges: [String: [(span: NumberSpan, points: Double)]]
  /// The responses whose value that is declared, or the points for it, are asked for.
  private let declared: Set<String>
  /// The responses of which capital and small letters are compared, or of which they are not.
  private let (sensitive, insensitive): (Set<String>, Set<String>)
  /// The margins of numbers by the responses that they belong to.
  private let margins: [String: Margin]

  private enum Margin {
    case absolute(below: Double, above: Double)
    /// In percent.
    case relative(below: Double, above: Double)
    case rounded(places: Int)
  }

  init(_ processing: MarkupElement?) {
    self.processing = processing
    // A condition may be inside another one, which asks whether there is an answer at all.
    var cases: [MarkupElement] = []
    processing?.visit { element in
      if ["responseIf", "responseElseIf"].contains(element.name) { cases.append(element) }
      return true
    }
    branches = cases.flatMap(Self.branches)
    var ranges: [String: [(span: NumberSpan, points: Double)]] = [:]
    for (response, range, points) in cases.flatMap(Self.ranges) {
      ranges[response, default: []].append((range, points))
    }
    self.ranges = ranges
    declared = Set(
      (processing?.all("correct", "mapResponse") ?? []).compactMap { $0.attributes["identifier"] })
    func compared(_ word: String) -> Set<String> {
      let matches = processing?.all("stringMatch") ?? []
      return Set(
        matches.filter { $0.attributes["caseSensitive"] == word }.compactMap {
          $0["variable"]?.attributes["identifier"]
        })
    }
    (sensitive, insensitive) = (compared("true"), compared("false"))
    var margins: [String: Margin] = [:]
    for equal in processing?.all("equal", "equalRounded") ?? [] {
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
    let sets = branch.children.filter { set in
      set.name == "setOutcomeValue" && set["subtract"] == nil
        && (set.attributes["identifier"] ?? "").hasPrefix("SCORE")
    }
    // Some items have points of their own for each response.
    let own = sets.filter { $0.attributes["identifier"] == "SCORE" }
    let points = (own.isEmpty ? sets : own)
      .compactMap { TypedNumber.value(of: $0.first("baseValue")?.allText ?? "") }.max()
    return points.flatMap { $0 > 0 ? $0 : nil }
  }

  /// The values that one response needs together; `nil` if a condition compares something else.
  private static func together(_ element: MarkupElement, _ points: Double) -> Branch? {
    // How many choices are picked follows from those that are needed.
    let parts = element.children.filter {
      !["not", "isNull"].contains($0.name) && $0["containerSize"] == nil
    }
    let names = parts.map { $0["variable"]?.attributes["identifier"] }
    guard parts.count > 1, let name = names[0], names.allSatisfy({ $0 == name }),
      parts.allSatisfy({ $0.name == "match" || $0.name == "member" })
    else { return nil }
    let values = parts.compactMap { $0["baseValue"]?.allText }
    return values.count == parts.count
      ? Branch(response: name, values: values, points: points) : nil
  }

  /// The ranges between two bounds in a branch that gives points.
  private static func ranges(_ branch: MarkupElement) -> [(String, NumberSpan, Double)] {
    guard let points = points(of: branch) else { return [] }
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
      return (name, lower == upper ? .value(lower, tolerance: 0) : .range(lower, upper), points)
    }
  }

  private static func margin(_ equal: MarkupElement) -> Margin? {
    if equal.name == "equalRounded" {
      let places = equal.attributes["figures"].flatMap { Int($0) }
      let isPlaces = equal.attributes["roundingMode"] == "decimalPlaces"
      return places.flatMap { isPlaces && (0...15).contains($0) ? .rounded(places: $0) : nil }
    }
    let mode = equal.attributes["toleranceMode"] ?? "exact"
    let numbers = (equal.attributes["tolerance"] ?? "").split(separator: " ")
      .compactMap { TypedNumber.value(of: String($0)) }
    guard mode != "exact", let below = numbers.first, let above = numbers.last else { return nil }
    return mode == "relative"
      ? .relative(below: below, above: above) : .absolute(below: below, above: above)
  }

  /// The values that give the most points for a response, one list for each way to get them.
  func best(for response: String) -> [[String]] {
    let own = branches.filter { $0.response == response }
    let most = own.map(\.points).max() ?? 0
    return own.filter { $0.points == most }.map(\.values)
  }

  /// The ranges of numbers that give points for a response, unless its declared value does.
  func ranges(for response: String) -> [AcceptedNumber] {
    guard let ranges = ranges[response], !declared.contains(response) else { return [] }
    let sorted = ranges.sorted { $0.points > $1.points }
    return sorted.map { AcceptedNumber($0.span, fraction: $0.points / sorted[0].points) }
  }

  /// Whether capital and small letters count as different in a response.
  func isCaseSensitive(_ response: String) -> Bool {
    sensitive.contains(response) && !insensitive.contains(response)
  }

  /// The rules as a platform goes through them; `nil` if there are more of them than an author
  /// writes, because they are gone through for each choice.
  func score(of response: String, _ declaration: QTI2Declaration?) -> QTI2Score? {
    guard let processing else { return nil }
    var count = 0
    processing.visit { _ in
      count += 1
      return true
    }
    return count > Self.mostElements ? nil : QTI2Score(processing, of: response, declaration)
  }

  private static let mostElements = 1_000

  /// The numbers that count as a value.
  func span(of value: Double, for response: String) -> NumberSpan {
    switch margins[response] {
    case .absolute(let below, let above): Self.span(value, below, above)
    case .relative(let below, let above):
      Self.span(value, below * abs(value) / 100, above * abs(value) / 100)
    case .rounded(let places): Self.rounded(value, places)
    case nil: .value(value, tolerance: 0)
    }
  }

  private static func span(_ value: Double, _ below: Double, _ above: Double) -> NumberSpan {
    below == above ? .value(value, tolerance: above) : .range(value - below, value + above)
  }

  /// The numbers that are equal when they are rounded to some places behind the point.
  private static func rounded(_ value: Double, _ places: Int) -> NumberSpan {
    let scale = (0..<places).reduce(1.0) { unit, _ in unit * 10 }
    let middle = (value * scale).rounded() / scale
    return .value(middle, tolerance: 0.5 / scale)
  }
}
