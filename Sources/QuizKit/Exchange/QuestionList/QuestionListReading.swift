import QuizSupport

/// Reads the questions that a finder has found in a list.
struct QuestionListReading: MarkdownReading {
  private let collector: QuestionCollector
  private let spans: [QuestionSpan]
  private let loneKeys: Set<Int>
  private var next = 0
  /// The number of lines so far, those of split lines included.
  private var count = 0
  private var above: MarkdownLine?
  private var question: QuestionBuilder?
  private var category: String?
  private var tally = LayoutTally()
  /// The text that several questions share, and their numbers.
  private var passage: (numbers: ClosedRange<Int>, lines: [MarkdownTextLine], isOpen: Bool)?

  init(_ finder: QuestionFinder, into collector: QuestionCollector) {
    self.collector = collector
    (spans, loneKeys) = (finder.spans, finder.loneKeys)
  }

  mutating func take(_ line: MarkdownLine) {
    guard question != nil || next < spans.count else { return }
    guard let pieces = InlineChoices.pieces(of: line) else { return takePiece(line) }
    for piece in pieces { takePiece(piece) }
  }

  private mutating func takePiece(_ line: MarkdownLine) {
    defer {
      count += 1
      above = line
    }
    if let question, count >= question.span.end { submit() }
    if next < spans.count, count == spans[next].start {
      submit()
      question = QuestionBuilder(spans[next], ListLine(line), category: category)
      endPassage()
      if let passage, spans[next].number.map(passage.numbers.contains) == true {
        question?.prepend(passage.lines)
      }
      next += 1
    } else if begins(passage: line) {
      submit()
    } else if question != nil {
      var line = ListLine(line, below: above)
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
    guard line.kind == .text, next < spans.count, let first = spans[next].number,
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
    if let key = current.submit(to: collector) { tally.count(current.span, key) }
  }
}

/// Counts how the questions of a list are laid out.
private struct LayoutTally {
  private var layouts: [ListLayout: Int] = [:]
  /// The word for the answer in the first question of each layout.
  private var words: [ListLayout: String] = [:]

  mutating func count(_ span: QuestionSpan, _ key: GatheredAnswer.Place) {
    let questions: ListLayout.Questions =
      switch span.origin {
      case .word, .numberedHeading, .number: .numbered
      case .heading: .headings
      case .text: .plain
      }
    let choices: ListLayout.Choices =
      switch span.choices {
      case .letters: .letters
      case .numbers: .numbers
      case .boxes: .boxes
      case .bullets, .none: .list
      }
    let keys: ListLayout.Keys =
      switch key {
      case .word: .words
      case .sheet: .sheet
      case .title: .titles
      case .marks: .marks
      case .sentences: .sentences
      }
    let layout = ListLayout(
      questions: questions, choices: choices, keys: keys, word: "", isMixed: false)
    if case .word(let word) = key, words[layout] == nil { words[layout] = word }
    layouts[layout, default: 0] += 1
  }

  /// The layout of most questions; `nil` if there is no question.
  var layout: ListLayout? {
    func rank(_ layout: ListLayout) -> String {
      "\(layout.questions)\(layout.choices)\(layout.keys)"
    }
    guard var most = layouts.max(by: { ($0.value, rank($0.key)) < ($1.value, rank($1.key)) })?.key
    else { return nil }
    most.word = words[most] ?? ""
    most.isMixed = layouts.count > 1
    return most
  }
}

/// Choices that follow each other: their places among the roles of all lines.
struct SpanRun {
  var places: [Int]
  var choices: QuestionSpan.Choices
  var isChecked: Bool

  var first: Int { places[0] }
  var last: Int { places[places.count - 1] }
  /// The place after the last choice.
  var end: Int { last + 1 }

  private init?(_ places: [Int], _ choices: QuestionSpan.Choices, of all: [LineRole]) {
    guard places.count >= 2 else { return nil }
    (self.places, self.choices) = (places, choices)
    isChecked = places.contains { all[$0].isChecked || all[$0].isSigned }
  }

  /// Whether some of the choices stand out in a way that the others do not.
  func singlesOut(_ sign: KeyPath<LineRole, Bool>, in all: [LineRole]) -> Bool {
    let count = places.count { all[$0][keyPath: sign] }
    return count > 0 && count < places.count
  }

  /// The item of a list that the boxes are below, which is then their question.
  func parent(in all: [LineRole]) -> Int? {
    guard choices == .boxes, let item = all[..<first].lastIndex(where: { $0.kind != .text }),
      all[item].kind == .bullet, all[item].indent < all[first].indent
    else { return nil }
    return item
  }

