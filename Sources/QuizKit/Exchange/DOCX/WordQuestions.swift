import QuizSupport

/// Makes questions of the paragraphs of a Word text: a paragraph with a number or a heading, its
/// choices, and what says which of them is right.
struct WordQuestions {
  private let collector: QuestionCollector
  private var question: WordQuestion?
  private var category: String?
  /// The lists whose items are the questions. A section may have one of its own.
  private let questionLists: [String]
  /// The list whose items are the questions if no other is.
  private var questionList: String?
  /// The lists with choices of the current question.
  private var choiceLists: Set<String> = []
  /// Whether headings are the questions, so that every list has choices.
  private var areHeadings = false
  /// Whether a title says that the next paragraphs are statements.
  private var areStatements = false
  /// The questions so far.
  private var found: [(question: WordQuestion, evidence: WordQuestion.Evidence)] = []

  /// Whether stars at the ends of choices say what is right. A single choice may end in a star by
  /// chance.
  private let hasStars: Bool

  /// Whether the marks of choices say what is right. They are emphasis where the text has a list of
  /// the answers.
  private let readsMarks: Bool

  init(_ paragraphs: [WordParagraph], _ collector: QuestionCollector, readsMarks: Bool) {
    (self.collector, self.readsMarks) = (collector, readsMarks)
    questionLists = Self.questionLists(of: paragraphs)
    var (questions, stars) = (0, 0)
    // Most texts have no star, and need not be looked at twice.
    let hasAny = paragraphs.contains { $0.text.hasSuffix("*") }
    for line in (hasAny ? paragraphs : []).map(WordLine.init) {
      if line.isNumbered { questions += 1 }
      if line.choice?.text.hasSuffix("*") == true { stars += 1 }
    }
    hasStars = stars > 1 && stars * 2 > questions
  }

  /// The numbered lists whose items mostly have something else between them.
  static func questionLists(of paragraphs: [WordParagraph]) -> [String] {
    var items: [(identifier: String, count: Int, direct: Int)] = []
    var last: String?
    for paragraph in paragraphs where !paragraph.text.isEmpty {
      guard let list = paragraph.list, list.style == .numbers, list.level == 0 else {
        last = nil
        continue
      }
      let place = items.lastIndex { $0.identifier == list.identifier } ?? items.count
      if place == items.count { items.append((list.identifier, 0, 0)) }
      items[place].count += 1
      if last == list.identifier { items[place].direct += 1 }
      last = list.identifier
    }
    return items.filter { $0.direct * 2 < $0.count }.map(\.identifier)
  }

  mutating func take(_ paragraph: WordParagraph) {
    if paragraph.text.isEmpty { return }
    let line = WordLine(paragraph)
    if let heading = paragraph.heading {
      take(heading, line, paragraph)
    } else if let statement = statement(line, paragraph) {
      end()
      let isNumbered = areStatements || line.isNumbered || paragraph.list?.style == .numbers
      question = WordQuestion(
        statement, paragraph, category: category, isNumbered: isNumbered)
    } else if let list = paragraph.list {
      take(list, line, paragraph)
    } else if line.isNumbered {
      begin(line, paragraph)
    } else {
      takeText(line, paragraph)
    }
  }

  private mutating func take(_ heading: Int, _ line: WordLine, _ paragraph: WordParagraph) {
    areStatements = WordTruth.isOffered(in: paragraph.text)
    if heading > 1 || line.isNumbered || question == nil && paragraph.list != nil {
      areHeadings = true
      begin(line, paragraph)
    } else {
      end()
      category = paragraph.text
    }
  }

  /// The statement that a paragraph is; `nil` if it is something else.
  private func statement(_ line: WordLine, _ paragraph: WordParagraph) -> WordStatement? {
    // `T.` and `F.` look like letters of choices.
    let isAnswered = areStatements && line.choice?.letter.map { "TF".contains($0) } == true
    guard line.choice == nil || isAnswered && question?.hasChoices != true,
      paragraph.list?.style != .letters
    else { return nil }
    let found = WordStatement(line.text, chosen: paragraph.chosen, isListed: areStatements)
    if found != nil || !areStatements { return found }
    let isItem = line.isNumbered || paragraph.list != nil
    let isEnded = paragraph.text.last.map { ".!。_".contains($0) } ?? false
    return isItem || isEnded ? WordStatement(unanswered: line.text) : nil
  }

