import QuizExchange
import QuizSupport

/// Compares three versions of a question field by field: what a file says now, what it said last,
/// and what the bank has.
struct FileComparison {
  /// The question with everything that is taken over from the file.
  private(set) var content: QuestionContent
  /// The digests to keep for the next import. A field that differs keeps the old digest, so that
  /// the next import reports it again.
  private(set) var said: SaidFields
  /// The fields that both the file and a person changed. The bank's stay.
  private(set) var differing: [SaidFields.Field] = []

  private let bank: QuestionContent
  private let file: QuestionContent
  private let before: SaidFields?
  private let format: QuestionFormat?
  private let takesTheirs: Bool

  /// - Parameters:
  ///   - before: what a file last said; `nil` if that is not known.
  ///   - format: the format of the file; `nil` for one that can hold everything.
  ///   - takesTheirs: whether the file's fields are taken where both have changed.
  init(
    _ bank: QuestionContent, said before: SaidFields?, file: QuestionContent,
    format: QuestionFormat?, takesTheirs: Bool
  ) {
    (content, self.bank, self.file) = (bank, bank, file)
    (self.before, self.format, self.takesTheirs) = (before, format, takesTheirs)
    said = before ?? SaidFields()
    compare()
    guard content.fault != nil, bank.fault == nil else { return }
    // The fields that were taken do not fit those that stay.
    content = bank
    said = before ?? SaidFields()
    differing = SaidFields.Field.allCases.filter {
      file.statement(about: $0) != nil
        && file.statement(about: $0) != bank.statement(about: $0)
    }
  }

  private mutating func compare() {
    compare([.text]) { $0.text = $1.text }
    if bank.hasSameOptions(as: file) {
      compare([.key]) { $0.takeKey(of: $1) }
      compare([.choose]) { $0.takeKey(of: $1) }
      compare([.weights]) { $0.takeWeights(of: $1) }
    } else {
      // The right answer means nothing without the texts to choose from.
      compare([.choices, .key]) { $0.takeOptions(of: $1) }
    }
    compare([.feedback]) { $0.takeFeedback(of: $1) }
    compare([.letterCase]) { $0.takeLetterCase(of: $1) }
    compare([.commentary]) { $0.commentary = $1.commentary }
    compare([.tags]) { $0.tags = $1.tags }
    compare([.title]) { $0.title = $1.title }
    compare([.otherFields]) { $0.otherFields = $1.otherFields }
  }

  /// Compares fields that only make sense together.
  private mutating func compare(
    _ fields: [SaidFields.Field], _ take: (inout QuestionContent, QuestionContent) -> Void
  ) {
    guard fields.contains(where: says) else { return }
    var taken = content
    take(&taken, file)
    let isNew = taken != content && !fields.allSatisfy(isSame)
    let isAsSaid = fields.allSatisfy { said[$0] == digest($0, of: file) }
    let isUntouched = fields.allSatisfy { field in
      let here = digest(field, of: bank)
      return before.map { $0[field] == here } ?? (here == nil)
    }
    if isNew, isAsSaid { return }
    if isNew, !isUntouched, !takesTheirs { return differing += fields.prefix(1) }
    if isNew { content = taken }
    for field in fields { said[field] = digest(field, of: file) }
  }

  private func digest(_ field: SaidFields.Field, of content: QuestionContent) -> String? {
    content.statement(about: field).map(SaidFields.digest)
  }

  private func keeps(_ feature: QuestionFormat.Feature) -> Bool {
    format?.keeps.contains(feature) ?? true
  }

  /// Whether the file says anything about a field. What its format cannot hold, or what it leaves
  /// empty, it does not say.
  private func says(_ field: SaidFields.Field) -> Bool {
    guard file.statement(about: field) != nil else { return false }
    return switch field {
    case .letterCase: keeps(.letterCase)
    case .weights: Set(file.rightAnswers) == Set(content.rightAnswers)
    // A writer puts the feedback here where the format has no place for it.
    case .commentary: keeps(.feedback) || file.commentary != bank.explanation
    default: true
    }
  }