  /// The run of labelled choices or boxes that begins at a line.
  static func choices(at start: Int, of roles: [LineRole]) -> SpanRun? {
    switch roles[start].kind {
    case .choice: roles[start].value == 0 ? letters(at: start, of: roles) : nil
    case .box: boxes(at: start, of: roles)
    default: nil
    }
  }

  /// The run of labelled choices without an A that begins at a line: the first ones of a question
  /// may be lost.
  static func laterChoices(at start: Int, of roles: [LineRole]) -> SpanRun? {
    roles[start].kind == .choice && roles[start].value > 0 ? letters(at: start, of: roles) : nil
  }

  /// Whether a plain list has one right item and follows the text of a numbered question. Check
  /// lists in other texts have several signs, or stand elsewhere.
  func hasOneMark(below start: SpanSearch.Start, in all: [LineRole]) -> Bool {
    (start.origin == .number || start.origin == .word)
      && (places.count(where: { all[$0].isChecked }) == 1
        || places.count(where: { all[$0].isSigned }) == 1
          && all[start.place..<first].contains(where: \.asks))
      && first - start.place <= Self.mostParagraphs
      && all[(start.place + 1)..<first].allSatisfy { $0.kind == .text }
  }

  private static let mostParagraphs = 4

  /// Whether one item of a plain list directly below a question is bold from end to end.
  func hasOneBold(in all: [LineRole]) -> Bool {
    isAsked(in: all) && places.count { all[$0].isBold } == 1
  }

  /// Whether a question stands directly above a plain list.
  func isAsked(in all: [LineRole]) -> Bool {
    choices == .bullets && first > 0 && all[first - 1].asks
  }

  /// Whether the choices follow a list only later: 「ア …　イ …　ウ …　正しいものはいくつあるか。
  /// 1. 一つ　2. 二つ」
  static func areStatements(_ run: SpanRun, of roles: [LineRole]) -> Bool {
    guard run.choices == .letters, !run.isChecked,
      let next = roles[run.end...].firstIndex(where: { $0.kind != .text })
    else { return false }
    switch roles[next].kind {
    case .choice:
      return roles[next].style != roles[run.first].style && choices(at: next, of: roles) != nil
    case .number: return numbers(at: next, of: roles) != nil
    default: return false
    }
  }

  /// The list below the text that begins at a line, if nothing but an answer can make it the
  /// choices of a question.
  static func unanswered(below start: Int, of roles: [LineRole]) -> SpanRun? {
    guard let first = roles[(start + 1)...].firstIndex(where: { $0.kind != .text }) else {
      return nil
    }
    return bullets(at: first, of: roles) ?? laterChoices(at: first, of: roles)
  }

  private static func letters(at start: Int, of roles: [LineRole]) -> SpanRun? {
    var run = [start]
    var seen: UInt64 = 1 << UInt64(roles[start].value)
    var last = roles[start].value
    for index in (start + 1)..<max(start + 1, roles.count) {
      let role = roles[index]
      switch role.kind {
      case .choice where role.style == roles[start].style && role.isInList == roles[start].isInList:
        let bit: UInt64 = 1 << UInt64(role.value)
        if role.value == 0 || seen & bit != 0 { return SpanRun(run, .letters, of: roles) }
        // Labels may be out of order if they follow each other directly.
        let isNext = role.value > last && role.value <= last + 3
        guard isNext || index == run[run.count - 1] + 1 else {
          return SpanRun(run, .letters, of: roles)
        }
        run.append(index)
        seen |= bit
        last = role.value
      case .choice, .bullet, .number, .text: continue
      // Feedback on a choice comes before the next one.
      case .explanation
      where run.last == index - 1 && roles.count > index + 1 && roles[index + 1].kind == .choice
        && roles[index + 1].style == roles[start].style && roles[index + 1].value == last + 1:
        continue
      case .box, .rule, .heading, .word, .key, .keyTitle, .explanation:
        return SpanRun(run, .letters, of: roles)
      }
    }
    return SpanRun(run, .letters, of: roles)
  }

