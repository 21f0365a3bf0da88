import QuizSupport

/// Turns the JSON objects of a file into questions.
final class RecordReading {
  private let names: MappedNames
  private let collector: QuestionCollector
  private var survey = KeyNotationSurvey()
  private var texts = RecordTexts()
  /// Whether no record has choices: a file of questions and answers has cards.
  private var areCards = true
  private var bare = 0
  /// The names of members that are not imported, in the order in which they appear.
  private var unused: [String] = []
  private var isUnused: Set<String> = []
  /// The images of the question that is being read.
  private var images: [ImageReference] = []
  /// How many questions there were.
  private(set) var found = 0
  /// Whether the survey came upon a question.
  private var hasQuestions = false
  /// How many objects have no name of a question, its choices or its answer, and the names of the
  /// first.
  private var others = (count: 0, names: [String]())

  /// Whether the texts were escaped twice, once the survey has told it.
  private var areEscaped = false

  init(_ names: MappedNames, _ collector: QuestionCollector) {
    (self.names, self.collector) = (names, collector)
  }

  /// Whether an object with these names may be a question.
  func mayBeQuestion(_ members: [JSONOutline.Member]) -> Bool {
    members.contains { member in
      names.uses(of: member.name).contains { $0.column.role == .question }
    } || names.mapped.contains { $0.key.role == .question && $0.value.contains(".") }
  }

  /// A record of a value; `nil` unless it is an object.
  func fields(of value: JSONValue) -> RecordFields? {
    (areEscaped ? value.unescaped : value).object.map { RecordFields($0, names) }
  }

  /// A value that is an object and looks like a question.
  ///
  /// - Parameter isExpected: Whether its list has questions: then a text with an answer is one.
  func question(in value: JSONValue, isExpected: Bool = false) -> RecordFields? {
    fields(of: value).flatMap { fields in
      let hasParts = isExpected && fields.question != nil && !fields.answers.isEmpty
      return fields.isQuestion || hasParts ? fields : nil
    }
  }

  // MARK: Survey

  /// Whether the survey needs no more records.
  var isDecided: Bool { survey.isDecidedForObjects && texts.isDecided }

  /// Examines a question before any is read.
  func examine(_ fields: RecordFields) {
    hasQuestions = hasQuestions || fields.names.contains(where: names.isOfQuestion)
    if let text = fields.question?.value.flatText { texts.examine(text) }
    let keys = fields.answers
    if keys.isEmpty {
      areCards = false
      return survey.addOther()
    }
    let choices = fields.choices
    if choices.items.isEmpty { bare += 1 } else { areCards = false }
    for key in keys { survey.add(key.value, named: key.name, among: choices) }
    if keys.count == 2 {
      survey.compare(keys[0].value, with: keys[1].value, among: choices)
      survey.compare(keys[1].value, with: keys[0].value, among: choices)
    }
  }

  /// Ends the survey, and says what it found.
  ///
  /// - Parameter line: the line of the first record.
  /// - Returns: Whether the file has all members that the user named. If not, reading it makes no
  ///   sense.
  func decide(line: Int) -> Bool {
    if let missing = names.missing {
      collector.report(.mappedNameMissing(missing.name, found: names.seen), line: line)
      return false
    }
    survey.given = names.options.answers?.base
    if survey.hasNumbers { collector.note(.keys(.numbers(from: survey.base()))) }
    if texts.areHTML { collector.note(.htmlTexts) }
    areEscaped = texts.areEscaped
    return true
  }

  // MARK: Questions

  /// Reads a value of a list of questions, or reports why it cannot be read.
  func take(_ value: JSONValue, _ question: RecordFields?, _ place: RecordPlace) {
    if let question { submit(question, place) } else { refuse(value, place) }
  }

  /// Reads a question, or reports why it cannot be read.
  func submit(_ fields: RecordFields, _ place: RecordPlace) {
    found += 1
    for name in fields.unused where isUnused.insert(name).inserted { unused.append(name) }
    (fields.notation, fields.areCards, fields.place) = (survey, areCards && bare > 0, place)
    var draft = place.draft
    if fields[.question] == nil {
      return collector.refuse(
        draft, fields.isSurelyQuestion ? .emptyStem : .noField(.question, among: fields.names))
    }
    images = []
    draft.take(fields, text)
    draft.choices = fields.choices.items.map { Choice(text($0.text), feedback: text($0.feedback)) }
    draft.dropEmptyLastChoices()
    fields.takeMarks(from: &draft.choices)
    collector.keep(images, in: &draft)
    FieldQuestion(fields).submit(draft, to: collector)
  }

