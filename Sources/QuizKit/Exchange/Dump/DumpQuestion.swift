/// A question of a dump while its lines are being read.
struct DumpQuestion {
  let block: DumpBlock
  private var card: MarkdownCard
  private var labels: [DumpLabel?] = []
  private var title: String?
  /// The choices that are marked as right themselves.
  private var checked: [Int] = []
  private var right: [Int]?
  /// The word behind which the answer stands.
  private(set) var keyWord: String?
  /// The first answer that names no choice.
  private var unknown: String?
  private var contradiction: (label: String, text: String)?
  /// The letters that sentences call right.
  private var stated: [Character] = []
  private var key: DumpKey?
  /// The word above the line that has the answer.
  private var awaited: String?
  private var isAfterStart = true
  private var isAfterBlank = false
  private var isInChoice = false
  private var isInAnswer = false

  init(_ block: DumpBlock, _ line: DumpLine, category: String?) {
    self.block = block
    var text = line.line.raw
    var reference = ""
    switch line.kind {
    case .start(let start, _):
      text = start.text
      if start.kind == .keyed {
        (text, title, reference) = ("", start.title, start.text)
        unknown = start.key
      }
    default:
      if case .heading(_, let heading) = line.line.kind { text = heading }
    }
    card = MarkdownCard(line: line.line.number, category: category, stem: text)
    if !reference.isEmpty {
      card.commentary.append(line.line.textLine(reference))
    }
  }

  /// Takes the next line of the question's text, its choices or its answer.
  mutating func take(_ line: DumpLine, at place: Int) {
    let isBlank = line.line.kind == .blank
    defer { isAfterBlank = isBlank }
    if labels.count < block.choiceLines.count {
      if place == block.choiceLines[labels.count] { return takeChoice(line) }
      return labels.isEmpty ? takeText(line) : continueChoice(line)
    }
    if block.choices == .none, !isInAnswer {
      switch line.kind {
      case .key, .keyTitle: isInAnswer = true
      default: return takeText(line)
      }
    }
    if isInChoice, isContinued(line) { return continueChoice(line) }
    isInChoice = isInChoice && isBlank
    takeAnswer(line)
  }

  private mutating func takeText(_ line: DumpLine) {
    // A blank line below a heading is no part of the text.
    if isAfterStart, block.level < 7, line.line.kind == .blank { return }
    isAfterStart = false
    if case .wrapper = line.kind { return }
    if let last = card.stem.indices.last, card.stem[last].number == line.line.number,
      line.line.kind != .code
    {
      // A piece of a line that was split.
      card.stem[last].text += line.line.raw
    } else {
      card.stem.append(line.line.textLine(line.line.raw))
    }
  }

  private mutating func takeChoice(_ line: DumpLine) {
    var label: DumpLabel?
    var text = line.line.text
    var isChecked = false
    switch line.kind {
    case .choice(let found): (label, text) = (found, found.text)
    case .box(let box): (text, isChecked) = (box.text, box.isChecked)
    case .bullet(_, let item): text = item
    case .start(let start, _):
      label = DumpLabel(line.line.text[...])
      text = start.text
    default: break
    }
    if RightMark.isBehind(text) { (text, isChecked) = (RightMark.dropped(from: text), true) }
    if isChecked { checked.append(labels.count) }
    labels.append(label)
    card.choices.append(.init(text, on: line.line.number, isChecked: isChecked))
    isInChoice = true
  }

  private mutating func continueChoice(_ line: DumpLine) {
    if case .wrapper = line.kind { return }
    card.continueChoice(
      line.line, line.line.raw, dropping: line.line.kind == .code ? 0 : line.line.indent)
  }

  /// Whether a line below the last choice continues it.
  private func isContinued(_ line: DumpLine) -> Bool {
    switch line.kind {
    case .text: !isAfterBlank || line.line.indent >= 4
    case .code: !isAfterBlank || line.line.fenceIndent >= 2
    case .bullet, .choice: block.choices != .bullets && line.line.indent >= 2
    default: false
    }
  }

  private mutating func takeAnswer(_ line: DumpLine) {
    switch line.kind {
    case .blank:
      // Lines that were left out leave only one blank line.
      if let last = card.commentary.last, !last.text.isBlank { comment(line, "") }
    case .rule, .wrapper: break
    case .key(let word, let value):
      awaited = nil
      takeKey(value, behind: word, line)
    case .keyTitle:
      if right == nil { awaited = DumpText.comparable(line.line.raw) }
    case .statement(let letters):
      stated += letters.filter { !stated.contains($0) }
      comment(line, line.line.raw)
    case .explanation(let text):
      awaited = nil
      if !text.isEmpty { comment(line, text) }
    case .text, .start, .choice, .box, .bullet:
      if awaited == nil || !takeAwaited(line) { comment(line, line.line.raw) }
    case .heading, .code:
      awaited = nil
      comment(line, line.line.raw)
    }
  }

  private mutating func takeKey(_ value: String, behind word: String, _ line: DumpLine) {
    guard right == nil, contradiction == nil else { return comment(line, line.line.raw) }
    if block.choices == .none {
      if unknown == nil { (unknown, keyWord) = (value, word) }
      return
    }
    switch claim(value) {
    case .right(let places, let rest):
      (right, keyWord) = (places, word)
      if !rest.isEmpty { comment(line, Self.withoutExplanation(rest)) }
    case .contradiction(let label, let text): contradiction = (label, text)
    case .unknown(let text):
      unknown = unknown ?? text
      keyWord = word
      comment(line, line.line.raw)
    }
  }

