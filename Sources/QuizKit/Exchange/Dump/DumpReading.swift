import QuizSupport

/// Reads the questions that a plan has found in a dump.
struct DumpReading: MarkdownReading {
  private let collector: QuestionCollector
  private let blocks: [DumpBlock]
  private let loneKeys: Set<Int>
  private var next = 0
  /// The number of lines so far, those of split lines included.
  private var count = 0
  private var above: MarkdownLine?
  private var question: DumpQuestion?
  private var category: String?
  private var tally = DumpTally()
  /// The text that several questions share, and their numbers.
  private var passage: (numbers: ClosedRange<Int>, lines: [MarkdownTextLine], isOpen: Bool)?

  init(_ plan: DumpPlan, into collector: QuestionCollector) {
    self.collector = collector
    (blocks, loneKeys) = (plan.blocks, plan.loneKeys)
  }

  mutating func take(_ line: MarkdownLine) {
    guard question != nil || next < blocks.count else { return }
    guard let pieces = InlineChoices.pieces(of: line) else { return takePiece(line) }
    for piece in pieces { takePiece(piece) }
  }

  private mutating func takePiece(_ line: MarkdownLine) {
    defer {
      count += 1
      above = line
    }
    if let question, count >= question.block.end { submit() }
    if next < blocks.count, count == blocks[next].start {
      submit()
      question = DumpQuestion(blocks[next], DumpLine(line), category: category)
      endPassage()
      if let passage, blocks[next].number.map(passage.numbers.contains) == true {
        question?.prepend(passage.lines)
      }
      next += 1
    } else if begins(passage: line) {
      submit()
    } else if question != nil {
      var line = DumpLine(line, below: above)
      if loneKeys.contains(count) { line.kind = .key(word: "", value: line.line.text) }
      question?.take(line, at: count)
    } else if case .heading(level: 1, let text) = line.kind {
      category = text.isEmpty ? nil : FieldText.make(text)
    }
  }

  private mutating func endPassage() {
    guard passage?.isOpen == true else { return }
    passage?.isOpen = false
    while passage?.lines.last?.text.isBlank == true { passage?.lines.removeLast() }
  }

  /// Takes the lines of a text that the next questions are about.
  private mutating func begins(passage line: MarkdownLine) -> Bool {
    if passage?.isOpen == true {
      passage?.lines.append(line.textLine(line.raw))
      return true
    }
    guard line.kind == .text, next < blocks.count, let first = blocks[next].number,
      let numbers = Self.numbers(in: line.text), numbers.lowerBound == first
    else { return false }
    passage = (numbers, [line.textLine(line.raw)], true)
    return true
  }

  /// The numbers of the questions that a text says it is for: "Questions 3 to 5 are about this.",
  /// 「問1～3に答えよ」; `nil` for any other text.
  private static func numbers(in text: String) -> ClosedRange<Int>? {
    guard text.utf8.count <= longestTitle, text.utf8.contains(where: { (0x30...0x39).contains($0) })
    else { return nil }
    var words: [Substring] = []
    for part in text.split(whereSeparator: { !$0.isLetter && !$0.isNumber }) {
      var rest = part
      while let first = rest.first {
        let word = rest.prefix { $0.isNumber == first.isNumber }
        words.append(word)
        rest = rest.dropFirst(word.count)
      }
    }
    for place in words.indices.dropFirst() {
      guard let first = Int(words[place]),
        let last = words[(place + 1)...].prefix(2).compactMap({ Int($0) }).first,
        first < last, last - first <= mostQuestions,
        case let word = words[place - 1],
        Vocabulary.question.rest(of: word.unicodeScalars)?.isEmpty == true
          || word.last.map("問题題".contains) == true
      else { continue }
      return first...last
    }
    return nil
  }

  /// The longest line that says which questions a text is for, in bytes, and the most of them.
  private static let (longestTitle, mostQuestions) = (400, 20)

  mutating func finish() {
    submit()
    if let layout = tally.layout { collector.note(.layout(layout)) }
  }

  private mutating func submit() {
    guard var current = question else { return }
    question = nil
    if let key = current.submit(to: collector) { tally.count(current.block, key) }
  }
}