  /// Reports why a question cannot be read.
  func refuse(_ fault: Fault, _ place: RecordPlace) { collector.refuse(place.draft, fault) }

  /// Reports an object that stands among questions and is none.
  private func refuse(_ value: JSONValue, _ place: RecordPlace) {
    found += 1
    if case .other(let kind)? = value.object?["type"]?.string.flatMap({ TableKind($0) }) {
      return collector.refuse(place.draft, .notMultipleChoice(kind))
    }
    let found = value.object?.members.map(\.name) ?? []
    // A list of other things has no question that could be lost.
    if !hasQuestions, !found.isEmpty, !found.contains(where: names.isOfQuestion) {
      if others.count == 0 { others.names = found }
      others.count += 1
      return
    }
    let fault: Fault =
      value.object.map { _ in .noField(.question, among: found) }
      ?? .wrongType(field: place.element ?? "line", expected: "{ }")
    collector.refuse(place.draft, fault)
  }

  /// Reports the members that were not imported.
  func finish(line: Int) {
    if !unused.isEmpty { collector.report(.fieldsIgnored(unused), line: line) }
    if others.count > 0 { collector.report(.noFields(found: others.names), line: line) }
  }

  private func text(_ text: String) -> String {
    guard texts.areHTML else { return FieldText.make(text) }
    return HTMLText.markdown(text) { [self] in images.append($0) }
  }
}

extension JSONValue {
  /// The value with the entities of all its texts as the characters for which they stand.
  fileprivate var unescaped: JSONValue {
    switch self {
    case .string(let text): return .string(HTMLEntities.decode(text))
    case .array(let values): return .array(values.map(\.unescaped))
    case .object(var object):
      for member in object.members { object[member.name] = member.value.unescaped }
      return .object(object)
    default: return self
    }
  }
}

/// Where a record is in its file.
struct RecordPlace {
  var line: Int
  var element: String?
  /// The group that contains the record.
  var category: String?
  /// The kind of all questions of the group.
  var kind: TableKind?

  /// The names from the top of the document to the place, without numbers of elements.
  var path: [String] {
    (element ?? "").split(separator: ".").map { name in
      name.hasSuffix("]")
        ? String(name[..<(name.firstIndex(of: "[") ?? name.endIndex)]) : String(name)
    }.filter { !$0.isEmpty }
  }

  /// A draft at this place.
  fileprivate var draft: QuestionDraft {
    var draft = QuestionDraft(line: line)
    draft.element = element
    return draft
  }
}

/// Whether the texts of a file are HTML.
///
/// A question about HTML contains tags, too. Texts are HTML only where whole questions stand
/// between tags, or are broken into lines by them.
private struct RecordTexts {
  private var examined = 0
  private var wrapped = 0
  private var escaped = 0

  /// Enough questions to know.
  var isDecided: Bool { examined >= 200 }

  var areHTML: Bool { wrapped > 0 && wrapped * 10 >= examined }

  /// Whether all of the questions between tags have them as entities, as those that were escaped
  /// twice: `&lt;p&gt;Which …&lt;/p&gt;`.
  var areEscaped: Bool { wrapped > 0 && escaped == wrapped }

  mutating func examine(_ text: String) {
    guard !isDecided else { return }
    examined += 1
    var text = FieldText.make(text).lowercased()
    let isEscaped = text.hasPrefix("&lt;")
    if isEscaped { text = HTMLEntities.decode(text) }
    let isWrapped = Self.blocks.contains { block in
      text.hasPrefix("<" + block) && (text.hasSuffix("</\(block)>") || text.hasSuffix("/>"))
    }
    if isWrapped || text.hasSuffix("<br>") || text.hasSuffix("<br/>") || text.contains("<br><br>")
      || text.contains("<br/><br/>") || text.contains("<br /><br />")
    {
      wrapped += 1
      if isEscaped { escaped += 1 }
    }
  }

  private static let blocks = ["p", "div", "span", "ul", "ol", "h1", "h2", "h3", "table"]
}
