import QuizSupport

/// Turns the current record of a table into a question.
///
/// A single instance is used for all records. A struct per record would copy the column map for
/// every question, which is noticeably slower.
final class TableRow {
  private(set) var scanner: RecordScanner
  private let map: ColumnMap
  private let keys: TableKeys
  /// The columns of this record. Without a header they depend on its length.
  private var columns: ColumnMap
  /// Whether some cells of this record have a protective apostrophe.
  private var isProtected = false
  private var lastCategory = ""
  private var lastTags: (field: String, tags: [String])

  init(_ start: RecordScanner, _ map: ColumnMap, _ keys: TableKeys = TableKeys()) {
    scanner = start
    self.map = map
    self.keys = keys
    columns = map
    lastTags = ("", map.fixedTags)
  }

  /// Advances to the next record.
  func next() -> RecordScanner.Outcome {
    let outcome = scanner.next()
    if map.width == nil, scanner.fields.count != columns.correct + 1 {
      columns = map.fitted(to: scanner.fields.count)
    }
    isProtected = columns.protected.map { cell($0) == CellProtection.mark } ?? false
    return outcome
  }

  /// The column of the right answer in this record.
  var correct: Int { columns.correct }

  /// Whether the record contains only blanks.
  var isBlank: Bool { scanner.isBlank }

  /// Why the record does not fit the columns. Additional empty fields are allowed.
  var shapeFault: Fault? {
    let count = scanner.fields.count
    guard let width = columns.width else {
      return count < 4 + columns.question ? .tooFewColumns(count) : nil
    }
    let hasMore =
      !columns.ignoresSurplus && count > width && (width..<count).contains { !text($0).isEmpty }
    return hasMore ? .tooManyColumns(found: count, expected: width) : nil
  }

  /// Whether the record has a key that a survey understands.
  var hasKey: Bool {
    // A stray comma may have shifted the fields of this row, so that its key is unreliable.
    scanner.fields.count > columns.correct && shapeFault == nil && !hasOtherAnswer
  }

  /// Adds a key of the record to the survey of its column.
  func add(_ column: Int, to survey: inout KeySurvey) {
    guard column < scanner.fields.count else { return }
    let field = scanner.fields[column]
    let count = choiceCount
    let place = { [self] in choiceTexts.firstIndex { $0.isIdentical(to: text(column)) } }
    if field.end - field.start == 1 {
      survey.add(byte: scanner.byte(at: field.start), choiceCount: count, text: place)
    } else {
      survey.add(key: text(column), choiceCount: count, text: place)
    }
  }

  /// The right choices according to one column; `nil` if it names none, or others as well.
  func places(in column: Int, _ notation: ReadingGuess.KeyNotation) -> Set<Int>? {
    do throws(Fault) {
      let choices = choiceTexts.map { Choice($0) }
      return Set(try AnswerReader.read(text(column), among: choices, notation))
    } catch {
      return nil
    }
  }

  /// Whether a cell of the record is empty.
  func isBlank(_ column: Int) -> Bool { isEmpty(column) }

  /// The kind that the table states for the row; `nil` when it states none.
  var kind: TableKind? {
    if columns.areCards { return columns.areStatements ? .trueFalse : .card }
    return columns.kind.flatMap { TableKind(text($0)) }
  }

  /// Whether the answer is not a choice, but a text, a number or the truth of a statement.
  private var hasOtherAnswer: Bool {
    switch kind {
    case .text, .number, .other: choiceCount < 2
    case .card: choiceCount == 0
    case .order: isEmpty(columns.correct)
    case .gaps: !GapText(text(columns.question)).gaps.isEmpty
    case .match: AnswerCell.split(text(columns.correct)).count >= max(choiceCount, 2)
    case .trueFalse: choiceCount == 0
    case .choices, .several, nil: false
    }
  }

  /// Submits the record as a question, or reports what is wrong with it.
  func submit(to collector: QuestionCollector) {
    if let fault = shapeFault {
      return collector.report(fault, line: scanner.line, question: text(columns.question))
    }
    if scanner.hasTextAfterQuote {
      collector.report(.textAfterQuote, line: scanner.line, question: text(columns.question))
    }
    var draft = QuestionDraft(line: scanner.line)
    draft.text = [optional(columns.passage), text(columns.question)].compactMap(\.self)
      .joined(separator: "\n\n")
    draft.commentary = optional(columns.explanation) ?? ""
    draft.category = category
    draft.title = optional(columns.title)
    draft.externalID = optional(columns.id)
    draft.tags = tags
    draft.timeLimit = optional(columns.time)
    do throws(Fault) {
      try solve(&draft)
      collector.submit(draft)
    } catch {
      // A skipped question has no choices that could be wrong.
      if error.level == .skipped, !draft.text.isEmpty { return collector.refuse(draft, error) }
      // A fault of the choices themselves is more helpful than saying that the key matches none of
      // them.
      draft.correct = 0
      collector.refuse(draft, draft.fault ?? error, excerpt: text(columns.correct))
    }
  }

