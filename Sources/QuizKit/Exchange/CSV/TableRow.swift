/// The record that a reading of a table stands at, as a question.
///
/// A class, and one for all records: a value for each would copy the map of the columns as often as
/// there are questions, which took a third of the time of an import.
final class TableRow {
  /// Where the reading is.
  private(set) var scanner: RecordScanner
  private let map: ColumnMap
  private let key: KeyColumn
  /// The columns of this record; without a header they depend on its length.
  private var columns: ColumnMap
  /// Whether cells of this record have an apostrophe in front that is none of their text.
  private var isProtected = false
  private var lastCategory = ""
  private var lastTags: (field: String, tags: [String])

  init(_ start: RecordScanner, _ map: ColumnMap, _ key: KeyColumn = KeyColumn()) {
    scanner = start
    self.map = map
    self.key = key
    columns = map
    lastTags = ("", map.fixedTags)
  }

  /// Steps to the next record.
  func next() -> RecordScanner.Outcome {
    let outcome = scanner.next()
    if map.width == nil, scanner.fields.count != columns.correct + 1 {
      columns = map.fitted(to: scanner.fields.count)
    }
    isProtected = columns.protected.map { cell($0) == CellProtection.mark } ?? false
    return outcome
  }

  /// Whether nothing but blanks is in the record.
  var isBlank: Bool { scanner.isBlank }

  /// Why the record does not fit the table; empty fields too many are no fault.
  var shapeFault: Fault? {
    let count = scanner.fields.count
    guard let width = columns.width else { return count < 4 ? .tooFewColumns(count) : nil }
    let hasMore =
      !columns.ignoresSurplus && count > width && (width..<count).contains { !text($0).isEmpty }
    return hasMore ? .tooManyColumns(found: count, expected: width) : nil
  }

  /// Tells a survey what the key of the record looks like.
  func add(to survey: inout KeyColumn.Survey) {
    // A row that a stray comma has shifted says nothing about the column.
    guard scanner.fields.count > columns.correct, shapeFault == nil else { return }
    let field = scanner.fields[columns.correct]
    let count = choiceCount
    let isChoice = { self.choiceTexts.contains(self.text(self.columns.correct)) }
    if field.end - field.start == 1 {
      survey.add(byte: scanner.byte(at: field.start), choiceCount: count, isChoice: isChoice)
    } else {
      survey.add(key: text(columns.correct), choiceCount: count, isChoice: isChoice)
    }
  }

  /// Hands the record on as a question, or says what is wrong with it.
  func submit(to intake: Intake) {
    if let fault = shapeFault {
      return intake.report(fault, line: scanner.line, question: text(columns.question))
    }
    if scanner.hasTextAfterQuote {
      intake.report(.textAfterQuote, line: scanner.line, question: text(columns.question))
    }
    var draft = QuestionDraft(line: scanner.line)
    draft.text = text(columns.question)
    draft.commentary = optional(columns.explanation) ?? ""
    draft.category = category
    draft.title = optional(columns.title)
    draft.externalID = optional(columns.id)
    draft.tags = tags
    draft.timeLimit = optional(columns.time)
    guard let fault = choose(&draft) else { return intake.submit(draft) }
    // What is wrong with the choices themselves says more than that the key does not fit them.
    draft.correct = 0
    intake.refuse(draft, draft.fault ?? fault, excerpt: text(columns.correct))
  }

  /// Fills in the choices and the right one; the fault if the key names none.
  private func choose(_ draft: inout QuestionDraft) -> Fault? {
    let keyText = text(columns.correct)
    guard columns.wrong.isEmpty else {
      let wrong = columns.wrong.map(text).filter { !$0.isEmpty }
      if keyText.isEmpty { return .noCorrectChoice(nil) }
      (draft.choices, draft.correct) = StablePlace.place(keyText, among: wrong, of: draft.text)
      return nil
    }
    draft.choices = choiceTexts.map { Choice($0) }
    for (index, column) in columns.feedback.enumerated() where index < draft.choices.count {
      draft.choices[index].feedback = text(column)
    }
    switch key.meaning(of: keyText) {
    case .several(let count): return .severalAnswers(count)
    case .text(let text): return draft.resolve(key: text)
    case .position(let position):
      draft.correct = position
      return draft.choices.indices.contains(position) ? nil : .answerNotAChoice(keyText)
    }
  }

  private var choiceTexts: [String] {
    if let column = columns.joinedChoices { return joined(column) }
    var texts: [String] = []
    let count = choiceCount
    texts.reserveCapacity(count)
    for column in columns.choices.prefix(count) { texts.append(text(column)) }
    return texts
  }

  /// How many choices there are; empty columns at the end are a spreadsheet's padding.
  private var choiceCount: Int {
    if let column = columns.joinedChoices { return joined(column).count }
    var count = columns.choices.count
    while count > 0, isEmpty(columns.choices[count - 1]) { count -= 1 }
    return count
  }

  /// The deck; rows of one deck share its name, which saves as many copies.
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

  private func text(_ column: Int) -> String {
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
    // An ASCII letter or digit at the beginning is no blank; anything else needs a closer look.
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
    let separator: Character = all.utf8.contains(UInt8(ascii: "|")) ? "|" : ";"
    var texts = all.split(separator: separator, omittingEmptySubsequences: false)
      .map { FieldText.make(String($0)) }
    while texts.last?.isEmpty == true { texts.removeLast() }
    return texts
  }
}
