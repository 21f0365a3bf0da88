import QuizSupport

/// How an item of a package gives points: rules compare the responses with something and change the
/// points. QTI 1.2 and QTI 2 write the same in different words.
struct Scoring {
  /// A value that is an answer to one of the responses.
  struct Value {
    var response: String
    var text: String
    var isCaseSensitive = false
    /// Whether the text is a pattern for typed answers, in which `*` stands for anything.
    var isPattern = false
    /// The place of the answer in an order, where the file says it.
    var place: Int?
    /// The points for the answer.
    var points = 1.0
    /// The feedback on it.
    var feedback = ""

    /// The text as an accepted answer.
    var pattern: String { isPattern ? text : AcceptedText(literal: text).pattern }
  }

  /// A change of the points.
  struct Change {
    /// Whether the points are added to those that there are.
    var isAdded = false
    var points = 0.0
  }

  /// A rule: if the responses meet the conditions, there are points and feedback.
  struct Rule {
    var title = ""
    /// All of them must be met.
    var conditions: [Condition]
    /// The answers that the conditions ask for, in their order.
    var answers: [Value] = []
    var steps: [Step]
    /// The identifiers of the feedback.
    var feedback: [String] = []
  }

  /// The action of a platform.
  enum Step {
    /// Changes the points; `nil` where it is not known how.
    case change(Change?)
    /// Follows the first rule whose conditions are met.
    case choose([Rule])
    case end
  }

  var rules: [Rule] = []
  /// The actions, one after the other.
  var steps: [Step] = []
  /// The points before any rule.
  var start = 0.0
  /// The only response that the conditions can ask for; `nil` where all of them are the same to them.
  var response: String?

  // MARK: Points

  /// The points for picking these choices, by going through the rules as a platform does; `nil` if
  /// there are none, or a rule has what is not known.
  func points(for picked: [String]) -> Double? {
    var run = Run(scoring: self, picked: Set(picked), points: start)
    return run.follow(steps) && run.isScored ? run.points : nil
  }

  /// The points for picking each of the choices alone; `nil` if they are not known.
  func points(forEach choices: [String]) -> [Double]? {
    let points = choices.compactMap { self.points(for: [$0]) }
    return points.count == choices.count ? points : nil
  }

  /// The solution for one choice to pick; `nil` where the points of all choices are alike.
  func single(among choices: [String]) -> SingleSolution? {
    guard let points = points(forEach: choices), Set(points).count > 1 else { return nil }
    return Credits(points).singleOfPoints
  }

  private struct Run {
    let scoring: Scoring
    let picked: Set<String>
    var points: Double
    var isScored = false
    /// Whether no rule before was met.
    var isLeft = true
    var hasEnded = false

    /// - Returns: Whether everything was known.
    mutating func follow(_ steps: [Step]) -> Bool {
      for step in steps where !hasEnded {
        switch step {
        case .change(let change):
          guard let change else { return false }
          isScored = true
          points = (change.isAdded ? points : 0) + change.points
        case .choose(let rules):
          isScored = true
          for rule in rules {
            guard let isMet = isMet(.all(rule.conditions)) else { return false }
            if !isMet { continue }
            if rule.isAboutAnswer { isLeft = false }
            if !follow(rule.steps) { return false }
            break
          }
        case .end: hasEnded = true
        }
      }
      return true
    }

    private func isMet(_ condition: Condition) -> Bool? {
      func given(_ response: String) -> Set<String>? {
        scoring.response == nil || scoring.response == response ? picked : nil
      }
      func known(_ parts: [Condition]) -> [Bool]? {
        let known = parts.compactMap(isMet)
        return known.count == parts.count ? known : nil
      }
      return switch condition {
      case .equal(let answer): given(answer.response)?.contains(answer.text)
      case .same(let response, let values): given(response).map { $0 == Set(values) }
      case .within(let response, let values): given(response)?.isSubset(of: values)
      case .contains(let response, _), .bound(let response, _, _):
        given(response).map { _ in false }
      case .all(let parts): known(parts).map { !$0.contains(false) }
      case .any(let parts): known(parts)?.contains(true)
      case .not(let condition): isMet(condition).map { !$0 }
      case .other: isLeft
      case .count, .unknown: nil
      }
    }
  }
}

extension Scoring.Rule {
  /// How the rule changes the points.
  var changes: [Scoring.Change] {
    steps.compactMap { if case .change(let change) = $0 { change } else { nil } }
  }

  /// The points that the rule gives or takes; `nil` if it changes none.
  var points: Double? { changes.isEmpty ? nil : changes.reduce(0) { $0 + $1.points } }

  /// Whether the rule compares the response with something.
  var isAboutAnswer: Bool { !conditions.allSatisfy(\.isOther) }

  /// Whether an answer gets points by the rule.
  var isRewarded: Bool { (points ?? 0) > 0 && isAboutAnswer }