/// Counts how the questions of a dump are laid out.
private struct DumpTally {
  private var layouts: [DumpLayout: Int] = [:]
  /// The word for the answer in the first question of each layout.
  private var words: [DumpLayout: String] = [:]

  mutating func count(_ block: DumpBlock, _ key: GatheredAnswer.Place) {
    let questions: DumpLayout.Questions =
      switch block.origin {
      case .word, .numberedHeading, .number: .numbered
      case .heading: .headings
      case .text: .plain
      }
    let choices: DumpLayout.Choices =
      switch block.choices {
      case .letters: .letters
      case .numbers: .numbers
      case .boxes: .boxes
      case .bullets, .none: .list
      }
    let keys: DumpLayout.Keys =
      switch key {
      case .word: .words
      case .sheet: .sheet
      case .title: .titles
      case .marks: .marks
      case .sentences: .sentences
      }
    let layout = DumpLayout(
      questions: questions, choices: choices, keys: keys, word: "", isMixed: false)
    if case .word(let word) = key, words[layout] == nil { words[layout] = word }
    layouts[layout, default: 0] += 1
  }

  /// The layout of most questions; `nil` if there is no question.
  var layout: DumpLayout? {
    func rank(_ layout: DumpLayout) -> String {
      "\(layout.questions)\(layout.choices)\(layout.keys)"
    }
    guard var most = layouts.max(by: { ($0.value, rank($0.key)) < ($1.value, rank($1.key)) })?.key
    else { return nil }
    most.word = words[most] ?? ""
    most.isMixed = layouts.count > 1
    return most
  }
}

/// Choices that follow each other: their marks among all marks of a file.
struct DumpRun {
  var marks: [Int]
  var choices: DumpBlock.Choices
  var isChecked: Bool

  var first: Int { marks[0] }
  var last: Int { marks[marks.count - 1] }
  /// The mark after the last choice.
  var end: Int { last + 1 }

  private init?(_ marks: [Int], _ choices: DumpBlock.Choices, of all: [DumpMark]) {
    guard marks.count >= 2 else { return nil }
    (self.marks, self.choices) = (marks, choices)
    isChecked = marks.contains { all[$0].isChecked || all[$0].isSigned }
  }

  /// Whether some of the choices stand out in a way that the others do not.
  func singlesOut(_ sign: KeyPath<DumpMark, Bool>, in all: [DumpMark]) -> Bool {
    let count = marks.count { all[$0][keyPath: sign] }
    return count > 0 && count < marks.count
  }

  /// The item of a list that the boxes are below, which is then their question.
  func parent(in all: [DumpMark]) -> Int? {
    guard choices == .boxes, let item = all[..<first].lastIndex(where: { $0.kind != .text }),
      all[item].kind == .bullet, all[item].indent < all[first].indent
    else { return nil }
    return item
  }

  /// The run of labelled choices or boxes that begins at a mark.
  static func choices(at start: Int, of marks: [DumpMark]) -> DumpRun? {
    switch marks[start].kind {
    case .choice: marks[start].value == 0 ? letters(at: start, of: marks) : nil
    case .box: boxes(at: start, of: marks)
    default: nil
    }
  }

  /// The run of labelled choices without an A that begins at a mark: the first ones of a question
  /// may be lost.
  static func laterChoices(at start: Int, of marks: [DumpMark]) -> DumpRun? {
    marks[start].kind == .choice && marks[start].value > 0 ? letters(at: start, of: marks) : nil
  }

  /// Whether a plain list has one right item and follows the text of a numbered question. Check
  /// lists in other texts have several marks, or stand elsewhere.
  func hasOneMark(below start: DumpSearch.Start, in all: [DumpMark]) -> Bool {
    (start.origin == .number || start.origin == .word)
      && (marks.count(where: { all[$0].isChecked }) == 1
        || marks.count(where: { all[$0].isSigned }) == 1
          && all[start.mark..<first].contains(where: \.asks))
      && first - start.mark <= Self.mostParagraphs
      && all[(start.mark + 1)..<first].allSatisfy { $0.kind == .text }
  }

  private static let mostParagraphs = 4

