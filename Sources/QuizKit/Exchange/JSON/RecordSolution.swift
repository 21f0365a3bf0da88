import QuizSupport

/// The solution that a JSON object states for its question.
struct RecordSolution {
  private let object: JSONObject
  private let fields: RecordFields
  private let choices: RecordChoices
  private let keys: RecordKeys
  private let kind: TableKind?
  private let areCards: Bool

  init(
    _ object: JSONObject, _ fields: RecordFields, _ choices: RecordChoices, _ keys: RecordKeys,
    areCards: Bool, kind group: TableKind?
  ) {
    self.areCards = areCards
    (self.object, self.fields, self.choices, self.keys) = (object, fields, choices, keys)
    kind =
      fields.text(.kind).flatMap { TableKind($0) }
      ?? object["accepted"].map { Self.areNumbers($0) ? .number : .text(isCaseSensitive: false) }
      ?? group
  }

  private var key: JSONValue? { fields.key?.value }

  /// Sets the solution of a question that already has its text and its choices.
  func resolve(_ draft: inout QuestionDraft) throws(Fault) {
    let areAllRight =
      !choices.items.isEmpty && choices.items.allSatisfy { $0.isRight == true } && key == nil
    switch kind {
    case .other(.opinion): throw .notMultipleChoice(.opinion)
    case .other(.essay) where areAllRight, .text where areAllRight:
      // Kahoot lists what it accepts as choices that are all right.
      draft.solution = .text(
        TextSolution(
          accepted: draft.choices.map { AcceptedText($0.text.replacing("*", with: "\\*")) }))
      draft.choices = []
    case .number where object["choiceRange"] != nil:
      guard let range = object["choiceRange"]?.object, let correct = range["correct"] else {
        throw .missingField("choiceRange")
      }
      let tolerance = range["tolerance"].flatMap(\.scalarText).flatMap(Double.init) ?? 0
      guard let value = correct.scalarText.flatMap(Double.init) else {
        throw .notANumber(correct.scalarText ?? "")
      }
      draft.solution = .number(
        NumberSolution(accepted: [AcceptedNumber(.value(value, tolerance: tolerance))]))
    case .text where draft.choices.isEmpty:
      draft.solution = .text(
        try BackupSolution.texts(
          accepted(), isCaseSensitive: object["caseSensitive"] == .bool(true)))
    case .number where draft.choices.isEmpty:
      draft.solution = .number(try BackupSolution.numbers(accepted()))
    case .other(let kind) where draft.choices.isEmpty: throw .notMultipleChoice(kind)
    default:
      let parts = RecordParts(object: object, fields: fields, choices: choices, kind: kind)
      if let solution = try parts.solution(&draft) {
        draft.solution = solution
      } else {
        try markChoices(&draft)
      }
    }
  }

  private func markChoices(_ draft: inout QuestionDraft) throws(Fault) {
    if draft.choices.isEmpty, let isTrue = statement,
      fields.wrong.allSatisfy({ Vocabulary.isTrue($0) == !isTrue })
    {
      draft.kind = .trueFalse
      (draft.choices, draft.correct) = ([Choice("True"), Choice("False")], isTrue ? 0 : 1)
      return
    }
    if draft.choices.isEmpty, !fields.wrong.isEmpty { return try place(&draft) }
    if draft.choices.isEmpty, areCards, kind == nil, fields.unused.isEmpty,
      let back = key.flatMap(RecordFields.text)
    {
      draft.solution = .card(CardSolution(back: FieldText.make(back)))
      return
    }
    draft.correct = 0
    if let fault = draft.fault { throw fault }
    draft.correct = nil
    if kind == .trueFalse, draft.choices.count == 2 { draft.kind = .trueFalse }
    var positions: [Int] = []
    if let key {
      positions = try self.positions(key, in: draft)
    } else if choices.areMarked {
      positions = choices.items.indices.filter { choices.items[$0].isRight == true }
    } else if let letters = choices.letters {
      positions = try self.positions(of: String(letters), in: draft)
    } else {
      throw choices.items.contains { $0.isRight != nil }
        ? .noCorrectChoice(nil) : .noField(.correct, among: fields.names)
    }
    if positions.isEmpty { throw .noCorrectChoice(nil) }
    try compare(positions, in: draft)
    draft.markRight(positions, isSeveral: kind == .several)
    if case .several(var several) = draft.solution, let choose = fields.text(.choose) {
      several.choose = Int(choose)
      draft.solution = .several(several)
    }
    weigh(&draft)
  }

