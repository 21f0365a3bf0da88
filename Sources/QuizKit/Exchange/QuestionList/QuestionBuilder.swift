import QuizSupport

/// A question of a list while its lines are being read.
struct QuestionBuilder {
  let span: QuestionSpan
  private var card: MarkdownCard
  private var labels: [ListLabel?] = []
  private var title: String?
  /// The choices that are marked as right themselves.
  private var checked: [Int] = []
  /// The choices that are bold from end to end, and those that end in a star.
  private var (bold, starred): ([Int], [Int]) = ([], [])
  /// The items of a list below a word for the answer: the choices that each names, and whether it
  /// calls them right or wrong.
  private var entries: [(places: [Int], isRight: Bool?)] = []
  /// The last line that named the answer.
  private var keyLine: (place: Int, word: String, value: String)?
  private var place = 0
  private var keyIndent = 0
  private var answer = GatheredAnswer()
  /// The letter in the first line.
  private var firstKey: String?
  private var key: AnswerReader?
  /// The word above the line that has the answer.
  private var awaited: String?
  private var isAfterStart = true
  private var blank: MarkdownTextLine?
  /// Whether code or an image is a part of an earlier choice, so that one at the margin belongs to the
  /// last one.
  private var hasBlocks = false
  /// Whether the code or image at the margin below the last choice has begun, which a blank line ends.
  private var isInLastBlock = false
  /// Whether a paragraph at the margin between boxes began, which explains the question.
  private var isInNote = false
  private var isAfterBlank = false
  private var isInChoice = false
  private var isInAnswer = false
  private var hasExplanation = false
  /// Whether a remark on the question came before its choices.
  private var hasRemark = false
  /// The line on which the letters begin again before there was an answer.
  private var restart: Int?
  /// The line of a list like that of the choices below the answer. If an answer follows it, it is
  /// that of another question, which has no heading.
  private var listInNote: Int?
  /// The line of the first box below the explanation.
  private var lateBox: Int?

  init(_ span: QuestionSpan, _ line: ListLine, category: String?) {
    self.span = span
    var text = line.line.raw
    var heading: MarkdownHeading?
    if case .heading(let level, let title) = line.line.kind {
      heading = MarkdownHeading(level: level, text: title)
    }
    var reference = ""
    if case .bullet(_, let item) = line.kind { text = item }
    // edX
    if text.hasPrefix(">>"), text.hasSuffix("<<") { text = String(text.dropFirst(2).dropLast(2)) }
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
    if let statement = span.statement { (text, heading, isInAnswer) = (statement.text, nil, true) }
    card =
      heading.map { MarkdownCard(line: number, category: category, heading: $0) }
      ?? MarkdownCard(line: number, category: category, stem: text)
    card.readsMarkup = !line.line.isLiteral
    if let note = span.statement?.note, !note.isEmpty { reference = note }
    if !reference.isEmpty {
      card.commentary.append(line.line.textLine(reference))
    }
  }

  /// Takes the next line of the question's text, its choices or its answer.
  mutating func take(_ line: ListLine, at place: Int) {
    let isBlank = line.line.kind == .blank
    self.place = place
    defer { isAfterBlank = isBlank }
    if labels.count < span.choiceLines.count {
      if place == span.choiceLines[labels.count] { return takeChoice(line) }
      if labels.isEmpty { return takeText(line) }
      isInNote = isInNote || isNote(line)
      return isInNote ? comment(line, line.line.raw) : continueChoice(line)
    }
    if span.choices == .none, !isInAnswer {
      switch line.kind {
      case .key, .keyTitle: isInAnswer = true
      default: return takeText(line)
      }
    }
    if isInChoice, let feedback = feedback(line) { return card.addFeedback(feedback) }
    if isInChoice, takeSurplus(line) { return }
    if isInChoice, isContinued(line) {
      if isAfterBlank, isBlock(line) {
        card.continueChoice(line.line, "")
        isInLastBlock = true
      }
      return continueChoice(line)
    }
    if isInLastBlock { hasBlocks = false }
    isInChoice = isInChoice && isBlank
    takeAnswer(line)
  }

