import QuizSupport

/// A question of a Word text while its paragraphs are collected.
struct WordQuestion {
  var text: String
  /// The paragraph that begins the question, which may have only its number.
  private let title: String
  private let line: Int
  private let category: String?
  private var choices: [WordChoice] = []
  /// The paragraphs below the first one of the text.
  private var paragraphs: [WordParagraph] = []
  /// The places that a line names as right.
  private var key: [Int]?
  private var notes: [String] = []
  /// Whether the paragraphs that follow are more of an explanation.
  private(set) var isInNote = false
  /// Whether the choices have letters or boxes.
  private var isLabelled = false
  /// The statement of a question that asks whether it is true.
  private var statement: WordStatement?
  /// The answer to a question without choices.
  private var answer: String?
  /// Whether the question has a number or a title such as `Question 3`.
  let isNumbered: Bool

  init(_ line: WordLine, _ paragraph: WordParagraph, category: String?) {
    (text, title) = (line.text, paragraph.text)
    (self.line, self.category) = (paragraph.number, category)
    isNumbered = line.isNumbered || paragraph.list?.style == .numbers
  }

  /// - Parameter isNumbered: Whether a number or a title says that the statement is a question.
  init(_ statement: WordStatement, _ paragraph: WordParagraph, category: String?, isNumbered: Bool)
  {
    (text, title, line) = (statement.text, paragraph.text, paragraph.number)
    (self.category, self.statement, self.isNumbered) = (category, statement, isNumbered)
    if !statement.note.isEmpty { notes.append(statement.note) }
  }

  var hasChoices: Bool { !choices.isEmpty }

  /// Whether the text asks, and choices have to follow.
  var isOpen: Bool { choices.isEmpty && !isComplete && (isNumbered || asks) }

  /// Whether the text says all of the question.
  var isComplete: Bool { statement != nil || answer != nil }

  /// Whether it is known whether the statement is true, or what the answer is.
  var isAnswered: Bool { answer != nil || statement?.isTrue != nil }

  private var hasBlanks: Bool { WordBlanks(text) != nil }

  /// Whether a paragraph continues the text. One with a blank is a question of its own.
  func isContinued(by paragraph: WordParagraph) -> Bool {
    if hasChoices || isComplete { return false }
    return WordBlanks(paragraph.text) == nil || isNumbered && !hasBlanks
  }

  /// Continues the text.
  mutating func append(_ paragraph: WordParagraph) {
    text += "\n" + paragraph.text
    paragraphs.append(paragraph)
  }

  /// Takes the paragraphs below a line that asks for choices, if the answer is one of them, or if one
  /// has a sign. Whole paragraphs are bold or coloured for many reasons.
  private mutating func takePlainChoices() {
    let stem = text.prefix { $0 != "\n" }
    guard choices.isEmpty, statement == nil, (2...10).contains(paragraphs.count),
      stem.contains(where: { "?？:：".contains($0) }),
      paragraphs.allSatisfy({ $0.text.utf8.count < 300 && !$0.text.contains("\n") }),
      paragraphs.allSatisfy({ DumpLabel($0.text[...]) == nil })
    else { return }
    var found = paragraphs.map { WordChoice(line: WordLine.Choice(text: $0.text), marks: $0.marks) }
    for (index, choice) in found.enumerated() where RightMark.isIn(choice.line.text) {
      found[index].line.text = RightMark.dropped(from: choice.line.text)
      found[index].line.isMarked = true
    }
    if let answer {
      let key = AnswerReader(texts: found.map(\.line.text), labels: found.map { _ in nil })
      guard case .right(let places, "") = key.claim(answer),
        !KeyLabel.areAll(answer[...].unicodeScalars, withNumbers: true)
      else { return }
      (self.answer, self.key) = (nil, places)
    } else if !found.contains(where: \.line.isMarked) {
      return
    }
    (text, choices) = (String(stem), found)
  }

