/// A question of a Word text while its paragraphs are collected.
struct WordQuestion {
  /// How sure it is that the paragraphs are a question.
  enum Evidence {
    /// A question mark, letters, boxes, a key, a word such as `Question`.
    case sure
    /// Only the marks of one of its choices.
    case likely
    /// A heading with a list.
    case none
  }

  private struct FoundChoice {
    var line: WordLine.Choice
    var marks: Set<WordParagraph.Mark>
    var feedback = ""
  }

  var text: String
  /// The paragraph that begins the question, which may have only its number.
  private let title: String
  private let line: Int
  private let category: String?
  private var choices: [FoundChoice] = []
  /// The places that a line names as right.
  private var key: [Int]?
  private var notes: [String] = []
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

  /// Whether a line is a choice of this question: it has the next letter, or none. In columns, one
  /// letter may come before that of the next column.
  func accepts(_ choice: WordLine.Choice) -> Bool {
    guard let letter = choice.letter else { return true }
    if choices.contains(where: { $0.line.letter == letter }) { return false }
    return (0...choices.count + 1).contains { letter == Self.letter($0) }
  }

  mutating func add(_ choice: WordLine.Choice, _ paragraph: WordParagraph) {
    isLabelled = isLabelled || choice.isLabelled || paragraph.list?.style == .letters
    choices.append(FoundChoice(line: choice, marks: paragraph.marks))
  }

  /// Takes a line that names the right answer; returns `false` if it is something else.
  mutating func takeKey(_ text: String) -> Bool {
    guard key == nil, answer == nil else { return false }
    // An arrow or a dash may come first.
    let line = Substring(text).unicodeScalars.drop { !$0.properties.isAlphabetic }
    guard let named = DumpWords.answer.rest(of: line) else { return false }
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
    let texts = DumpKey(texts: choices.map(\.line.text), labels: choices.map { _ in nil })
    switch texts.claim(answer) {
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
      FoundChoice(line: WordLine.Choice(text: paragraph.text), marks: paragraph.marks))
    return true
  }

  /// Takes feedback or an explanation; returns `false` if the line is neither.
  mutating func takeNote(_ text: String) -> Bool {
    guard let colon = text.firstIndex(where: { $0 == ":" || $0 == "：" }) else { return false }
    let note = FieldText.make(String(text[text.index(after: colon)...]))
    switch text[..<colon].lowercased() {
    case "feedback" where hasChoices: choices[choices.count - 1].feedback = note
    case "default feedback", "general feedback", "explanation", "rationale", "commentary", "解説",
      "説明":
      notes.append(note)
    default: return false
    }
    return true
  }

  private static func letter(_ index: Int) -> Character? {
    index < 26 ? Character(UnicodeScalar(UInt8(65 + index))) : nil
  }

  /// - Parameter hasStars: Whether stars at the ends of choices say what is right.
  mutating func complete(hasStars: Bool) {
    sortByLetters()
    if hasStars { takeStars() }
    // A statement with one word below it has its answer there.
    if choices.count == 1, let word = choices.first?.line.text, WordTruth.answer(word) != nil {
      (answer, choices) = (word, [])
    }
  }

  /// How sure it is that this is a question; `nil` for an introduction or a heading.
  var evidence: Evidence? {
    if !choices.isEmpty {
      let isMarked = choices.contains(where: \.line.isMarked)
      if isLabelled || isMarked || isNamed || key != nil || asks { return .sure }
      return choices.count > 1 && !right.isEmpty ? .likely : Evidence.none
    }
    if answer != nil { return .sure }
    if let statement { return statement.isOffered || isNumbered ? .sure : .likely }
    guard let blanks = WordBlanks(text) else { return nil }
    return isNumbered ? .sure : blanks.areInSentence ? .likely : nil
  }

  /// Whether the title is a word such as `Question` with a number.
  private var isNamed: Bool {
    isNumbered && DumpWords.question.rest(of: Substring(title).unicodeScalars) != nil
  }

  /// Whether the first or the last line of the text ends as a question does.
  private var asks: Bool {
    let first = text.prefix { $0 != "\n" }
    let last = text[(text.lastIndex(of: "\n") ?? text.startIndex)...]
    return [first, last].contains { line in line.contains { "?？؟".contains($0) } }
  }

  func submit(to collector: QuestionCollector) {
    var draft = QuestionDraft(line: line)
    draft.text = FieldText.make(text)
    if draft.text.isEmpty { draft.text = title }
    draft.category = category
    draft.commentary = notes.joined(separator: "\n")
    if choices.isEmpty { return submitWithoutChoices(draft, to: collector) }
    draft.choices = choices.map { Choice($0.line.text, feedback: $0.feedback) }
    let right = right
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
    guard letters.sorted() == choices.indices.prefix(26).compactMap(Self.letter) else { return }
    choices.sort { ($0.line.letter ?? " ") < ($1.line.letter ?? " ") }
  }

  /// Takes the star after the only choice that has one for the mark of the right one.
  private mutating func takeStars() {
    let starred = choices.indices.filter { choices[$0].line.text.hasSuffix("*") }
    guard starred.count == 1, let index = starred.first else { return }
    choices[index].line.text = FieldText.make(String(choices[index].line.text.dropLast()))
    choices[index].line.isMarked = true
  }

  /// The positions of the right choices. Nothing is invented: where no key is written and no choice
  /// stands out, there are none.
  private var right: [Int] {
    if let key { return key }
    let marked = choices.indices.filter { choices[$0].line.isMarked }
    if !marked.isEmpty { return marked }
    for mark in [WordParagraph.Mark.highlight, .bold, .color, .underline] {
      let found = choices.indices.filter { choices[$0].marks.contains(mark) }
      if !found.isEmpty, found.count < choices.count { return found }
    }
    return []
  }
}