  /// Puts the text that several questions share before this one.
  mutating func prepend(_ passage: [MarkdownTextLine]) {
    card.stem = passage + [MarkdownTextLine(number: card.line, text: "")] + card.stem
  }

  private mutating func takeText(_ line: ListLine) {
    // A blank line below a heading is not a part of the text.
    if isAfterStart, span.level < 7, line.line.kind == .blank {
      blank = line.line.textLine("")
      return
    }
    // Above code it is, but not above code of a question with boxes: what is exported has one there
    // that is no part of the text.
    if isAfterStart, line.line.kind == .code, span.choices != .boxes, let blank {
      card.stem.append(blank)
    }
    isAfterStart = false
    if case .wrapper = line.kind { return }
    // text2qti: remarks on the question and on any answer.
    if line.line.raw.hasPrefix("... ") || hasRemark && isRemark(line) {
      hasRemark = true
      return comment(line, FieldText.make(String(line.line.raw.drop { ".+- \t".contains($0) })))
    }
    if let last = card.stem.indices.last, card.stem[last].number == line.line.number,
      line.line.kind != .code
    {
      // A piece of a line that was split.
      card.stem[last].text += line.line.raw
    } else {
      card.stem.append(line.line.textLine(line.line.raw))
    }
  }

  private var asks: Bool { card.stem.contains { $0.text.contains { "?？؟".contains($0) } } }

  private func isRemark(_ line: ListLine) -> Bool {
    if case .item(let mark, _) = line.line.kind { mark != "*" } else { false }
  }

  private mutating func takeChoice(_ line: ListLine) {
    var label: ListLabel?
    var text = line.line.text
    let isRight = line.line.sign == .right
    var isChecked = isRight
    switch line.kind {
    case .choice(let found):
      (label, text) = (found, found.text)
      isChecked = isRight || found.isStarred
      if found.isEmphasized { bold.append(labels.count) }
    case .box(let box): (text, isChecked) = (box.text, box.isChecked)
    case .bullet(_, let item): text = item
    case .start(let start, _):
      label = ListLabel(line.line.text[...])
      text = start.text
    default: break
    }
    // Lists of good and bad examples have signs, too.
    let isExample = span.choices == .bullets && !asks && !isRight && !RightMark.isBehind(text)
    if !isExample, RightMark.isIn(text) {
      (text, isChecked) = (RightMark.dropped(from: text), true)
    }
    text = RightMark.withoutWrong(text)
    if ListText.insideBold(text) != nil, bold.last != labels.count { bold.append(labels.count) }
    if text.hasSuffix("*") { starred.append(labels.count) }
    if isChecked { checked.append(labels.count) }
    labels.append(label)
    card.choices.append(.init(text, on: line.line.number, isChecked: isChecked))
    (isInChoice, isInNote) = (true, false)
  }

  /// Takes a choice behind Z. The question is refused for it.
  private mutating func takeSurplus(_ line: ListLine) -> Bool {
    let text = if case .bullet(_, let item) = line.kind { item } else { line.line.text }
    guard let rest = ChoiceLabel.textBehindLetters(of: text, at: card.choices.count) else {
      return false
    }
    card.choices.append(.init(String(rest), on: line.line.number))
    return true
  }

  /// The feedback on the last choice, if those before it have some.
  private func feedback(_ line: ListLine) -> String? {
    guard case .explanation(let text) = line.kind,
      line.line.text.lowercased().hasPrefix("feedback"),
      card.choices.last?.feedback == "", card.choices.contains(where: { !$0.feedback.isEmpty })
    else { return nil }
    return text
  }

  private mutating func continueChoice(_ line: ListLine) {
    if case .wrapper = line.kind { return }
    if case .explanation(let text) = line.kind { return card.addFeedback(text) }
    let text = line.line.text
    if text.hasPrefix("... ") || span.choices == .boxes && text.hasPrefix(">") {
      return card.addFeedback(String(text.drop { "> .".contains($0) }))
    }
    if isBlock(line), labels.count < span.choiceLines.count { hasBlocks = true }
    card.continueChoice(
      line.line, line.line.raw,
      dropping: line.line.kind == .code ? line.line.fenceIndent : line.line.indent)
  }