  /// Whether a line is a choice of this question: it has the next letter, or none. In columns, one
  /// letter may come before that of the next column.
  func accepts(_ choice: WordLine.Choice) -> Bool {
    guard let letter = choice.letter else { return true }
    if choices.contains(where: { $0.line.letter == letter }) { return false }
    return ChoiceLetters.capitals.prefix(choices.count + 2).contains(letter)
  }

  mutating func add(_ choice: WordLine.Choice, _ paragraph: WordParagraph) {
    isLabelled = isLabelled || choice.isLabelled || paragraph.list?.style == .letters
    let found = WordChoice(line: choice, marks: paragraph.marks, list: paragraph.list)
    // A list above the choices is a part of the text.
    if !choices.isEmpty, found.label?.place ?? 0 == 0, choices.allSatisfy({ $0.rank < found.rank })
    {
      text += choices.map { "\n- " + $0.line.text }.joined()
      choices = []
    }
    if choices.isEmpty, let last = text.lastIndex(of: "\n"),
      Vocabulary.choiceTitles.contains(FieldText.make(String(text[last...])).lowercased())
    {
      text = String(text[..<last])
    }
    choices.append(found)
  }

  /// Takes a line that names the right answer; returns `false` if it is something else.
  mutating func takeKey(_ text: String) -> Bool {
    guard key == nil, answer == nil else { return false }
    // An arrow or a dash may come first.
    let line = Substring(text).unicodeScalars.drop { !$0.properties.isAlphabetic }
    guard let named = Vocabulary.answer.rest(of: line) else { return false }
    let rest = FieldText.make(String(Substring(named)))
    guard let colon = rest.first, colon == ":" || colon == "：" else { return false }
    let answer = FieldText.make(String(rest.dropFirst()))
    let word = String(Substring(line)).lowercased()
    let isAnswer = ["ans", "correct", "right"].contains(where: word.hasPrefix)
    if choices.isEmpty {
      // A chapter of a report may have the solution of its problem.
      let isSolution = ["sol", "lös", "corrig", "resp"].contains(where: word.hasPrefix)
      return take(answer: answer, isSolution: isSolution)
    }
    sortByLetters()
    switch claim(answer) {
    case .right(let places, let rest):
      key = places
      if !rest.isEmpty { notes.append(rest) }
    case .contradiction: key = []
    case .unknown:
      // If the answer is none of the choices, no mark on a choice counts. A solution may just
      // explain the marked one.
      if isAnswer { key = [] } else { notes.append(answer) }
    }
    return true
  }

  /// The choices that an answer names, by their letters or by their places in a list.
  private func claim(_ answer: String) -> AnswerReader.Claim {
    let (texts, labels) = (choices.map(\.line.text), choices.map(\.label))
    let claim = AnswerReader(texts: texts, labels: labels).claim(answer)
    guard case .unknown = claim, choices.allSatisfy({ $0.line.letter == nil }) else { return claim }
    return AnswerReader(texts: texts, labels: labels.map { _ in nil }).claim(answer)
  }

  /// Takes the key in the last line of the question's own paragraph.
  mutating func takeLastLine() {
    guard let end = text.lastIndex(of: "\n") else { return }
    let whole = text
    text = FieldText.make(String(whole[..<end]))
    if !takeKey(String(whole[end...])) { text = whole }
  }

  /// Takes the answer to a question without choices; returns `false` if nothing is asked.
  private mutating func take(answer: String, isSolution: Bool) -> Bool {
    let isAsked = statement != nil || asks || isNumbered && !isSolution || hasBlanks
    if isAsked { self.answer = answer }
    return isAsked
  }

  /// Takes a paragraph that is a word for true or false, or a pair of them.
  mutating func takeTruth(_ paragraph: WordParagraph) -> Bool {
    if let offered = WordTruth.choices(offeredBy: paragraph.text) {
      guard choices.isEmpty, !isAnswered,
        let found = WordStatement(text, choices: offered, chosen: paragraph.chosen)
      else { return false }
      statement = found
      return true
    }
    guard choices.count < 2, answer == nil, WordTruth.answer(paragraph.text) != nil,
      choices.allSatisfy({ WordTruth.answer($0.line.text) != nil }),
      WordStatement.isSentence(text)
    else { return false }
    choices.append(
      WordChoice(line: WordLine.Choice(text: paragraph.text), marks: paragraph.marks))
    return true
  }

