import Foundation
import QuizSupport

/// A question of the qa-repl JSON format while it is being read.
struct NativeJSONQuestion {
  private var draft: QuestionDraft
  private var fault: Fault?

  /// - Parameter ignored: Collects the names of members that are not imported. Limited in number,
  ///   because a file may have different ones in each question.
  init(_ object: JSONObject, line: Int, element: String, _ ignored: inout [String]) {
    draft = QuestionDraft(line: line)
    draft.element = element
    draft.text = Self.text(object["text"])
    draft.choices = (object["choices"]?.array ?? []).map { Self.choice($0, &ignored) }
    draft.commentary = Self.text(object["commentary"])
    draft.tags = (object["tags"]?.array ?? []).map(Self.text).filter { !$0.isEmpty }
    draft.category = Self.optional(object["deck"])
    draft.title = Self.optional(object["title"])
    draft.externalID = Self.optional(object["id"])
    draft.origin = Self.origin(object)
    draft.pictures = Self.pictures(object["pictures"])
    let own = NativeJSONSolution.members(of: object)
    for member in object.members
    where !Self.knownFields.contains(member.name) && !own.contains(member.name) {
      draft.otherFields[member.name] = String(
        decoding: member.value.bytes, as: UTF8.self)
    }
    // The collector refuses a question without a text, so its key does not matter.
    if draft.text.isEmpty { return }
    do throws(Fault) {
      try NativeJSONSolution.read(object, into: &draft)
    } catch {
      fault = error
    }
  }

  func submit(to collector: QuestionCollector) {
    if let fault { return collector.refuse(draft, fault) }
    for picture in draft.pictures.all {
      guard let attachment = picture.attachment,
        let refusal = collector.pictures?.bringBack(attachment)
      else { continue }
      collector.refuse(draft, .imageDropped(picture.name, because: refusal))
    }
    collector.submit(draft)
  }

  private static let knownFields: Set<String> = [
    "deck", "kind", "text", "choices", "correct", "commentary", "tags", "title", "id", "record",
    "created", "changed", "keyChanged", "choose", "weights", "accepted", "caseSensitive",
    "pictures",
  ]

  private static func choice(_ value: JSONValue, _ ignored: inout [String]) -> Choice {
    if let plain = value.string { return Choice(FieldText.make(plain)) }
    for member in value.object?.members ?? []
    where !["text", "feedback"].contains(member.name) && ignored.count < 20
      && !ignored.contains("choices." + member.name)
    {
      ignored.append("choices." + member.name)
    }
    return Choice(text(value.object?["text"]), feedback: text(value.object?["feedback"]))
  }

  /// The pictures, as far as they can be understood.
  private static func pictures(_ value: JSONValue?) -> Pictures {
    var pictures = Pictures()
    for value in value?.array ?? [] {
      let label = text(value["label"])
      if let digest = value["digest"]?.string.flatMap(ContentDigest.init),
        let mediaType = value["mediaType"]?.string,
        PictureHead.Kind(mediaType: mediaType) != nil, let size = value["size"]?.integer,
        (0...Int64(Attachment.mostBytes)).contains(size)
      {
        pictures.add(
          Picture(
            label: label,
            Attachment(
              digest: digest, mediaType: mediaType, size: Int(size),
              name: FileName.last(of: text(value["name"])), width: pixels(value["width"]),
              height: pixels(value["height"]))))
      } else if let address = value["address"]?.string {
        pictures.add(Picture(label: label, at: FieldText.make(address)))
      }
    }
    return pictures
  }

  private static func pixels(_ value: JSONValue?) -> Int? {
    value?.integer.flatMap { (1...Int64(Int32.max)).contains($0) ? Int($0) : nil }
  }

  /// The question's record. Without its number, the other sections cannot refer to the question.
  private static func origin(_ object: JSONObject) -> ParsedQuestion.Origin? {
    guard let record = object["record"]?.integer else { return nil }
    let created = object["created"].flatMap(date)
    return ParsedQuestion.Origin(
      record: record, createdAt: created,
      changedAt: object["changed"].flatMap(date) ?? created,
      keyChangedAt: object["keyChanged"].flatMap(date))
  }