  /// Whether one item of a plain list directly below a question is bold from end to end.
  func hasOneBold(in all: [DumpMark]) -> Bool {
    isAsked(in: all) && marks.count { all[$0].isBold } == 1
  }

  /// Whether a question stands directly above a plain list.
  func isAsked(in all: [DumpMark]) -> Bool {
    choices == .bullets && first > 0 && all[first - 1].asks
  }

  /// Whether the choices follow a list only later: 「ア …　イ …　ウ …　正しいものはいくつあるか。
  /// 1. 一つ　2. 二つ」
  static func areStatements(_ run: DumpRun, of marks: [DumpMark]) -> Bool {
    guard run.choices == .letters, !run.isChecked,
      let next = marks[run.end...].firstIndex(where: { $0.kind != .text })
    else { return false }
    switch marks[next].kind {
    case .choice:
      return marks[next].style != marks[run.first].style && choices(at: next, of: marks) != nil
    case .number: return numbers(at: next, of: marks) != nil
    default: return false
    }
  }

  /// The list below the text that begins at a mark, if nothing but an answer can make it the
  /// choices of a question.
  static func unanswered(below start: Int, of marks: [DumpMark]) -> DumpRun? {
    guard let first = marks[(start + 1)...].firstIndex(where: { $0.kind != .text }) else {
      return nil
    }
    return bullets(at: first, of: marks) ?? laterChoices(at: first, of: marks)
  }

  private static func letters(at start: Int, of marks: [DumpMark]) -> DumpRun? {
    var run = [start]
    var seen: UInt64 = 1 << UInt64(marks[start].value)
    var last = marks[start].value
    for index in (start + 1)..<max(start + 1, marks.count) {
      let mark = marks[index]
      switch mark.kind {
      case .choice where mark.style == marks[start].style && mark.isInList == marks[start].isInList:
        let bit: UInt64 = 1 << UInt64(mark.value)
        if mark.value == 0 || seen & bit != 0 { return DumpRun(run, .letters, of: marks) }
        // Labels may be out of order if they follow each other directly.
        let isNext = mark.value > last && mark.value <= last + 3
        guard isNext || index == run[run.count - 1] + 1 else {
          return DumpRun(run, .letters, of: marks)
        }
        run.append(index)
        seen |= bit
        last = mark.value
      case .choice, .bullet, .number, .text: continue
      // Feedback on a choice comes before the next one.
      case .explanation
      where run.last == index - 1 && marks.count > index + 1 && marks[index + 1].kind == .choice
        && marks[index + 1].style == marks[start].style && marks[index + 1].value == last + 1:
        continue
      case .box, .rule, .heading, .word, .key, .keyTitle, .explanation:
        return DumpRun(run, .letters, of: marks)
      }
    }
    return DumpRun(run, .letters, of: marks)
  }

  private static func boxes(at start: Int, of marks: [DumpMark]) -> DumpRun? {
    var run = [start]
    var (isParted, isPictured) = (false, false)
    loop: for index in (start + 1)..<max(start + 1, marks.count) {
      let mark = marks[index]
      switch mark.kind {
      case .box:
        if isParted, !goesOn(run, at: index, of: marks) { break loop }
        if isPictured, haveKeysOfTheirOwn(run, at: index, of: marks) { break loop }
        (isParted, isPictured) = (false, false)
        run.append(index)
      case .text where mark.indent < 2 && mark.isParted:
        if mark.isImage { isPictured = true } else { isParted = true }
      case .text: continue
      case .bullet where mark.indent < marks[start].indent: break loop
      case .choice, .bullet: continue
      case .number:
        if mark.indent < 2 { break loop }
      case .rule, .heading, .word, .key, .keyTitle, .explanation: break loop
      }
    }
    return DumpRun(run, .boxes, of: marks)
  }

  /// Whether boxes below a note belong to the question above it: if there are several, and if they
  /// do not have a right answer of their own.
  private static func goesOn(_ run: [Int], at index: Int, of marks: [DumpMark]) -> Bool {
    let more = marks[index...].prefix { $0.kind == .box }
    let isAnother = more.contains(where: \.isChecked) && run.contains { marks[$0].isChecked }
    return more.count > 1 && !isAnother && !marks[index - 1].isAsking
  }