  /// Takes the line below "Answer", or further items below it; returns `false` if it is no answer.
  private mutating func takeAwaited(_ line: DumpLine) -> Bool {
    let word = awaited ?? ""
    let value: String
    switch line.kind {
    case .bullet(_, let text): value = text
    case .box(let box): value = box.text
    default:
      value = line.line.text
      awaited = nil
    }
    if block.choices == .none {
      awaited = nil
      guard unknown == nil else { return false }
      (unknown, keyWord) = (value, word)
      return true
    }
    guard case .right(let places, let rest) = claim(value) else {
      awaited = nil
      return false
    }
    right = (right ?? []) + places.filter { right?.contains($0) != true }
    keyWord = word
    if !rest.isEmpty { comment(line, Self.withoutExplanation(rest)) }
    return true
  }

  private mutating func comment(_ line: DumpLine, _ text: String) {
    card.commentary.append(line.line.textLine(text))
  }

  private static func withoutExplanation(_ text: String) -> String {
    let line = DumpLine(MarkdownLine(number: 0, kind: .text, raw: text))
    if case .explanation(let rest) = line.kind { return rest }
    return text
  }

  private mutating func claim(_ value: String) -> DumpKey.Claim {
    let reader = key ?? makeKey()
    key = reader
    return reader.claim(value)
  }

  /// Prepares the comparison of answers with the choices. Boxes may have labels, too.
  private mutating func makeKey() -> DumpKey {
    let found = card.choices.map { choice in
      choice.lines.first.flatMap { DumpLabel($0.text[...], isInList: true) }
    }
    let isLabelled =
      block.choices == .boxes && found.enumerated().allSatisfy { $1?.place == $0 }
      && Set(found.map { $0?.style }).count == 1
    if isLabelled {
      labels = found
      for (index, label) in found.enumerated() {
        card.choices[index].lines[0].text = label?.text ?? card.choices[index].lines[0].text
      }
    }
    return DumpKey(texts: card.choices.map { MarkdownText.raw($0.lines) }, labels: labels)
  }
}

extension DumpQuestion {
  /// Where the answer of a question was found.
  enum KeyPlace: Hashable {
    case word(String), sheet, title, marks, sentences
  }

  /// Submits the question, or reports why it cannot be read; returns where its answer was.
  mutating func submit(to collector: QuestionCollector) -> KeyPlace? {
    if key == nil { key = makeKey() }
    var place = keyWord.map { KeyPlace.word($0) }
    if right == nil, contradiction == nil { takeOtherKey(&place) }
    if block.choices == .none { return submitStatement(to: collector) ? place : nil }
    if let marked = right, !checked.isEmpty, Set(marked) != Set(checked), block.choices == .boxes {
      contradiction = contradiction ?? (labelText(checked[0]), labelText(marked[0]))
    }
    if let contradiction {
      collector.refuse(
        card.draft().draft, .answersContradict(contradiction.label, contradiction.text))
      return nil
    }
    guard let right = right ?? (checked.isEmpty ? nil : checked) else {
      let mark: Fault.CorrectMark = block.choices == .boxes ? .checkBox : .keyLine
      let fault = unknown.map { Fault.answerNotAChoice($0) } ?? .noCorrectChoice(mark)
      card.refuse(fault, to: collector)
      return nil
    }
    return card.submit(right: right, title: title, to: collector) ? place : nil
  }

  /// Looks for the answer in the first line, in a list, in the choices and in sentences.
  private mutating func takeOtherKey(_ place: inout KeyPlace?) {
    if let entry = block.entry {
      card.commentary += entry.commentary
      if block.choices == .none {
        unknown = unknown ?? entry.value
        place = .sheet
      } else {
        switch claim(entry.value) {
        case .right(let places, let rest):
          (right, place) = (places, .sheet)
          if !rest.isEmpty {
            card.commentary.insert(
              MarkdownTextLine(number: card.line, text: Self.withoutExplanation(rest)), at: 0)
          }
        case .contradiction(let label, let text): contradiction = (label, text)
        case .unknown(let text): unknown = unknown ?? text
        }
      }
      return
    }
    if title != nil, let key = unknown, case .right(let places, _) = claim(key) {
      (right, place) = (places, .title)
    } else if !checked.isEmpty {
      place = .marks
    } else if !stated.isEmpty, unknown == nil,
      case .right(let places, _) = claim(stated.map { String($0) }.joined(separator: ", "))
    {
      (right, place) = (places, .sentences)
    }
  }

  /// Submits a statement that is true or false; any other answer without choices makes a card.
  private func submitStatement(to collector: QuestionCollector) -> Bool {
    let answer = DumpText.comparable(unknown ?? "")
    for pair in DumpWords.truths {
      let texts = [pair.yes, pair.no]
      guard let index = texts.firstIndex(where: { DumpText.comparable($0) == answer }) else {
        continue
      }
      var card = card
      card.choices = texts.map { MarkdownCard.Entry($0, on: card.line) }
      return card.submit(right: [index], isStatement: true, to: collector)
    }
    card.refuse(.notMultipleChoice(.card), to: collector)
    return false
  }

  private func labelText(_ index: Int) -> String {
    DumpText.comparable(MarkdownText.raw(card.choices[index].lines))
  }
}
