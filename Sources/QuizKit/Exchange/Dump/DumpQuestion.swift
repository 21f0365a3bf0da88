/// A question of a dump while its lines are being read.
struct DumpQuestion {
  let block: DumpBlock
  private var card: MarkdownCard
  private var labels: [DumpLabel?] = []
  private var title: String?
  /// The choices that are marked as right themselves.
  private var checked: [Int] = []
  private var answer = DumpAnswer()
  /// The letter in the first line.
  private var firstKey: String?
  private var key: DumpKey?
  /// The word above the line that has the answer.
  private var awaited: String?
  private var isAfterStart = true
  private var isAfterBlank = false
  private var isInChoice = false
  private var isInAnswer = false
  private var hasExplanation = false
  /// The line on which the letters begin again before there was an answer.
  private var restart: Int?

  init(_ block: DumpBlock, _ line: DumpLine, category: String?) {
    self.block = block
    var text = line.line.raw
    var heading: MarkdownHeading?
    if case .heading(let level, let title) = line.line.kind {
      heading = MarkdownHeading(level: level, text: title)
    }
    var reference = ""
    if case .start(let start, _) = line.kind {
      text = start.text
      if start.kind == .keyed {
        (text, title, reference) = ("", start.title, start.text)
        firstKey = start.key
      }
      // A number alone is the text if nothing follows it.
      if heading.map({ !QuestionNumber.isAlone($0.text) }) ?? true { heading = nil }
    }
    let number = line.line.number
    card =
      heading.map { MarkdownCard(line: number, category: category, heading: $0) }
      ?? MarkdownCard(line: number, category: category, stem: text)
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
    if isInChoice, takeSurplus(line) { return }
    if isInChoice, isContinued(line) { return continueChoice(line) }
    isInChoice = isInChoice && isBlank
    takeAnswer(line)
  }

  private mutating func takeText(_ line: DumpLine) {
    // A blank line below a heading is not a part of the text.
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

  /// Takes a choice behind Z. The question is refused for it.
  private mutating func takeSurplus(_ line: DumpLine) -> Bool {
    let text = if case .bullet(_, let item) = line.kind { item } else { line.line.text }
    guard let rest = ChoiceLabel.textBehindLetters(of: text, at: card.choices.count) else {
      return false
    }
    card.choices.append(.init(String(rest), on: line.line.number))
    return true
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
      if !answer.isSettled { awaited = DumpText.comparable(line.line.raw) }
    case .statement(let letters):
      answer.take(stated: letters)
      comment(line, line.line.raw)
    case .explanation(let text):
      (awaited, hasExplanation) = (nil, true)
      if !text.isEmpty { comment(line, text) }
    case .choice(let label) where isRestart(label): restart = restart ?? line.line.number
    case .text, .start, .choice, .box, .bullet:
      if awaited == nil || !takeAwaited(line) { comment(line, line.line.raw) }
    case .heading, .code:
      awaited = nil
      comment(line, line.line.raw)
    }
  }

  /// Whether a label below the choices begins another list before there was an answer. The heading
  /// of the next question is then not recognised, and the answer may be its answer.
  private func isRestart(_ label: DumpLabel) -> Bool {
    label.place == 0 && label.style == labels.first??.style && awaited == nil && answer.isOpen
      && firstKey == nil && !hasExplanation
  }

  private mutating func takeKey(_ value: String, behind word: String, _ line: DumpLine) {
    if block.choices == .none {
      if !answer.take(text: value, at: .word(word)) { comment(line, line.line.raw) }
      return
    }
    guard !answer.isSettled, let rest = answer.take(claim(value), at: .word(word)) else {
      return comment(line, line.line.raw)
    }
    if !rest.isEmpty { comment(line, Self.withoutExplanation(rest)) }
  }

