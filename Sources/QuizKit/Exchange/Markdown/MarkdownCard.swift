import QuizSupport

/// A question of a Markdown list while it is being read.
struct MarkdownCard {
  var line: Int
  var category: String?
  /// The unchanged lines. Blank lines at both ends are removed when the text is made.
  var stem: [MarkdownTextLine]
  var choices: [Entry] = []
  var commentary: [MarkdownTextLine] = []
  /// Whether HTML and images are read. The texts of other formats are kept to the letter.
  var readsMarkup = true
  /// Whether the first line is only the number of the question, if more lines follow.
  private var beginsWithNumber = false

  struct Entry {
    var lines: [MarkdownTextLine]
    var isChecked = false
    var feedback = ""

    init(_ text: String, on line: Int, isChecked: Bool = false) {
      self.isChecked = isChecked
      lines = [MarkdownTextLine(number: line, text: text)]
    }

    /// Drops bold marks around the text, or the star behind it.
    mutating func drop(_ sign: DumpBlock.Sign) {
      guard lines.dropFirst().allSatisfy(\.text.isBlank), let text = lines.first?.text else {
        return
      }
      switch sign {
      case .bold: lines[0].text = DumpText.insideBold(text) ?? text
      case .star where text.hasSuffix("*"): lines[0].text = FieldText.make(String(text.dropLast()))
      case .star: break
      }
    }
  }

  init(line: Int, category: String?, stem: String) {
    self.line = line
    self.category = category
    self.stem = stem.isEmpty ? [] : [MarkdownTextLine(number: line, text: stem)]
  }

  /// Begins a question below a heading.
  init(line: Int, category: String?, heading: MarkdownHeading) {
    self.init(line: line, category: category, stem: heading.stem)
    beginsWithNumber = QuestionNumber.isAlone(heading.text)
  }

  /// Adds a line to the last choice, without the indentation that it has as part of a list.
  mutating func continueChoice(_ line: MarkdownLine, _ raw: String, dropping columns: Int = 0) {
    guard let last = choices.indices.last else { return }
    choices[last].lines.append(
      MarkdownTextLine(
        number: line.number, text: Self.dropping(columns, from: raw), isCode: line.kind == .code))
  }

  /// Adds a line to what players read who pick the last choice.
  mutating func addFeedback(_ line: String) {
    guard let last = choices.indices.last else { return }
    choices[last].feedback = FieldText.make(choices[last].feedback + "\n" + line)
  }

  /// Drops blanks up to a column. A tab that reaches beyond it stays.
  private static func dropping(_ columns: Int, from raw: String) -> String {
    var left = columns
    let rest = raw.unicodeScalars.drop { scalar in
      let width = scalar == " " ? 1 : scalar == "\t" ? 4 : Int.max
      guard width <= left else { return false }
      left -= width
      return true
    }
    return String(rest)
  }

  /// The beginning of the question, for messages.
  var text: String { MarkdownText.raw(Array(ownStem)) }

  private var ownStem: ArraySlice<MarkdownTextLine> {
    let rest = stem.dropFirst()
    return beginsWithNumber && !rest.allSatisfy(\.text.isBlank) ? rest : stem[...]
  }

  /// Returns the question without its right answer, and the images in it.
  func draft() -> (draft: QuestionDraft, images: [MissingImage]) {
    var images: [MissingImage] = []
    func text(_ lines: [MarkdownTextLine]) -> String {
      readsMarkup
        ? MarkdownText.make(lines, images: &images)
        : MarkdownText.raw(lines)
    }
    var draft = QuestionDraft(line: line)
    draft.category = category
    draft.text = text(Array(ownStem))
    draft.choices = choices.map { Choice(text($0.lines), feedback: $0.feedback) }
    draft.commentary = text(commentary)
    draft.correct = 0
    return (draft, images)
  }

