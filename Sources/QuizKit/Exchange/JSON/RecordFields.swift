import QuizSupport

/// A JSON object as a record of named fields: its members by their roles.
///
/// It is a class because it is asked what it is before it is read, and its choices are looked for
/// once.
final class RecordFields: Fields {
  /// A member, with its name.
  struct Field {
    var name: String
    var value: JSONValue
    fileprivate var rank: Int
    /// Whether other things are called so, too.
    fileprivate var isWeak = false
    /// The place among all members. The last of two equal names counts.
    fileprivate var place = 0
  }

  let object: JSONObject
  private var fields: [ColumnRole: [Field]] = [:]
  /// The choices that have a member each, with their numbers.
  private var numbered: [NamedColumn: Field] = [:]
  /// The names of the members that have no role.
  private(set) var unused: [String] = []

  /// How the file writes its right answers.
  var notation = KeyNotationSurvey()
  /// Whether no record of the file has choices.
  var areCards = false
  var place = RecordPlace(line: 1)
  private(set) lazy var choices = RecordChoices(
    in: choiceList?.value, each: numberedChoices.map { ($0.name, $0.value) },
    question: wrong.isEmpty ? question?.value.flatText : nil, separator: options.choiceSeparator)
  /// The user's options for the file.
  private let options: ReadingOptions

  /// The names of all members.
  var names: [String] { object.members.map(\.name) }

  init(_ object: JSONObject, _ names: MappedNames) {
    (self.object, options) = (object, names.options)
    take(object, names, depth: 0)
    for (column, path) in names.mapped where path.contains(".") {
      guard let value = Self.value(at: path.split(separator: ".")[...], in: .object(object)),
        value != .null
      else { continue }
      names.note(path)
      add(Field(name: path, value: value, rank: -1), column)
    }
    // `a` is the answer beside `q`, and a choice beside `b`.
    if numbered[NamedColumn(.choice, number: 2)] != nil {
      fields[.correct]?.removeAll { HeaderName.folded($0.name) == "a" }
    } else if let first = numbered[NamedColumn(.choice, number: 1)],
      HeaderName.folded(first.name) == "a"
    {
      numbered[NamedColumn(.choice, number: 1)] = nil
    }
    for role in fields.keys {
      fields[role]?.sort { ($0.rank, -$0.place) < ($1.rank, -$1.place) }
    }
  }

  private func take(_ object: JSONObject, _ names: MappedNames, depth: Int) {
    // QuizAPI: the flags decide; the single answer beside them is outdated.
    let isFlagged = object["correct_answers"]?.object.map(RecordChoices.areFlags) ?? false
    for (place, member) in object.members.enumerated() where member.value != .null {
      if isFlagged, !isKeySaid, member.name == "correct_answer" { continue }
      let uses = names.uses(of: member.name)
      if uses.isEmpty, depth == 0, !Self.ownNames.contains(member.name),
        !names.isInPath(member.name)
      {
        unused.append(member.name)
      }
      for use in uses {
        // A question may be an object with a text, and with choices of its own.
        if use.column.role == .question, let inner = member.value.object, depth < 2 {
          take(inner, names, depth: depth + 1)
        } else if use.column.role == .question, member.value.array?.first?.object != nil {
          // In some languages one word means a question and several.
          continue
        } else {
          add(
            Field(
              name: member.name, value: member.value, rank: use.rank + depth * 100,
              isWeak: use.isWeak, place: place),
            use.column)
        }
      }
    }
  }

  /// The value at the end of a path; below a list one for each of its elements. Below a list of
  /// lists a number counts from 1. Where each has a yes or no, these are kept as such.
  private static func value(at path: ArraySlice<Substring>, in value: JSONValue) -> JSONValue? {
    guard let name = path.first else { return value }
    guard let elements = value.array else {
      return value[String(name)].flatMap { self.value(at: path.dropFirst(), in: $0) }
    }
    let values = elements.map { element -> JSONValue? in
      guard let inner = element.array else { return self.value(at: path, in: element) }
      guard let number = Int(name), inner.indices.contains(number - 1) else { return nil }
      return self.value(at: path.dropFirst(), in: inner[number - 1])
    }
    let flags = values.map { $0.flatMap(RecordChoices.flag) }
    if !flags.isEmpty, flags.allSatisfy({ $0 != nil }), flags.contains(true) {
      return .array(flags.map { .bool($0 == true) })
    }
    return values.contains { $0 != nil } ? .array(values.map { $0 ?? .null }) : nil
  }

  private func add(_ field: Field, _ column: NamedColumn) {
    switch column.role {
    case .choice: numbered[column] = field
    case .wrong where column.number > 0: numbered[column] = field
    default: fields[column.role, default: []].append(field)
    }
  }

  /// The members that only records of this program's own have.
  private static let ownNames: Set<String> = [
    "accepted", "caseSensitive", "tolerance", "gaps", "pairs", "extra", "items",
  ]

  // MARK: Roles