  private static func date(_ value: JSONValue) -> Date? {
    let date: Date? =
      switch value {
      case .string(let text): Array(text.utf8).withUnsafeBytes(DateText.date)
      case .number(let digits): Double(digits).map(Date.init(timeIntervalSinceReferenceDate:))
      default: nil
      }
    return date.flatMap { $0.isOnCalendars ? $0 : nil }
  }

  private static func text(_ value: JSONValue?) -> String { NativeJSONSolution.plain(value) ?? "" }

  private static func optional(_ value: JSONValue?) -> String? {
    NativeJSONSolution.plain(value).flatMap { $0.isEmpty ? nil : $0 }
  }
}

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
/// "kind": "card", "back": "Paris"
/// "kind": "gaps", "gaps": [{"accepted": ["Paris"]}, {"choices": ["is", "are"], "correct": 2}]
/// "kind": "match", "pairs": [{"left": "France", "right": "Paris"}], "extra": ["Rome"]
/// ```
enum NativeJSONSolution {
  static func read(
    _ object: JSONObject, into draft: inout QuestionDraft
  ) throws(Fault) {
    let isList = object["correct"]?.array != nil
    switch kind(of: object) ?? (isList ? .several : .single) {
    case .single:
      let weights = try weights(object["weights"])
      if let weights, object["correct"] == nil {
        // They determine the right choice.
        guard let single = SingleSolution(weights: weights) else { throw .noCorrectChoice(nil) }
        draft.solution = .single(single)
      } else {
        draft.solution = .single(SingleSolution(try position(object), weights: weights))
      }
    case .trueFalse: draft.solution = .trueFalse(try position(object))
    case .several:
      draft.solution = .several(try several(object))
      draft.statesChoose = true
    case .text:
      draft.solution = .text(
        try texts(
          require("accepted", object), isCaseSensitive: object["caseSensitive"] == .bool(true)))
    case .number: draft.solution = .number(try numbers(require("accepted", object)))
    case .card: draft.solution = .card(CardSolution(back: plain(try require("back", object)) ?? ""))
    case .gaps: draft.solution = .gaps(try gaps(object))
    case .order: draft.solution = .order
    case .match: draft.solution = .match(try match(object))
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
  ///
  /// - Parameters:
  ///   - weights: The credit for each, where the list does not say it.
  ///   - feedbacks: The feedback on each.
  static func texts(
    _ list: JSONValue, isCaseSensitive: Bool, weights: [Double]? = nil, feedbacks: [String] = []
  ) throws(Fault) -> TextSolution {
    let accepted = try accepted(list, weights, feedbacks) { value, credit, feedback in
      plain(value["text"] ?? value).map { AcceptedText($0, fraction: credit, feedback: feedback) }
    }
    return TextSolution(accepted: accepted, isCaseSensitive: isCaseSensitive)
  }

  /// Reads a list of accepted numbers.
  static func numbers(
    _ list: JSONValue, weights: [Double]? = nil, feedbacks: [String] = []
  ) throws(Fault) -> NumberSolution {
    let accepted = try accepted(list, weights, feedbacks) { value, credit, feedback in
      span(value).map { AcceptedNumber($0, fraction: credit, feedback: feedback) }
    }
    return NumberSolution(accepted: accepted)
  }

  private static func position(_ object: JSONObject) throws(Fault) -> Int {
    try place(try require("correct", object), among: "1, 2, 3 …")
  }

  private static func place(_ value: JSONValue, among expected: String) throws(Fault) -> Int {
    guard let number = value.integer else {
      throw .wrongType(field: "correct", expected: expected)
    }
    return Int(truncatingIfNeeded: number &- 1)
  }

  /// The credit for each choice; `nil` when the object does not state it.
  static func weights(_ weights: JSONValue?) throws(Fault) -> [Double]? {
    guard let weights, weights != .null else { return nil }
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
      positions.append(try place(value, among: "[1, 3 …]"))
    }
    var solution = SeveralSolution(correct: positions)
    if let choose = object["choose"], choose != .null {
      guard let count = choose.integer else {
        throw .wrongType(field: "choose", expected: "1, 2, 3 …")
      }
      solution.choose = Int(truncatingIfNeeded: count)
    }
    solution.weights = try weights(object["weights"])
    return solution
  }

  private static func accepted<T>(
    _ list: JSONValue, _ weights: [Double]?, _ feedbacks: [String],
    _ read: (_ value: JSONValue, _ credit: Double, _ feedback: String) -> T?
  ) throws(Fault) -> [T] {
    guard let values = list.array else { throw .wrongType(field: "accepted", expected: "[ ]") }
    var accepted: [T] = []
    for (index, value) in values.enumerated() {
      let usual = weights.flatMap { $0.indices.contains(index) ? $0[index] : nil } ?? 1
      let feedback = feedbacks.indices.contains(index) ? feedbacks[index] : ""
      let credit = value["fraction"].map(double) ?? usual
      let own = plain(value["feedback"]) ?? feedback
      guard let credit, let one = read(value, credit, own) else {
        if let text = value.string { throw .notANumber(text) }
        throw .wrongType(
          field: "accepted[\(index)]",
          expected: "{\"text\": …}, {\"value\": …}, {\"from\": …, \"to\": …}")
      }
      accepted.append(one)
    }
    return accepted
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

  private static func double(_ value: JSONValue) -> Double? {
    guard case .number(let digits) = value else { return nil }
    // Minus zero is written as zero.
    return Double(digits).map { $0 + 0 }
  }

  private static func require(_ name: String, _ object: JSONObject) throws(Fault) -> JSONValue {
    guard let value = object[name] else { throw .missingField(name) }
    return value
  }

  fileprivate static func plain(_ value: JSONValue?) -> String? {
    value?.scalarText.map { FieldText.make($0) }
  }

  // MARK: Several parts

  static func gaps(_ object: JSONObject) throws(Fault) -> GapsSolution {
    var gaps: [Gap] = []
    for (index, value) in try list("gaps", object).enumerated() {
      let accepted = value.object == nil ? value : value["accepted"]
      if let choices = value["choices"]?.array {
        guard let correct = value["correct"]?.integer else {
          throw .wrongType(field: "gaps[\(index)].correct", expected: "1, 2, 3 …")
        }
        gaps.append(
          .picked(
            GapChoices(
              choices.map { plain($0) ?? "" }, correct: Int(truncatingIfNeeded: correct &- 1))))
      } else if let accepted {
        gaps.append(
          .typed(
            try texts(
              accepted.array == nil ? .array([accepted]) : accepted,
              isCaseSensitive: value["caseSensitive"] == .bool(true))))
      } else {
        throw .missingField("gaps[\(index)].accepted")
      }
    }
    return GapsSolution(gaps)
  }

  /// The pairs: `{"left": …, "right": …}`, or as other programs write them: `["left", "right"]`, or
  /// an object with one member each.
  static func match(_ object: JSONObject) throws(Fault) -> MatchSolution {
    func side(_ value: JSONValue) -> String? { value.flatText.map { FieldText.make($0) } }
    var pairs: [MatchPair] = []
    if let members = object["pairs"]?.object?.members {
      pairs = members.map { MatchPair(FieldText.make($0.name), side($0.value) ?? "") }
    } else {
      for (index, value) in try list("pairs", object).enumerated() {
        let sides = value.array ?? [value["left"], value["right"]].compactMap(\.self)
        guard sides.count == 2, let left = side(sides[0]), let right = side(sides[1]) else {
          throw .wrongType(field: "pairs[\(index)]", expected: "{\"left\": …, \"right\": …}")
        }
        pairs.append(MatchPair(left, right))
      }
    }
    let extra = object["extra"] == nil ? [] : try list("extra", object)
    return MatchSolution(pairs, extra: extra.map { plain($0) ?? "" })
  }

  private static func list(_ name: String, _ object: JSONObject) throws(Fault) -> [JSONValue] {
    guard let values = try require(name, object).array else {
      throw .wrongType(field: name, expected: "[ ]")
    }
    return values
  }
}