  /// Whether boxes below a picture are another question: both lists have one right answer. A picture
  /// between two choices of a question belongs to the one before it.
  private static func haveKeysOfTheirOwn(
    _ run: [Int], at index: Int, of marks: [DumpMark]
  ) -> Bool {
    let more = marks[index...].prefix { $0.kind == .box }
    return run.count > 1 && more.count > 1
      && run.count { marks[$0].isChecked } == 1 && more.count(where: \.isChecked) == 1
  }

  /// The run of numbers that begins with 1 at a mark.
  static func numbers(at start: Int, of marks: [DumpMark]) -> DumpRun? {
    guard marks[start].kind == .number, marks[start].value == 1, marks[start].level == 0 else {
      return nil
    }
    var run = [start]
    for index in (start + 1)..<max(start + 1, marks.count) {
      let mark = marks[index]
      if mark.kind == .number, mark.level == 0, mark.isInList == marks[start].isInList {
        guard Int(mark.value) == run.count + 1, mark.style == marks[start].style else { break }
        run.append(index)
      } else if mark.kind != .text || run.count > 1 && marks[index - 1].kind == .text {
        break
      }
    }
    return DumpRun(run, .numbers, of: marks)
  }

  /// The run of items of a list that begins at a mark.
  static func bullets(at start: Int, of marks: [DumpMark]) -> DumpRun? {
    guard marks[start].kind == .bullet else { return nil }
    var run = [start]
    for index in (start + 1)..<max(start + 1, marks.count) {
      let mark = marks[index]
      guard mark.kind == .bullet else { break }
      if mark.indent > marks[start].indent + 1 { continue }
      guard mark.style == marks[start].style else { break }
      run.append(index)
    }
    return DumpRun(run, .bullets, of: marks)
  }
}

/// The lines since the last question with which the next one can begin.
///
/// A word for a question is surer than a number, and a number surer than a heading. A heading of
/// the same level or above begins something new.
struct DumpSearch {
  /// The first line of a question among the marks.
  struct Start {
    var mark: Int
    var origin: DumpBlock.Origin
  }

  /// The last word for a question, or heading.
  private(set) var found: Start?
  /// The numbers since then. Only the last ones can matter.
  private(set) var numbers: [Int] = []
  /// The last answer or explanation.
  private(set) var explained = -1
  /// The first line of text of a question that begins with nothing but its text.
  private(set) var text: Int?
  private var level: UInt8 = 7
  /// Whether each paragraph may be the last one before the question: at the beginning of a file,
  /// and in an explanation.
  private var isVague: Bool

  private static let mostNumbers = 64

  /// - Parameter isFirst: Whether no question was found so far.
  init(isFirst: Bool) {
    isVague = isFirst
  }

  mutating func take(_ mark: DumpMark, at index: Int) {
    switch mark.kind {
    case .word: begin(.word, mark, at: index)
    case .number where mark.level > 0:
      if found?.origin == .word, mark.level > level { return }
      begin(.numberedHeading, mark, at: index)
    case .number:
      guard mark.indent < 4, !mark.isInList else { return }
      if numbers.count == Self.mostNumbers { numbers.removeFirst(Self.mostNumbers / 2) }
      numbers.append(index)
    case .heading:
      if let found, found.origin != .heading, mark.level > level { return }
      begin(.heading, mark, at: index)
    case .text: text = isVague ? index : text ?? index
    case .rule: (text, isVague) = (nil, false)
    case .key, .keyTitle:
      (text, isVague) = (nil, false)
      if !mark.isEntry { explained = index }
    case .explanation: (text, isVague, explained) = (nil, true, index)
    case .choice, .box, .bullet: break
    }
  }

  private mutating func begin(_ origin: DumpBlock.Origin, _ mark: DumpMark, at index: Int) {
    found = Start(mark: index, origin: origin)
    level = mark.level > 0 ? mark.level : 7
    numbers = []
  }
}

extension DumpSearch.Start {
  /// A line that is a question of its own and no heading.
  init(line mark: Int, of marks: [DumpMark]) {
    self.mark = mark
    switch marks[mark].kind {
    case .number: origin = .number
    case .word: origin = .word
    default: origin = .text
    }
  }
}
