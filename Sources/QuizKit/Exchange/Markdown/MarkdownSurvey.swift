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
  case dump
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
  private var plan: DumpPlan?

  init(of source: SourceText) {
    source.withBytes { bytes in
      var lines = MarkdownLines(bytes)
      while let line = lines.next() { take(line) }
    }
    if marked == .quizBlocks || marked == .own || isToDo { return }
    if marked == .flashcards, cards.isCertain { return }
    let found = DumpPlan(DumpSurvey(of: source))
    if !found.blocks.isEmpty, marked != .cards || found.isCertain { plan = found }
  }

  /// How the file is read.
  var dialect: MarkdownDialect? {
    plan?.isCertain == true ? .dump : marked ?? (hasBoxes && !isToDo ? .dump : nil)
  }

  private var isToDo: Bool { hasBoxes && !hasQuizBlocks && boxes.isToDo }

  /// The first dialect whose marks occur in the file.
  private var marked: MarkdownDialect? {
    if hasQuizBlocks { return .quizBlocks }
    if hasBoxes { return boxes.isOwn ? .own : nil }
    if hasStars && hasRules && !hasSections { return .cards }
    return cards.isDeck && plan == nil ? .flashcards : nil
  }

  func reading(into collector: QuestionCollector) -> (any MarkdownReading)? {
    if let plan { return DumpReading(plan, into: collector) }
    switch marked {
    case .own: return CheckBoxDialect(collector, inBlocks: false)
    case .quizBlocks: return CheckBoxDialect(collector, inBlocks: true)
    case .cards: return HascardReading(collector)
    case .flashcards: return FlashcardReading(collector, cards)
    case .dump, nil: return nil
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

/// A heading of Markdown.
struct MarkdownHeading {
  var level: Int
  var text: String

  /// The text without the number of the question.
  var stem: String { QuestionNumber.dropped(from: text) ?? text }
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
      || DumpStart(word: text[...], isTitle: true) != nil
    hasNumber = !asks && DumpStart(number: text[...]) != nil
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
        && (level == 1 || DumpStart(word: text[...], isTitle: true) == nil)
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

/// Looks ahead for the end of a fence or comment, and finds where one that is never closed should
/// end: before the next heading or choice.
struct MarkdownEnds {
  private let bytes: UnsafeBufferPointer<UInt8>
  /// The longest closing fence of each mark that is left in the file, once all of it was searched.
  private var longestCloser: [Unicode.Scalar: Int] = [:]
  /// Whether the rest of the file has no end of a comment.
  private var hasNoCommentEnd = false

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
  }

  /// Returns the line before which an unclosed fence ends; `nil` if the fence is closed.
  ///
  /// A fence counts as unclosed too if another one begins below a heading or choice inside of it.
  mutating func endOfUnclosed(_ fence: MarkdownFence, after lines: LineScanner) -> Int? {
    var lines = lines
    var places = Places()
    var longest = 0
    let isKnown = longestCloser[fence.mark].map { fence.length > $0 } ?? false
    while let line = lines.next(), !isKnown || places.question == nil {
      guard let raw = marked(line) else { continue }
      if fence.isClosed(by: raw) { return nil }
      if let other = MarkdownFence(raw), other.mark == fence.mark {
        if !other.hasInfo {
          longest = max(longest, other.length)
        } else if other.length >= fence.length, let question = places.question {
          return question
        }
      }
      places.take(raw, on: line.number)
    }
    if !isKnown { longestCloser[fence.mark] = longest }
    return places.question ?? places.other ?? .max
  }

  /// Returns the line before which an unclosed comment ends; `nil` if the comment is closed.
  ///
  /// A comment counts as unclosed too if another one begins below a heading inside of it.
  mutating func endOfUnclosedComment(after lines: LineScanner) -> Int? {
    var lines = lines
    var places = Places()
    var fence: MarkdownFence?
    while let line = lines.next() {
      if !hasNoCommentEnd, bytes[line.range].contains(UInt8(ascii: "-")) {
        let raw = String(decoding: bytes[line.range], as: UTF8.self)
        let end = raw.firstRange(of: "-->")?.lowerBound
        let start = raw.firstRange(of: "<!--")?.lowerBound
        if let heading = places.heading ?? places.other, let start,
          end.map({ start < $0 }) ?? true
        {
          return heading
        }
        if end != nil { return nil }
      }
      guard let raw = marked(line) else { continue }
      if let open = fence {
        if open.isClosed(by: raw) { fence = nil }
      } else if let opened = MarkdownFence(raw) {
        fence = opened
      } else {
        places.take(raw, on: line.number)
        if hasNoCommentEnd, places.heading != nil { break }
      }
    }
    if places.heading == nil { places.heading = places.other }
    hasNoCommentEnd = true
    return places.heading ?? .max
  }

  /// The line if its first visible character can be a mark; most lines are skipped unread.
  private func marked(_ line: TextLine) -> String? {
    guard let first = bytes[line.range].first(where: { $0 != 0x20 && $0 != 0x09 }),
      "#-*+`~<Qq0123456789".utf8.contains(first)
    else { return nil }
    return String(decoding: bytes[line.range], as: UTF8.self)
  }

  /// The first lines at which a new question may begin.
  private struct Places {
    /// A heading of any level.
    var heading: Int?
    /// A heading below the first level, which in code is rarely a remark, or a check box.
    var question: Int?
    /// A numbered question, a mark of a block or a heading of the first level.
    var other: Int?

    mutating func take(_ raw: String, on number: Int) {
      switch MarkdownLine.kind(of: raw) {
      case .heading(let level, _):
        heading = heading ?? number
        if level > 1 { question = question ?? number } else { other = other ?? number }
      case .item(_, let item):
        if CheckBox.isIn(item) { question = question ?? number }
      case .text:
        let text = FieldText.make(raw)
        if text == "<quiz>" || text == "</quiz>" {
          (heading, question) = (heading ?? number, question ?? number)
        } else if MarkdownLine.indent(of: raw) < 4, QuestionNumber.dropped(from: text) != nil {
          other = other ?? number
        }
      case .blank, .code, .rule: break
      }
    }
  }
}
