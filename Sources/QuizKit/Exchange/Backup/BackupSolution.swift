import QuizSupport

/// The solution of a question in the qa-repl JSON format. Choices count from 1, because people read
/// and edit the file.
///
/// ```json
/// "correct": 2
/// "correct": 2, "weights": [-0.3333333, 1, 0.5]
/// "kind": "several", "correct": [1, 3], "choose": 2, "weights": [0.5, -1, 0.5]
/// "kind": "text", "accepted": ["Paris", {"text": "Lutetia", "fraction": 0.5}],
///   "caseSensitive": true
/// "kind": "number", "accepted": [{"value": 3.14, "tolerance": 0.01},
///   {"from": 3, "to": 4, "fraction": 0.5}]
/// "kind": "order"
/// ```
///
/// Cards, gaps and pairs are in ``BackupParts``.
enum BackupSolution {
  // MARK: Reading

  static func read(
    _ object: JSONObject, into draft: inout QuestionDraft
  ) throws(Fault) {
    let isList = object["correct"]?.array != nil
    switch kind(of: object) ?? (isList ? .several : .single) {
    case .single:
      draft.kind = .single
      if let weights = try weights(object) {
        draft.solution = .single(try single(object, weights))
      } else {
        draft.correct = try position(object)
      }
    case .trueFalse:
      draft.kind = .trueFalse
      draft.correct = try position(object)
    case .several:
      draft.solution = .several(try several(object))
      draft.statesChoose = true
    case .text:
      draft.solution = .text(
        try texts(
          require("accepted", object), isCaseSensitive: object["caseSensitive"] == .bool(true)))
    case .number: draft.solution = .number(try numbers(require("accepted", object)))
    case .card: draft.solution = .card(try BackupParts.card(object))
    case .gaps: draft.solution = .gaps(try BackupParts.gaps(object))
    case .order: draft.solution = .order
    case .match: draft.solution = .match(try BackupParts.match(object))
    }
  }

  private static func kind(of object: JSONObject) -> QuestionContent.Kind? {
    object["kind"]?.string.flatMap(QuestionContent.Kind.init)
  }

  /// The names of the members that have a meaning in a question of this kind alone.
  static func members(of object: JSONObject) -> Set<String> {
    switch kind(of: object) {
    case .card: ["back"]
    case .gaps: ["gaps"]
    case .match: ["pairs", "extra"]
    default: []
    }
  }

  /// Reads a list of accepted texts.
  static func texts(
    _ list: JSONValue, isCaseSensitive: Bool
  ) throws(Fault) -> TextSolution {
    TextSolution(accepted: try accepted(list, text), isCaseSensitive: isCaseSensitive)
  }

  /// Reads a list of accepted numbers.
  static func numbers(_ list: JSONValue) throws(Fault) -> NumberSolution {
    NumberSolution(accepted: try accepted(list, number))
  }

  private static func position(_ object: JSONObject) throws(Fault) -> Int {
    try position(try require("correct", object), expected: "1, 2, 3 …")
  }

  private static func position(
    _ value: JSONValue, expected: String
  ) throws(Fault) -> Int {
    guard let number = value.integer else {
      throw .wrongType(field: "correct", expected: expected)
    }
    return Int(truncatingIfNeeded: number &- 1)
  }

  /// The solution from weights. They determine the right choice, so `correct` may be missing.
  private static func single(
    _ object: JSONObject, _ weights: [Double]
  ) throws(Fault) -> SingleSolution {
    if object["correct"] != nil { return SingleSolution(try position(object), weights: weights) }
    guard let solution = SingleSolution(weights: weights) else { throw .noCorrectChoice(nil) }
    return solution
  }

  /// The credit for each choice; `nil` when the object does not state it.
  static func weights(_ object: JSONObject) throws(Fault) -> [Double]? {
    guard let weights = object["weights"], weights != .null else { return nil }
    let numbers = weights.array?.map(double) ?? [nil]
    guard numbers.allSatisfy({ $0 != nil }) else {
      throw .wrongType(field: "weights", expected: "[0.5, -1 …]")
    }
    return numbers.compactMap(\.self)
  }

  private static func several(_ object: JSONObject) throws(Fault) -> SeveralSolution {
    let correct = try require("correct", object)
    var positions: [Int] = []
    for value in correct.array ?? [correct] {
      positions.append(try position(value, expected: "[1, 3 …]"))
    }
    var solution = SeveralSolution(correct: positions)
    if let choose = object["choose"], choose != .null {
      guard let count = choose.integer else {
        throw .wrongType(field: "choose", expected: "1, 2, 3 …")
      }
      solution.choose = Int(truncatingIfNeeded: count)
    }
    solution.weights = try weights(object)
    return solution
  }

  private static func accepted<T>(
    _ list: JSONValue, _ read: (JSONValue) -> T?
  ) throws(Fault) -> [T] {
    guard let values = list.array else { throw .wrongType(field: "accepted", expected: "[ ]") }
    var accepted: [T] = []
    for (index, value) in values.enumerated() {
      guard let one = read(value) else {
        throw .wrongType(
          field: "accepted[\(index)]",
          expected: "{\"text\": …}, {\"value\": …}, {\"from\": …, \"to\": …}")
      }
      accepted.append(one)
    }
    return accepted
  }

