import QuizSupport

/// Reads the questions that a plan has found in a dump.
struct DumpReading: MarkdownReading {
  private let collector: QuestionCollector
  private let blocks: [DumpBlock]
  private let loneKeys: Set<Int>
  private var next = 0
  /// The number of lines so far, those of split lines included.
  private var count = 0
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
    defer { count += 1 }
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
      var line = DumpLine(line)
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
  private struct Kind: Hashable {
    var questions: DumpLayout.Questions
    var choices: DumpLayout.Choices
    var keys: DumpLayout.Keys
  }

  private var kinds: [Kind: Int] = [:]
  /// The word for the answer in the first question of each kind.
  private var words: [Kind: String] = [:]

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
    let kind = Kind(questions: questions, choices: choices, keys: keys)
    if case .word(let word) = key, words[kind] == nil { words[kind] = word }
    kinds[kind, default: 0] += 1
  }

  /// The layout of most questions; `nil` if there is no question.
  var layout: DumpLayout? {
    func rank(_ kind: Kind) -> String { "\(kind.questions)\(kind.choices)\(kind.keys)" }
    let most = kinds.max { ($0.value, rank($0.key)) < ($1.value, rank($1.key)) }?.key
    return most.map {
      DumpLayout(
        questions: $0.questions, choices: $0.choices, keys: $0.keys, word: words[$0] ?? "",
        isMixed: kinds.count > 1)
    }
  }
}
