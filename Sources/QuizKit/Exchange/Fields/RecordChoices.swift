import QuizSupport

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
  ///
  /// - Parameters:
  ///   - list: The member with all choices.
  ///   - each: The members with one choice each, with their names.
  ///   - question: The text of the question, which may contain the choices as well.
  ///   - separator: What stands between choices in one text; `nil` for what usually does.
  init(
    in list: JSONValue?, each: [(name: String, value: JSONValue)],
    question: @autoclosure () -> String?, separator: Character?
  ) {
    if let list {
      if let separator, let text = list.string {
        items = ChoiceList.split(text, at: separator).map { Item(text: $0) }
      } else {
        take(list)
      }
    } else if !each.isEmpty {
      for (name, value) in each {
        guard let text = value.flatText else { continue }
        items.append(Item(text: text, labels: Self.labels(of: name)))
      }
    } else if let parts = question().flatMap({ LetteredText($0) }) {
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

  /// Marks a choice as right.
  mutating func markRight(_ place: Int) {
    if items.indices.contains(place) { items[place].isRight = true }
  }

  private mutating func take(_ parts: LetteredText) {
    items = parts.choices.map { Item(text: $0) }
    var lines = parts.rest.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if let first = lines.first, let key = ListLine.letters(inKey: first) {
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