  /// Whether a line between two boxes begins a note on the question.
  private func isNote(_ line: ListLine) -> Bool {
    guard span.choices == .boxes, isAfterBlank, line.line.indent < 2, line.line.kind == .text
    else { return false }
    return !isBlock(line)
  }

  /// Whether a line below the last choice continues it.
  private func isContinued(_ line: ListLine) -> Bool {
    switch line.kind {
    case .text: !isAfterBlank || line.line.indent >= 4 || hasBlocks && isBlock(line)
    case .code: !isAfterBlank || line.line.fenceIndent >= 2 || hasBlocks
    case .bullet, .choice: span.choices != .bullets && line.line.indent >= 2
    default: false
    }
  }

  /// Whether a line is code or nothing but an image.
  private func isBlock(_ line: ListLine) -> Bool {
    line.line.kind == .code || line.line.isOnlyImage
  }

  private mutating func takeAnswer(_ line: ListLine) {
    switch line.kind {
    case .text where labels.contains { $0?.isStarred == true } && Self.isSetting(line.line.text):
      break
    case .blank:
      // Lines that were left out leave only one blank line.
      if let last = card.commentary.last, !last.text.isBlank { comment(line, "") }
    case .rule, .wrapper: break
    case .key(let word, let value):
      awaited = nil
      restart = restart ?? listInNote
      takeKey(value, behind: word, line)
    case .text where goesOn(line): break
    case .keyTitle:
      restart = restart ?? listInNote
      if !answer.isSettled { awaited = ListText.comparable(line.line.raw) }
    case .statement(let letters):
      answer.take(stated: letters)
      comment(line, line.line.raw)
    case .explanation(let text):
      (awaited, hasExplanation) = (nil, true)
      if !text.isEmpty { comment(line, Self.withTags(line) ?? text) }
    case .choice(let label) where isRestart(label): restart = restart ?? line.line.number
    case .text, .start, .choice, .box, .bullet:
      if awaited != nil, takeAwaited(line) { break }
      if answer.right != nil, !hasExplanation, isFirst(line) {
        listInNote = listInNote ?? line.line.number
      }
      if case .box = line.kind, span.choices == .boxes { lateBox = lateBox ?? line.line.number }
      comment(line, line.line.raw)
    case .heading, .code:
      awaited = nil
      comment(line, line.line.raw)
    }
  }

  /// Whether a line of text2qti says how questions are drawn.
  private static func isSetting(_ text: String) -> Bool {
    text == "GROUP" || text == "END_GROUP" || text.hasPrefix("pick:")
      || text.hasPrefix("points per question:")
  }

  /// Whether a label below the choices begins another list before there was an answer. The heading
  /// of the next question is then not recognised, and the answer may be its answer.
  private func isRestart(_ label: ListLabel) -> Bool {
    isFirst(label) && awaited == nil && answer.isOpen && firstKey == nil && !hasExplanation
  }

  /// Whether a line, which may look like the beginning of a question, is the first of such a list.
  private func isFirst(_ line: ListLine) -> Bool {
    switch line.kind {
    case .choice(let label): isFirst(label)
    case .start: ListLabel(line.line.text[...]).map(isFirst) ?? false
    default: false
    }
  }

  /// Whether a label begins a list of choices like the question's own.
  private func isFirst(_ label: ListLabel) -> Bool {
    label.place == 0 && label.style == labels.first??.style
  }