  /// Whether the rule asks for several choices at once, or says which ones must not be picked.
  var isSet: Bool {
    conditions.contains { $0.joins || $0.excludes } || conditions.count > 1 && answers.count > 1
  }
}

// MARK: - Conditions

extension Scoring {
  /// A condition on the responses.
  indirect enum Condition {
    /// The answer is among those that are given.
    case equal(Value)
    /// These values are given, and no others.
    case same(String, [String])
    /// No other values than these are given.
    case within(String, [String])
    case contains(String, text: String)
    /// A number is at least, or at most, another one.
    case bound(String, Double, isLower: Bool)
    case all([Condition])
    case any([Condition])
    case not(Condition)
    /// Whatever no rule before has met.
    case other
    /// How many values are given, which follows from those that are needed.
    case count
    /// What only a platform knows, and the conditions in it.
    case unknown([Condition])
  }
}

extension Scoring.Condition {
  /// The opposite. Only comparisons with texts are still negated in it.
  var negated: Self {
    switch self {
    case .all(let parts): .any(parts.map(\.negated))
    case .any(let parts): .all(parts.map(\.negated))
    case .bound(let response, let number, let isLower):
      .bound(response, number, isLower: !isLower)
    case .not(let condition): condition
    default: .not(self)
    }
  }

  /// The conditions that are put together in it.
  private var leaves: [Self] {
    switch self {
    case .all(let parts), .any(let parts): parts.flatMap(\.leaves)
    default: [self]
    }
  }

  /// Whether the condition compares the response with nothing.
  var isOther: Bool { leaves.allSatisfy { if case .other = $0 { true } else { false } } }

  var hasBounds: Bool { leaves.contains { if case .bound = $0 { true } else { false } } }

  /// Whether some answers are excluded.
  var excludes: Bool { leaves.contains { if case .not = $0 { true } else { false } } }

  /// The answers that meet the condition, in their order.
  var answers: [Scoring.Value] {
    leaves.compactMap {
      switch $0 {
      case .equal(let answer): answer
      case .contains(let response, let text):
        Scoring.Value(
          response: response, text: "*\(AcceptedText(literal: text).pattern)*", isPattern: true)
      default: nil
      }
    }
  }

  /// Whether several answers are needed together.
  var joins: Bool {
    switch self {
    case .all(let parts): parts.count { !$0.answers.isEmpty } > 1 || parts.contains(where: \.joins)
    case .any(let parts): parts.contains(where: \.joins)
    default: false
    }
  }

  /// The answers that meet the condition, once for each set of them that is enough.
  var alternatives: [[Scoring.Value]] {
    switch self {
    case .any(let parts) where parts.count { $0.joins || $0.excludes } > 1:
      parts.flatMap(\.alternatives).filter { !$0.isEmpty }
    case .all(let parts): parts.lazy.map(\.alternatives).first { $0.count > 1 } ?? [answers]
    default: [answers]
    }
  }

  /// The response that is compared, and the values that it needs.
  private var comparison: (response: String, values: [String])? {
    switch self {
    case .equal(let answer): (answer.response, [answer.text])
    case .same(let response, let values), .within(let response, let values): (response, values)
    default: nil
    }
  }

  /// The values of a response that meet the condition, once for each way to meet it.
  func values(of response: String) -> [[String]] {
    switch self {
    case .all(let parts):
      let needed = parts.filter {
        switch $0 {
        case .not, .count, .same(_, []): false
        default: true
        }
      }
      let single = needed.compactMap(\.comparison).filter {
        $0.response == response && $0.values.count == 1
      }
      return needed.count > 1 && single.count == needed.count
        ? [single.flatMap(\.values)] : needed.flatMap { $0.values(of: response) }
    case .any(let parts), .unknown(let parts): return parts.flatMap { $0.values(of: response) }
    default:
      return [comparison].compactMap(\.self).filter {
        $0.response == response && !$0.values.isEmpty
      }.map(\.values)
    }
  }

  // MARK: Numbers

  /// The numbers that meet the condition; empty if it is about no number.
  ///
  /// - Parameter name: The only response that counts, and that between bounds; `nil` if there is
  ///   only one.
  func spans(of name: String? = nil) -> [NumberSpan] {
    switch self {
    case .equal(let answer) where name == nil: NumberSpan(answer.text).map { [$0] } ?? []
    case .all(let parts):
      Self.range(parts, of: name).map { [$0] }
        ?? parts.lazy.map { $0.spans(of: name) }.first { !$0.isEmpty } ?? []
    case .any(let parts), .unknown(let parts): Self.joined(parts.flatMap { $0.spans(of: name) })
    default: []
    }
  }

