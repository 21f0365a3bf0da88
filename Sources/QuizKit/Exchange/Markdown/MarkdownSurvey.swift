import QuizSupport

/// The ways in which lists of questions mark their answers.
enum MarkdownDialect {
  /// `- [x]` under headings, exactly as ``MarkdownWriter`` writes it.
  case own
  /// `- [x]` in `<quiz>` blocks.
  case quizBlocks
  /// Cards separated by `---`, with `*` before the right choice.
  case cards
  /// Cards with a front and a back: `Q:` and `A:` lines, or `front::back`.
  case flashcards
  /// Any of these and other layouts, question by question.
  case list
}

/// The marks of all dialects that occur in a file, found before the file is read.
struct MarkdownSurvey {
  private var hasQuizBlocks = false
  private var hasBoxes = false
  private var hasStars = false
  private var hasRules = false
  /// Whether headings are below others, as in a text with sections. Cards have headings of one level.
  private var hasSections = false
  private var boxes = BoxSurvey()
  private var cards = FlashcardSurvey()
  /// The questions that were found one by one.
  private var finder: QuestionFinder?
  /// The images that the file defines.
  private(set) var images: ImageDefinitions?

  init(of source: SourceText) {
    source.withBytes { bytes in
      var lines = MarkdownLines(bytes)
      images = lines.images
      while let line = lines.next() { take(line) }
    }
    if marked == .quizBlocks || marked == .own || isToDo { return }
    if marked == .flashcards, cards.isCertain { return }
    source.withBytes { bytes in
      let found = QuestionFinder(ListSurvey(of: MarkdownLines(bytes, images: images)))
      if !found.spans.isEmpty, marked != .cards || found.isCertain { finder = found }
    }
  }

  /// How the file is read.
  var dialect: MarkdownDialect? {
    finder?.isCertain == true ? .list : marked ?? (hasBoxes && !isToDo ? .list : nil)
  }

  private var isToDo: Bool { hasBoxes && !hasQuizBlocks && boxes.isToDo }

  /// The first dialect whose marks occur in the file.
  private var marked: MarkdownDialect? {
    if hasQuizBlocks { return .quizBlocks }
    if hasBoxes { return boxes.isOwn ? .own : nil }
    if hasStars && hasRules && !hasSections { return .cards }
    return cards.isDeck && finder == nil ? .flashcards : nil
  }

  func reading(into collector: QuestionCollector) -> (any MarkdownReading)? {
    if let finder { return QuestionListReading(finder, into: collector) }
    switch marked {
    case .own: return CheckBoxDialect(collector, inBlocks: false)
    case .quizBlocks: return CheckBoxDialect(collector, inBlocks: true)
    case .cards: return HascardReading(collector)
    case .flashcards: return FlashcardReading(collector, cards)
    case .list, nil: return nil
    }
  }

  private mutating func take(_ line: MarkdownLine) {
    boxes.take(line)
    cards.take(line)
    switch line.kind {
    case .heading(let level, _): hasSections = hasSections || level > 1
    case .item(let mark, let text):
      if CheckBox.isIn(text) { hasBoxes = true } else { hasStars = hasStars || mark == "*" }
    case .text: hasQuizBlocks = hasQuizBlocks || line.text == "<quiz>"
    case .rule: hasRules = true
    case .blank, .code: break
    }
  }
}

extension FormatClues {
  /// The survey of the whole text as Markdown.
  var survey: MarkdownSurvey {
    let survey = found as? MarkdownSurvey ?? MarkdownSurvey(of: source)
    found = survey
    return survey
  }
}

/// Looks whether the check boxes of a file are those of questions in the form that is written here,
/// or a list of what is to be done.
private struct BoxSurvey {
  /// The boxes since the last heading, and how many of them are checked.
  private var boxes = 0
  private var checked = 0

