/// Reads the questions that a plan has found in a dump.
struct DumpReading: MarkdownReading {
  private let collector: QuestionCollector
  private let blocks: [DumpBlock]
  private var next = 0
  /// The number of lines so far, those of split lines included.
  private var count = 0
  private var question: DumpQuestion?
  private var category: String?
  private var tally = DumpTally()

  init(_ plan: DumpPlan, into collector: QuestionCollector) {
    self.collector = collector
    blocks = plan.blocks
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
      next += 1
    } else if question != nil {
      question?.take(DumpLine(line), at: count)
    } else if case .heading(level: 1, let text) = line.kind {
      category = text.isEmpty ? nil : FieldText.make(text)
    }
  }

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

  mutating func count(_ block: DumpBlock, _ key: DumpAnswer.Place) {
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
