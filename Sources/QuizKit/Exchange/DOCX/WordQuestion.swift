/// A question of a Word text while its paragraphs are collected.
struct WordQuestion {
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

  init(text: String, title: String, line: Int, category: String?) {
    (self.text, self.title, self.line, self.category) = (text, title, line, category)
  }

  var hasChoices: Bool { !choices.isEmpty }

  /// Whether a line is a choice of this question: it has the next letter, or none. In columns, one
  /// letter may come before that of the next column.
  func accepts(_ choice: WordLine.Choice) -> Bool {
    guard let letter = choice.letter else { return true }
    if choices.contains(where: { $0.line.letter == letter }) { return false }
    return (0...choices.count + 1).contains { letter == Self.letter($0) }
  }

  mutating func add(_ choice: WordLine.Choice, _ paragraph: WordParagraph) {
    choices.append(FoundChoice(line: choice, marks: paragraph.marks))
  }

  /// Takes a line that names the right answer; returns `false` if it is something else.
  mutating func takeKey(_ text: String) -> Bool {
    guard hasChoices, key == nil else { return false }
    // An arrow or a dash may come first.
    let line = Substring(text).unicodeScalars.drop { !$0.properties.isAlphabetic }
    guard let named = DumpWords.answer.rest(of: line) else { return false }
    let rest = FieldText.make(String(Substring(named)))
    guard let colon = rest.first, colon == ":" || colon == "：" else { return false }
    sortByLetters()
    let answer = FieldText.make(String(rest.dropFirst()))
    let texts = DumpKey(texts: choices.map(\.line.text), labels: choices.map { _ in nil })
    switch texts.claim(answer) {
    case .right(let places, let rest):
      key = places
      if !rest.isEmpty { notes.append(rest) }
    case .contradiction: key = []
    case .unknown:
      // If the answer is none of the choices, no mark on a choice counts. A solution may just
      // explain the marked one.
      let word = String(Substring(line)).lowercased()
      let isAnswer = ["ans", "correct", "right"].contains(where: word.hasPrefix)
      if isAnswer { key = [] } else { notes.append(answer) }
    }
    return true
  }

  /// Takes feedback or an explanation; returns `false` if the line is neither.
  mutating func takeNote(_ text: String) -> Bool {
    guard let colon = text.firstIndex(where: { $0 == ":" || $0 == "：" }) else { return false }
    let note = FieldText.make(String(text[text.index(after: colon)...]))
    switch text[..<colon].lowercased() {
    case "feedback": choices[choices.count - 1].feedback = note
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
  mutating func submit(to collector: QuestionCollector, hasStars: Bool) {
    // A paragraph without choices is an introduction or a heading.
    if choices.isEmpty { return }
    sortByLetters()
    if hasStars { takeStars() }
    var draft = QuestionDraft(line: line)
    draft.text = FieldText.make(text)
    if draft.text.isEmpty { draft.text = title }
    draft.category = category
    draft.commentary = notes.joined(separator: "\n")
    draft.choices = choices.map { Choice($0.line.text, feedback: $0.feedback) }
    let right = right
    if right.isEmpty { return collector.refuse(draft, .noCorrectChoice(.keyLine)) }
    draft.markRight(right)
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