  /// Takes a paragraph below the word for an explanation; a row of dashes ends it.
  mutating func takeMore(_ text: String) {
    if WordLine.isRule(text) { isInNote = false } else { notes.append(text) }
  }

  /// Takes feedback or an explanation; returns `false` if the line is neither.
  mutating func takeNote(_ text: String) -> Bool {
    guard let colon = text.firstIndex(where: { $0 == ":" || $0 == "：" }) else { return false }
    let note = FieldText.make(String(text[text.index(after: colon)...]))
    let word = FieldText.make(String(text[..<colon])).lowercased()
    isInNote = false
    if word == "feedback", hasChoices {
      choices[choices.count - 1].feedback = note
    } else if ["default feedback", "general feedback"].contains(word)
      || Vocabulary.explanation.rest(of: word[...].unicodeScalars)?.isEmpty == true
    {
      if !note.isEmpty { notes.append(note) }
      isInNote = true
    } else {
      return false
    }
    return true
  }

  /// - Parameter hasStars: Whether stars at the ends of choices say what is right.
  mutating func complete(hasStars: Bool) {
    takePlainChoices()
    takeStem()
    sortByLetters()
    if hasStars { takeStars() }
    // A statement with one word below it has its answer there.
    if choices.count == 1, let word = choices.first?.line.text, WordTruth.answer(word) != nil {
      (answer, choices) = (word, [])
    }
  }

  /// Takes the first item of a list for the question if only it asks.
  private mutating func takeStem() {
    let asking = choices.indices.filter { choices[$0].line.text.last.map("?？:：".contains) ?? false }
    guard choices.count > 2, asking == [0], !choices[0].line.isLabelled,
      !choices[0].line.isMarked, !asks
    else { return }
    text += "\n" + choices.removeFirst().line.text
  }

  /// How sure it is that this is a question; `nil` for an introduction or a heading.
  var evidence: Evidence? {
    if !choices.isEmpty {
      let isMarked = choices.contains(where: \.line.isMarked)
      if isLabelled || isMarked || isNamed || key != nil || asks { return .sure }
      return choices.count > 1 && standsOut ? .likely : Evidence.none
    }
    if answer != nil { return .sure }
    if let statement { return statement.isOffered || isNumbered ? .sure : .likely }
    guard let blanks = WordBlanks(text) else { return nil }
    return isNumbered ? .sure : blanks.areInSentence ? .likely : nil
  }

  /// Whether a mark singles out some of the choices.
  private var standsOut: Bool { !WordKeyMarks([marks]).right(among: marks).isEmpty }

  /// Whether the title is a word such as `Question` with a number.
  private var isNamed: Bool {
    isNumbered && Vocabulary.question.rest(of: Substring(title).unicodeScalars) != nil
  }

  /// Whether the first or the last line of the text ends as a question does.
  private var asks: Bool {
    let first = text.prefix { $0 != "\n" }
    let last = text[(text.lastIndex(of: "\n") ?? text.startIndex)...]
    return [first, last].contains { line in line.contains { "?？؟".contains($0) } }
  }

  /// - Parameter keys: The marks that say what is right in this text.
  func submit(to collector: QuestionCollector, _ keys: WordKeyMarks) {
    var draft = QuestionDraft(line: line)
    draft.text = FieldText.make(text)
    if draft.text.isEmpty { draft.text = title }
    draft.category = category
    draft.commentary = notes.joined(separator: "\n")
    if choices.isEmpty { return submitWithoutChoices(draft, to: collector) }
    draft.choices = choices.map { Choice($0.line.text, feedback: $0.feedback) }
    let right = right(keys)
    if right.isEmpty { return collector.refuse(draft, .noCorrectChoice(.keyLine)) }
    draft.markRight(right)
    collector.submit(draft)
  }