  private mutating func takeKey(_ value: String, behind word: String, _ line: ListLine) {
    if span.choices == .none {
      if !answer.take(text: value, at: .word(word)) { comment(line, line.line.raw) }
      return
    }
    let last = keyLine
    keyIndent = line.line.indent
    keyLine = (place, word, value)
    let claim = claim(value)
    if let right = answer.right, case .right(let places, let rest) = claim, rest.isEmpty,
      !Set(places).isSubset(of: right)
    {
      // A second line of the same kind directly below the first one is more of the answer.
      if let last, last.word == word, last.place + 1 == place {
        _ = answer.take(claim, at: .word(word))
        return
      }
      answer.contradict(last?.value ?? reader.text(at: right[0]), value)
    }
    guard !answer.isSettled, let rest = answer.take(claim, at: .word(word)) else {
      return comment(line, line.line.raw)
    }
    if !rest.isEmpty { comment(line, Self.withoutExplanation(rest)) }
  }

  /// Takes further letters in the line below the answer.
  private mutating func goesOn(_ line: ListLine) -> Bool {
    guard let last = keyLine, last.place + 1 == place, answer.right != nil,
      KeyLabel.areAll(
        line.line.text[...].unicodeScalars, withNumbers: labels.first??.style == .digits),
      case .right(let places, "") = claim(line.line.text)
    else { return false }
    keyLine = (place, last.word, last.value + ", " + line.line.text)
    _ = answer.take(.right(places, rest: ""), at: .word(last.word))
    return true
  }

  /// Takes the line below "Answer", or further items below it; returns `false` if it is not one.
  private mutating func takeAwaited(_ line: ListLine) -> Bool {
    guard let word = awaited else { return false }
    awaited = nil
    let isFurther = answer.right != nil
    var value = line.line.text
    var isRight: Bool?
    var isItem = true
    if case .item(_, let text) = line.line.kind { value = text }
    switch line.kind {
    case .bullet(_, let text): (value, awaited) = (text, word)
    case .box(let box): (value, awaited, isRight) = (box.text, word, box.isChecked)
    case .start:
      // `1. B` below "Answers" is the answer of the first question, not of this one.
      guard labels.first??.style == .digits, case .right(let places, "") = claim(line.line.text)
      else { return false }
      _ = answer.take(.right(places, rest: ""), at: .word(word))
      return true
    default:
      isItem = line.isInList
      awaited = word
    }
    if span.choices == .none {
      awaited = nil
      return answer.take(text: value, at: .word(word))
    }
    guard case .right(let places, let rest) = claim(value) else {
      awaited = nil
      return false
    }
    let verdict = Vocabulary.verdicts[
      ListText.comparable(String(rest.drop { "-–—:( ".contains($0) }))
        .filter { $0 != ")" }]
    if isFurther, !isItem, !rest.isEmpty, verdict == nil {
      awaited = nil
      return false
    }
    entries.append((places, isRight ?? verdict))
    _ = answer.take(.right(places, rest: ""), at: .word(word))
    if !rest.isEmpty, verdict == nil {
      if !isItem { awaited = nil }
      comment(line, Self.withoutExplanation(rest))
    }
    return true
  }

  /// Decides about the items of a list of answers: some of them may be called right or wrong, and a
  /// list of all choices that says neither does not answer.
  private mutating func settleEntries() {
    guard entries.count > 1 || entries.contains(where: { $0.isRight != nil }),
      answer.contradiction == nil
    else { return }
    let named = Set(entries.flatMap(\.places))
    var right = entries.filter { $0.isRight == true }
    if right.isEmpty { right = entries.filter { $0.isRight == nil } }
    let isWhole = named.count == labels.count && right.count == entries.count
    answer.settle(isWhole ? [] : Set(right.flatMap(\.places)).sorted())
  }

  private mutating func comment(_ line: ListLine, _ text: String) {
    // A folded answer is indented now and then, and its explanation with it.
    var left = line.line.kind == .text ? max(keyIndent, 3) : 0
    let rest = text.drop { character in
      left -= 1
      return character == " " && left >= 0
    }
    card.commentary.append(line.line.textLine(String(rest)))
  }

