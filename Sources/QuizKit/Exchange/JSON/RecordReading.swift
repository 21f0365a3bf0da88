import QuizSupport

/// Turns the JSON objects of a file into questions.
final class RecordReading {
  private let names: MappedNames
  private let options: ReadingOptions
  private let collector: QuestionCollector
  private var survey = KeyNotationSurvey()
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
    survey.given = options.keyBase
    if survey.hasNumbers { collector.note(.keys(.numbers(from: survey.base()))) }
    if texts.areHTML { collector.note(.htmlTexts) }
    return true
  }

  // MARK: Questions

  /// Reads a value of a list of questions, or reports why it cannot be read.
  func take(_ value: JSONValue, _ place: RecordPlace, isQuestion: Bool) {
    if isQuestion, let object = value.object {
      submit(object, place)
    } else {
      refuse(value, place)
    }
  }

  /// Reads a question, or reports why it cannot be read.
  func submit(_ object: JSONObject, _ place: RecordPlace) {
    found += 1
    let fields = RecordFields(object, names)
    var draft = place.draft
    for name in fields.unused where isUnused.insert(name).inserted { unused.append(name) }
    let question = RecordQuestion(fields, survey, areCards: areCards && bare > 0, place)
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

/// A JSON object as a record of named fields.
struct RecordQuestion {
  let fields: RecordFields
  let choices: RecordChoices
  /// How the file writes its right answers.
  let notation: KeyNotationSurvey
  /// Whether no record of the file has choices.
  let areCards: Bool
  let place: RecordPlace
  let kind: TableKind?

  private var object: JSONObject { fields.object }
  private var key: JSONValue? { fields.keys.first?.value }

  init(
    _ fields: RecordFields, _ notation: KeyNotationSurvey, areCards: Bool = false,
    _ place: RecordPlace
  ) {
    self.fields = fields
    self.notation = notation
    self.areCards = areCards
    self.place = place
    choices = RecordChoices(of: fields)
    let accepted = fields.object["accepted"]
    let kind =
      fields[.kind].flatMap { TableKind($0) }
      ?? accepted.map { Self.areNumbers($0) ? .number : .text(isCaseSensitive: false) }
      ?? place.kind
    let isCaseSensitive = fields.object["caseSensitive"] == .bool(true)
    self.kind =
      if isCaseSensitive, case .text? = kind { .text(isCaseSensitive: true) } else { kind }
  }

  private static func areNumbers(_ accepted: JSONValue) -> Bool {
    let values = accepted.array ?? [accepted]
    return !values.isEmpty
      && values.allSatisfy { value in
        switch value {
        case .number: true
        case .object(let object): object["value"] != nil || object["from"] != nil
        default: false
        }
      }
  }
}

extension RecordQuestion: Fields {
  subscript(role: ColumnRole) -> String? {
    let text: String? =
      switch role {
      case .question: choices.stem ?? fields.question?.value.flatText
      case .explanation: fields[.explanation] ?? (choices.rest.isEmpty ? nil : choices.rest)
      case .category: fields[.category] ?? place.category
      case .time: fields[.time].map(Self.seconds)
      default: fields[role]
      }
    guard let text = text.map({ FieldText.make($0) }) else { return nil }
    // The name of a text may be that of a title, too.
    return role == .title && text == self[.question] ? nil : text
  }

  /// Kahoot writes milliseconds. So many seconds would be more than an hour for one question.
  private static func seconds(_ time: String) -> String {
    guard let number = Int(time), number >= 5_000, number.isMultiple(of: 1_000) else { return time }
    return String(number / 1_000)
  }

  var tags: [String] { fields.tags }
  var wrong: [String] { fields.wrong }
  var keys: [JSONValue] { key.map { [$0] } ?? [] }
  var keyText: String { key?.flatText ?? fields.keys.first?.name ?? "" }
  var feedbacks: [String] { [] }

  var noKey: Fault {
    let isMarked = key != nil || choices.items.contains { $0.isRight != nil }
    return isMarked ? .noCorrectChoice(nil) : .noField(.correct, among: fields.names)
  }

  /// Kahoot lists what it accepts as choices that are all right.
  var listsAccepted: Bool {
    !choices.items.isEmpty && choices.items.allSatisfy { $0.isRight == true } && key == nil
  }

  func accepted(_ choices: [Choice]) throws(Fault) -> JSONValue {
    if listsAccepted { return .array(choices.map { .string($0.text.replacing("*", with: "\\*")) }) }
    if let range = object["choiceRange"]?.object, let correct = range["correct"] {
      return .array([.object(["value": correct, "tolerance": range["tolerance"] ?? .integer(0)])])
    }
    guard let value = object["accepted"] ?? key else { throw noKey }
    guard value.array == nil else { return value }
    guard let tolerance = object["tolerance"], kind == .number, value.object == nil else {
      return .array([value])
    }
    return .array([.object(["value": value, "tolerance": tolerance])])
  }

  func weights() throws(Fault) -> [Double]? { try BackupSolution.weights(fields.weights) }

  // MARK: Cards, and questions with several parts

  func parts(_ kind: TableKind?, _ draft: inout QuestionDraft) throws(Fault) -> Solution? {
    if kind == .gaps || kind == nil && object["gaps"] != nil {
      draft.choices = []
      return .gaps(try BackupSolution.gaps(object))
    }
    if kind == .match || kind == nil && object["pairs"] != nil {
      draft.choices = []
      return .match(try BackupSolution.match(object))
    }
    if kind == .order {
      if draft.choices.isEmpty {
        let list = ["items", "order", "sequence", "answer"].lazy.compactMap { object[$0]?.array }
        draft.choices = (list.first ?? []).map { Choice(FieldText.make($0.flatText ?? "")) }
      }
      return .order
    }
    guard draft.choices.isEmpty, fields.wrong.isEmpty, kind == .card || kind == nil else {
      return nil
    }
    if kind == .card || fields.hasBack {
      guard let back = (object["back"] ?? key)?.flatText else { throw noKey }
      return .card(CardSolution(back: FieldText.make(back)))
    }
    // A file without any choices has cards, and statements.
    guard areCards, fields.unused.isEmpty, let back = key?.flatText, key?.isTrue() == nil else {
      return nil
    }
    return .card(CardSolution(back: FieldText.make(back)))
  }

  // MARK: Keys

  func right(among choices: [Choice]) throws(Fault) -> [Int] {
    if let key { return try places(of: key, among: choices) }
    if self.choices.areMarked { return marked }
    guard let letters = self.choices.letters else { throw noKey }
    return try places(of: String(letters), among: choices)
  }

  private var marked: [Int] {
    choices.items.indices.filter { choices.items[$0].isRight == true }
  }

  func rivals(among choices: [Choice]) -> [(text: String, places: [Int])] {
    guard key != nil else { return [] }
    var rivals: [(text: String, places: [Int])] = []
    if self.choices.areMarked {
      rivals.append((marked.map { choices[$0].text }.joined(separator: ", "), marked))
    }
    for other in fields.keys.dropFirst() {
      // A text is the choice that it is, before its letters are those of three choices: "DAC".
      if let text = other.value.string.map({ FieldText.make($0) }), text.count > 1,
        let place = self.choices.firstPlace(ofText: text)
      {
        rivals.append((text, [place]))
        continue
      }
      do throws(Fault) {
        let places = try places(of: other.value, among: choices)
        if !places.isEmpty { rivals.append((other.value.flatText ?? other.name, places)) }
      } catch {
        continue
      }
    }
    return rivals
  }

  /// The choices that a key means.
  private func places(of key: JSONValue, among choices: [Choice]) throws(Fault) -> [Int] {
    switch key {
    case .number(let digits): return [try place(ofNumber: digits, among: choices)]
    case .string(let text): return try places(of: FieldText.make(text), among: choices)
    case .bool(let isTrue): return try places(of: isTrue ? "True" : "False", among: choices)
    case .array(let values):
      // A list of yes and no, one for each choice.
      let flags = values.compactMap { if case .bool(let flag) = $0 { flag } else { nil } }
      if values.count == choices.count, flags.count == values.count {
        return flags.indices.filter { flags[$0] }
      }
      var places: [Int] = []
      for value in values { places += try self.places(of: value, among: choices) }
      return places
    case .object(let object): return try places(of: object, among: choices)
    case .null: throw .wrongType(field: "label", expected: "0, 1, 2 …")
    }
  }

  /// An object with yes or no for each choice, or with the label or the text of one.
  private func places(of object: JSONObject, among choices: [Choice]) throws(Fault) -> [Int] {
    let flags = object.members.compactMap { RecordChoices.flag($0.value) }
    if flags.count == object.members.count, flags.count >= choices.count, flags.count > 1 {
      return flags.indices.filter { flags[$0] }.map { place in
        let name = RecordChoices.folded(object.members[place].name).replacing("correct", with: "")
        return self.choices.items.firstIndex { $0.labels.contains(name) } ?? place
      }
    }
    for name in ["label", "id", "letter", "key", "index", "text", "answer", "value"] {
      if let value = object[name], value.scalarText != nil {
        return try places(of: value, among: choices)
      }
    }
    throw .wrongType(field: "label", expected: "0, 1, 2 …")
  }

  private func place(ofNumber digits: String, among choices: [Choice]) throws(Fault) -> Int {
    if let place = labelled(digits) { return place }
    if notation.numbersAreTexts, let place = self.choices.place(ofText: digits) { return place }
    let base = try base(of: digits)
    guard let number = Int(digits), choices.indices.contains(number &- base) else {
      throw .answerNotAChoice(digits)
    }
    return number - base
  }

  private func places(of text: String, among choices: [Choice]) throws(Fault) -> [Int] {
    if let place = labelled(text) { return [place] }
    let same = choices.indices.filter { choices[$0].text.isIdentical(to: text) }
    let places = AnswerReader.Places(text)
    let isNumber = places?.style == .numbers
    let prefersPosition = notation.prefersPositions && (!isNumber || notation.hasNumbers)
    if same.count == 1, places == nil || !prefersPosition { return same }
    let base = isNumber ? try base(of: text) : 0
    if let right = places?.places(base, among: choices.count) { return right }
    // A list of labels or texts counts only if all its parts are choices.
    for separators in ["\n", "|", ";", ",、"] {
      let parts = text.split { separators.contains($0) }.map { FieldText.make(String($0)) }
      guard parts.count > 1 else { continue }
      let known = parts.compactMap { labelled($0) ?? self.choices.place(ofText: $0) }
      if known.count == parts.count { return known }
    }
    return try AnswerReader.read(text, among: choices, .texts, isStrict: false)
  }

  /// The number of the first choice in a key that is a number.
  private func base(of key: String) throws(Fault) -> Int {
    guard let base = notation.base() else { throw .keyBaseUnsure(key) }
    return base
  }

  /// The choice to which a label refers.
  private func labelled(_ text: String) -> Int? {
    notation.ignoresLabels && Int(text) != nil ? nil : choices.place(labelled: text)
  }
}