  /// Whether file and bank say the same about a field, as far as the format can hold it.
  private func isSame(_ field: SaidFields.Field) -> Bool {
    guard let theirs = file.statement(about: field), let mine = bank.statement(about: field) else {
      return file.statement(about: field) == bank.statement(about: field)
    }
    if theirs == mine { return true }
    if field == .key, !keeps(.weights), case .single = file.solution,
      case .single = bank.solution
    {
      // Of several choices that are equally good such a format names one.
      return Set(file.rightAnswers).isSubset(of: bank.rightAnswers)
    }
    let isText = [.text, .choices, .commentary, .title].contains(field)
    return isText && !keeps(.lineBreaks)
      && file.words(of: field) == bank.words(of: field)
  }
}

extension QuestionContent {
  /// Whether two questions of kinds that can be compared have the same texts to choose from.
  fileprivate func hasSameOptions(as other: QuestionContent) -> Bool {
    sort == other.sort && matchingTexts.sorted() == other.matchingTexts.sorted()
      && solution.gapShapes == other.solution.gapShapes
  }

  /// The words of a text, without regard to blanks and line breaks.
  fileprivate func words(of field: SaidFields.Field) -> [[Substring]] {
    let texts =
      switch field {
      case .text: [text]
      case .choices: matchingTexts
      case .commentary: [commentary]
      default: [title ?? ""]
      }
    return texts.map { $0.split { $0.isWhitespace } }
      .sorted { $0.joined(separator: " ") < $1.joined(separator: " ") }
  }

  /// Takes the right answer of a version with the same texts to choose from. Choices stay where
  /// they are.
  fileprivate mutating func takeKey(of file: QuestionContent) {
    switch (solution, file.solution) {
    case (.single, _), (.trueFalse, _), (.several, _):
      if choices.map(\.text) == file.choices.map(\.text) { return solution = file.solution }
      let right = Set(file.rightAnswers)
      let positions = choices.indices.filter { right.contains(choices[$0].text) }
      solution = file.solution.keeping(positions, of: choices, from: file.choices) ?? solution
    case (.order, _):
      var rest = choices
      choices = file.choices.map { choice in
        guard let index = rest.firstIndex(where: { $0.text == choice.text }) else { return choice }
        return rest.remove(at: index)
      }
    case (.text, .text), (.gaps, .gaps):
      solution.changeTexts(by: file.solution, takesPicked: true) { $0.takeRight(of: $1) }
    case (.number(var mine), .number(let theirs)):
      let right = theirs.accepted.filter(\.isRight).map { answer in
        mine.accepted.first { $0.span == answer.span && $0.isRight } ?? answer
      }
      mine.accepted = right + mine.accepted.filter { !$0.isRight }
      solution = .number(mine)
    default: solution = file.solution
    }
  }

  /// Takes the credit for answers that are not quite right.
  fileprivate mutating func takeWeights(of file: QuestionContent) {
    switch (solution, file.solution) {
    case (.text, .text), (.gaps, .gaps):
      solution.changeTexts(by: file.solution) { $0.takePartial(of: $1) }
    case (.number(var mine), .number(let theirs)):
      let right = mine.accepted.filter(\.isRight)
      mine.accepted = right + theirs.accepted.filter { !$0.isRight }
      solution = .number(mine)
    default:
      let choose = solution
      takeKey(of: file)
      if case (.several(let before), .several(var now)) = (choose, solution), now.choose == nil {
        now.choose = before.choose
        solution = .several(now)
      }
    }
  }

  /// Takes the texts to choose from together with what is right. Feedback that the file does not
  /// have stays with its text.
  fileprivate mutating func takeOptions(of file: QuestionContent) {
    let feedback = Dictionary(choices.map { ($0.text, $0.feedback) }) { first, _ in first }
    (choices, solution) = (file.choices, file.solution)
    for index in choices.indices where choices[index].feedback.isEmpty {
      choices[index].feedback = feedback[choices[index].text] ?? ""
    }
  }