  /// The explanation with the HTML in it; `nil` if it has none.
  private static func withTags(_ line: ListLine) -> String? {
    guard line.line.raw.contains("<") else { return nil }
    let raw = MarkdownTags.withoutBlocks(line.line.raw)
    return raw.firstIndex { $0 == ":" || $0 == "：" }.map { colon in
      FieldText.make(String(raw[raw.index(after: colon)...].drop { $0 == "*" }))
    }
  }

  private static func withoutExplanation(_ text: String) -> String {
    let line = ListLine(MarkdownLine(number: 0, kind: .text, raw: text))
    if case .explanation(let rest) = line.kind { return rest }
    return text
  }

  private mutating func claim(_ value: String) -> AnswerReader.Claim {
    // Text between a list and its answer may be the choices themselves, which were not recognised.
    let isRemoved = span.choices == .bullets && !hasExplanation && !card.commentary.isEmpty
    return (isRemoved ? makeKey(countsPlaces: false) : reader).claim(value)
  }

  /// The comparison of answers with the choices.
  private var reader: AnswerReader {
    mutating get {
      let reader = key ?? makeKey()
      key = reader
      return reader
    }
  }

  /// Prepares the comparison of answers with the choices. Boxes may have labels, too.
  private mutating func makeKey(countsPlaces: Bool = true) -> AnswerReader {
    let boxes = span.choices == .boxes ? card.choices : []
    let found = boxes.map { choice in
      choice.lines.first.flatMap { ListLabel($0.text[...], isInList: true) }
    }
    if found.enumerated().allSatisfy({ $1?.place == $0 }), Set(found.map { $0?.style }).count == 1 {
      labels = found
      for (index, label) in found.enumerated() {
        card.choices[index].lines[0].text = label?.text ?? card.choices[index].lines[0].text
      }
    }
    return AnswerReader(
      texts: card.choices.map { MarkdownText.raw($0.lines) }, labels: labels,
      countsPlaces: countsPlaces)
  }
}

extension QuestionBuilder {
  /// Submits the question, or reports why it cannot be read; returns where its answer was.
  mutating func submit(to collector: QuestionCollector) -> GatheredAnswer.Place? {
    if let restart {
      collector.report(.lettersRestart, line: restart, question: card.text)
      // Two questions are not read then, this one and the one without a heading.
      if listInNote != nil { collector.report(.lettersRestart, line: restart) }
      return nil
    }
    if let lateBox { collector.report(.boxBelowCommentary, line: lateBox, question: card.text) }
    takeListedAnswer()
    if span.isTyped {
      let texts = card.choices.map { MarkdownText.raw($0.lines) }
      card.choices = []
      card.submit(CardGaps.solution([texts]), to: collector)
      return .marks
    }
    if span.isCard {
      guard checked == [0] else {
        card.refuse(.noCorrectChoice(.checkBox), to: collector)
        return nil
      }
      card.submitBack(to: collector)
      return .marks
    }
    settleEntries()
    if span.isOrdering, span.choices == .numbers, answer.isOpen {
      card.submitOrder(to: collector)
      return .marks
    }
    let reader = reader
    if span.choices == .none { return submitStatement(to: collector) ? answer.place : nil }
    // A sign at every item does not tell the right choices from the others.
    if span.choices == .bullets, checked.count == labels.count { checked = [] }
    switch span.sign {
    case .bold: checked = bold
    case .star: checked = starred
    case nil: break
    }
    if answer.isOpen || answer.right == starred, span.signs.contains(.star) {
      for place in starred { card.choices[place].drop(.star) }
    }
    answer.complete(marked: checked, areBoxes: span.choices == .boxes, reader)
    if let contradiction = answer.contradiction {
      card.refuse(.answersContradict(contradiction.one, contradiction.other), to: collector)
      return nil
    }
    guard let right = answer.right else {
      let mark: Fault.CorrectMark = span.choices == .boxes ? .checkBox : .keyLine
      let fault = answer.unknown.map { Fault.answerNotAChoice($0) } ?? .noCorrectChoice(mark)
      card.refuse(fault, to: collector)
      return nil
    }
    // The mark of the right choice does not belong to its text.
    if bold.count < card.choices.count {
      for place in right where bold.contains(place) { card.choices[place].drop(.bold) }
    }
    card.stem = card.stem.map { withoutKey($0, right) }
    return card.submit(right: right, title: title, to: collector) ? answer.place : nil
  }