  /// Submits a statement, or a text with blanks. Any other answer makes a card, as in dumps.
  private func submitWithoutChoices(_ draft: QuestionDraft, to collector: QuestionCollector) {
    var draft = draft
    let truth = answer.flatMap { WordTruth.answer($0) }
    if statement != nil || truth != nil {
      guard let isTrue = truth?.isTrue ?? (answer == nil ? statement?.isTrue : nil) else {
        return collector.refuse(draft, .noCorrectChoice(.keyLine))
      }
      draft.choices = (statement?.choices ?? truth?.choices ?? []).map { Choice($0) }
      (draft.kind, draft.correct) = (.trueFalse, isTrue ? 0 : 1)
    } else if let blanks = WordBlanks(draft.text) {
      guard let solution = answer.flatMap(blanks.solution) else {
        return collector.refuse(draft, .blankWithoutAnswers(number: 1))
      }
      (draft.text, draft.solution) = (blanks.text, solution)
    } else {
      return collector.refuse(draft, .notMultipleChoice(.card))
    }
    collector.submit(draft)
  }

  /// Puts the choices of several columns into the order of their letters, if none is missing.
  private mutating func sortByLetters() {
    let letters = choices.compactMap(\.line.letter)
    guard letters.sorted() == Array(ChoiceLetters.capitals.prefix(choices.count)) else { return }
    choices.sort { ($0.line.letter ?? " ") < ($1.line.letter ?? " ") }
  }

  /// Takes the star after the only choice that has one for the mark of the right one.
  private mutating func takeStars() {
    let starred = choices.indices.filter { choices[$0].line.text.hasSuffix("*") }
    guard starred.count == 1, let index = starred.first else { return }
    choices[index].line.text = FieldText.make(String(choices[index].line.text.dropLast()))
    choices[index].line.isMarked = true
  }

  /// The marks of the choices, in their order.
  var marks: [Set<WordParagraph.Mark>] { choices.map(\.marks) }

  /// The positions of the right choices. Nothing is invented: where no key is written and no choice
  /// stands out, there are none.
  private func right(_ keys: WordKeyMarks) -> [Int] {
    if let key { return key }
    let marked = choices.indices.filter { choices[$0].line.isMarked }
    return marked.isEmpty ? keys.right(among: marks) : marked
  }
}

/// A choice of a question of a Word text.
struct WordChoice {
  var line: WordLine.Choice
  var marks: Set<WordParagraph.Mark>
  /// The list that it is an item of.
  var list: WordParagraph.List?
  var feedback = ""

  /// The letter, typed or that of a list.
  var label: DumpLabel? {
    if let letter = line.letter { return DumpLabel("\(letter). x") }
    return list.flatMap { $0.style == .letters ? DumpLabel("\($0.label) x") : nil }
  }

  /// How much it looks like a choice.
  var rank: Int {
    if line.isLabelled || line.isMarked || list?.style == .letters { return 2 }
    return list?.style == .numbers ? 1 : 0
  }
}

/// Finds choices in one paragraph, with tabs or line breaks between them.
enum WordChoices {
  /// The parts of a paragraph with choices; `nil` if it is a paragraph of its own.
  static func parts(of runs: WordRuns) -> [WordRuns.Column]? {
    if let choices = choices(runs.columns[...]) { return choices }
    let lines = runs.lines.filter { !$0.allSatisfy(\.text.isBlank) }
    let letters = lines.compactMap { lettered($0[$0.startIndex].text)?.letter }
    guard lines.count > 2, letters.starts(with: "AB") else { return nil }
    return lines.flatMap { choices($0) ?? [WordRuns.joined($0)] }
  }