  /// Whether the file has the exact form that is written here, up to here. Then what looks like a
  /// question in an explanation is a part of it.
  private var hasForm = true
  /// The lists with boxes so far, those that are checked from end to end or nowhere, and those below
  /// something that asks or has a number.
  private var (lists, uniform, asking, asks) = (0, 0, 0, false)
  /// Of them those that have nothing but a number.
  private var (numbered, hasNumber) = (0, false)
  /// The lists below a text that ends in a colon, which may announce tasks as well.
  private var (announced, announces) = (0, false)
  private var hasTaskTitle = false
  /// Whether the title is never that of an examination, whose questions are tasks, too.
  private var isTaskList = false
  private var isAfterBlank = true
  private var isAfterHeading = false
  private var isInQuestion = false
  /// Whether an explanation came since the last box.
  private var isExplained = false

  /// Whether the file has the exact form that is written here.
  var isOwn: Bool { hasForm && endsOwnQuestion }

  /// Whether the boxes are those of a list of what is to be done: nothing asks, and whole lists are
  /// done or not begun.
  var isToDo: Bool {
    var survey = self
    survey.endList()
    let isUniform = survey.uniform * 3 >= survey.lists && survey.uniform > 0
    // The steps of what is to be done have numbers, too.
    let asking = isTaskList ? survey.asking - survey.numbered : survey.asking
    if hasTaskTitle, asking * 4 < survey.lists { return true }
    return (survey.asking + survey.announced) * 4 < survey.lists && !hasForm && isUniform
  }

  private mutating func endList() {
    guard boxes > 0 else { return }
    lists += 1
    if asks { asking += 1 } else if announces { announced += 1 }
    if asks, hasNumber { numbered += 1 }
    (asks, announces, hasNumber) = (false, false, false)
    if checked == 0 || checked == boxes { uniform += 1 }
  }

  private var endsOwnQuestion: Bool { !isInQuestion || boxes > 1 && checked > 0 }

  mutating func take(_ line: MarkdownLine) {
    if hasForm { takeForm(line) }
    switch line.kind {
    case .heading(let level, let text):
      endList()
      takeStem(text)
      if !hasTaskTitle {
        let title = text.lowercased()
        hasTaskTitle =
          level == 1
          ? Vocabulary.isAny(of: Vocabulary.tasks, in: title) : Vocabulary.tasks.contains(title)
        isTaskList = hasTaskTitle && Vocabulary.isAny(of: Vocabulary.taskLists, in: title)
      }
      (boxes, checked) = (0, 0)
    case .item(_, let text):
      if let box = CheckBox.isIn(text) ? text.utf8.dropFirst().first : nil {
        boxes += 1
        if box != UInt8(ascii: " ") { checked += 1 }
      } else {
        takeStem(text)
      }
    case .text: takeStem(line.text)
    case .blank, .code, .rule: break
    }
  }

  private mutating func takeStem(_ text: String) {
    guard !asks else { return }
    announces = announces || text.unicodeScalars.last.map { $0 == ":" || $0 == "：" } ?? false
    asks =
      text.unicodeScalars.contains { $0 == "?" || $0 == "？" || $0 == "_" }
      || QuestionStart(word: text[...], isTitle: true) != nil
    hasNumber = !asks && QuestionStart(number: text[...]) != nil
    asks = asks || hasNumber
  }

  /// Compares a line with the form that is written: `###`, a blank line, boxes with their further
  /// lines indented, an explanation, and no other item of a list without a backslash.
  private mutating func takeForm(_ line: MarkdownLine) {
    let isBlank = line.kind == .blank
    if isAfterHeading, !isBlank { hasForm = false }
    isAfterHeading = false
    switch line.kind {
    case .heading(let level, let text):
      hasForm =
        hasForm && isAfterBlank && endsOwnQuestion && (level == 1 || level == 3)
        && (level == 1 || QuestionStart(word: text[...], isTitle: true) == nil)
      (isAfterHeading, isInQuestion, isExplained) = (true, level == 3, false)
    case .item(let mark, let text):
      let isBox = mark == "-" && line.indent == 0 && CheckBox.isIn(text)
      hasForm = hasForm && isInQuestion && isBox && (boxes > 0 || isAfterBlank) && !isExplained
    case .text, .code:
      let indent = line.kind == .code ? line.fenceIndent : line.indent
      if boxes > 0, indent < MarkdownWriter.choiceIndent {
        if !isAfterBlank, !isExplained { hasForm = false }
        isExplained = true
      }
    case .rule: hasForm = false
    case .blank: break
    }
    isAfterBlank = isBlank
  }
}