  /// Sets the choices and the solution.
  private func solve(_ draft: inout QuestionDraft) throws(Fault) {
    let wrong = columns.wrong.map(text).filter { !$0.isEmpty }
    if !wrong.isEmpty || !columns.wrong.isEmpty && columns.kind == nil {
      return try place(among: wrong, &draft)
    }
    draft.choices = choiceTexts.map { Choice($0) }
    for (index, column) in columns.feedback.enumerated() where index < draft.choices.count {
      draft.choices[index].feedback = text(column)
    }
    if let place = draft.choices.firstIndex(where: { CellError.names.contains($0.text) }) {
      throw .errorCell(draft.choices[place].text, number: place + 1)
    }
    let notation = keys.notation
    // Nearly all rows have one key and nothing else.
    if columns.kind == nil, !columns.areCards, columns.moreCorrect.isEmpty, columns.weights == nil {
      let keyText = text(columns.correct)
      draft.markRight(try AnswerReader.read(keyText, among: draft.choices, notation))
      for (column, notation) in keys.rivals where !isEmpty(column) {
        let right = draft.correct.map { [$0] } ?? draft.solution?.rightChoices ?? []
        if let others = places(in: column, notation), others != Set(right) {
          throw .answersContradict(keyText, text(column))
        }
      }
      return
    }
    let solution = RowSolution(
      kind: kind, keys: keyTexts, notation: notation, feedbacks: columns.feedback.map(text),
      choose: optional(columns.choose) ?? "", weights: optional(columns.weights) ?? "")
    try solution.apply(to: &draft)
  }

  /// The keys that are not empty.
  private var keyTexts: [String] {
    ([columns.correct] + columns.moreCorrect).map(text).filter { !$0.isEmpty }
  }

  /// Puts the texts of the right choices among the wrong ones.
  private func place(among wrong: [String], _ draft: inout QuestionDraft) throws(Fault) {
    let keys = keyTexts
    guard let first = keys.first else { throw .noCorrectChoice(nil) }
    // It would be unclear which choice has which weight.
    if optional(columns.weights) != nil { draft.warnings.append(.weightsIgnored) }
    guard keys.count > 1 || kind == .several else {
      (draft.choices, draft.correct) = StablePlace.place(first, among: wrong, of: draft.text)
      return
    }
    draft.choices = StablePlace.place(keys, among: wrong, of: draft.text)
    draft.markRight(
      draft.choices.indices.filter { keys.contains(draft.choices[$0].text) },
      isSeveral: kind == .several)
  }

  private var choiceTexts: [String] {
    if let column = columns.joinedChoices { return joined(column) }
    var texts: [String] = []
    let count = choiceCount
    texts.reserveCapacity(count)
    for column in columns.choices.prefix(count) { texts.append(text(column)) }
    return LetteredText.unlabelled(texts) ?? texts
  }

  /// The number of choices. Empty columns at the end are not counted: spreadsheets add them.
  private var choiceCount: Int {
    if let column = columns.joinedChoices { return joined(column).count }
    var count = columns.choices.count
    while count > 0, isEmpty(columns.choices[count - 1]) { count -= 1 }
    return count
  }

  /// The deck. Consecutive rows of the same deck share one string, which saves copies.
  private var category: String? {
    guard let text = optional(columns.category) else { return columns.fixedCategory }
    if text != lastCategory { lastCategory = text }
    return lastCategory
  }

  /// The tags, shared like the deck.
  private var tags: [String] {
    let field =
      columns.tags.count == 1
      ? text(columns.tags[0]) : columns.tags.map(text).joined(separator: " ")
    if field != lastTags.field { lastTags = (field, columns.fixedTags + TagList.split(field)) }
    guard let difficulty = optional(columns.difficulty), !lastTags.tags.contains(difficulty) else {
      return lastTags.tags
    }
    return lastTags.tags + [difficulty]
  }

  func text(_ column: Int) -> String {
    isProtected ? CellProtection.undone(cell(column)) : cell(column)
  }

  private func cell(_ column: Int) -> String {
    guard column < scanner.fields.count else { return "" }
    let text = scanner.text(scanner.fields[column])
    return columns.isHTML ? HTMLText.plain(text) : text
  }

  private func isEmpty(_ column: Int) -> Bool {
    guard column < scanner.fields.count else { return true }
    let field = scanner.fields[column]
    if field.start == field.end { return true }
    // A visible ASCII character at the beginning shows that the field is not blank.
    let first = scanner.byte(at: field.start)
    let isVisible = first > 0x22 && first < 0x7F && !columns.isHTML
    return !isVisible && text(column).isEmpty
  }

  private func optional(_ column: Int?) -> String? {
    guard let column else { return nil }
    let text = text(column)
    return text.isEmpty ? nil : text
  }

  private func joined(_ column: Int) -> [String] {
    let all = text(column)
    if let lettered = ChoiceList.lettered(all) { return lettered }
    // A list as other programs write it, in which `;` and `|` belong to the texts.
    if all.hasPrefix("{") || all.hasPrefix("[") { return ChoiceList.json(all) ?? [] }
    let separator = ["|", ";"].first(where: all.contains) ?? "\n"
    var texts = all.split(separator: separator, omittingEmptySubsequences: false)
      .map { FieldText.make(String($0)) }
    while texts.last?.isEmpty == true { texts.removeLast() }
    return texts
  }
}

/// The names of errors that a spreadsheet shows in the cell of a failed formula.
enum CellError {
  static let names: Set<String> = [
    "#REF!", "#N/A", "#VALUE!", "#NAME?", "#DIV/0!", "#NULL!", "#NUM!", "#SPILL!", "#CALC!",
  ]
}