  private mutating func take(
    _ list: WordParagraph.List, _ line: WordLine, _ paragraph: WordParagraph
  ) {
    if !areHeadings, list.level == 0, list.style == .numbers, isQuestion(list.identifier) {
      begin(WordLine(text: paragraph.text), paragraph)
    } else {
      if list.level == 0 { choiceLists.insert(list.identifier) }
      question?.add(line.choice ?? WordLine.Choice(text: paragraph.text), paragraph)
    }
  }

  /// Whether the numbered items of a list are questions.
  private mutating func isQuestion(_ list: String) -> Bool {
    if list == questionLists.first { return true }
    if choiceLists.contains(list) { return false }
    if questionLists.contains(list) { return question.map { !$0.isOpen } ?? true }
    guard questionLists.isEmpty, questionList == nil || questionList == list else { return false }
    if questionList == nil, let question, question.isOpen { return false }
    questionList = list
    return true
  }

  private mutating func takeText(_ line: WordLine, _ paragraph: WordParagraph) {
    if takeTitle(paragraph) || WordLine.isRule(paragraph.text) && question?.isInNote != true {
      return
    }
    if question == nil {
      // The first question may have no number.
      if line.choice == nil { begin(line, paragraph) }
    } else if question?.takeKey(paragraph.text) == true || question?.takeTruth(paragraph) == true {
      return
    } else if question?.isInNote == true, line.choice == nil,
      question?.takeNote(paragraph.text) != true
    {
      question?.takeMore(paragraph.text)
    } else if let choice = line.choice, question?.accepts(choice) == true {
      question?.add(choice, paragraph)
    } else if question?.isContinued(by: paragraph) == true {
      question?.append(paragraph)
    } else if question?.takeNote(paragraph.text) != true {
      begin(line, paragraph)
    }
  }

  /// Takes a title such as "Part 2: True or False", which says that statements follow.
  private mutating func takeTitle(_ paragraph: WordParagraph) -> Bool {
    guard paragraph.text.utf8.count <= 200, WordTruth.isOffered(in: paragraph.text) else {
      return false
    }
    let isPair = WordTruth.choices(offeredBy: paragraph.text) != nil
    if isPair, let question, !question.isAnswered, WordStatement.isSentence(question.text) {
      return false
    }
    let words = paragraph.text.split(whereSeparator: \.isWhitespace)
    let isTitle =
      words.count < 8 && !paragraph.text.hasSuffix(".") || paragraph.text.hasSuffix(":")
      || paragraph.marks.contains(.bold)
    if isTitle {
      end()
      areStatements = true
    }
    return isTitle
  }

  private mutating func begin(_ line: WordLine, _ paragraph: WordParagraph) {
    end()
    choiceLists = []
    question = WordQuestion(line, paragraph, category: category)
    question?.takeLastLine()
  }

  /// Ends the question. A question with choices is not a statement, so no
  /// more statements follow.
  private mutating func end() {
    guard var question else { return }
    self.question = nil
    question.complete(hasStars: hasStars)
    guard let evidence = question.evidence else { return }
    if question.hasChoices { areStatements = false }
    found.append((question, evidence))
  }

  /// Submits what is a question.
  ///
  /// A report or a handout has headings with lists, too, and a word or an item of them may be bold.
  /// Such a list is a question only if a good part of the others are surely questions.
  mutating func finish() {
    end()
    let sure = found.count { $0.evidence == .sure }
    let likely = found.count { $0.evidence == .likely }
    let isQuiz = (sure > 0 || likely > 1) && (sure + likely) * 3 > found.count
    let keys = WordKeyMarks(readsMarks ? found.map(\.question.marks).filter { !$0.isEmpty } : [])
    for (question, evidence) in found where isQuiz || evidence == .sure {
      question.submit(to: collector, keys)
    }
    found = []
  }
}

/// A paragraph without the number or letter that is typed in it.
struct WordLine {
  /// A choice of a question.
  struct Choice {
    /// The letter; `nil` where the choice has a box or an automatic letter.
    var letter: Character?
    var text: String
    /// Whether a star or a checked box says that it is right.
    var isMarked = false
    /// Whether a letter or a box is typed before it.
    var isLabelled = false
  }

  /// The text without the number of the question.
  let text: String
  let isNumbered: Bool
  let choice: Choice?

  /// A paragraph whose number is one of Word's own.
  init(text: String) { (self.text, isNumbered, choice) = (text, true, nil) }

  init(_ paragraph: WordParagraph) {
    let line = paragraph.text
    choice = Self.choice(line)
    let dropped = choice == nil ? Self.withoutNumber(line) : nil
    (text, isNumbered) = (dropped ?? line, dropped != nil)
  }