  private static let longestKey = 60

  /// A line of the text without the letters of the right choices in brackets, which who plays must
  /// not see: 「正しいのは（ A ）」. Other letters in brackets are what the question is about.
  private func withoutKey(_ line: MarkdownTextLine, _ right: [Int]) -> MarkdownTextLine {
    guard span.choices == .letters, let close = line.text.lastIndex(of: "）"),
      let open = line.text[..<close].lastIndex(of: "（"),
      case let key = line.text[line.text.index(after: open)..<close].unicodeScalars,
      key.count <= Self.longestKey,
      key.allSatisfy({
        ("A"..."H").contains(ListText.folded($0)) || " 　,、".unicodeScalars.contains($0)
      }),
      let letters = AnswerReader.Places(String(Substring(key)).replacing("　", with: " ")),
      Set(letters.values) == Set(right.map { labels[$0]?.place ?? $0 })
    else { return line }
    var line = line
    line.text.replaceSubrange(open...close, with: "（ ）")
    return line
  }

  /// Takes the answer in the first line, or the one in a list at the end.
  private mutating func takeListedAnswer() {
    if let firstKey, answer.isOpen { _ = answer.take(claim(firstKey), at: .title) }
    guard let entry = span.entry, !answer.isSettled else { return }
    if span.choices == .none {
      _ = answer.take(text: entry.value, at: .sheet)
    } else if let rest = answer.take(claim(entry.value), at: .sheet), !rest.isEmpty {
      card.commentary.append(
        MarkdownTextLine(number: card.line, text: Self.withoutExplanation(rest)))
    }
    card.commentary += entry.commentary
  }

  /// Submits a question whose answer is typed: `= Lima`, `= 1.41 +- 0.01`.
  private func submitTyped(_ text: String, to collector: QuestionCollector) -> Bool {
    let parts = text.replacing("±", with: "+-").split(separator: "+-").map {
      TypedNumber.value(of: FieldText.make(String($0)))
    }
    if parts.count == 2, let value = parts[0], let tolerance = parts[1], tolerance >= 0 {
      let number = AcceptedNumber(.value(value, tolerance: tolerance))
      card.submit(.number(NumberSolution(accepted: [number])), to: collector)
    } else {
      card.submit(CardGaps.solution([[text]]), to: collector)
    }
    return true
  }

  /// Submits a statement that is true or false, a text with blanks, or a question whose answer is one
  /// of the lines below it; any other answer without choices makes a card.
  private mutating func submitStatement(to collector: QuestionCollector) -> Bool {
    let (own, text) = (span.statement, answer.unknown)
    if answer.place == .word("="), let text { return submitTyped(text, to: collector) }
    let truth = text.flatMap { Vocabulary.truth(of: ListText.comparable($0)) }
    if let own, let text, let isTrue = own.isTrue, truth.map({ $0.isTrue != isTrue }) ?? true {
      card.refuse(.answersContradict(own.choices[isTrue ? 0 : 1], text), to: collector)
      return false
    }
    if let isTrue = truth?.isTrue ?? (text == nil ? own?.isTrue : nil) {
      let pair = own?.choices ?? truth.map { [$0.pair.yes, $0.pair.no] } ?? []
      card.choices = pair.map { MarkdownCard.Entry($0, on: card.line) }
      return card.submit(right: [isTrue ? 0 : 1], isStatement: true, to: collector)
    }
    if span.isStatement {
      card.refuse(.noCorrectChoice(.keyLine), to: collector)
    } else if let blanks = TextBlanks(MarkdownText.raw(card.stem)) {
      if let solution = text.flatMap(blanks.solution) {
        card.stem = [MarkdownTextLine(number: card.line, text: blanks.text)]
        card.submit(solution, to: collector)
        return true
      }
      card.refuse(.blankWithoutAnswers(number: 1), to: collector)
    } else if let text, let right = takePlainChoices(text) {
      return card.submit(right: right, to: collector)
    } else {
      card.refuse(text == nil ? .tooFewChoices(0) : .notMultipleChoice(.card), to: collector)
    }
    return false
  }

