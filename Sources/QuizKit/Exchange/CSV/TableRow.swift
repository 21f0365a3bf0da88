/// One record of a table, as a question.
struct TableRow {
  private let record: RecordScanner
  private let columns: ColumnMap
  private let key: KeyColumn

  init(_ record: RecordScanner, _ columns: ColumnMap, _ key: KeyColumn) {
    self.record = record
    self.columns = columns.fitted(to: record.fields.count)
    self.key = key
  }

  /// Whether the record is long enough to have a right answer.
  var hasKey: Bool { record.fields.count > columns.correct }

  var keyText: String { text(columns.correct) }

  var choiceTexts: [String] {
    var texts = columns.joinedChoices.map(joined) ?? columns.choices.map(text)
    while texts.last?.isEmpty == true { texts.removeLast() }
    return texts
  }

  func submit(to intake: Intake) {
    if let fault = shapeFault {
      return intake.report(fault, line: record.line, question: text(columns.question))
    }
    if record.hasTextAfterQuote {
      intake.report(.textAfterQuote, line: record.line, question: text(columns.question))
    }
    var draft = QuestionDraft(line: record.line)
    draft.text = text(columns.question)
    draft.commentary = optional(columns.explanation) ?? ""
    draft.category = optional(columns.category) ?? columns.fixedCategory
    draft.title = optional(columns.title)
    draft.externalID = optional(columns.id)
    draft.tags = columns.fixedTags + columns.tags.flatMap { TagList.split(text($0)) }
    if let difficulty = optional(columns.difficulty), !draft.tags.contains(difficulty) {
      draft.tags.append(difficulty)
    }
    if let fault = choose(&draft) { return intake.refuse(draft, fault, excerpt: keyText) }
    intake.submit(draft)
  }

  /// Fills in the choices and the right one; the fault if the key names none.
  private func choose(_ draft: inout QuestionDraft) -> Fault? {
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
    // What is wrong with the choices themselves says more than that the key does not fit them.
    draft.correct = 0
    if let fault = draft.fault { return fault }
    switch key.meaning(of: keyText) {
    case .several(let count): return .severalAnswers(count)
    case .text(let text): return draft.resolve(key: text)
    case .position(let position):
      draft.correct = position
      return draft.choices.indices.contains(position) ? nil : .answerNotAChoice(keyText)
    }
  }

  /// Why the record does not fit the table; empty fields too many are no fault.
  var shapeFault: Fault? {
    let count = record.fields.count
    guard let width = columns.width else { return count < 4 ? .tooFewColumns(count) : nil }
    let hasMore =
      !columns.ignoresSurplus && count > width && (width..<count).contains { !text($0).isEmpty }
    return hasMore ? .tooManyColumns(found: count, expected: width) : nil
  }

  private func text(_ column: Int) -> String {
    guard column < record.fields.count else { return "" }
    let text = record.text(record.fields[column])
    return columns.isHTML ? HTMLText.plain(text) : text
  }

  private func optional(_ column: Int?) -> String? {
    guard let column else { return nil }
    let text = text(column)
    return text.isEmpty ? nil : text
  }

  private func joined(_ column: Int) -> [String] {
    let all = text(column)
    let separator: Character = all.contains("|") ? "|" : ";"
    return all.split(separator: separator, omittingEmptySubsequences: false)
      .map { FieldText.make(String($0)) }
  }
}