  private static func boxes(at start: Int, of roles: [LineRole]) -> SpanRun? {
    var run = [start]
    var (isParted, isPictured) = (false, false)
    loop: for index in (start + 1)..<max(start + 1, roles.count) {
      let role = roles[index]
      switch role.kind {
      case .box:
        if isParted, !goesOn(run, at: index, of: roles) { break loop }
        if isPictured, haveKeysOfTheirOwn(run, at: index, of: roles) { break loop }
        (isParted, isPictured) = (false, false)
        run.append(index)
      case .text where role.indent < 2 && role.isParted:
        if role.isImage { isPictured = true } else { isParted = true }
      case .text: continue
      case .bullet where role.indent < roles[start].indent: break loop
      case .choice, .bullet: continue
      case .number:
        if role.indent < 2 { break loop }
      case .rule, .heading, .word, .key, .keyTitle, .explanation: break loop
      }
    }
    return SpanRun(run, .boxes, of: roles)
  }

  /// Whether boxes below a note belong to the question above it: if there are several, and if they
  /// do not have a right answer of their own.
  private static func goesOn(_ run: [Int], at index: Int, of roles: [LineRole]) -> Bool {
    let more = roles[index...].prefix { $0.kind == .box }
    let isAnother = more.contains(where: \.isChecked) && run.contains { roles[$0].isChecked }
    return more.count > 1 && !isAnother && !roles[index - 1].isAsking
  }

  /// Whether boxes below a picture are another question: both lists have one right answer. A picture
  /// between two choices of a question belongs to the one before it.
  private static func haveKeysOfTheirOwn(
    _ run: [Int], at index: Int, of roles: [LineRole]
  ) -> Bool {
    let more = roles[index...].prefix { $0.kind == .box }
    return run.count > 1 && more.count > 1
      && run.count { roles[$0].isChecked } == 1 && more.count(where: \.isChecked) == 1
  }

  /// The run of numbers that begins with 1 at a line.
  static func numbers(at start: Int, of roles: [LineRole]) -> SpanRun? {
    guard roles[start].kind == .number, roles[start].value == 1, roles[start].level == 0 else {
      return nil
    }
    var run = [start]
    for index in (start + 1)..<max(start + 1, roles.count) {
      let role = roles[index]
      if role.kind == .number, role.level == 0, role.isInList == roles[start].isInList {
        guard Int(role.value) == run.count + 1, role.style == roles[start].style else { break }
        run.append(index)
      } else if role.kind != .text || run.count > 1 && roles[index - 1].kind == .text {
        break
      }
    }
    return SpanRun(run, .numbers, of: roles)
  }

  /// The run of items of a list that begins at a line.
  static func bullets(at start: Int, of roles: [LineRole]) -> SpanRun? {
    guard roles[start].kind == .bullet else { return nil }
    var run = [start]
    for index in (start + 1)..<max(start + 1, roles.count) {
      let role = roles[index]
      guard role.kind == .bullet else { break }
      if role.indent > roles[start].indent + 1 { continue }
      guard role.style == roles[start].style else { break }
      run.append(index)
    }
    return SpanRun(run, .bullets, of: roles)
  }
}

/// The lines since the last question with which the next one can begin.
///
/// A word for a question is surer than a number, and a number surer than a heading. A heading of
/// the same level or above begins something new.
struct SpanSearch {
  /// The first line of a question among the roles.
  struct Start {
    var place: Int
    var origin: QuestionSpan.Origin
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

  mutating func take(_ role: LineRole, at index: Int) {
    switch role.kind {
    case .word: begin(.word, role, at: index)
    case .number where role.level > 0:
      if found?.origin == .word, role.level > level { return }
      begin(.numberedHeading, role, at: index)
    case .number:
      guard role.indent < 4, !role.isInList else { return }
      if numbers.count == Self.mostNumbers { numbers.removeFirst(Self.mostNumbers / 2) }
      numbers.append(index)
    case .heading:
      if let found, found.origin != .heading, role.level > level { return }
      begin(.heading, role, at: index)
    case .text: text = isVague ? index : text ?? index
    case .rule: (text, isVague) = (nil, false)
    case .key, .keyTitle:
      (text, isVague) = (nil, false)
      if !role.isEntry { explained = index }
    case .explanation: (text, isVague, explained) = (nil, true, index)
    case .choice, .box, .bullet: break
    }
  }

  private mutating func begin(_ origin: QuestionSpan.Origin, _ role: LineRole, at index: Int) {
    found = Start(place: index, origin: origin)
    level = role.level > 0 ? role.level : 7
    numbers = []
  }
}

extension SpanSearch.Start {
  /// A line that is a question of its own and no heading.
  init(line place: Int, of roles: [LineRole]) {
    self.place = place
    switch roles[place].kind {
    case .number: origin = .number
    case .word: origin = .word
    default: origin = .text
    }
  }
}