  /// Takes the line below "Answer", or further items below it; returns `false` if it is not one.
  private mutating func takeAwaited(_ line: DumpLine) -> Bool {
    guard let word = awaited else { return false }
    awaited = nil
    let value: String
    switch line.kind {
    case .bullet(_, let text): (value, awaited) = (text, word)
    case .box(let box): (value, awaited) = (box.text, word)
    case .start:
      // `1. B` below "Answers" is the answer of the first question, not of this one.
      guard labels.first??.style == .digits, case .right(let places, "") = claim(line.line.text)
      else { return false }
      _ = answer.take(.right(places, rest: ""), at: .word(word))
      return true
    default: value = line.line.text
    }
    if block.choices == .none {
      awaited = nil
      return answer.take(text: value, at: .word(word))
    }
    guard case .right(let places, let rest) = claim(value) else {
      awaited = nil
      return false
    }
    _ = answer.take(.right(places, rest: ""), at: .word(word))
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
    // Text between a list and its answer may be the choices themselves, which were not recognised.
    let isRemoved = block.choices == .bullets && !hasExplanation && !card.commentary.isEmpty
    let reader = key ?? makeKey(countsPlaces: !isRemoved)
    key = reader
    return reader.claim(value)
  }

  /// Prepares the comparison of answers with the choices. Boxes may have labels, too.
  private mutating func makeKey(countsPlaces: Bool = true) -> DumpKey {
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
    return DumpKey(
      texts: card.choices.map { MarkdownText.raw($0.lines) }, labels: labels,
      countsPlaces: countsPlaces)
  }
}

extension DumpQuestion {
  /// Submits the question, or reports why it cannot be read; returns where its answer was.
  mutating func submit(to collector: QuestionCollector) -> DumpAnswer.Place? {
    if let restart {
      collector.report(.lettersRestart, line: restart, question: card.text)
      return nil
    }
    takeListedAnswer()
    let reader = key ?? makeKey()
    if block.choices == .none { return submitStatement(to: collector) ? answer.place : nil }
    answer.complete(marked: checked, areBoxes: block.choices == .boxes, reader)
    if let contradiction = answer.contradiction {
      card.refuse(.answersContradict(contradiction.one, contradiction.other), to: collector)
      return nil
    }
    guard let right = answer.right else {
      let mark: Fault.CorrectMark = block.choices == .boxes ? .checkBox : .keyLine
      let fault = answer.unknown.map { Fault.answerNotAChoice($0) } ?? .noCorrectChoice(mark)
      card.refuse(fault, to: collector)
      return nil
    }
    return card.submit(right: right, title: title, to: collector) ? answer.place : nil
  }

  /// Takes the answer in the first line, or the one in a list at the end.
  private mutating func takeListedAnswer() {
    if let firstKey, answer.isOpen { _ = answer.take(claim(firstKey), at: .title) }
    guard let entry = block.entry, !answer.isSettled else { return }
    if block.choices == .none {
      _ = answer.take(text: entry.value, at: .sheet)
    } else if let rest = answer.take(claim(entry.value), at: .sheet), !rest.isEmpty {
      card.commentary.append(
        MarkdownTextLine(number: card.line, text: Self.withoutExplanation(rest)))
    }
    card.commentary += entry.commentary
  }

  /// Submits a statement that is true or false; any other answer without choices makes a card.
  private func submitStatement(to collector: QuestionCollector) -> Bool {
    guard let text = answer.unknown else {
      card.refuse(.tooFewChoices(0), to: collector)
      return false
    }
    let given = DumpText.comparable(text)
    for pair in DumpWords.truths {
      let texts = [pair.yes, pair.no]
      guard let index = texts.firstIndex(where: { DumpText.comparable($0) == given }) else {
        continue
      }
      var card = card
      card.choices = texts.map { MarkdownCard.Entry($0, on: card.line) }
      return card.submit(right: [index], isStatement: true, to: collector)
    }
    card.refuse(.notMultipleChoice(.card), to: collector)
    return false
  }
}