  /// Columns that are choices one after the other; `nil` if they are something else.
  private static func choices(_ columns: ArraySlice<WordRuns.Column>) -> [WordRuns.Column]? {
    let columns = columns.filter { !$0.text.isBlank }
    if columns.count < 2 { return nil }
    var last: UInt8?
    var choices: [WordRuns.Column] = []
    for var column in columns {
      let isMarked = FieldText.make(column.text).first == "*"
      guard let (letter, text) = lettered(column.text), let code = letter.asciiValue,
        last.map({ code == $0 + 1 }) ?? true
      else { return nil }
      last = code
      column.text = (isMarked ? "*" : "") + "\(letter). \(text)"
      choices.append(column)
    }
    return choices
  }

  /// The letter and the text of `A. text`, `b) text`, `*C. text` or `D.text`.
  private static func lettered(_ column: String) -> (letter: Character, text: String)? {
    var column = FieldText.make(column)
    if column.first == "*" { column = FieldText.make(String(column.dropFirst())) }
    guard let letter = column.first.flatMap(WordLine.letter),
      let mark = column.dropFirst().first, mark == "." || mark == ")"
    else { return nil }
    let text = FieldText.make(String(column.dropFirst(2)))
    return text.isEmpty ? nil : (letter, text)
  }
}

/// Paragraphs of a Word text that are choices of one question, by their letters, numbers or bullets.
struct WordChoiceGroups {
  private var groups: [[Int]] = []
  private var labels: [Int: DumpLabel] = [:]

  init(_ lines: [WordDumpLine]) {
    var last: DumpLabel?
    for (index, line) in lines.enumerated() {
      let label = Self.label(of: line)
      defer { last = label }
      labels[index] = label
      let isNext =
        label != nil
        ? label?.style == last?.style && label?.place == last.map { $0.place + 1 }
        : Self.isBullet(line) && index > 0 && Self.isBullet(lines[index - 1])
      let isAlike =
        index > 0 && line.paragraph.list?.identifier == lines[index - 1].paragraph.list?.identifier
      if isNext, isAlike, groups.last?.last == index - 1 {
        groups[groups.count - 1].append(index)
      } else if label?.place == 0 || label == nil && Self.isBullet(line) {
        groups.append([index])
      }
    }
    groups.removeAll { $0.count < 2 || Self.hasKey(below: $0[$0.count - 1], in: lines) }
    // A single list with numbers may be the questions.
    let numbered = groups.filter { labels[$0[0]]?.style == .digits }
    if numbered.count < 2 { groups.removeAll { labels[$0[0]]?.style == .digits } }
  }

  /// Whether a line names the answer. No mark counts then, even if the answer is none of the choices.
  private static func hasKey(below last: Int, in lines: [WordDumpLine]) -> Bool {
    for line in lines[(last + 1)...].prefix(10) {
      switch line.kind {
      case .key: return true
      case .start, .choice, .heading: return false
      default: continue
      }
    }
    return false
  }

  private static func isBullet(_ line: WordDumpLine) -> Bool {
    if case .bullet = line.kind { true } else { false }
  }

  private static func label(of line: WordDumpLine) -> DumpLabel? {
    switch line.kind {
    case .choice(let label): label
    case .start(let start, nil) where start.kind == .number: DumpLabel(line.text[...])
    default: nil
    }
  }

  /// Whether the paragraphs have bullets or numbers, as those of any list.
  private func isPlain(_ group: [Int]) -> Bool {
    labels[group[0]].map { $0.style == .digits } ?? true
  }