  /// The question.
  var question: Field? {
    fields[.question]?.first { $0.value.flatText?.isBlank == false }
  }

  /// Whether a name says that there is a question, even if it is empty.
  var isSurelyQuestion: Bool {
    fields[.question]?.contains { !$0.isWeak } == true
  }

  /// The member with all choices.
  var choiceList: Field? {
    fields[.choices]?.first { field in
      switch field.value {
      case .array(let values): !values.isEmpty
      case .object: true
      case .string(let text): !text.isBlank
      default: false
      }
    }
  }

  /// The choices that have a member each, in order.
  var numberedChoices: [Field] { all(.choice) }

  /// The wrong choices, if the right ones have another member.
  var wrong: [String] {
    let list = fields[.wrong]?.lazy.compactMap(\.value.array).first
    return ((list ?? []) + all(.wrong).map(\.value)).compactMap(\.flatText)
      .map { FieldText.make($0) }
  }

  private func all(_ role: ColumnRole) -> [Field] {
    numbered.filter { $0.key.role == role }.sorted { $0.key.number < $1.key.number }.map(\.value)
  }

  /// All members that say which answers are right, the one with the best name first. A member that
  /// serves as the list of choices is none, and a name that other things have, too, counts only
  /// alone.
  private(set) lazy var answers: [Field] = {
    let choices = choiceList?.name
    let keys = (fields[.correct] ?? []).filter { field in
      switch field.value {
      case .string(let text): !text.isBlank
      case .null: false
      default: field.name != choices
      }
    }
    return keys.isEmpty ? [] : [keys[0]] + keys.dropFirst().filter { !$0.isWeak }
  }()

  /// The text of a role as it is written; `nil` if it is missing or empty.
  private func text(_ role: ColumnRole) -> String? {
    fields[role]?.lazy.compactMap(\.value.flatText).first { !$0.isBlank }
  }

  /// The tags.
  var tags: [String] {
    guard let value = fields[.tags]?.first?.value else { return [] }
    if let text = value.string { return TagList.split(text) }
    return (value.array ?? []).compactMap { $0.string ?? $0["name"]?.string }
      .map { FieldText.make($0) }.filter { !$0.isEmpty }
  }

  /// Whether the right answer is the other side of a card.
  private var hasBack: Bool { answers.first.map { FieldNames.isBack($0.name) } ?? false }

  /// Whether the object looks like a question: it has a member of that name, or a text with choices
  /// or with a right answer.
  var isQuestion: Bool {
    if isSurelyQuestion { return true }
    guard let question else { return false }
    if choiceList.map({ $0.name != question.name }) ?? false || !numberedChoices.isEmpty
      || !wrong.isEmpty
    {
      return true
    }
    if hasBack { return true }
    // An object with a text and a mark is a choice, not a question.
    if let key = answers.first, case .bool = key.value {
      return !HeaderName.folded(key.name).hasPrefix("correct") && key.name != "right"
    }
    return question.value.flatText.map { LetteredText($0) != nil } ?? false
  }

  // MARK: Texts

