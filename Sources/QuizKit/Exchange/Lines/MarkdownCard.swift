import QuizSupport

/// A heading of Markdown.
struct MarkdownHeading {
  var level: Int
  var text: String

  /// The text without the number of the question.
  var stem: String { QuestionNumber.dropped(from: text) ?? text }
}

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
  func draft() -> (draft: QuestionDraft, images: [LinedImage]) {
    var images: [LinedImage] = []
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

  /// Submits the question as a card, whose back is the only choice.
  func submitBack(to collector: QuestionCollector) {
    var (draft, images) = draft()
    draft.solution = .card(CardSolution(back: draft.choices.map(\.text).joined(separator: "\n")))
    draft.choices = []
    submit(draft, images, to: collector)
  }

  /// Submits the question with its choices in their right order.
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
    _ draft: QuestionDraft, _ images: [LinedImage], to collector: QuestionCollector
  ) {
    var draft = draft
    for image in images { collector.keep([image.image], in: &draft, line: image.line) }
    collector.submit(draft)
  }
}

/// The gaps in a text, which players fill in: `_word|other word_` in hascard, `[[word]]` in
/// mkdocs-quiz.
struct CardGaps {
  /// The marks around a gap.
  enum Marks {
    /// One underscore on each side; `\_` is the character itself, and `|` separates the accepted
    /// texts.
    case underscores
    /// Two brackets on each side.
    case brackets
  }

  /// The text that replaces the only gap of a text.
  static let blank = "_____"

  /// The text in which marks replace the gaps.
  private(set) var lines: [MarkdownTextLine]
  /// The texts that are accepted in each gap.
  private(set) var accepted: [[String]] = []

  /// Finds the gaps; `nil` when there are none, one is empty, or a mark is left over.
  init?(in lines: [MarkdownTextLine], _ marks: Marks) {
    self.lines = lines
    for index in lines.indices where !lines[index].isCode {
      guard let found = Self.gaps(in: lines[index].text, marks, from: accepted.count) else {
        return nil
      }
      for gap in found.gaps {
        let texts = marks == .underscores ? gap.split(separator: "|") : [gap]
        var known: Set<String> = []
        let plain = texts.map { FieldText.make(String($0)) }
          .filter { !$0.isEmpty && known.insert($0).inserted }
        if plain.isEmpty { return nil }
        accepted.append(plain)
      }
      self.lines[index].text = found.text
    }
    if accepted.isEmpty { return nil }
    guard accepted.count == 1 else {
      self.lines = self.lines.map { $0.isCode ? escaped($0) : $0 }
      return
    }
    // A single gap is a question with one answer.
    for index in lines.indices where !lines[index].isCode {
      self.lines[index].text = self.lines[index].text.replacing(GapText.mark(0), with: Self.blank)
    }
  }

  /// A line without gaps in the text of the question. What looks like the mark of a gap in it is
  /// none.
  func escaped(_ line: MarkdownTextLine) -> MarkdownTextLine {
    var line = line
    if accepted.count > 1 { line.text = GapText.escaped(line.text) }
    return line
  }

  /// Whether the text consists of nothing but one gap.
  var isWholeText: Bool {
    accepted.count == 1
      && lines.allSatisfy { $0.text.isBlank || FieldText.make($0.text) == Self.blank }
  }

  /// The solution: a number if all texts that are accepted in the only gap are plain numbers, one
  /// text for any other single gap, and otherwise a text for each gap.
  var solution: Solution { Self.solution(accepted) }

  /// The solution for the texts that are accepted in each gap.
  static func solution(_ accepted: [[String]]) -> Solution {
    guard accepted.count == 1 else {
      return .gaps(GapsSolution(accepted.map { .typed(Self.text($0)) }))
    }
    let numbers = accepted[0].compactMap { text in
      TypedNumber.value(of: text).flatMap { TypedNumber.text(of: $0) == text ? $0 : nil }
    }
    if numbers.count == accepted[0].count {
      return .number(
        NumberSolution(accepted: numbers.map { AcceptedNumber(.value($0, tolerance: 0)) }))
    }
    return .text(Self.text(accepted[0]))
  }

