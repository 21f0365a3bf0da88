import QuizSupport

/// Goes through a JSON document to the objects that look like questions, in whatever lists and
/// objects they are.
///
/// One object of a list is in memory at a time, so that a large file takes no more than its bytes.
struct RecordWalk {
  /// What to do with an object; returns whether to go on.
  typealias Visit = (_ value: JSONValue, _ place: RecordPlace, _ isQuestion: Bool) -> Bool

  private let bytes: UnsafeRawBufferPointer
  private let reading: RecordReading
  private let collector: QuestionCollector
  private let visit: Visit
  private var goesOn = true

  /// - Parameter visit: receives each question, and everything else in a list of questions.
  init(
    _ bytes: UnsafeRawBufferPointer, _ reading: RecordReading, _ collector: QuestionCollector,
    _ visit: @escaping Visit
  ) {
    (self.bytes, self.reading, self.collector, self.visit) = (bytes, reading, collector, visit)
  }

  /// Goes through a document. Its grammar has been checked.
  mutating func walk(_ document: JSONOutline) throws(ReadingCancelled) {
    let place = RecordPlace(line: document.line)
    if document.isObject {
      _ = try object(document, in: 0..<bytes.count, place, depth: 0)
    } else if let member = document.members.first {
      _ = try list(member, place, depth: 0)
    }
  }

  /// Goes through an object, which may be a question itself.
  ///
  /// - Returns: Whether there were any questions.
  private mutating func object(
    _ outline: JSONOutline, in range: Range<Int>, _ place: RecordPlace, depth: Int
  ) throws(ReadingCancelled) -> Bool {
    if reading.mayBeQuestion(outline.members), let value = value(in: range),
      reading.isQuestion(value)
    {
      goesOn = visit(value, place, true)
      return true
    }
    return try members(of: outline, place, depth: depth)
  }

  private func value(in range: Range<Int>) -> JSONValue? {
    guard range.count <= collector.longest else { return nil }
    do throws(JSONFault) {
      return try JSONValue(
        reading: UnsafeRawBufferPointer(rebasing: bytes[range]), with: JSONTape(isForeign: true))
    } catch {
      // Never happens: the grammar has been checked.
      return nil
    }
  }

  /// Goes through the members of an object that is not a question itself.
  ///
  /// - Returns: Whether there were any questions.
  private mutating func members(
    of outline: JSONOutline, _ place: RecordPlace, depth: Int
  ) throws(ReadingCancelled) -> Bool {
    let lists = outline.members.count { bytes[$0.range.lowerBound] == UInt8(ascii: "[") }
    var hasQuestions = false
    for member in outline.members where goesOn {
      var place = place
      place.line = member.line
      place.element = (place.element.map { $0 + "." } ?? "") + member.name
      // Of several lists each is a group of its own, unless its name says only that it is a list.
      if lists > 1, !Self.plainNames.contains(member.name.lowercased()) {
        place.category = FieldText.make(member.name)
      }
      if try container(member, place, depth: depth) { hasQuestions = true }
    }
    return hasQuestions
  }

  private mutating func container(
    _ member: JSONOutline.Member, _ place: RecordPlace, depth: Int
  ) throws(ReadingCancelled) -> Bool {
    switch bytes[member.range.lowerBound] {
    case UInt8(ascii: "["): return try list(member, place, depth: depth)
    case UInt8(ascii: "{"):
      guard depth < Self.depthLimit, let outline = JSONOutline(bytes, of: member) else {
        return false
      }
      return try object(outline, in: member.range, place, depth: depth + 1)
    default: return false
    }
  }

  /// Goes through a list.
  ///
  /// - Returns: Whether there were any questions.
  private mutating func list(
    _ member: JSONOutline.Member, _ place: RecordPlace, depth: Int
  ) throws(ReadingCancelled) -> Bool {
    guard depth < Self.depthLimit, var elements = JSONElements(bytes, of: member) else {
      return false
    }
    var others: [(JSONValue, RecordPlace)] = []
    var hasQuestions = false
    // Everything in such a list is meant to be a question.
    let isOfQuestions = depth == 0 && member.name.isEmpty || member.name == "questions"
    while goesOn, let value = try elements.next(in: collector) {
      var here = place
      here.line = elements.line
      here.element = (place.element ?? "") + "[\(elements.count)]"
      if reading.isQuestion(value, isExpected: isOfQuestions) {
        hasQuestions = true
        goesOn = visit(value, here, true)
      } else {
        let inner = JSONOutline.Member(
          name: "", range: elements.start..<elements.position, line: elements.line)
        here.category = Self.groupName(of: value) ?? here.category
        here.kind = value.object?["type"]?.string.flatMap { TableKind($0) } ?? here.kind
        let isGroup = try container(inner, here, depth: depth + 1)
        if isGroup { hasQuestions = true }
        // Every object in a list of questions is reported, even one that does not look like them.
        if !isGroup, others.count < 10_000 { others.append((value, here)) }
      }
      if hasQuestions || isOfQuestions {
        for (value, here) in others where goesOn { goesOn = visit(value, here, false) }
        others = []
      }
      try collector.advance(to: elements.position, of: bytes.count)
    }
    return hasQuestions
  }

  /// The name of a group of questions.
  private static func groupName(of value: JSONValue) -> String? {
    guard let object = value.object else { return nil }
    let name = ["category", "deck", "subject", "topic", "title", "name"].lazy
      .compactMap { object[$0]?.string }.first
    return name.map { FieldText.make($0) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The names of lists that say nothing about what is in them.
  private static let plainNames: Set<String> = [
    "questions", "results", "data", "items", "records", "list", "rows", "entries", "content",
    "contents", "quiz", "quizzes", "exam", "children", "elements", "body", "payload", "response",
  ]

  /// Deeper lists are not searched. No program writes them.
  private static let depthLimit = 32
}