  /// The range between two bounds.
  ///
  /// - Parameter name: The response that they belong to; `nil` if there is only one.
  private static func range(_ parts: [Self], of name: String?) -> NumberSpan? {
    var (lower, upper): (Double?, Double?)
    for case .bound(let response, let number, let isLower) in parts
    where name == nil || name == response {
      if isLower { lower = number } else { upper = number }
    }
    guard let lower, let upper else { return nil }
    if lower == upper { return .value(lower, tolerance: 0) }
    // A number in the middle is what the author meant, and its distance the margin.
    for case .equal(let answer) in parts {
      if case .value(let value, _)? = NumberSpan(answer.text) { return around(value, lower, upper) }
    }
    return .range(lower, upper)
  }

  /// The range, or the value in its middle with a tolerance.
  private static func around(_ value: Double, _ lower: Double, _ upper: Double) -> NumberSpan {
    let (below, above) = (value - lower, upper - value)
    let isMiddle = abs(below - above) <= 1e-9 * max(abs(lower), abs(upper)) && below >= 0
    // The distance that the author wrote has fewer digits than the difference.
    return isMiddle
      ? .value(value, tolerance: Double("\((above * 1e12).rounded() / 1e12)") ?? above)
      : .range(lower, upper)
  }

  private static let mostSpans = 100

  /// The spans, each once, of which a value and the range around it are one.
  private static func joined(_ all: [NumberSpan]) -> [NumberSpan] {
    var known: Set<NumberSpan> = []
    let spans = all.filter { known.insert($0).inserted }
    // Only as many as an author writes are compared with each other.
    if spans.count > mostSpans { return spans }
    var joined = spans
    for case .value(let value, 0) in spans {
      for (index, span) in joined.enumerated() {
        guard case .range(let lower, let upper) = span, lower <= value, value <= upper else {
          continue
        }
        joined[index] = around(value, lower, upper)
        joined.removeAll { $0 == .value(value, tolerance: 0) }
        break
      }
    }
    return joined
  }
}

// MARK: - Credits

/// The points that a file gives for each choice of a question, on a scale of its own: the one place
/// that says what is right by them. Where they are shares of the whole point, the solutions take them
/// as they are.
struct Credits {
  private let values: [Double]

  init(_ values: [Double]) { self.values = values }

  /// The solution where one choice is picked: the best choice gets the whole point, and no choice
  /// costs more than that; `nil` if none is positive.
  var singleOfPoints: SingleSolution? {
    guard let best = values.max(), best > 0 else { return nil }
    return SingleSolution(weights: values.map { max($0 / best, -1) })
  }

  /// The solution where several choices are picked and the points of the right ones are the whole;
  /// `nil` if none is positive. Where all points are alike, they only say what is right.
  var severalOfPoints: SeveralSolution? {
    let right = values.indices.filter { values[$0] > 0 }
    guard let first = right.first else { return nil }
    if values.allSatisfy({ $0 == 0 || $0 == values[first] }) {
      return SeveralSolution(correct: right)
    }
    let whole = right.reduce(0) { $0 + values[$1] }
    return SeveralSolution(weights: values.map { max($0 / whole, -1) }, mark: nil)
  }
}

// MARK: - Marks

/// A mark that states what Moodle's formats cannot express about a question with choices. It is
/// written in a place that Moodle ignores.
///
/// Moodle stores only weights: one choice with full credit looks like a question with one right
/// answer, and weights that only repeat the default look like weights of an author. In GIFT,
/// several choices with full credit, or no such choice, look like several right answers.
enum KindMark: String {
  /// The player picks one choice, although not exactly one choice has full credit.
  case single
  /// The question has several right answers, although one choice has full credit.
  case several
  /// Like ``several``, and the weights are the author's own.
  case weighted

  /// The mark that a reader needs to restore the solution unchanged; `nil` when it needs none.
  init?(_ solution: Solution, among count: Int) {
    switch solution {
    case .single(let single):
      guard let weights = single.weights, weights.count(where: { $0 == 1 }) != 1 else { return nil }
      self = .single
    case .several(let several):
      let hasWholePoint = several.credits(among: count).contains { $0 >= 1 }
      if several.weights != nil, hasWholePoint || several.hasUsualWeights {
        self = .weighted
      } else if hasWholePoint {
        self = .several
      } else {
        return nil
      }
    default: return nil
    }
  }
}

extension SeveralSolution {
  /// Creates the solution from the weights in a file. Weights that only repeat the default are
  /// dropped, unless the mark says that they are the author's own.
  ///
  /// - Parameter mark: the mark of the question.
  init(weights: [Double], mark: KindMark?) {
    self.init(weights: weights)
    if mark != .weighted, hasUsualWeights { self.weights = nil }
  }

  /// Whether answers would be graded the same without the weights. Small differences do not count,
  /// because authors write thirds with five digits.
  fileprivate var hasUsualWeights: Bool {
    guard let weights else { return false }
    let usual = SeveralSolution(correct: correct).credits(among: weights.count)
    return zip(weights, usual).allSatisfy { abs($0 - $1) < 1e-6 }
  }
}