  subscript(role: ColumnRole) -> String? {
    let text: String? =
      switch role {
      case .question: choices.stem ?? question?.value.flatText
      case .explanation: text(.explanation) ?? (choices.rest.isEmpty ? nil : choices.rest)
      case .category: text(.category) ?? place.category
      case .time: text(.time).map(Self.seconds)
      default: text(role)
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

  private(set) lazy var kind: TableKind? = {
    let accepted = object["accepted"]
    let kind =
      text(.kind).flatMap { TableKind($0) }
      ?? accepted.map { Self.areNumbers($0) ? .number : .text(isCaseSensitive: false) }
      ?? place.kind
    guard object["caseSensitive"] == .bool(true), case .text? = kind else { return kind }
    return .text(isCaseSensitive: true)
  }()

  private static func areNumbers(_ accepted: JSONValue) -> Bool {
    let values = accepted.array ?? [accepted]
    return !values.isEmpty
      && values.allSatisfy { value in
        if case .number = value { return true }
        return value["value"] != nil || value["from"] != nil
      }
  }

  /// Whether the user has said where the right answer is. Nothing else says it then.
  private var isKeySaid: Bool {
    options.columns.contains { $0.key.role == .correct && $0.value != .none }
  }

  private var key: JSONValue? { answers.first?.value }
  var keys: [JSONValue] { key.map { [$0] } ?? [] }
  var keyText: String { key?.flatText ?? answers.first?.name ?? "" }
  var feedbacks: [String] { [] }

  var noKey: Fault {
    let isMarked = key != nil || choices.items.contains { $0.isRight != nil }
    return isMarked ? .noCorrectChoice(nil) : .noField(.correct, among: names)
  }

  /// Kahoot lists what it accepts as choices that are all right.
  var listsAccepted: Bool {
    !choices.items.isEmpty && choices.items.allSatisfy { $0.isRight == true } && key == nil
  }

  func accepted(_ choices: [Choice]) throws(Fault) -> JSONValue {
    if listsAccepted {
      return .array(choices.map { .string(AcceptedText(literal: $0.text).pattern) })
    }
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

  func weights() throws(Fault) -> [Double]? {
    try NativeJSONSolution.weights(fields[.weights]?.first?.value)
  }

  // MARK: Cards, and questions with several parts

  func parts(_ kind: TableKind?, _ draft: inout QuestionDraft) throws(Fault) -> Solution? {
    if kind == .gaps || kind == nil && object["gaps"] != nil {
      draft.choices = []
      return .gaps(try NativeJSONSolution.gaps(object))
    }
    if kind == .match || kind == nil && object["pairs"] != nil {
      draft.choices = []
      return .match(try NativeJSONSolution.match(object))
    }
    if kind == .order {
      if draft.choices.isEmpty {
        let list = ["items", "order", "sequence", "answer"].compactMap { object[$0]?.array }
        draft.choices = (list.first ?? []).map { Choice(FieldText.make($0.flatText ?? "")) }
      }
      return .order
    }
    guard draft.choices.isEmpty, wrong.isEmpty, kind == .card || kind == nil else {
      return nil
    }
    if kind == .card || hasBack {
      let named = isKeySaid ? nil : object["back"]
      guard let back = (named ?? key)?.flatText else { throw noKey }
      return .card(CardSolution(back: FieldText.make(back)))
    }
    // A file without any choices has cards, and statements. Where a member is not understood, it may
    // have the choices, unless the user says that there are none.
    let isSaid = options.columns[NamedColumn(.choices)] == ReadingOptions.Column.none
    guard isSaid || areCards && unused.isEmpty, let back = key?.flatText, key?.isTrue() == nil
    else {
      return nil
    }
    return .card(CardSolution(back: FieldText.make(back)))
  }

  // MARK: Keys

  func right(among choices: [Choice]) throws(Fault) -> [Int] {
    if options.answers == .first { return Array(choices.indices.prefix(1)) }
    if options.answers == .marks { return marked }
    if let key { return try places(of: key, among: choices) }
    if self.choices.areMarked { return marked }
    guard let letters = self.choices.letters else { throw noKey }
    return try places(of: String(letters), among: choices)
  }

  /// Takes the marks of right choices from their texts, where the user says that they have some.
  func takeMarks(from choices: inout [Choice]) {
    guard options.answers == .marks else { return }
    for place in choices.indices where RightMark.take(from: &choices[place].text) {
      self.choices.markRight(place)
    }
  }

  private var marked: [Int] {
    choices.items.indices.filter { choices.items[$0].isRight == true }
  }

  func rivals(among choices: [Choice]) -> [(text: String, places: [Int])] {
    guard key != nil, options.answers?.isInChoices != true else { return [] }
    var rivals: [(text: String, places: [Int])] = []
    if self.choices.areMarked, !isKeySaid {
      rivals.append((marked.map { choices[$0].text }.joined(separator: ", "), marked))
    }
    for other in answers.dropFirst() {
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
    guard let base = notation.base() else { throw .keyBaseUnsure(digits) }
    guard let number = Int(digits), choices.indices.contains(number &- base) else {
      throw .answerNotAChoice(digits)
    }
    return number - base
  }

  private func places(of text: String, among choices: [Choice]) throws(Fault) -> [Int] {
    switch options.answers {
    case .letters:
      if let place = labelled(text) { return [place] }
      return try AnswerReader.read(text, among: choices, .letters)
    case .texts: return try AnswerReader.read(text, among: choices, .texts)
    default: break
    }
    if let place = labelled(text) { return [place] }
    let (places, base) = (AnswerReader.Places(text), notation.base())
    let isText = self.choices.place(ofText: text) != nil
    let isNumeral = places?.style == .numbers
    let counts = notation.prefersPositions && (!isNumeral || notation.hasNumbers)
    let isAmong =
      isNumeral && base == nil || places?.places(base ?? 1, among: choices.count) != nil
    // A list of labels or texts counts only if all its parts are choices.
    for separators in ["\n", "|", ";", ",、"] where !isAmong && !isText {
      let parts = text.split { separators.contains($0) }.map { FieldText.make(String($0)) }
      let known = parts.compactMap { labelled($0) ?? self.choices.place(ofText: $0) }
      if parts.count > 1, known.count == parts.count { return known }
    }
    let style: ReadingGuess.KeyNotation =
      switch places?.style {
      case .numbers where counts && isAmong || !isText: .numbers(from: base)
      case .letters where counts && isAmong: .letters
      case .kana where counts && isAmong: .kana
      default: .texts
      }
    return try AnswerReader.read(text, among: choices, style, isStrict: false)
  }

  /// The choice to which a label refers.
  private func labelled(_ text: String) -> Int? {
    notation.ignoresLabels && Int(text) != nil ? nil : choices.place(labelled: text)
  }
}