  /// Takes the lines below a line that asks for the choices, if the answer is the text of some;
  /// returns their places.
  private mutating func takePlainChoices(_ answer: String) -> [Int]? {
    let lines = card.stem.filter { !$0.text.isBlank }
    guard (3...11).contains(lines.count), let first = lines.first,
      FieldText.make(first.text).last.map("?？:：".contains) == true,
      lines.allSatisfy({ !$0.isCode && $0.text.utf8.count < 300 && ListLabel($0.text[...]) == nil }
      ),
      !KeyLabel.areAll(answer[...].unicodeScalars, withNumbers: true)
    else { return nil }
    let texts = lines.dropFirst().map { FieldText.make($0.text) }
    let reader = AnswerReader(texts: texts, labels: texts.map { _ in nil }, countsPlaces: false)
    guard case .right(let right, "") = reader.claim(answer) else { return nil }
    card.choices = lines.dropFirst().map { MarkdownCard.Entry($0.text, on: $0.number) }
    card.stem = [first]
    return right
  }
}

/// Finds what looks like a question of a list and was not read as one: what has one box, and what
/// cannot be read, so that it is reported and not left out without a word.
struct Omissions {
  let roles: [LineRole]

  /// The questions that were found, and the ones that were not, in the order of their lines.
  func added(to spans: [QuestionSpan]) -> [QuestionSpan] {
    if spans.isEmpty { return open(spans).filter { $0.origin == .number } }
    let more =
      withoutChoices(spans) + withoutAnswer(spans) + withOneBox(spans) + asking(besides: spans)
      + open(spans)
    return more.isEmpty ? spans : (spans + more).sorted { $0.start < $1.start }
  }

  /// The lines and headings that are called questions, but have no choices.
  private func withoutChoices(_ spans: [QuestionSpan]) -> [QuestionSpan] {
    let numbers = Set(spans.map(\.number))
    let numbered = spans.filter { $0.origin == .numberedHeading }
    let level = numbered.first?.level
    return roles.indices.filter { index in
      let role = roles[index]
      guard !role.isEntry, !numbers.contains(Int(role.value)) else { return false }
      if role.kind == .word { return true }
      // A number may also be that of a section, which has headings below it.
      guard role.kind == .number, role.level > 0, numbered.count > 1, role.level == level,
        numbered.contains(where: { $0.start > Int(role.line) })
      else { return false }
      let next = roles[(index + 1)...].first { $0.level > 0 }
      return next.map { $0.level <= role.level } ?? true
    }.map { index in
      QuestionSpan(
        SpanSearch.Start(place: index, origin: .word), .none, lines: [], hasKey: false,
        until: index + 1, in: roles)
    }
  }

  /// The headings with one box below them among headings with several: what is to be done, and how.
  private func withOneBox(_ spans: [QuestionSpan]) -> [QuestionSpan] {
    let asked = spans.filter { $0.origin == .heading && $0.choices == .boxes }
    let known = Set(spans.map(\.start))
    guard asked.count > 1, let level = asked.first?.level,
      asked.allSatisfy({ $0.level == level })
    else { return [] }
    let found = roles.indices.compactMap { index -> QuestionSpan? in
      let heading = roles[index]
      guard heading.kind == .heading, heading.level == level, !known.contains(Int(heading.line)),
        let box = roles[(index + 1)...].firstIndex(where: { $0.kind != .text }),
        roles[box].kind == .box
      else { return nil }
      let rest = roles[(box + 1)...].prefix { $0.kind != .heading || $0.level > level }
      guard !rest.contains(where: { $0.kind == .box }) else { return nil }
      var span = QuestionSpan(
        SpanSearch.Start(place: index, origin: .heading), .boxes, lines: [box],
        hasKey: roles[box].isChecked, until: box, in: roles)
      span.isCard = true
      return span
    }
    // A list of what is to be done has many of them, and few questions.
    return found.count < asked.count ? found : []
  }