  /// The text after the number of a question; `nil` if there is none. A word such as `Question` may
  /// come before the number, and nothing after it.
  private static func withoutNumber(_ line: String) -> String? {
    if let text = QuestionNumber.dropped(from: line) { return text.isEmpty ? line : text }
    if line.hasPrefix("//"), let start = DumpStart(word: line[...], isTitle: false) {
      return start.text
    }
    guard let named = Vocabulary.question.rest(of: Substring(line).unicodeScalars) else {
      return nil
    }
    let rest = FieldText.make(String(Substring(named)))
    if (1...5).contains(rest.count), rest.allSatisfy(\.isNumber) { return "" }
    return QuestionNumber.dropped(from: rest).map { FieldText.make($0) }
  }

  private static func choice(_ line: String) -> Choice? {
    if let first = line.first, "☐□☑☒✓✔○●◯".contains(first) {
      return Choice(
        text: FieldText.make(String(line.dropFirst())), isMarked: "☑☒✓✔●".contains(first),
        isLabelled: true)
    }
    if let first = line.first, "-–•▪".contains(first), line.dropFirst().first?.isWhitespace == true
    {
      return Choice(text: FieldText.make(String(line.dropFirst())))
    }
    var rest = line[...]
    let isMarked = rest.first == "*"
    if isMarked { rest = rest.dropFirst().drop { $0 == " " } }
    if rest.first == "(" { rest = rest.dropFirst() }
    guard let letter = rest.first.flatMap(letter), let mark = rest.dropFirst().first,
      ".):".contains(mark)
    else { return nil }
    let text = FieldText.make(String(rest.dropFirst(2)))
    if text.isEmpty || mark == "." && rest.dropFirst(2).first?.isWhitespace != true { return nil }
    return Choice(letter: letter, text: text, isMarked: isMarked, isLabelled: true)
  }

  /// How far the letter of a choice may be from the beginning of its line.
  private static let mostBlanks = 100

  /// How many characters the letter of a choice and the marks around it are.
  static func labelLength(_ text: String) -> Int {
    let start = text.unicodeScalars.prefix(mostBlanks).lazy
      .filter { !$0.properties.isWhitespace }.prefix(3)
    guard let first = start.first else { return 0 }
    if (0x2460...0x2473).contains(first.value) { return 1 }
    let label = first == "(" || first == "（" ? start.dropFirst() : start
    guard let letter = label.first, let mark = label.dropFirst().first,
      Self.letter(Character(letter)) != nil || DumpLabel.kana(letter) != nil
        || ("0"..."9").contains(letter),
      ".):．）：、".unicodeScalars.contains(mark)
    else { return 0 }
    return label.count < start.count ? 3 : 2
  }

  /// Whether a paragraph is only a row of dashes.
  static func isRule(_ text: String) -> Bool {
    text.count > 2 && text.allSatisfy { "-–—=_".contains($0) }
  }

  /// The letters of choices in Cyrillic, which stand for A to H.
  private static let cyrillic = Array("АБВГДЕЖЗ")

  /// The letter of a choice as a capital.
  static func letter(_ character: Character) -> Character? {
    if character.isASCII { return character.isLetter ? Character(character.uppercased()) : nil }
    return cyrillic.firstIndex { String($0) == character.uppercased() }
      .map { ChoiceLetters.capitals[$0] }
  }
}

/// A paragraph with a statement, and a word that says, or a pair of words that asks, whether it is
/// true: `The sky is blue. (True)`, `(True / False) Water is dry.`
struct WordStatement {
  /// The statement alone.
  private(set) var text: String
  /// The words for true and false.
  private(set) var choices = ["True", "False"]
  /// Whether the statement is true; `nil` where only a pair or nothing is written.
  private(set) var isTrue: Bool?
  /// Whether the paragraph offers both words. It is then a question even if it stands alone.
  private(set) var isOffered = false
  /// What follows the answer.
  private(set) var note = ""

  /// The longest paragraph that is searched, in bytes.
  private static let longest = 2_000

  /// - Parameters:
  ///   - chosen: Which word of the pair is marked.
  ///   - isListed: Whether a title says that statements follow. A word alone is then an answer.
  init?(_ paragraph: String, chosen: Bool?, isListed: Bool) {
    guard paragraph.utf8.count <= Self.longest else { return nil }
    text = paragraph
    let isFound = takeBefore(isListed) || takeBehind(isListed)
    if !isFound { return nil }
    // The pair before the statement may have its answer behind it.
    if isOffered, isTrue == nil { _ = takeBehind(true) }
    if isOffered, isTrue == nil { isTrue = chosen }
    if !Self.isSentence(text) { return nil }
  }

