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