  /// Makes sure that nothing else in the record says that other choices are right. What names no
  /// choice, such as a solution in sentences, says nothing.
  private func compare(_ positions: [Int], in draft: QuestionDraft) throws(Fault) {
    guard let key = fields.key else { return }
    let first = RecordFields.text(of: key.value) ?? key.name
    if choices.areMarked {
      let marked = choices.items.indices.filter { choices.items[$0].isRight == true }
      if Set(marked) != Set(positions) {
        throw .answersContradict(
          first, marked.map { draft.choices[$0].text }.joined(separator: ", "))
      }
    }
    for other in fields.keys.dropFirst() {
      let places: [Int]
      do throws(Fault) {
        places = try self.positions(other.value, in: draft)
      } catch {
        continue
      }
      if !places.isEmpty, Set(places) != Set(positions) {
        throw .answersContradict(first, RecordFields.text(of: other.value) ?? other.name)
      }
    }
  }

  /// Whether the right answer is "true" or "false"; `nil` when it is anything else.
  private var statement: Bool? {
    switch key {
    case .bool(let isTrue): isTrue
    case .string(let text):
      // A single letter may be that of a choice that is missing.
      kind == .trueFalse || text.count > 1 || !text.utf8.allSatisfy { $0 < 0x80 }
        ? Vocabulary.isTrue(text) : nil
    default: nil
    }
  }

  /// Puts the right answers among the wrong ones.
  private func place(_ draft: inout QuestionDraft) throws(Fault) {
    guard let key else { throw .noField(.correct, among: fields.names) }
    let right = (key.array ?? [key]).compactMap(RecordFields.text).map { FieldText.make($0) }
    let wrong = fields.wrong.map { FieldText.make($0) }
    guard let first = right.first else { throw .noCorrectChoice(nil) }
    if right.count == 1, kind != .several {
      (draft.choices, draft.correct) = StablePlace.place(first, among: wrong, of: draft.text)
    } else {
      draft.choices = StablePlace.place(right, among: wrong, of: draft.text)
      draft.markRight(
        draft.choices.indices.filter { right.contains(draft.choices[$0].text) }, isSeveral: true)
    }
  }

  /// Sets the credit for each choice. In other programs' files the member may mean something else,
  /// so weights that do not fit are ignored with a warning.
  private func weigh(_ draft: inout QuestionDraft) {
    guard object["weights"] != nil else { return }
    var weighted = draft
    do throws(Fault) {
      let weights = try BackupSolution.weights(object)
      if case .several(var several) = draft.solution {
        several.weights = weights
        weighted.solution = .several(several)
      } else if let correct = draft.correct {
        let single = SingleSolution(correct, weights: weights)
        if single.weights != nil || single.fault(among: draft.choices.count) != nil {
          weighted.solution = .single(single)
        }
      }
      if let fault = weighted.fault { throw fault }
      draft = weighted
    } catch {
      draft.warnings.append(.weightsIgnored)
    }
  }

  // MARK: Keys

  /// The choices that a key means.
  private func positions(_ key: JSONValue, in draft: QuestionDraft) throws(Fault) -> [Int] {
    switch key {
    case .number(let digits): return [try position(of: digits, in: draft)]
    case .string(let text): return try positions(of: FieldText.make(text), in: draft)
    case .bool(let isTrue): return try positions(of: isTrue ? "True" : "False", in: draft)
    case .array(let values):
      // A list of yes and no, one for each choice.
      if values.count == draft.choices.count, values.allSatisfy({ Self.isFlag($0) }) {
        return values.indices.filter { values[$0] == .bool(true) }
      }
      var positions: [Int] = []
      for value in values { positions += try self.positions(value, in: draft) }
      return positions
    case .object(let object): return try positions(marked: object, in: draft)
    case .null: throw .wrongType(field: "label", expected: "0, 1, 2 …")
    }
  }