  /// Writes a sign behind choices that stand out, or a box before all of them; returns whether there
  /// are any.
  func mark(_ lines: inout [WordDumpLine]) -> Bool {
    let marks = groups.map { group in group.map { lines[$0].paragraph.marks } }
    let keys = WordKeyMarks(marks)
    // Terms of lists in a report are bold now and then, right choices in nearly every question.
    let plain = zip(groups, marks).filter { isPlain($0.0) }
    let marked = plain.count { !keys.right(among: $0.1).isEmpty }
    let areChoices = marked * 4 >= plain.count * 3
    var hasMarks = false
    for (group, marks) in zip(groups, marks) where areChoices || !isPlain(group) {
      let right = keys.right(among: marks)
      hasMarks = hasMarks || !right.isEmpty
      for (place, index) in group.enumerated() where !right.isEmpty {
        let isRight = right.contains(place)
        let label = labels[index]
        if isPlain(group) {
          let text = label?.text ?? String(lines[index].text.drop { $0 != " " })
          lines[index].text = (isRight ? "- [x] " : "- [ ] ") + FieldText.make(text)
        } else if isRight {
          let end = lines[index].text.firstIndex(of: "\n") ?? lines[index].text.endIndex
          lines[index].text.insert(contentsOf: " ✓", at: end)
        }
      }
    }
    return hasMarks
  }
}

/// The blanks of a text, which are rows of underscores to write on.
struct WordBlanks {
  /// The texts before, between and behind the blanks.
  private let texts: [String]

  /// The fewest underscores of a blank.
  private static let least = 3
  /// The longest text that is searched, in bytes.
  private static let longest = 4_000

  /// `nil` if there is none, or if the blanks are those of a form: `Name: ____  Date: ____`.
  init?(_ text: String) {
    guard text.utf8.count <= Self.longest, text.utf8.contains(UInt8(ascii: "_")) else { return nil }
    texts = Self.parts(of: text)
    guard texts.count > 1, !Self.isLabel(texts[0]),
      WordStatement.isSentence(texts.joined(separator: " "))
    else { return nil }
  }

  var count: Int { texts.count - 1 }

  /// Whether the blanks are part of a sentence, and not of a title or a line to sign on.
  var areInSentence: Bool {
    if let last = texts.last?.last(where: { !$0.isWhitespace }) { return ".?!。)".contains(last) }
    return texts.joined(separator: " ").split(whereSeparator: \.isWhitespace).count > 3
  }

  private static func parts(of text: String) -> [String] {
    var parts = [""]
    var row = 0
    for character in text {
      if character == "_" {
        row += 1
        continue
      }
      end(row, &parts)
      row = 0
      parts[parts.count - 1].append(character)
    }
    end(row, &parts)
    return parts
  }

  private static func end(_ row: Int, _ parts: inout [String]) {
    if row >= least {
      parts.append("")
    } else {
      parts[parts.count - 1] += String(repeating: "_", count: row)
    }
  }

  /// Whether a text before a blank names what to write: `Name:`
  private static func isLabel(_ text: String) -> Bool {
    let last = text.last { !$0.isWhitespace }
    return (last == ":" || last == "：") && text.split(whereSeparator: \.isWhitespace).count < 3
  }

  /// The text that shows the blanks.
  var text: String {
    if count == 1 { return FieldText.make(texts.joined(separator: CardGaps.blank)) }
    var shown = GapText.escaped(texts[0])
    for (place, text) in texts.dropFirst().enumerated() {
      shown += GapText.mark(place) + GapText.escaped(text)
    }
    return FieldText.make(shown)
  }

  /// The solution that a line with an answer for each blank gives; `nil` if it has more or fewer.
  ///
  /// Semicolons are sure to stand between answers, commas may be in them.
  func solution(_ answer: String) -> Solution? {
    if count == 1 {
      let accepted = Self.split(answer, at: ";；|")
      return accepted.isEmpty ? nil : CardGaps.solution([accepted])
    }
    for marks in [";；|", ",，、", "/"] {
      let parts = Self.split(answer, at: marks)
      if parts.count == count { return CardGaps.solution(parts.map { [$0] }) }
    }
    for joint in Vocabulary.joints {
      let parts = answer.split(separator: " \(joint) ").map { FieldText.make(String($0)) }
      if parts.count == count { return CardGaps.solution(parts.map { [$0] }) }
    }
    return nil
  }

  private static func split(_ answer: String, at marks: String) -> [String] {
    answer.split(whereSeparator: marks.contains).map { FieldText.make(String($0)) }
      .filter { !$0.isEmpty }
  }
}
