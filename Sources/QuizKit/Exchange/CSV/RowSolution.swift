import QuizSupport

/// Determines the right answers from the cells of a row.
struct RowSolution {
  /// The kind that the table states for the row; `nil` when it states none.
  var kind: TableKind?
  /// The keys of the row that are not empty. Most tables have one column of keys.
  var keys: [String]
  /// How the table writes its keys.
  var notation: ReadingGuess.KeyNotation
  /// The feedback on the accepted answers.
  var feedbacks: [String] = []
  /// The number of choices to pick, if the table states it.
  var choose = ""
  /// The credit for each choice or accepted answer, if the table states it.
  var weights = ""

  /// The word for a question that does not ask for a number of choices, although its text seems to.
  static let all = "all"

  /// Sets the solution of a draft that already has its choices.
  func apply(to draft: inout QuestionDraft) throws(Fault) {
    switch kind {
    case .text(let isCaseSensitive) where isTyped(draft):
      try acceptTexts(isCaseSensitive, &draft)
    case .number where isTyped(draft): try acceptNumbers(&draft)
    case .card, .gaps, .order, .match:
      if let solution = parts(&draft) {
        draft.solution = solution
      } else {
        try markKeys(&draft)
      }
    case .other(let kind) where draft.choices.count < 2: throw .notMultipleChoice(kind)
    case .trueFalse where draft.choices.isEmpty: try chooseStatement(&draft)
    case .trueFalse where draft.choices.count == 2:
      draft.kind = .trueFalse
      try markKeys(&draft)
    default: try markKeys(&draft)
    }
  }

  /// Whether the answer is typed. A row with choices and a key is about the choices, whatever kind
  /// it states. But some programs list accepted answers in the columns for choices, and then there
  /// is no key.
  private func isTyped(_ draft: QuestionDraft) -> Bool { draft.choices.count < 2 || keys.isEmpty }

  /// The solution of a card, or one with several parts; `nil` where the cells are those of a
  /// question with choices.
  private func parts(_ draft: inout QuestionDraft) -> Solution? {
    kind.flatMap { RowParts.solution($0, key: keys.first ?? "", keys: keys, &draft) }
  }

  // MARK: Choices

  private func markKeys(_ draft: inout QuestionDraft) throws(Fault) {
    var positions: [Int] = []
    for key in keys.isEmpty ? [""] : keys {
      let found = try AnswerReader.read(key, among: draft.choices, notation)
      positions += found
    }
    draft.markRight(positions, isSeveral: kind == .several)
    guard case .several(var several) = draft.solution else { return weigh(&draft) }
    if !choose.isEmpty {
      draft.statesChoose = true
      several.choose = try choose == Self.all ? nil : count(choose)
    }
    several.weights = try fractions()
    draft.solution = .several(several)
  }

  /// Sets the credit for each choice when one is to be picked. In other programs' tables the column
  /// may mean something else, so a cell that does not fit is ignored with a warning.
  private func weigh(_ draft: inout QuestionDraft) {
    guard let correct = draft.correct, !weights.isEmpty else { return }
    let solution: SingleSolution
    do throws(Fault) {
      solution = SingleSolution(correct, weights: try fractions())
    } catch {
      return draft.warnings.append(.weightsIgnored)
    }
    if solution.fault(among: draft.choices.count) != nil {
      draft.warnings.append(.weightsIgnored)
    } else if solution.weights != nil {
      draft.solution = .single(solution)
    }
  }

  /// Sets the choices of a true-or-false statement for which the table has none.
  private func chooseStatement(_ draft: inout QuestionDraft) throws(Fault) {
    draft.kind = .trueFalse
    draft.choices = [Choice("True"), Choice("False")]
    guard let key = keys.first else { throw .noCorrectChoice(nil) }
    guard let isTrue = Vocabulary.isTrue(key) else {
      throw .answerNotAChoice(key)
    }
    draft.correct = isTrue ? 0 : 1
  }

  private func count(_ text: String) throws(Fault) -> Int {
    guard let count = Int(text.ofOneWidth) else { throw .notANumber(text) }
    return count
  }

  // MARK: Typed answers

  private func acceptTexts(
    _ isCaseSensitive: Bool, _ draft: inout QuestionDraft
  ) throws(Fault) {
    let texts = keys.isEmpty ? draft.choices.map(\.text) : keys.flatMap(AnswerCell.split)
    if keys.isEmpty { draft.choices = [] }
    var solution = TextSolution(
      accepted: texts.map { AcceptedText($0) }, isCaseSensitive: isCaseSensitive)
    draft.solution = .text(solution)
    let fractions = try fractions()
    for index in solution.accepted.indices {
      solution.accepted[index].fraction = fraction(at: index, of: fractions)
      solution.accepted[index].feedback = feedback(at: index)
    }
    draft.solution = .text(solution)
  }

  private func acceptNumbers(_ draft: inout QuestionDraft) throws(Fault) {
    let texts = keys.isEmpty ? draft.choices.map(\.text) : keys
    if keys.isEmpty { draft.choices = [] }
    // Accepts any number until all cells are read, so that the draft itself has no other fault.
    draft.solution = .number(NumberSolution(accepted: [AcceptedNumber(.any)]))
    let fractions = try fractions()
    var accepted: [AcceptedNumber] = []
    for span in try spans(in: texts) {
      let index = accepted.count
      accepted.append(
        AcceptedNumber(
          span, fraction: fraction(at: index, of: fractions), feedback: feedback(at: index)))
    }
    draft.solution = .number(NumberSolution(accepted: accepted))
  }

  private func spans(in cells: [String]) throws(Fault) -> [NumberSpan] {
    var spans: [NumberSpan] = []
    for cell in cells {
      // A cell may be one number or a list of them.
      for text in NumberSpan.written(cell) == nil ? AnswerCell.split(cell) : [cell] {
        guard let span = NumberSpan.written(text) else { throw .notANumber(text) }
        spans.append(span)
      }
    }
    return spans
  }

  private func feedback(at index: Int) -> String {
    feedbacks.indices.contains(index) ? feedbacks[index] : ""
  }

  // MARK: Weights

  private func fraction(at index: Int, of fractions: [Double]?) -> Double {
    guard let fractions, fractions.indices.contains(index) else { return 1 }
    return fractions[index]
  }

  /// The numbers in the weights cell, from -1 to 1 or in percent; `nil` when it is empty.
  private func fractions() throws(Fault) -> [Double]? {
    if weights.isEmpty { return nil }
    var fractions: [Double] = []
    for text in AnswerCell.split(weights) {
      let digits = text.ofOneWidth
      let percent = digits.hasSuffix("%") ? String(digits.dropLast()).trimmed : nil
      guard let number = TypedNumber.value(of: percent ?? digits) else { throw .notANumber(text) }
      // Shifts the decimal point instead of dividing if possible, as for Moodle's files.
      fractions.append(
        percent.map { MoodlePercent.fraction($0) ?? number / 100 } ?? number)
    }
    return fractions
  }
}