  /// A statement below a title. Nothing says whether it is true.
  init?(unanswered paragraph: String) {
    text = FieldText.make(String(paragraph.drop { "_ .)".contains($0) }))
    text = QuestionNumber.dropped(from: text) ?? text
    guard paragraph.utf8.count <= Self.longest, Self.isSentence(text) else { return nil }
  }

  /// A statement and the pair of words below it.
  init?(_ statement: String, choices: [String], chosen: Bool?) {
    guard Self.isSentence(statement) else { return nil }
    (text, self.choices, isTrue, isOffered) = (statement, choices, chosen, true)
  }

  /// Whether a text is longer than a title or a label.
  static func isSentence(_ text: String) -> Bool {
    let words = text.prefix(longest).split { !$0.isLetter && !$0.isNumber }
    return words.count > 2
      || words.contains { $0.count > 5 && $0.contains { $0.isLetter && !$0.isCased } }
  }

  // MARK: The beginning

  private mutating func takeBefore(_ isListed: Bool) -> Bool {
    let start = text.prefix(WordTruth.longest)
    if let first = text.first, first == "(" || first == "[" {
      guard let close = start.firstIndex(where: { $0 == ")" || $0 == "]" }) else { return false }
      return take(start[text.index(after: text.startIndex)..<close], behind: close)
    }
    if let colon = start.firstIndex(where: { ":：?？".contains($0) }),
      take(start[..<colon], behind: colon, needsPair: true)
    {
      return true
    }
    guard isListed else { return false }
    let word = start.prefix { $0.isLetter || $0 == "_" }
    guard let end = start[word.endIndex...].first, " .):\t".contains(end) else { return false }
    return take(word.filter { $0 != "_" }[...], behind: word.endIndex)
  }

  /// Takes a word or a pair, and the text behind it as the statement.
  private mutating func take(
    _ words: Substring, behind end: String.Index, needsPair: Bool = false
  ) -> Bool {
    guard takeWords(words, needsPair: needsPair) else { return false }
    let rest = FieldText.make(String(text[text.index(after: end)...]))
    text = QuestionNumber.dropped(from: rest) ?? rest
    return true
  }

  private mutating func takeWords(_ words: Substring, needsPair: Bool = false) -> Bool {
    if let offered = WordTruth.choices(offeredBy: words) {
      (choices, isOffered) = (offered, true)
      return true
    }
    guard !needsPair, let answer = WordTruth.answer(words) else { return false }
    (choices, isTrue) = (isOffered ? choices : answer.choices, answer.isTrue)
    return true
  }

  // MARK: The end

  private mutating func takeBehind(_ isListed: Bool) -> Bool {
    guard let end = text.lastIndex(where: { !" .\u{A0}".contains($0) }) else { return false }
    if text[end] == ")" || text[end] == "]",
      let open = text[..<end].lastIndex(where: { $0 == "(" || $0 == "[" }),
      takeWords(text[text.index(after: open)..<end])
    {
      return keep(upTo: open)
    }
    if let arrow = text.lastIndex(where: { "→⇒➔➜".contains($0) }), takeArrow(arrow) { return true }
    if let dash = text.lastIndex(where: { "–—-=".contains($0) }),
      text[..<dash].last == " ", takeWords(text[text.index(after: dash)...])
    {
      return keep(upTo: dash)
    }
    return takeKey() || takePair() || isListed && takeLastWord()
  }

  private mutating func keep(upTo end: String.Index) -> Bool {
    text = FieldText.make(String(text[..<end]))
    return true
  }

  /// Takes the word behind an arrow. A correction may follow.
  private mutating func takeArrow(_ arrow: String.Index) -> Bool {
    let rest = text[text.index(after: arrow)...].drop { $0.isWhitespace }
    let word = rest.prefix { $0.isLetter || "○×〇◯".contains($0) }
    guard takeWords(word) else { return false }
    note = FieldText.make(String(rest[word.endIndex...].drop { ".,:;".contains($0) }))
    return keep(upTo: arrow)
  }

