import QuizSupport

extension QuestionFormat {
  /// Moodle's simplest format.
  package static let aiken = QuestionFormat(
    name: "aiken", title: AikenReader.formatName, extensions: ["aiken"], keeps: [],
    recognitions: [
      // Aiken has no explanations. Other lists of questions may have the same line for the answer.
      Recognition(by: .line) { clues in
        clues.trimmedLines.contains { $0.hasPrefix("ANSWER:") }
          && !clues.trimmedLines.contains {
            $0.hasPrefix("Explanation:") || $0.hasPrefix("EXPLANATION:") || $0.hasPrefix("解説")
          }
      }
    ],
    reader: AikenReader(), writer: { _, _ in AikenWriter() })
}

/// Reads Aiken, <https://docs.moodle.org/en/Aiken_format>: a stem, lettered choices, `ANSWER: B`.
struct AikenReader: QuestionReader {
  static let formatName = "Aiken"

  func read(_ source: SourceText, into collector: QuestionCollector) throws(ReadingCancelled) {
    try source.withBytes { (bytes) throws(ReadingCancelled) in
      var lines = LineScanner(bytes)
      var reading = AikenReading(collector)
      while let line = lines.next() {
        reading.take(AikenLine(lines.text(line)), on: line.number)
        try collector.advance(throughLinesTo: lines.index, of: bytes.count)
      }
      reading.finish()
    }
  }
}

/// A classified line of an Aiken file.
enum AikenLine {
  case blank
  case choice(letter: Character, text: String)
  /// The text after the colon. `isExact` is false if the line does not begin with `ANSWER:`,
  /// because the word is not in capitals or blanks precede the colon.
  case answer(String, isExact: Bool)
  case text(String)

  init(_ line: String) {
    if line.isEmpty {
      self = .blank
    } else if let choice = Self.choice(line) {
      self = choice
    } else if line.prefix(6).uppercased() == "ANSWER",
      let colon = line.dropFirst(6).firstIndex(where: { $0 != " " }), line[colon] == ":"
    {
      let key = FieldText.make(String(line[line.index(after: colon)...]))
      self = .answer(key, isExact: line.hasPrefix("ANSWER:"))
    } else {
      self = .text(line)
    }
  }

  private static func choice(_ line: String) -> AikenLine? {
    let bytes = line.utf8
    guard let first = bytes.first, (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(first),
      let second = bytes.dropFirst().first,
      second == UInt8(ascii: ".") || second == UInt8(ascii: ")")
    else { return nil }
    return .choice(
      letter: Character(Unicode.Scalar(first)),
      text: FieldText.make(String(line.unicodeScalars.dropFirst(2))))
  }
}

/// Builds questions from the lines of an Aiken file.
struct AikenReading {
  private let collector: QuestionCollector
  private var stem: [String] = []
  private var stemLine = 0
  private var choices: [Choice] = []
  private var lastLine = 0
  /// Whether lines are being skipped because their question was already reported.
  private var isPassing = false
  private var hasSeenMarks = false

  init(_ collector: QuestionCollector) {
    self.collector = collector
  }

  mutating func take(_ line: AikenLine, on number: Int) {
    lastLine = number
    switch line {
    // Blank lines are allowed anywhere. One ends the skipping only if no question has begun.
    case .blank: if stem.isEmpty { isPassing = false }
    case .text(let text): takeText(text, on: number)
    case .choice(let letter, let text): takeChoice(letter, text, on: number)
    case .answer(let key, let isExact): takeAnswer(key, isExact: isExact, on: number)
    }
  }

  /// Reports a question that is incomplete at the end of the file.
  mutating func finish() {
    // A file without any choice or answer has another format, which is reported elsewhere.
    if !stem.isEmpty, !isPassing, hasSeenMarks {
      report(.questionNotFinished, on: lastLine)
    }
  }

  private mutating func takeText(_ text: String, on number: Int) {
    if isPassing {
      reset()
    } else if ChoiceLabel.textBehindLetters(of: text, at: choices.count) != nil {
      return refuseTooMany(on: number)
    } else if !choices.isEmpty {
      report(.questionNotFinished, on: number, excerpt: text)
      reset()
    }
    if stem.isEmpty { stemLine = number }
    stem.append(text)
  }

