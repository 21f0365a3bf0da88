/// Makes questions of the paragraphs of a Word text: a paragraph with a number or a heading, its
/// choices, and what says which of them is right.
struct WordQuestions {
  private let collector: QuestionCollector
  private var question: WordQuestion?
  private var category: String?
  /// The list whose items are the questions.
  private var questionList: String?
  /// Whether headings are the questions, so that every list has choices.
  private var areHeadings = false

  /// Whether stars at the ends of choices say what is right. A single choice may end in a star by
  /// chance.
  private let hasStars: Bool

  init(_ paragraphs: [WordParagraph], _ collector: QuestionCollector) {
    self.collector = collector
    var (questions, stars) = (0, 0)
    // Most texts have no star, and need not be looked at twice.
    let hasAny = paragraphs.contains { $0.text.hasSuffix("*") }
    for line in (hasAny ? paragraphs : []).map(WordLine.init) {
      if line.isNumbered { questions += 1 }
      if line.choice?.text.hasSuffix("*") == true { stars += 1 }
    }
    hasStars = stars > 1 && stars * 2 > questions
  }

  mutating func take(_ paragraph: WordParagraph) {
    if paragraph.text.isEmpty { return }
    let line = WordLine(paragraph)
    if let heading = paragraph.heading {
      if heading > 1 || line.isNumbered || question == nil && paragraph.list != nil {
        areHeadings = true
        return begin(line.text, paragraph)
      }
      finish()
      category = paragraph.text
    } else if let list = paragraph.list {
      take(list, line, paragraph)
    } else if line.isNumbered {
      begin(line.text, paragraph)
    } else {
      takeText(line, paragraph)
    }
  }

  private mutating func take(
    _ list: WordParagraph.List, _ line: WordLine, _ paragraph: WordParagraph
  ) {
    let isQuestion =
      !areHeadings && list.level == 0 && list.style == .numbers
      && (questionList ?? list.identifier) == list.identifier
    if isQuestion {
      questionList = list.identifier
      begin(paragraph.text, paragraph)
    } else {
      question?.add(line.choice ?? WordLine.Choice(text: paragraph.text), paragraph)
    }
  }

  private mutating func takeText(_ line: WordLine, _ paragraph: WordParagraph) {
    guard question != nil else {
      // The first question may have no number.
      if line.choice == nil { begin(paragraph.text, paragraph) }
      return
    }
    if question?.takeKey(paragraph.text) == true { return }
    if let choice = line.choice, question?.accepts(choice) == true {
      question?.add(choice, paragraph)
    } else if question?.hasChoices == false {
      question?.text += "\n" + paragraph.text
    } else if question?.takeNote(paragraph.text) != true {
      begin(paragraph.text, paragraph)
    }
  }

  private mutating func begin(_ text: String, _ paragraph: WordParagraph) {
    finish()
    question = WordQuestion(
      text: text, title: paragraph.text, line: paragraph.number, category: category)
  }

  mutating func finish() {
    question?.submit(to: collector, hasStars: hasStars)
    question = nil
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
  }

  /// The text without the number of the question.
  let text: String
  let isNumbered: Bool
  let choice: Choice?

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
    guard let named = DumpWords.question.rest(of: Substring(line).unicodeScalars) else {
      return nil
    }
    let rest = FieldText.make(String(Substring(named)))
    if (1...5).contains(rest.count), rest.allSatisfy(\.isNumber) { return "" }
    return QuestionNumber.dropped(from: rest).map { FieldText.make($0) }
  }

  private static func choice(_ line: String) -> Choice? {
    if let first = line.first, "☐□☑☒✓✔○●◯".contains(first) {
      return Choice(
        text: FieldText.make(String(line.dropFirst())), isMarked: "☑☒✓✔●".contains(first))
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
    return Choice(letter: letter, text: text, isMarked: isMarked)
  }

  /// The letters of choices in Cyrillic, which stand for A to H.
  private static let cyrillic = Array("АБВГДЕЖЗ")

  /// The letter of a choice as a capital.
  static func letter(_ character: Character) -> Character? {
    if character.isASCII { return character.isLetter ? Character(character.uppercased()) : nil }
    return cyrillic.firstIndex { String($0) == character.uppercased() }
      .map { Character(UnicodeScalar(UInt8(65 + $0))) }
  }
}
