import QuizSupport

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
      guard let label = DumpLabel(key[...]), label.style == .capital || label.style == .small,
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
