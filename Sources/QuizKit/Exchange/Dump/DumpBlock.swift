/// The lines of a question in a dump, as places among all lines.
struct DumpBlock {
  /// The beginning of the question.
  enum Origin {
    /// A word for a question and its number, or an identifier.
    case word
    /// A heading with a number.
    case numberedHeading
    /// A heading without a number.
    case heading
    /// A line with a number.
    case number
    /// Its text alone.
    case text
  }

  /// The choices of the question.
  enum Choices {
    case letters, numbers, boxes, bullets, none
  }

  /// What may say that a choice is right.
  enum Sign {
    case bold, star

    /// What tells it in the mark of a choice.
    var mark: KeyPath<DumpMark, Bool> { self == .bold ? \.isBold : \.endsInStar }
  }

  var origin: Origin
  /// The level of the heading that the question begins with; 7 for other lines.
  var level: UInt8 = 7
  var number: Int?
  /// The first line.
  var start: Int
  var choices: Choices
  /// The lines with which the choices begin.
  var choiceLines: [Int]
  /// The line after the question's last one.
  var end: Int
  /// Whether an answer is below the choices, in them, or in the first line.
  var hasKey: Bool
  /// Whether the text ends with a question mark.
  var isAsking = false
  /// Whether it is a numbered statement that is true or false.
  var isStatement = false
  /// What makes some of the choices look different from the others.
  var signs: [Sign] = []
  /// How a choice says that it is right where nothing else does.
  var sign: Sign?
  /// Whether the items below the text are the answers that may be typed.
  var isTyped = false
  /// The answer in a list at the end of the section or file.
  var entry: AnswerList.Entry?
  /// Whether the question has a word before its number that only dumps have.
  var isNamed = false
  /// Whether the older dialect with these marks reads the question, too.
  var isPlain = false

  /// - Parameters:
  ///   - choiceMarks: The marks of the choices.
  ///   - end: The mark after the question's text.
  init(
    _ start: DumpSearch.Start, _ choices: Choices, lines choiceMarks: [Int], hasKey: Bool,
    until end: Int, in marks: [DumpMark]
  ) {
    let mark = marks[start.mark]
    (origin, self.choices, self.hasKey) = (start.origin, choices, hasKey)
    self.start = Int(mark.line)
    choiceLines = choiceMarks.map { Int(marks[$0].line) }
    self.end = self.start + 1
    if mark.level > 0 { level = mark.level }
    if mark.kind == .word || mark.kind == .number { number = Int(mark.value) }
    isNamed = mark.isNamed
    isAsking = marks[start.mark..<end].contains(where: \.isAsking)
  }

  /// Takes the question's answer from a list.
  mutating func take(_ entry: AnswerList.Entry) {
    (self.entry, hasKey, isPlain) = (entry, true, false)
  }
}