  private mutating func takeChoice(_ letter: Character, _ text: String, on number: Int) {
    hasSeenMarks = true
    if isPassing { return }
    if stem.isEmpty {
      report(.choiceWithoutQuestion, on: number, excerpt: "\(letter). \(text)")
      isPassing = true
      return
    }
    guard choices.count < ChoiceLetters.capitals.count else { return refuseTooMany(on: number) }
    let expected = ChoiceLetters.capitals[choices.count]
    guard letter == expected else {
      report(
        .choiceLetterOutOfOrder(found: String(letter), expected: String(expected)), on: number,
        excerpt: text)
      isPassing = true
      return
    }
    choices.append(Choice(text))
  }

  private mutating func refuseTooMany(on number: Int) {
    report(.tooManyChoices(choices.count + 1), on: number)
    isPassing = true
  }

  private mutating func takeAnswer(_ key: String, isExact: Bool, on number: Int) {
    hasSeenMarks = true
    defer { reset() }
    if isPassing { return }
    if stem.isEmpty {
      return report(.answerWithoutQuestion, on: number, excerpt: key)
    }
    if !isExact { report(.answerCase("ANSWER"), on: number) }
    if choices.count < 2 { return report(.tooFewChoices(choices.count), on: number) }
    var draft = QuestionDraft(line: stemLine)
    draft.text = stem.joined(separator: "\n")
    draft.choices = choices
    do throws(Fault) {
      draft.markRight(try places(of: key))
    } catch {
      return report(error, on: number)
    }
    collector.submit(draft)
  }

  /// The right choices. A letter may have a mark and a remark behind it: `B. because`.
  private func places(of key: String) throws(Fault) -> [Int] {
    do throws(Fault) {
      return try AnswerReader.read(key, among: choices, .letters)
    } catch {
      guard let label = ListLabel(key[...]), label.style == .capital || label.style == .small,
        choices.indices.contains(label.place), case let remark = FieldText.make(label.text),
        let word = remark.split(separator: " ").first, AnswerReader.Places(String(word)) == nil,
        !choices.contains(where: { $0.text == remark })
      else { throw error }
      return [label.place]
    }
  }

  private mutating func reset() {
    stem = []
    choices = []
    isPassing = false
  }

  private func report(_ fault: Fault, on line: Int, excerpt: String = "") {
    collector.report(
      fault, line: line, question: stem.joined(separator: "\n"), excerpt: excerpt)
  }
}

/// Writes Aiken, which stores only the stem, the choices and the right one, each on one line.
struct AikenWriter: QuestionWriter {
  func append(_ question: ExportedQuestion, to text: inout [UInt8]) -> Fault? {
    let content = question.content
    let stem = Self.oneLine(content.text)
    guard case .text = AikenLine(stem) else { return .unwritable(format: AikenReader.formatName) }
    var lines = stem + "\n"
    for (number, choice) in content.choices.enumerated() {
      lines += "\(ChoiceLetters.name(number)). \(Self.oneLine(choice.text))\n"
    }
    // Moodle reads only the first letter, so a question with several right answers would have one
    // right answer there.
    guard let right = content.solution.rightChoice else {
      return .kindNotWritten(content.kind, format: AikenReader.formatName)
    }
    text += (lines + "ANSWER: \(ChoiceLetters.name(right))\n\n").utf8
    return nil
  }

  private static func oneLine(_ text: String) -> String { text.replacing("\n", with: " ") }
}

/// Faults of Aiken text.
extension Fault {
  package static func choiceLetterOutOfOrder(found: String, expected: String) -> Fault {
    Fault(
      "choice-letter-out-of-order", "choice \(found) where \(expected) was expected",
      "選択肢 \(found) があります（\(expected) のはずです）",
      hint: Reason(
        "choices go A, B, C …; a question may not begin like a choice",
        "選択肢は A、B、C の順に書き、質問文は選択肢のように始めないでください"))
  }

  package static func answerCase(_ text: String) -> Fault {
    Fault(
      "answer-case", "\"\(text)\" was read as ANSWER:", "「\(text)」を ANSWER:として読みました",
      level: .warning)
  }

  package static let questionNotFinished = Fault(
    "question-not-finished", "the question ends before its ANSWER: line", "ANSWER:の行の前に質問が終わっています",
    hint: Reason("end each question with a line like ANSWER: A", "質問の最後に ANSWER: A のような行を書いてください"))

  package static let choiceWithoutQuestion = Fault(
    "choice-without-question", "a choice without a question", "質問文のない選択肢です",
    hint: Reason(
      "put the question's text on the line before its first choice", "最初の選択肢の前の行に質問文を書いてください"))

  package static let answerWithoutQuestion = Fault(
    "answer-without-question", "ANSWER: without a question", "質問文のない ANSWER:です")
}