  private static func isFlag(_ value: JSONValue) -> Bool {
    if case .bool = value { true } else { false }
  }

  /// An object with yes or no for each choice, or with the label or the text of one.
  private func positions(
    marked object: JSONObject, in draft: QuestionDraft
  ) throws(Fault) -> [Int] {
    let flags = object.members.compactMap { RecordChoices.flag($0.value) }
    if flags.count == object.members.count, flags.count >= draft.choices.count, flags.count > 1 {
      var right: [Int] = []
      for (place, isRight) in flags.enumerated() where isRight {
        let name = RecordChoices.folded(object.members[place].name).replacing("correct", with: "")
        right.append(choices.items.firstIndex { $0.labels.contains(name) } ?? place)
      }
      return right
    }
    for name in ["label", "id", "letter", "key", "index", "text", "answer", "value"] {
      if let value = object[name], value.scalarText != nil {
        return try positions(value, in: draft)
      }
    }
    throw .wrongType(field: "label", expected: "0, 1, 2 …")
  }

  private func position(of digits: String, in draft: QuestionDraft) throws(Fault) -> Int {
    if let place = labelled(digits) { return place }
    if keys.numbersAreTexts, let place = place(ofText: digits) { return place }
    let base = try base(of: digits)
    guard let number = Int(digits), draft.choices.indices.contains(number &- base) else {
      throw .answerNotAChoice(digits)
    }
    return number - base
  }

  private func positions(of text: String, in draft: QuestionDraft) throws(Fault) -> [Int] {
    if let place = labelled(text) { return [place] }
    let same = draft.choices.indices.filter { draft.choices[$0].text.isIdentical(to: text) }
    let places = AnswerReader.Places(text)
    if same.count == 1, places == nil || !keys.prefersPositions { return same }
    let base = places?.style == .numbers ? try base(of: text) : 0
    if let right = places?.places(base, among: draft.choices.count) { return right }
    // A list of labels or texts counts only if all its parts are choices.
    for separators in ["\n", "|", ";", ",、"] {
      let parts = text.split { separators.contains($0) }.map { FieldText.make(String($0)) }
      guard parts.count > 1 else { continue }
      let known = parts.compactMap { labelled($0) ?? place(ofText: $0) }
      if known.count == parts.count { return known }
    }
    return try AnswerReader.read(text, among: draft.choices, .texts, isStrict: false)
  }

  /// The number of the first choice in a key that is a number.
  private func base(of key: String) throws(Fault) -> Int {
    guard let base = keys.base else { throw .keyBaseUnsure(key) }
    return base
  }

  /// The choice to which a label refers.
  private func labelled(_ text: String) -> Int? {
    if keys.ignoresLabels, Int(text) != nil { return nil }
    let folded = RecordChoices.folded(text)
    let found = choices.items.indices.filter { choices.items[$0].labels.contains(folded) }
    return found.count == 1 ? found[0] : nil
  }

  private func place(ofText text: String) -> Int? {
    let found = choices.items.indices.filter {
      FieldText.make(choices.items[$0].text).isIdentical(to: text)
    }
    return found.count == 1 ? found[0] : nil
  }

  // MARK: Typed answers

  /// The list of accepted answers. A single answer need not be in a list.
  private func accepted() throws(Fault) -> JSONValue {
    guard let value = object["accepted"] ?? key else {
      throw .noField(.correct, among: fields.names)
    }
    guard value.array == nil else { return value }
    guard let tolerance = object["tolerance"], kind == .number, value.object == nil else {
      return .array([value])
    }
    return .array([.object(["value": value, "tolerance": tolerance])])
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