  fileprivate mutating func takeFeedback(of file: QuestionContent) {
    let isInPlace = choices.map(\.text) == file.choices.map(\.text)
    for index in choices.indices {
      let same =
        isInPlace ? file.choices[index] : file.choices.first { $0.text == choices[index].text }
      if let same, !same.feedback.isEmpty { choices[index].feedback = same.feedback }
    }
    guard case (.number(var mine), .number(let theirs)) = (solution, file.solution) else {
      return solution.changeTexts(by: file.solution) { $0.takeFeedback(of: $1) }
    }
    for index in mine.accepted.indices {
      let same = theirs.accepted.first { $0.span == mine.accepted[index].span }
      if let same, !same.feedback.isEmpty { mine.accepted[index].feedback = same.feedback }
    }
    solution = .number(mine)
  }

  fileprivate mutating func takeLetterCase(of file: QuestionContent) {
    solution.changeTexts(by: file.solution) { $0.isCaseSensitive = $1.isCaseSensitive }
  }
}

extension Solution {
  /// Whether each gap is typed or picked; empty for other kinds.
  fileprivate var gapShapes: [Bool] {
    guard case .gaps(let solution) = self else { return [] }
    return solution.gaps.map { if case .typed = $0 { true } else { false } }
  }

  /// Changes what may be typed by what may be typed in the same place of another version.
  ///
  /// - Parameter takesPicked: whether gaps in which one picks are taken as they are.
  fileprivate mutating func changeTexts(
    by file: Solution, takesPicked: Bool = false,
    _ change: (inout TextSolution, TextSolution) -> Void
  ) {
    switch (self, file) {
    case (.text(var mine), .text(let theirs)):
      change(&mine, theirs)
      self = .text(mine)
    case (.gaps(let mine), .gaps(let theirs)) where mine.gaps.count == theirs.gaps.count:
      let gaps = zip(mine.gaps, theirs.gaps).map { gap, other in
        guard case (.typed(var texts), .typed(let new)) = (gap, other) else {
          return takesPicked ? other : gap
        }
        change(&texts, new)
        return .typed(texts)
      }
      self = .gaps(GapsSolution(gaps))
    default: break
    }
  }
}

extension TextSolution {
  fileprivate mutating func takeRight(of file: TextSolution) {
    let right = file.accepted.filter(\.isRight).map { answer in
      accepted.first { $0.pattern == answer.pattern && $0.isRight } ?? answer
    }
    let patterns = Set(right.map(\.pattern))
    accepted = right + accepted.filter { !$0.isRight && !patterns.contains($0.pattern) }
  }

  fileprivate mutating func takePartial(of file: TextSolution) {
    accepted = accepted.filter(\.isRight) + file.accepted.filter { !$0.isRight }
  }

  fileprivate mutating func takeFeedback(of file: TextSolution) {
    for index in accepted.indices {
      let same = file.accepted.first { $0.pattern == accepted[index].pattern }
      if let same, !same.feedback.isEmpty { accepted[index].feedback = same.feedback }
    }
  }
}

extension SaidFields.Field {
  /// The name of the field in a sentence.
  var name: Reason {
    switch self {
    case .text: Reason("the text", "質問文")
    case .choices: Reason("the choices", "選択肢")
    case .key: Reason("the right answer", "正解")
    case .choose: Reason("the number of choices to pick", "選ぶ個数")
    case .weights: Reason("the weights", "配点")
    case .feedback: Reason("the feedback", "解答ごとの解説")
    case .commentary: Reason("the commentary", "解説")
    case .tags: Reason("the tags", "タグ")
    case .title: Reason("the title", "題名")
    case .letterCase: Reason("capital and small letters", "大文字と小文字の区別")
    case .otherFields: Reason("other fields", "その他の項目")
    }
  }
}