  /// Reports that a question has no choices. A heading that is not a question is the title of a
  /// section.
  func reportNoChoices(
    under heading: MarkdownHeading?, before next: MarkdownHeading?, in survey: MarkdownSurvey,
    to collector: QuestionCollector
  ) {
    guard let heading, survey.isQuestion(heading, before: next) else { return }
    collector.report(.tooFewChoices(0), line: line, question: text)
  }

  /// Submits the question with the choices at some places as the right ones; returns whether it is
  /// valid.
  @discardableResult
  func submit(
    right: [Int], title: String? = nil, isStatement: Bool = false, to collector: QuestionCollector
  ) -> Bool {
    var (draft, images) = draft()
    draft.title = title
    if isStatement { draft.kind = .trueFalse }
    dropEmptyLastChoices(of: &draft, to: collector) { right.contains($0) }
    if let fault = draft.fault {
      collector.refuse(draft, fault)
      return false
    }
    draft.markRight(right)
    submit(draft, images, to: collector)
    return true
  }

  /// Reports why the question cannot be read; what it lacks itself comes first.
  func refuse(_ fault: Fault, to collector: QuestionCollector) {
    let draft = draft().draft
    collector.refuse(draft, choices.isEmpty ? fault : draft.fault ?? fault)
  }

  /// Submits the question with the checked boxes as the right answers.
  ///
  /// - Parameter isSeveral: Whether players may pick several even if one is right.
  func submitByBoxes(
    to collector: QuestionCollector, mark: Fault.CorrectMark, isSeveral: Bool = false
  ) {
    var (draft, images) = draft()
    let checked = choices.indices.filter { choices[$0].isChecked }
    dropEmptyLastChoices(of: &draft, to: collector) { choices[$0].isChecked }
    if let fault = draft.fault { return collector.refuse(draft, fault) }
    if checked.isEmpty { return collector.refuse(draft, .noCorrectChoice(mark)) }
    draft.markRight(checked, isSeveral: isSeveral)
    submit(draft, images, to: collector)
  }

  /// The question with the numbered lines of its text as choices, if it says that they are to be put
  /// in order; otherwise `nil`.
  var asOrder: MarkdownCard? {
    guard choices.isEmpty, let title = stem.first?.text.lowercased(),
      Vocabulary.orders.contains(where: title.contains)
    else { return nil }
    var order = self
    order.stem = []
    for line in stem {
      if !line.isCode, let text = QuestionNumber.dropped(from: FieldText.make(line.text)),
        line.number > self.line
      {
        order.choices.append(Entry(text, on: line.number))
      } else if order.choices.isEmpty {
        order.stem.append(line)
      } else if !line.text.isBlank {
        return nil
      }
    }
    return order.choices.count > 1 ? order : nil
  }

  func submitOrder(to collector: QuestionCollector) {
    var (draft, images) = draft()
    draft.solution = .order
    submit(draft, images, to: collector)
  }

  /// Submits a question whose right answers are not among its choices.
  func submit(_ solution: Solution, to collector: QuestionCollector) {
    var (draft, images) = draft()
    draft.solution = solution
    submit(draft, images, to: collector)
  }

  /// Drops empty choices at the end, such as the box for a choice that was never written.
  private func dropEmptyLastChoices(
    of draft: inout QuestionDraft, to collector: QuestionCollector, isRight: (Int) -> Bool
  ) {
    while let last = draft.choices.indices.last, draft.choices[last].text.isEmpty, !isRight(last) {
      draft.choices.removeLast()
      collector.report(
        .emptyChoiceDropped(number: last + 1), line: choices[last].lines.first?.number ?? line,
        question: draft.text)
    }
  }

  private func submit(
    _ draft: QuestionDraft, _ images: [MissingImage], to collector: QuestionCollector
  ) {
    for image in images {
      collector.report(.imageDropped(image.name), line: image.line, question: draft.text)
    }
    collector.submit(draft)
  }
}