  private static func text(_ accepted: [String]) -> TextSolution {
    TextSolution(accepted: accepted.map { AcceptedText(literal: $0) })
  }

  /// The gaps of a line, and its text with marks in their place; `nil` when a mark is left over.
  private static func gaps(
    in line: String, _ marks: Marks, from first: Int
  ) -> (text: String, gaps: [Substring])? {
    switch marks {
    case .underscores: underscored(line, from: first)
    case .brackets: bracketed(line, from: first)
    }
  }

  private static func underscored(
    _ line: String, from first: Int
  ) -> (text: String, gaps: [Substring])? {
    var text = ""
    // The text since the last gap.
    var between = ""
    var gaps: [Substring] = []
    var start: String.Index?
    var isEscaped = false
    for index in line.indices {
      let character = line[index]
      if character == "_", !isEscaped {
        if let opened = start {
          text += GapText.escaped(between) + GapText.mark(first + gaps.count)
          between = ""
          gaps.append(line[opened..<index])
        }
        start = start == nil ? line.index(after: index) : nil
      } else if start == nil, character != "\\" || isEscaped {
        if isEscaped, character != "_" { between += "\\" }
        between.append(character)
      }
      isEscaped = character == "\\" && !isEscaped
    }
    if isEscaped { between += "\\" }
    return start == nil ? (text + GapText.escaped(between), gaps) : nil
  }

  private static func bracketed(
    _ line: String, from first: Int
  ) -> (text: String, gaps: [Substring])? {
    var text = ""
    var gaps: [Substring] = []
    var rest = line[...]
    while let open = rest.firstRange(of: "[["),
      let close = rest[open.upperBound...].firstRange(of: "]]")
    {
      text += rest[..<open.lowerBound] + GapText.mark(first + gaps.count)
      gaps.append(rest[open.upperBound..<close.lowerBound])
      rest = rest[close.upperBound...]
    }
    return (text + rest, gaps)
  }
}

/// Looks for cards with a front and a back: lines that begin with `Q:` and `A:`, `front::back`, or a
/// line with nothing but `?` between the two.
struct FlashcardSurvey {
  private var (fronts, backs, pairs, texts) = (0, 0, 0, 0)
  private var isAfterFront = false
  /// Whether a line looks like the second choice of a question, or like its key.
  private var hasChoices = false
  /// Whether a tag says that the notes are cards.
  private(set) var hasTag = false

  /// Whether the file is a deck of cards. Programs and notes have two colons, too.
  var isDeck: Bool {
    fronts > 0 && backs == fronts && !hasChoices
      || pairs > 0 && (hasTag || pairs > 1 && pairs * 5 >= texts * 4)
  }

  /// Whether it can be nothing else.
  var isCertain: Bool { isDeck && fronts > 1 }

  mutating func take(_ line: MarkdownLine) {
    guard line.kind == .text else { return }
    let text = line.text
    hasChoices = hasChoices || ["B:", "B.", "B)", "Answer:"].contains(where: text.hasPrefix)
    if text.hasPrefix("Q: ") {
      fronts += 1
      isAfterFront = true
    } else if text.hasPrefix("A: "), isAfterFront {
      backs += 1
      isAfterFront = false
    } else if text.hasPrefix("#flashcards")
      || text.hasPrefix("tags:") && text.contains("flashcards")
    {
      hasTag = true
    } else {
      texts += 1
      if text == "?" || text == "??" || FlashcardReading.sides(of: text) != nil { pairs += 1 }
    }
  }
}

/// Reads cards with a front and a back, and texts with gaps: `C: The [heart] pumps`, `==heart==`.
struct FlashcardReading: MarkdownReading {
  private let collector: QuestionCollector
  /// Whether lines such as `front::back` are cards.
  private let hasTag: Bool
  private var front: [MarkdownTextLine] = []
  private var back: [MarkdownTextLine]?
  /// Whether the text is one with gaps.
  private var isCloze = false
  /// Whether `Q:` began the card, so that a blank line does not end it.
  private var isNamed = false
  /// Whether the card is to be learned in both directions.
  private var isTwoWay = false

  init(_ collector: QuestionCollector, _ survey: FlashcardSurvey) {
    self.collector = collector
    hasTag = survey.hasTag
  }