  private static func text(_ value: JSONValue) -> AcceptedText? {
    if let text = value.scalarText { return AcceptedText(FieldText.make(text)) }
    guard let text = value["text"]?.scalarText, let fraction = fraction(of: value) else {
      return nil
    }
    return AcceptedText(FieldText.make(text), fraction: fraction, feedback: feedback(of: value))
  }

  private static func number(_ value: JSONValue) -> AcceptedNumber? {
    guard let span = span(value), let fraction = fraction(of: value) else { return nil }
    return AcceptedNumber(span, fraction: fraction, feedback: feedback(of: value))
  }

  private static func span(_ value: JSONValue) -> NumberSpan? {
    if let number = double(value) { return .value(number, tolerance: 0) }
    if let text = value.string { return NumberSpan.written(text) }
    if value["value"]?.string == "*" { return .any }
    if let number = value["value"].flatMap(double) {
      guard let tolerance = value["tolerance"] else { return .value(number, tolerance: 0) }
      return double(tolerance).map { .value(number, tolerance: $0) }
    }
    guard let lower = value["from"].flatMap(double), let upper = value["to"].flatMap(double) else {
      return nil
    }
    return .range(lower, upper)
  }

  private static func fraction(of value: JSONValue) -> Double? {
    guard let fraction = value["fraction"] else { return 1 }
    return double(fraction)
  }

  private static func feedback(of value: JSONValue) -> String {
    FieldText.make(value["feedback"]?.scalarText ?? "")
  }

  private static func double(_ value: JSONValue) -> Double? {
    guard case .number(let digits) = value else { return nil }
    // Minus zero is written as zero.
    return Double(digits).map { $0 + 0 }
  }

  static func require(
    _ name: String, _ object: JSONObject
  ) throws(Fault) -> JSONValue {
    guard let value = object[name] else { throw .missingField(name) }
    return value
  }

  // MARK: Writing

  /// Appends the members that describe the solution.
  static func append(_ solution: Solution, to json: inout JSONWriter) {
    switch solution {
    case .single(let single):
      json.beginMember("correct")
      json.append(single.correct + 1)
      append(weights: single.weights, to: &json)
    case .trueFalse(let position):
      json.beginMember("correct")
      json.append(position + 1)
    case .several(let several): append(several, to: &json)
    case .text(let text): append(text, to: &json)
    case .number(let number):
      list("accepted", number.accepted, to: &json) { accepted, json in
        json.object { json in
          append(accepted.span, to: &json)
          appendRest(accepted.fraction, accepted.feedback, to: &json)
        }
      }
    case .card(let card): BackupParts.append(card, to: &json)
    case .gaps(let gaps): BackupParts.append(gaps, to: &json)
    case .order: break
    case .match(let match): BackupParts.append(match, to: &json)
    }
  }

  /// Appends the accepted texts, and whether their case counts.
  static func append(_ text: TextSolution, to json: inout JSONWriter) {
    list("accepted", text.accepted, to: &json) { accepted, json in
      if accepted.fraction == 1, accepted.feedback.isEmpty {
        return json.append(quoted: accepted.pattern)
      }
      json.object { json in
        json.beginMember("text")
        json.append(quoted: accepted.pattern)
        appendRest(accepted.fraction, accepted.feedback, to: &json)
      }
    }
    guard text.isCaseSensitive else { return }
    json.beginMember("caseSensitive")
    json.append("true")
  }

  private static func append(_ several: SeveralSolution, to json: inout JSONWriter) {
    list("correct", several.correct, to: &json) { $1.append($0 + 1) }
    if let choose = several.choose {
      json.beginMember("choose")
      json.append(choose)
    }
    append(weights: several.weights, to: &json)
  }

  private static func append(weights: [Double]?, to json: inout JSONWriter) {
    guard let weights else { return }
    list("weights", weights, to: &json) { append($0, to: &$1) }
  }

  private static func append(_ span: NumberSpan, to json: inout JSONWriter) {
    switch span {
    case .value(let value, let tolerance):
      append("value", value, to: &json)
      if tolerance != 0 { append("tolerance", tolerance, to: &json) }
    case .range(let lower, let upper):
      append("from", lower, to: &json)
      append("to", upper, to: &json)
    case .any:
      json.beginMember("value")
      json.append(quoted: "*")
    }
  }

  private static func appendRest(
    _ fraction: Double, _ feedback: String, to json: inout JSONWriter
  ) {
    if fraction != 1 { append("fraction", fraction, to: &json) }
    if feedback.isEmpty { return }
    json.beginMember("feedback")
    json.append(quoted: feedback)
  }

  static func list<T>(
    _ name: String, _ values: [T], to json: inout JSONWriter,
    _ append: (T, inout JSONWriter) -> Void
  ) {
    json.beginMember(name)
    json.array { json in
      for value in values {
        json.beginElement()
        append(value, &json)
      }
    }
  }

  private static func append(_ name: String, _ number: Double, to json: inout JSONWriter) {
    json.beginMember(name)
    append(number, to: &json)
  }

  private static func append(_ number: Double, to json: inout JSONWriter) {
    json.append(Array(TypedNumber.text(of: number).utf8))
  }
}
