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
