import QuizSupport

/// The ways in which lists of questions mark their answers.
enum MarkdownDialect {
  /// `- [x]` under headings.
  case checkBoxes
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
  /// Whether a heading is numbered like "Q12."
  private(set) var hasQuestionHeadings = false
  /// The level of the last heading, if no other beginning of a question came since.
  private var level: Int?
  /// The levels of the headings that have choices below them.
  private var questionLevels: [Bool] = Array(repeating: false, count: 7)

  private var boxes = BoxSurvey()
  private var cards = FlashcardSurvey()
  /// The questions that were found one by one, if that finds more of them.
  private var plan: DumpPlan?

  init(of source: SourceText) {
    source.withBytes { bytes in
      var lines = MarkdownLines(bytes)
      while let line = lines.next() { take(line) }
    }
    plan = marked == .flashcards && cards.isCertain ? nil : betterPlan(of: source)
  }

  /// How the file is read.
  var dialect: MarkdownDialect? { plan?.isCertain == true ? .dump : marked }

  private var isToDo: Bool { hasBoxes && !hasQuizBlocks && boxes.isToDo }

  /// The first dialect whose marks occur in the file.
  private var marked: MarkdownDialect? {
    if hasQuizBlocks { return .quizBlocks }
    if isToDo { return nil }
    if hasBoxes { return .checkBoxes }
    if hasStars && hasRules && !hasSections { return .cards }
    return cards.isDeck && plan == nil ? .flashcards : nil
  }

  func reading(into collector: QuestionCollector) -> (any MarkdownReading)? {
    plan.map { DumpReading($0, into: collector) } ?? markedReading(into: collector)
  }

  private func markedReading(into collector: QuestionCollector) -> (any MarkdownReading)? {
    switch marked {
    case .checkBoxes: CheckBoxDialect(collector, inBlocks: false, self)
    case .quizBlocks: CheckBoxDialect(collector, inBlocks: true, self)
    case .cards: HascardReading(collector)
    case .flashcards: FlashcardReading(collector, cards)
    case .dump, nil: nil
    }
  }

  /// The plan that finds the questions one by one; `nil` if the dialect whose marks occur reads
  /// them as well.
  private func betterPlan(of source: SourceText) -> DumpPlan? {
    let marked = marked
    if isToDo { return nil }
    if marked == .quizBlocks || marked == .checkBoxes && !boxes.isUnusual { return nil }
    let plan = DumpPlan(DumpSurvey(of: source))
    if plan.blocks.isEmpty { return nil }
    guard marked == .checkBoxes || marked == .cards else { return plan }
    let usual = Self.trial(of: source) { markedReading(into: $0) }
    let found = Self.trial(of: source) { DumpReading(plan, into: $0) }
    let isBetter =
      found.lines.count > usual.lines.count
      && (found.lines.count * 10 >= usual.lines.count * 11 || found.all > usual.all)
    if plan.blocks.allSatisfy(\.isPlain) {
      // An item of a list in the text of a question may have been taken for the question.
      let differs = found.lines.count == usual.lines.count && found.lines != usual.lines
      return isBetter || differs ? plan : nil
    }
    let namesQuestions = plan.blocks.count(where: \.isNamed) * 2 > plan.blocks.count
    return isBetter || namesQuestions && found.lines.count >= usual.lines.count ? plan : nil
  }

  /// The lines of the questions that a reading can use, and how many questions it finds in all.
  private static func trial(
    of source: SourceText, _ reading: (QuestionCollector) -> (any MarkdownReading)?
  ) -> (lines: [Int], all: Int) {
    var lines: [Int] = []
    let collector = QuestionCollector(file: source.name, handler: { lines.append($0.line) })
    guard let reading = reading(collector) else { return ([], 0) }
    do throws(ReadingCancelled) {
      try MarkdownReader.read(source, with: reading, into: collector)
    } catch {
      // A question is too long. What was found before it counts.
    }
    return (lines, collector.accepted + collector.skipped + collector.errors)
  }