  /// The lettered choices below a line that asks, which would else be a part of an explanation.
  private func asking(besides spans: [QuestionSpan]) -> [QuestionSpan] {
    let known = Set(spans.flatMap(\.choiceLines))
    return roles.indices.dropFirst().compactMap { index in
      let text = roles[index - 1]
      guard roles[index].kind == .choice, !known.contains(Int(roles[index].line)),
        text.kind == .text, text.isAsking, text.isParted,
        let run = SpanRun.choices(at: index, of: roles)
      else { return nil }
      return QuestionSpan(
        SpanSearch.Start(place: index - 1, origin: .text), run.choices, lines: run.places,
        hasKey: false, until: run.first, in: roles)
    }
  }

  /// The statements of a list, and the texts with blanks, that nothing answers.
  private func open(_ spans: [QuestionSpan]) -> [QuestionSpan] {
    var found: [QuestionSpan] = []
    var place = -1
    let hasStatements = spans.contains(where: \.isStatement)
    for index in roles.indices where roles[index].isClaim && hasStatements || roles[index].hasBlank
    {
      let (role, next) = (roles[index], roles[(index + 1)...].first)
      while place + 1 < spans.count, spans[place + 1].start <= Int(role.line) { place += 1 }
      if place >= 0, (spans[place].choiceLines.last ?? spans[place].start) >= Int(role.line) {
        continue
      }
      switch next?.kind {
      case .choice, .box, .bullet, .key, .keyTitle, .explanation:
        if !role.isClaim || next?.isClaim != true { continue }
      default: break
      }
      var span = QuestionSpan(
        SpanSearch.Start(line: index, of: roles), .none, lines: [], hasKey: false,
        until: index + 1, in: roles)
      span.isStatement = role.isClaim
      found.append(span)
    }
    return found
  }

  /// Between two questions of one layout: the missing number between theirs, or a heading like
  /// theirs, with a list below it that nothing answers.
  private func withoutAnswer(_ spans: [QuestionSpan]) -> [QuestionSpan] {
    var found: [QuestionSpan] = []
    var place = 0
    for index in roles.indices {
      while place + 1 < spans.count, spans[place + 1].start <= Int(roles[index].line) {
        place += 1
      }
      // What asks may come before the first question, too.
      let isFirst = Int(roles[index].line) < spans[place].start && roles[index].asks
      guard isFirst || place + 1 < spans.count && Int(roles[index].line) > spans[place].start,
        let origin = origin(
          of: roles[index], between: spans[place], spans[isFirst ? place : place + 1])
      else { continue }
      guard let run = SpanRun.unanswered(below: index, of: roles) else {
        let next = roles[(index + 1)...].firstIndex { $0.kind != .text }
        if origin == .number, let next, roles[next].kind == .rule {
          found.append(
            QuestionSpan(
              SpanSearch.Start(place: index, origin: origin), .none, lines: [], hasKey: false,
              until: next, in: roles))
        }
        continue
      }
      found.append(
        QuestionSpan(
          SpanSearch.Start(place: index, origin: origin), run.choices, lines: run.places,
          hasKey: false, until: run.first, in: roles))
    }
    return found
  }

  private func origin(
    of role: LineRole, between before: QuestionSpan, _ after: QuestionSpan
  ) -> QuestionSpan.Origin? {
    guard before.origin == after.origin, before.level == after.level else { return nil }
    switch before.origin {
    case .heading: return role.kind == .heading && role.level == before.level ? .heading : nil
    case .number:
      guard role.kind == .number, role.level == 0, !role.isInList, role.indent < 4,
        let last = before.number, let next = after.number
      else { return nil }
      return last + 1 == Int(role.value) && Int(role.value) < next ? .number : nil
    case .word, .numberedHeading, .text: return nil
    }
  }
}
