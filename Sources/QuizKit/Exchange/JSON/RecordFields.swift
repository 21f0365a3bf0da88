import QuizSupport

/// The members of a JSON object by their roles.
struct RecordFields {
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

  /// The names of all members.
  var names: [String] { object.members.map(\.name) }

  init(_ object: JSONObject, _ names: MappedNames) {
    self.object = object
    take(object, names, depth: 0)
    for (column, path) in names.mapped where path.contains(".") {
      let value = path.split(separator: ".")
        .reduce(JSONValue?.some(.object(object))) { $0?[String($1)] }
      guard let value else { continue }
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

  private mutating func take(_ object: JSONObject, _ names: MappedNames, depth: Int) {
    // QuizAPI: the flags decide; the single answer beside them is outdated.
    let isFlagged = object["correct_answers"]?.object.map(RecordChoices.areFlags) ?? false
    for (place, member) in object.members.enumerated() where member.value != .null {
      if isFlagged, member.name == "correct_answer" { continue }
      let uses = names.uses(of: member.name)
      if uses.isEmpty, depth == 0, !Self.ownNames.contains(member.name) {
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

  private mutating func add(_ field: Field, _ column: NamedColumn) {
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
  var choices: Field? {
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
  var keys: [Field] {
    let choices = choices?.name
    let keys = (fields[.correct] ?? []).filter { field in
      switch field.value {
      case .string(let text): !text.isBlank
      case .null: false
      default: field.name != choices
      }
    }
    return keys.isEmpty ? [] : [keys[0]] + keys.dropFirst().filter { !$0.isWeak }
  }

  /// The text of a role; `nil` if it is missing or empty.
  subscript(role: ColumnRole) -> String? {
    fields[role]?.lazy.compactMap(\.value.flatText).first { !$0.isBlank }
  }

  /// The tags.
  var tags: [String] {
    guard let value = fields[.tags]?.first?.value else { return [] }
    if let text = value.string { return TagList.split(text) }
    return (value.array ?? []).compactMap { $0.string ?? $0["name"]?.string }
      .map { FieldText.make($0) }.filter { !$0.isEmpty }
  }

  /// The value of the weights, whatever it is.
  var weights: JSONValue? { fields[.weights]?.first?.value }

  /// Whether the right answer is the other side of a card.
  var hasBack: Bool { keys.first.map { FieldNames.isBack($0.name) } ?? false }

  /// Whether the object looks like a question: it has a member of that name, or a text with choices
  /// or with a right answer.
  var isQuestion: Bool {
    if isSurelyQuestion { return true }
    guard let question else { return false }
    if choices.map({ $0.name != question.name }) ?? false || !numberedChoices.isEmpty
      || !wrong.isEmpty
    {
      return true
    }
    if hasBack { return true }
    // An object with a text and a mark is a choice, not a question.
    if let key = keys.first, case .bool = key.value {
      return !HeaderName.folded(key.name).hasPrefix("correct") && key.name != "right"
    }
    return question.value.flatText.map { LetteredText($0) != nil } ?? false
  }
}

/// The choices of a JSON record, in any of the forms in which programs write them.
struct RecordChoices {
  /// One choice.
  struct Item {
    var text: String
    /// The names by which a key may refer to it, such as `b`, `2` or `option_b`.
    var labels: Set<String> = []
    /// Whether the file marks it as right or wrong; `nil` when it does neither.
    var isRight: Bool?
    var feedback = ""
  }

  private(set) var items: [Item] = []
  /// The text of the question, if it contains the choices as well.
  private(set) var stem: String?
  /// The text after the choices, if they are part of a text.
  private(set) var rest = ""
  /// The letters of the right choices in that text; `nil` when it names none.
  private(set) var letters: [Character]?

  /// Reads the choices of a record. There are none if the record has none.
  init(of fields: RecordFields) {
    if let field = fields.choices {
      take(field.value)
    } else if !fields.numberedChoices.isEmpty {
      for field in fields.numberedChoices {
        guard let text = field.value.flatText else { continue }
        items.append(Item(text: text, labels: Self.labels(of: field.name)))
      }
    } else if fields.wrong.isEmpty, let question = fields.question,
      let text = question.value.flatText, let parts = LetteredText(text)
    {
      take(parts)
      stem = parts.stem
    }
    dropEmptyEnd()
    dropLetters()
  }

  /// Whether a mark says of each choice whether it is right.
  var areMarked: Bool { items.contains { $0.isRight == true } }

  private mutating func take(_ value: JSONValue) {
    switch value {
    case .array(let values): for value in values { take(element: value) }
    case .object(let object): take(object)
    case .string(let text):
      if ChoiceList.lettered(text) == nil, let parts = LetteredText(text, isList: true),
        parts.stem.isEmpty
      {
        take(parts)
      } else {
        items = ChoiceList.split(text).map { Item(text: $0) }
      }
    default: break
    }
  }

  private mutating func take(_ parts: LetteredText) {
    items = parts.choices.map { Item(text: $0) }
    var lines = parts.rest.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if let first = lines.first, let key = DumpLine.letters(inKey: first) {
      letters = key
      lines.removeFirst()
    }
    rest = FieldText.make(lines.joined(separator: "\n"))
  }

  // MARK: Elements of a list

  private mutating func take(element: JSONValue) {
    switch element {
    case .object(let object): items.append(Self.item(object))
    case .array(let values):
      let texts = values.map { $0.scalarText ?? "" }
      if texts.count == 2, texts[0].count == 1 {
        items.append(Item(text: texts[1], labels: [Self.folded(texts[0])]))
      } else {
        items.append(Item(text: texts.first ?? "", isRight: values.last.flatMap(Self.flag)))
      }
    case .bool(let value): items.append(Item(text: value ? "True" : "False"))
    default: items.append(Item(text: element.scalarText ?? ""))
    }
  }

  private static func item(_ object: JSONObject) -> Item {
    var item = Item(text: "")
    // {"A": "text"}
    if object.members.count == 1, let member = object.members.first, member.name.count == 1 {
      return Item(text: member.value.scalarText ?? "", labels: [folded(member.name)])
    }
    var textRank = Int.max
    for member in object.members {
      let name = HeaderName.folded(member.name)
      if let isRight = marks.contains(name) ? flag(member.value) : nil {
        item.isRight = isRight
      } else if feedbackNames.contains(name) {
        item.feedback = member.value.scalarText ?? ""
      } else if let rank = textNames.firstIndex(of: name),
        let text = member.value.flatText
      {
        if rank < textRank {
          // What seemed to be the text is the label beside it.
          if textRank < .max { item.labels.insert(folded(item.text)) }
          (item.text, textRank) = (text, rank)
        } else {
          item.labels.insert(folded(text))
        }
      } else if case .bool(let isRight) = member.value, isMark(name) {
        item.isRight = isRight
      } else if labelNames.contains(name), let label = member.value.scalarText {
        item.labels.insert(folded(label))
      }
    }
    return item
  }

  /// Whether a yes or no of this name marks the right choice, in any language.
  private static func isMark(_ name: String) -> Bool {
    name == "type" || FieldNames.uses(of: name).contains { $0.column.role == .correct }
  }

  private static let marks: Set<String> = [
    "correct", "iscorrect", "right", "isright", "isanswer", "istrue", "iscorrectanswer", "fraction",
    "correctanswer", "iskey", "valid",
  ]
  private static let feedbackNames: Set<String> = [
    "feedback", "explanation", "rationale", "comment", "hint", "reason",
  ]
  private static let textNames = [
    "text", "answertext", "optiontext", "choicetext", "content", "body", "description", "html",
    "answer", "choice", "option", "title", "value", "name", "label",
  ]
  private static let labelNames: Set<String> = [
    "id", "letter", "key", "identifier", "answerid", "optionid", "choiceid", "index",
    "optionletter",
    "choiceletter", "order", "no",
  ]

  // MARK: Members of an object

  private mutating func take(_ object: JSONObject) {
    // {"text": ["a", "b"], "label": ["A", "B"]}
    if let texts = (object["text"] ?? object["texts"])?.array {
      let labels = (object["label"] ?? object["labels"])?.array ?? []
      items = texts.enumerated().map { index, text in
        let label = labels.indices.contains(index) ? labels[index].scalarText : nil
        return Item(text: text.scalarText ?? "", labels: Set(label.map { [Self.folded($0)] } ?? []))
      }
      return
    }
    for member in object.members where member.value != .null {
      var item = member.value.object.map(Self.item) ?? Item(text: member.value.scalarText ?? "")
      item.labels.formUnion(Self.labels(of: member.name))
      items.append(item)
    }
  }

  /// The labels that the name of a choice gives to it: `option_b` is called `b` as well.
  private static func labels(of name: String) -> Set<String> {
    let folded = folded(name)
    let prefix = ["answer", "option", "choice", "opt", "op"].first(where: folded.hasPrefix)
    let rest = folded.dropFirst(prefix?.count ?? 0)
    return rest.isEmpty ? [folded] : [folded, String(rest)]
  }

  // MARK: Letters

  private mutating func dropEmptyEnd() {
    while let last = items.last, last.text.isBlank, last.isRight != true { items.removeLast() }
  }

  /// Removes the letters at the beginnings of the choices: they would be wrong once the choices are
  /// shuffled.
  private mutating func dropLetters() {
    guard let plain = LetteredText.unlabelled(items.map(\.text)) else { return }
    for index in items.indices {
      items[index].labels.insert(Self.folded(items[index].text))
      items[index].text = plain[index]
    }
  }

  /// A label as keys are compared with it.
  static func folded(_ label: String) -> String { HeaderName.folded(FieldText.make(label)) }

  /// Whether an object has nothing but yes and no.
  static func areFlags(_ object: JSONObject) -> Bool {
    object.members.count > 1 && object.members.allSatisfy { flag($0.value) != nil }
  }

  /// Whether a value means yes or no; `nil` when it means neither.
  static func flag(_ value: JSONValue) -> Bool? {
    switch value {
    case .bool(let flag): flag
    case .number(let digits): Double(digits).map { $0 > 0 }
    // A single letter may be the label of a choice.
    case .string(let text):
      text.count > 1 ? Vocabulary.isTrue(text) : ["": false, "0": false, "1": true][text]
    default: nil
    }
  }

  // MARK: Search

  func hasLabel(_ text: String) -> Bool {
    let folded = Self.folded(text)
    return items.contains { $0.labels.contains(folded) }
  }

  /// The only choice with a label.
  func place(labelled text: String) -> Int? {
    let folded = Self.folded(text)
    return Self.only(items.indices.filter { items[$0].labels.contains(folded) })
  }

  /// The only choice with a text.
  func place(ofText text: String) -> Int? {
    Self.only(items.indices.filter { FieldText.make(items[$0].text).isIdentical(to: text) })
  }

  func firstPlace(ofText text: String) -> Int? {
    items.firstIndex { FieldText.make($0.text).isIdentical(to: text) }
  }

  private static func only(_ places: [Int]) -> Int? { places.count == 1 ? places[0] : nil }
}
