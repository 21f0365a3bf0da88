import QuizSupport

/// The solution that a JSON object states for its question.
struct RecordSolution {
  private let object: JSONObject
  private let fields: RecordFields
  private let choices: RecordChoices
  private let keys: RecordKeys
  private let kind: TableKind?

  init(
    _ object: JSONObject, _ fields: RecordFields, _ choices: RecordChoices, _ keys: RecordKeys
  ) {
    (self.object, self.fields, self.choices, self.keys) = (object, fields, choices, keys)
    kind =
      fields.text(.kind).flatMap { TableKind($0) }
      ?? object["accepted"].map { Self.areNumbers($0) ? .number : .text(isCaseSensitive: false) }
  }

  private var key: JSONValue? { fields.key?.value }

  /// Sets the solution of a question that already has its text and its choices.
  func resolve(_ draft: inout QuestionDraft) throws(Fault) {
    switch kind {
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
      fields.wrong.allSatisfy({ RowSolution.truth(of: $0) == !isTrue })
    {
      draft.kind = .trueFalse
      (draft.choices, draft.correct) = ([Choice("True"), Choice("False")], isTrue ? 0 : 1)
      return
    }
    if draft.choices.isEmpty, !fields.wrong.isEmpty { return try place(&draft) }
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
    draft.markRight(positions, isSeveral: kind == .several)
    if case .several(var several) = draft.solution, let choose = fields.text(.choose) {
      several.choose = Int(choose)
      draft.solution = .several(several)
    }
    weigh(&draft)
  }

  /// Whether the right answer is "true" or "false"; `nil` when it is anything else.
  private var statement: Bool? {
    switch key {
    case .bool(let isTrue): isTrue
    case .string(let text): kind == .trueFalse || text.count > 1 ? RowSolution.truth(of: text) : nil
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
    guard let place = place(ofNumber: digits, in: draft) else { throw .answerNotAChoice(digits) }
    return place
  }

  private func positions(of text: String, in draft: QuestionDraft) throws(Fault) -> [Int] {
    if let place = labelled(text) { return [place] }
    var draft = draft
    let fault = draft.resolve(key: text)
    let isPosition = KeyPart.isPosition(text)
    if let correct = draft.correct, !(isPosition && keys.prefersPositions) { return [correct] }
    if let place = place(ofNumber: text, in: draft) {
      return [place]
    } else if let places = KeyPart.letters(text), places.allSatisfy(draft.choices.indices.contains)
    {
      return places
    }
    if let correct = draft.correct { return [correct] }
    if let place = self.place(ofLettered: text, in: draft) { return [place] }
    if let label = RecordChoices.label(ofNamed: text) {
      return try positions(of: label, in: draft)
    }
    // A text with commas may be a single choice, so a list counts only if all its parts are
    // choices.
    for separators in ["\n", "|", ";", ",、"] {
      let parts = text.split { separators.contains($0) }.map { FieldText.make(String($0)) }
      guard parts.count > 1 else { continue }
      let places = parts.map { labelled($0) ?? place(ofText: $0) ?? place(ofNumber: $0, in: draft) }
      let known = places.compactMap(\.self)
      if known.count == parts.count { return known }
    }
    throw fault ?? .answerNotAChoice(text)
  }

  /// The choice to which a label refers.
  private func labelled(_ text: String) -> Int? {
    if keys.ignoresLabels, KeyPart.number(text) != nil { return nil }
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

  private func place(ofNumber text: String, in draft: QuestionDraft) -> Int? {
    guard let number = KeyPart.number(text) else { return nil }
    return draft.choices.indices.contains(number - keys.base) ? number - keys.base : nil
  }

  /// The choice that a key with its letter repeats: `B. two`.
  private func place(ofLettered text: String, in draft: QuestionDraft) -> Int? {
    draft.choices.indices.first { place in
      LetteredText.label(of: text, place).map {
        $0.isEmpty || $0.isIdentical(to: draft.choices[place].text)
      } ?? false
    }
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