  mutating func take(_ line: MarkdownLine) {
    let text = line.kind == .text ? line.text : ""
    if let part = Self.part(text) {
      let rest = line.textLine(FieldText.make(String(text.dropFirst(2))))
      if part == "A", isNamed, back == nil {
        back = [rest]
      } else {
        finish()
        (front, isNamed, isCloze) = ([rest], true, part == "C")
      }
    } else if line.kind == .rule || line.kind == .blank && !isNamed {
      finish()
    } else if !isNamed, text.hasPrefix("#") || text.hasPrefix("tags:") {
      return
    } else if !isNamed, back == nil, text == "?" || text == "??", !front.isEmpty {
      (back, isTwoWay) = ([], text == "??")
    } else if !isNamed, back == nil, let sides = Self.sides(of: text) {
      finish()
      front = [line.textLine(sides.front)]
      (back, isTwoWay) = ([line.textLine(sides.back)], sides.isTwoWay)
      finish()
    } else if case .heading = line.kind {
      finish()
    } else if back != nil {
      back?.append(line.textLine(line.raw))
    } else {
      front.append(line.textLine(line.raw))
    }
  }

  mutating func finish() {
    defer { (front, back, isNamed, isCloze, isTwoWay) = ([], nil, false, false, false) }
    guard let first = front.first else { return }
    var card = MarkdownCard(line: first.number, category: nil, stem: "")
    card.stem = front
    if let back {
      submit(card, back)
      guard isTwoWay else { return }
      (card.line, card.stem) = (back.first?.number ?? card.line, back)
      submit(card, front)
    } else if isCloze || hasTag {
      for index in card.stem.indices where !card.stem[index].isCode {
        card.stem[index].text = Self.withGaps(card.stem[index].text, isCloze ? nil : "==")
      }
      guard let gaps = CardGaps(in: card.stem, .brackets) else {
        if isCloze { card.refuse(.notMultipleChoice(.gaps), to: collector) }
        return
      }
      card.stem = gaps.lines
      card.submit(gaps.solution, to: collector)
    } else if isNamed {
      card.refuse(.notMultipleChoice(.card), to: collector)
    }
  }

  private func submit(_ card: MarkdownCard, _ back: [MarkdownTextLine]) {
    card.submit(.card(CardSolution(back: MarkdownText.raw(back))), to: collector)
  }

  private static func part(_ text: String) -> Character? {
    ["Q", "A", "C"].first { text.hasPrefix("\($0): ") || text == "\($0):" }
  }

  /// The two sides of `front::back`; `nil` for any other line, such as one of a program.
  static func sides(of text: String) -> (front: String, back: String, isTwoWay: Bool)? {
    // Most lines have none, and a search for text costs more than to look at its bytes.
    guard zip(text.utf8, text.utf8.dropFirst()).contains(where: { $0 == 0x3A && $1 == 0x3A }),
      !text.contains("`"), let mark = text.firstRange(of: "::")
    else { return nil }
    let isTwoWay = text[mark.upperBound...].hasPrefix(":")
    let front = FieldText.make(String(text[..<mark.lowerBound]))
    let back = FieldText.make(String(text[mark.upperBound...].drop { $0 == ":" }))
    guard !front.isEmpty, !back.isEmpty, !back.contains("::"),
      !text.contains(where: { "(){};<>".contains($0) })
    else { return nil }
    return (front, back, isTwoWay)
  }

  /// The text with two brackets around its gaps, which have a mark on both sides, or brackets.
  private static func withGaps(_ text: String, _ mark: String?) -> String {
    guard let mark else { return text.replacing("[", with: "[[").replacing("]", with: "]]") }
    let parts = text.components(by: mark)
    guard parts.count > 2, parts.count % 2 == 1 else { return text }
    return parts.enumerated().map { $0 % 2 == 1 ? "[[" + $1 + "]]" : $1 }.joined()
  }
}

extension String {
  fileprivate func components(by mark: String) -> [String] {
    split(separator: mark, omittingEmptySubsequences: false).map(String.init)
  }
}

/// Reads one dialect line by line.
protocol MarkdownReading {
  mutating func take(_ line: MarkdownLine)
  /// Called at the end of the file; the last question may still be open.
  mutating func finish()
}