  /// Takes `Answer: True` at the end.
  private mutating func takeKey() -> Bool {
    guard let colon = text.lastIndex(where: { $0 == ":" || $0 == "：" }),
      takeable(text[text.index(after: colon)...])
    else { return false }
    let before = text[..<colon]
    let start = before.lastIndex { "\n.?!。([".contains($0) }.map { before.index(after: $0) }
    let word = before[(start ?? before.startIndex)...].unicodeScalars.drop { $0 == " " }
    guard let rest = Vocabulary.answer.rest(of: word), rest.allSatisfy({ $0 == " " }) else {
      return false
    }
    return takeWords(text[text.index(after: colon)...]) && keep(upTo: word.startIndex)
  }

  private func takeable(_ words: Substring) -> Bool { WordTruth.answer(words) != nil }

  /// Takes `True / False` at the end.
  private mutating func takePair() -> Bool {
    guard let slash = text.lastIndex(of: "/") else { return false }
    let before = text[..<slash].reversed().drop { $0 == " " }.drop { $0.isLetter }
    let start = before.startIndex.base
    guard start > text.startIndex, WordTruth.choices(offeredBy: text[start...]) != nil else {
      return false
    }
    return takeWords(text[start...]) && keep(upTo: start)
  }

  /// Takes a word behind the end of the sentence.
  private mutating func takeLastWord() -> Bool {
    guard let blank = text.lastIndex(where: \.isWhitespace),
      let mark = text[..<blank].last(where: { !$0.isWhitespace }), ".!?)。".contains(mark)
    else { return false }
    return takeWords(text[blank...]) && keep(upTo: blank)
  }
}

/// The words for true and false, alone or as a pair to choose from: `True`, `T / F`.
enum WordTruth {
  /// A word for true or false.
  struct Verdict {
    /// The words of the two choices.
    var choices: [String]
    var isTrue: Bool
  }

  /// No word, pair or mark around it is longer.
  static let longest = 40
  private static let initials: Vocabulary.Pair = ("T", "F")
  private static let pairs = Vocabulary.truths + [initials]

  /// The answer that a text is, without brackets and full stops.
  static func answer(_ text: some StringProtocol) -> Verdict? {
    let words = words(text)
    guard words.count == 1 else { return nil }
    for pair in pairs {
      if isSame(words[0], pair.yes) { return Verdict(choices: choices(pair), isTrue: true) }
      if isSame(words[0], pair.no) { return Verdict(choices: choices(pair), isTrue: false) }
    }
    return nil
  }

  /// The choices that a text offers and has nothing else: `True / False`.
  static func choices(offeredBy text: some StringProtocol) -> [String]? {
    let words = words(text)
    return words.count == 2 ? pair(words[0], words[1]).map(choices) : nil
  }

  /// Whether a pair is somewhere in a text.
  static func isOffered(in text: String) -> Bool {
    let words = text.split { !$0.isLetter && !isCircle($0) }.filter { !isJoint($0) }
    return zip(words, words.dropFirst()).contains { pair($0, $1) != nil }
  }

  /// Which word is marked in a paragraph that offers a pair.
  static func chosen(in runs: WordRuns) -> Bool? {
    guard runs.pieces.count > 1, runs.pieces.count < 100 else { return nil }
    let colors = WordParagraph.Hue.allCases.map { WordParagraph.Mark.color($0) }
    for mark in [.highlight, .bold] + colors + [.underline] {
      let found = runs.pieces.filter { $0.marks.contains(mark) }.compactMap { answer($0.words) }
      if found.count == 1 { return found[0].isTrue }
    }
    return nil
  }

  private static func choices(_ pair: Vocabulary.Pair) -> [String] {
    pair == initials ? ["True", "False"] : [pair.yes, pair.no]
  }

  private static func pair(_ one: Substring, _ other: Substring) -> Vocabulary.Pair? {
    pairs.first {
      isSame(one, $0.yes) && isSame(other, $0.no) || isSame(one, $0.no) && isSame(other, $0.yes)
    }
  }

  /// The words of a short text but those that join two others.
  private static func words(_ text: some StringProtocol) -> [Substring] {
    guard text.utf8.count <= longest else { return [] }
    let parts = Substring(text).split { !$0.isLetter && !$0.isNumber && !isCircle($0) }
    return parts.count > 3 ? [] : parts.filter { !isJoint($0) }
  }

  private static func isCircle(_ character: Character) -> Bool { "○×〇◯".contains(character) }

  private static func isJoint(_ word: Substring) -> Bool {
    Vocabulary.alternatives.contains(word.lowercased())
  }

  private static func isSame(_ word: Substring, _ other: String) -> Bool {
    // A single letter in lower case is a label or a name.
    word.count == 1 ? word == other : word.lowercased() == other.lowercased()
  }
}