  /// The text of a question such as "Q12. …" whose heading lacks its mark or the blank after the
  /// mark, if other questions of the file have them; otherwise `nil`.
  func stemWithoutHeading(_ line: MarkdownLine) -> String? {
    guard hasQuestionHeadings, line.kind == .text, line.indent < 4 else { return nil }
    let text = String(line.text.drop { $0 == "#" })
    return QuestionNumber.hasLetter(text) && QuestionNumber.dropped(from: text) != nil ? text : nil
  }

  /// Whether a heading without choices must be a question: it is numbered like a question, and it
  /// is not the title of a section with other headings below it.
  func isQuestion(_ heading: MarkdownHeading, before next: MarkdownHeading?) -> Bool {
    guard heading.isNumbered else { return false }
    if QuestionNumber.hasLetter(heading.text) { return true }
    return questionLevels[heading.level] && next.map { $0.level <= heading.level } ?? true
  }

  private mutating func take(_ line: MarkdownLine) {
    boxes.take(line)
    cards.take(line)
    switch line.kind {
    case .heading(let level, let text):
      self.level = level
      hasSections = hasSections || level > 1
      hasQuestionHeadings =
        hasQuestionHeadings
        || (QuestionNumber.hasLetter(text) && QuestionNumber.dropped(from: text) != nil)
    case .item(let mark, let text):
      if CheckBox.isIn(text) {
        hasBoxes = true
        takeChoice()
      } else {
        hasStars = hasStars || mark == "*"
      }
    case .text: takeText(line)
    case .rule: hasRules = true
    case .blank, .code: break
    }
  }

  private mutating func takeChoice() {
    if let level { questionLevels[level] = true }
  }

  private mutating func takeText(_ line: MarkdownLine) {
    hasQuizBlocks = hasQuizBlocks || line.text == "<quiz>"
    if !hasBoxes, line.indent < 4, QuestionNumber.dropped(from: line.text) != nil { level = nil }
  }
}

/// A heading of Markdown.
struct MarkdownHeading {
  var level: Int
  var text: String

  /// The text without the number of the question.
  var stem: String { QuestionNumber.dropped(from: text) ?? text }

  var isNumbered: Bool { QuestionNumber.dropped(from: text) != nil }
}

/// Looks in a file with check boxes for questions in another form than a heading above boxes, some
/// of them checked.
struct BoxSurvey {
  private var hasOthers = false
  /// The boxes since the last heading, and how many of them are checked.
  private var boxes = 0
  private var checked = 0
  /// Whether a line with a number came since the last box.
  private var hasNumber = false
  /// Whether a paragraph came since the last box, and whether any heading came.
  private var (hasParagraph, hasHeading) = (false, false)
  /// The lines that look like lettered choices.
  private var letters = 0

  /// Whether the file has the exact form that is written here. Then whatever looks like a question
  /// in an explanation is no question.
  private var isOwn = true
  /// The lists with boxes so far, those that are checked from end to end or nowhere, and those below
  /// something that asks or has a number.
  private var (lists, uniform, asking, asks) = (0, 0, 0, false)
  /// The lists below a text that ends in a colon, which may announce tasks as well.
  private var (announced, announces) = (0, false)
  private var hasTaskTitle = false
  /// The indentation of an item without a box that a box may be below.
  private var item: Int?
  private var isAfterBlank = true
  private var isAfterHeading = false
  private var isInQuestion = false

  /// Whether the file may have questions of another layout.
  var isUnusual: Bool {
    !(isOwn && endsOwnQuestion) && (hasOthers || isUnanswered || letters > 1)
  }

  /// Whether the boxes are those of a list of what is to be done: nothing asks, and whole lists are
  /// done or not begun.
  var isToDo: Bool {
    var survey = self
    survey.endList()
    let isUniform = survey.uniform * 3 >= survey.lists && survey.uniform > 0
    if hasTaskTitle, survey.asking * 4 < survey.lists { return true }
    return (survey.asking + survey.announced) * 4 < survey.lists && !isOwn && isUniform
  }

  private mutating func endList() {
    guard boxes > 0 else { return }
    lists += 1
    if asks { asking += 1 } else if announces { announced += 1 }
    (asks, announces) = (false, false)
    if checked == 0 || checked == boxes { uniform += 1 }
  }

