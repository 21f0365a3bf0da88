import QuizSupport

/// Turns the JSON objects of a file into questions.
final class RecordReading {
  private let names: MappedNames
  private let options: ReadingOptions
  private let collector: QuestionCollector
  private var survey = KeySurvey()
  private var keys = RecordKeys()
  private var texts = RecordTexts()
  /// Whether no record has choices: a file of questions and answers has cards.
  private var areCards = true
  private var bare = 0
  /// The names of members that are not imported, in the order in which they appear.
  private var unused: [String] = []
  private var isUnused: Set<String> = []
  /// How many questions there were.
  private(set) var found = 0
  /// Whether the survey came upon a question.
  private var hasQuestions = false
  /// How many objects have no name of a question, its choices or its answer, and the names of the
  /// first.
  private var others = (count: 0, names: [String]())

  init(_ names: MappedNames, _ options: ReadingOptions, _ collector: QuestionCollector) {
    (self.names, self.options, self.collector) = (names, options, collector)
  }

  /// Whether an object with these names may be a question.
  func mayBeQuestion(_ members: [JSONOutline.Member]) -> Bool {
    members.contains { member in
      names.uses(of: member.name).contains { $0.column.role == .question }
    } || names.mapped.contains { $0.key.role == .question && $0.value.contains(".") }
  }

  /// Whether a value is an object that looks like a question.
  ///
  /// - Parameter isExpected: Whether its list has questions: then a text with an answer is one.
  func isQuestion(_ value: JSONValue, isExpected: Bool = false) -> Bool {
    guard let fields = value.object.map({ RecordFields($0, names) }) else { return false }
    return fields.isQuestion || isExpected && fields.question != nil && !fields.keys.isEmpty
  }

  // MARK: Survey

  /// Whether the survey needs no more records.
  var isDecided: Bool { survey.isDecidedForObjects && texts.isDecided }

  /// Examines a question before any is read.
  func examine(_ object: JSONObject) {
    hasQuestions = hasQuestions || object.members.contains { names.isOfQuestion($0.name) }
    let fields = RecordFields(object, names)
    if let text = fields.question?.value.flatText { texts.examine(text) }
    let keys = fields.keys
    if keys.isEmpty {
      areCards = false
      return survey.addOther()
    }
    let choices = RecordChoices(of: fields)
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
    keys = survey.keys(base: options.keyBase)
    if keys.hasNumbers { collector.note(.keys(.numbers(from: keys.base))) }
    if texts.areHTML { collector.note(.htmlTexts) }
    return true
  }

  // MARK: Questions

  /// Reads a question, or reports why it cannot be read.
  func submit(_ object: JSONObject, _ place: RecordPlace) {
    found += 1
    let fields = RecordFields(object, names)
    var draft = place.draft
    for name in fields.unused where isUnused.insert(name).inserted { unused.append(name) }
    let question = RecordQuestion(fields, keys, areCards: areCards && bare > 0, place)
    if question[.question] == nil {
      let fault: Fault =
        fields.isSurelyQuestion ? .emptyStem : .noField(.question, among: fields.names)
      return collector.refuse(draft, fault)
    }
    draft.take(question, text)
    draft.choices = question.choices.items.map {
      Choice(text($0.text, draft), feedback: text($0.feedback, draft))
    }
    draft.dropEmptyLastChoices()
    FieldQuestion(question).submit(draft, to: collector)
  }

  /// Reports why a question cannot be read.
  func refuse(_ fault: Fault, _ place: RecordPlace) { collector.refuse(place.draft, fault) }

  /// Reports an object that stands among questions and is none.
  func refuse(_ value: JSONValue, _ place: RecordPlace) {
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

  private func text(_ text: String, _ draft: QuestionDraft) -> String {
    guard texts.areHTML else { return FieldText.make(text) }
    return HTMLText.markdown(text) { [collector] in collector.refuse(draft, .imageDropped($0)) }
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

  /// Enough questions to know.
  var isDecided: Bool { examined >= 200 }

  var areHTML: Bool { wrapped > 0 && wrapped * 10 >= examined }

  mutating func examine(_ text: String) {
    guard !isDecided else { return }
    examined += 1
    let text = FieldText.make(text).lowercased()
    let isWrapped = Self.blocks.contains { block in
      text.hasPrefix("<" + block) && (text.hasSuffix("</\(block)>") || text.hasSuffix("/>"))
    }
    if isWrapped || text.hasSuffix("<br>") || text.hasSuffix("<br/>") || text.contains("<br><br>")
      || text.contains("<br/><br/>") || text.contains("<br /><br />")
    {
      wrapped += 1
    }
  }

  private static let blocks = ["p", "div", "span", "ul", "ol", "h1", "h2", "h3", "table"]
}