  private var endsOwnQuestion: Bool { !isInQuestion || boxes > 1 && checked > 0 }

  private var isUnanswered: Bool { boxes > 1 && checked == 0 }

  mutating func take(_ line: MarkdownLine) {
    if isOwn { takeForm(line) }
    switch line.kind {
    case .heading(let level, let text):
      endList()
      takeStem(text)
      if !hasTaskTitle {
        let title = text.lowercased()
        hasTaskTitle = level == 1 ? Self.namesTasks(title) : Vocabulary.tasks.contains(title)
      }
      item = nil
      hasOthers =
        hasOthers || isUnanswered
        || QuestionNumber.dropped(from: text) == nil
          && DumpStart(word: text[...], isTitle: true) != nil
      (boxes, checked, hasNumber, hasParagraph) = (0, 0, false, false)
      hasHeading = true
    case .item(_, let text):
      if let box = CheckBox.isIn(text) ? text.utf8.dropFirst().first : nil {
        if let item, item < line.indent { hasOthers = true }
        if !hasHeading || (hasNumber || hasParagraph) && boxes > 0 { hasOthers = true }
        (hasNumber, hasParagraph) = (false, false)
        boxes += 1
        if box != UInt8(ascii: " ") { checked += 1 }
      } else {
        item = line.indent
        takeStem(text)
        if Self.isLabelled(text) { letters += 1 }
      }
    case .text:
      takeStem(line.text)
      hasParagraph = hasParagraph || line.indent < 2
      if let first = line.raw.utf8.first(where: { $0 != 0x20 && $0 != 0x09 }) {
        if (0x30...0x39).contains(first) {
          hasNumber = true
        } else if (0x41...0x46).contains(first & 0xDF) || first == UInt8(ascii: "(") {
          if Self.isLabelled(line.text) { letters += 1 }
        }
      }
    case .blank, .code, .rule: break
    }
  }

  /// Whether a title has a word for a list of what is to be done. Bytes are compared, because a
  /// search for a text in another is slow, and a file may have a hundred thousand titles.
  private static func namesTasks(_ title: String) -> Bool {
    let bytes = Array(title.utf8)
    return bytes.indices.contains { start in
      Vocabulary.tasks.contains { bytes[start...].starts(with: $0.utf8) }
    }
  }

  private mutating func takeStem(_ text: String) {
    guard !asks else { return }
    announces = announces || text.hasSuffix(":") || text.hasSuffix("：")
    asks =
      text.unicodeScalars.contains { $0 == "?" || $0 == "？" || $0 == "_" }
      || DumpStart(word: text[...], isTitle: true) != nil || DumpStart(number: text[...]) != nil
  }

  /// Compares a line with the form that is written: `###`, a blank line, boxes, and no other item
  /// of a list without a backslash.
  private mutating func takeForm(_ line: MarkdownLine) {
    let isBlank = line.kind == .blank
    if isAfterHeading, !isBlank { isOwn = false }
    isAfterHeading = false
    switch line.kind {
    case .heading(let level, let text):
      isOwn =
        isOwn && isAfterBlank && endsOwnQuestion && (level == 1 || level == 3)
        && (level == 1 || DumpStart(word: text[...], isTitle: true) == nil)
      (isAfterHeading, isInQuestion) = (true, level == 3)
    case .item(let mark, let text):
      let isBox = mark == "-" && line.indent == 0 && CheckBox.isIn(text)
      isOwn = isOwn && isInQuestion && isBox && (boxes > 0 || isAfterBlank)
    case .rule: isOwn = false
    case .blank, .text, .code: break
    }
    isAfterBlank = isBlank
  }

  /// Whether a text begins with a letter and a mark: `A. `, `b)`, `(c)`.
  private static func isLabelled(_ text: String) -> Bool {
    var bytes = text.utf8.makeIterator()
    var first = bytes.next()
    if first == UInt8(ascii: "(") { first = bytes.next() }
    guard let first, (0x41...0x46).contains(first & 0xDF), let mark = bytes.next() else {
      return false
    }
    return mark == UInt8(ascii: ".") || mark == UInt8(ascii: ")")
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
