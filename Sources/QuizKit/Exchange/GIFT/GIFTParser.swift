/// Parses a block as a question, in the order that Moodle's source and documentation prescribe.
struct GIFTParser {
  private(set) var question: GIFTQuestion
  private(set) var warnings: [Fault] = []

  private let bytes: UnsafeBufferPointer<UInt8>

  private let marks: GIFTMarks

  private let kindMark: KindMark?

  private let hasGap: Bool

  init(_ block: GIFTBlock, _ bytes: UnsafeBufferPointer<UInt8>, _ marks: GIFTMarks) {
    self.bytes = bytes
    self.marks = marks
    (kindMark, hasGap) = (block.kindMark, block.hasGap)
    question = GIFTQuestion(line: block.line)
    question.tags = block.tags
    question.externalID = block.externalID
  }

  /// Parses the block into ``question``.
  ///
  /// - Returns: Why the block is not a question, or `nil` if it is one.
  mutating func parse() -> Fault? {
    if let command = CutCommand.first(in: bytes, at: marks.newlinesBeforeLetters) {
      warnings.append(.newlineInCommand(command))
    }
    let start = readTitle()
    let prefix = GIFTFormat.prefix(bytes, start..<bytes.count)
    question.format = prefix?.format ?? .moodle
    let stem = (prefix?.start ?? start)..<bytes.count
    switch braces(in: stem) {
    case .none:
      question.stem = text(stem)
      return nil
    case .faulty(let fault):
      let end = marks.first(UInt8(ascii: "{"), in: stem) ?? stem.upperBound
      question.stem = text(stem.lowerBound..<end)
      return fault
    case .pair(let open, let close):
      question.stem = text(stem.lowerBound..<open)
      let tail = text(close + 1..<stem.upperBound)
      if !tail.isEmpty {
        question.stem += (question.stem.isEmpty ? "_____ " : " _____ ") + tail
      }
      let fault = parseAnswers(open + 1..<close)
      if hasGap, fault == nil { question.makeGap(in: text(stem, withGapAt: open...close)) }
      return fault
    }
  }

  /// The text with the mark of a gap in place of the answers.
  private func text(_ stem: Range<Int>, withGapAt place: ClosedRange<Int>) -> String {
    let text =
      Array(bytes[stem.lowerBound..<place.lowerBound]) + Array(GapText.mark(0).utf8)
      + Array(bytes[place.upperBound + 1..<stem.upperBound])
    return text.withUnsafeBufferPointer { GIFTText.make($0, 0..<$0.count, question.format) }
  }

  /// Reads `::title::` and returns where the text after it begins.
  private mutating func readTitle() -> Int {
    var start = 0
    while start < bytes.count, GIFTFormat.isBlank(bytes[start]) { start += 1 }
    guard start + 1 < bytes.count, isDoubleColon(start) else { return start }
    var index = start + 2
    while index + 1 < bytes.count {
      if bytes[index] == UInt8(ascii: "\\") {
        index += 2
      } else if isDoubleColon(index) {
        let range = start + 2..<index
        let hasLines = bytes[range].contains(UInt8(ascii: "\n"))
        let title = GIFTText.make(bytes, range, hasLines ? .moodle : .markdown)
        question.title = title.isEmpty ? nil : title
        return index + 2
      } else {
        index += 1
      }
    }
    warnings.append(.titleNotClosed)
    return start + 2
  }

  private func isDoubleColon(_ index: Int) -> Bool {
    bytes[index] == UInt8(ascii: ":") && bytes[index + 1] == UInt8(ascii: ":")
  }

  private enum Braces {
    case none
    case pair(open: Int, close: Int)
    case faulty(Fault)
  }

  private func braces(in range: Range<Int>) -> Braces {
    let (open, opened, close, closed) = marks.braces(in: range)
    if opened == 0, closed == 0 { return .none }
    if opened > 1 || closed > 1 {
      return .faulty(opened == 0 || closed == 0 ? .brace : .moreThanOneAnswerBlock)
    }
    return opened == 1 && closed == 1 && open < close
      ? .pair(open: open, close: close) : .faulty(.brace)
  }

  private mutating func parseAnswers(_ range: Range<Int>) -> Fault? {
    var range = range
    if let feedback = marks.lastGeneralFeedback(in: range) {
      question.commentary = answers.text(feedback + 4..<range.upperBound)
      range = range.lowerBound..<feedback
    }
    range = answers.trimmed(range)
    if range.isEmpty {
      question.kind = .essay
    } else if bytes[range.lowerBound] == UInt8(ascii: "#") {
      question.kind = .numerical
      return parseNumbers(range.lowerBound + 1..<range.upperBound)
    } else if marks.first(UInt8(ascii: "~"), in: range) != nil {
      return parseChoices(range)
    } else if marks.first(UInt8(ascii: "="), in: range) != nil, arrow(in: range) != nil {
      question.kind = .match
      return parsePairs(range)
    } else if !parseStatement(range) {
      question.kind = .short
      var typed = GIFTTypedAnswers(answers)
      question.solution = .text(typed.texts(range))
      warnings += typed.warnings
    }
    return nil
  }

  /// Reads `=left -> right`. Without a left side, the right one belongs to nothing.
  private mutating func parsePairs(_ range: Range<Int>) -> Fault? {
    var solution = MatchSolution([])
    for part in answers.split(range, at: UInt8(ascii: "=")) where !answers.trimmed(part).isEmpty {
      guard let arrow = arrow(in: part) else { return .pairWithoutArrow(text(part)) }
      let left = answers.text(part.lowerBound..<arrow)
      let right = answers.text(arrow + 2..<part.upperBound)
      if left.isEmpty {
        solution.extra.append(right)
      } else {
        solution.pairs.append(MatchPair(left, right))
      }
    }
    question.solution = .match(solution)
    return nil
  }

  private mutating func parseNumbers(_ range: Range<Int>) -> Fault? {
    var typed = GIFTTypedAnswers(answers)
    do throws(Fault) {
      question.solution = .number(try typed.numbers(range))
    } catch {
      return error
    }
    warnings += typed.warnings
    return nil
  }

  /// Reads `T#when wrong#when right`, with the feedbacks in Moodle's order; returns `false` if the
  /// range is something else.
  private mutating func parseStatement(_ range: Range<Int>) -> Bool {
    let parts = answers.split(range, at: UInt8(ascii: "#"))
    let word = String(decoding: bytes[answers.trimmed(parts[0])], as: UTF8.self)
    guard let isTrue = Self.statement(word) else { return false }
    if word != word.uppercased() { warnings.append(.trueFalseCase(word)) }
    question.kind = .trueFalse
    question.choices = [GIFTQuestion.Choice(text: "True"), GIFTQuestion.Choice(text: "False")]
    let correct = isTrue ? 0 : 1
    question.correct = correct
    question.choices[correct].isMarkedRight = true
    if parts.count > 1 { question.choices[1 - correct].feedback = answers.text(parts[1]) }
    if parts.count > 2 {
      question.choices[correct].feedback = answers.text(
        parts[2].lowerBound..<range.upperBound)
    }
    return true
  }

  /// The truth value that a word states; `nil` for any other word.
  static func statement(_ word: String) -> Bool? {
    switch word.uppercased() {
    case "T", "TRUE": true
    case "F", "FALSE": false
    default: nil
    }
  }

  private mutating func parseChoices(_ range: Range<Int>) -> Fault? {
    let marked = marks.choices(in: range)
    let before = text(range.lowerBound..<(marked.first ?? range.upperBound))
    if !before.isEmpty { return .textBeforeFirstChoice(before) }
    // Moodle drops the empty answer of `~=right`.
    let parts = zip(marked, marked.dropFirst() + [range.upperBound]).filter { mark, end in
      end == range.upperBound || bytes[mark] != UInt8(ascii: "~")
        || bytes[end] != UInt8(ascii: "=") || !answers.trimmed(mark + 1..<end).isEmpty
    }
    let starts = parts.map(\.0)
    question.choices.reserveCapacity(parts.count)
    for (mark, end) in parts { question.choices.append(choice(mark, end)) }
    if starts.count < 2 { return .tooFewChoices(starts.count) }
    return grade(starts)
  }

  private mutating func choice(_ mark: Int, _ end: Int) -> GIFTQuestion.Choice {
    let answer = answers.answer(mark + 1..<end)
    warnings += answer.warnings
    return GIFTQuestion.Choice(
      text: answer.text, isMarkedRight: bytes[mark] == UInt8(ascii: "="), weight: answer.weight,
      feedback: answer.feedback)
  }

  /// Decides from the weights of the choices how many of them are right.
  private mutating func grade(_ starts: [Int]) -> Fault? {
    let full = question.choices.indices.filter { question.choices[$0].hasFullCredit }
    let partial = question.choices.count(where: \.hasPartialCredit)
    let weights = question.choices.map { $0.weight ?? ($0.isMarkedRight ? 1 : 0) }
    let best = SingleSolution(weights: weights)
    question.kind = asksForOne(full: full, best) ? .single : .multi
    guard let best else { return .noCorrectChoice(.equalsSign) }
    if question.kind == .single {
      question.correct = best.correct
      if best.weights != nil { question.solution = .single(best) }
      if kindMark == nil, !best.right.contains(where: { question.choices[$0].isMarkedRight }) {
        warnings.append(.severalReadAsOne)
      }
      if full.isEmpty, kindMark == nil { warnings.append(.bestChoiceRight) }
      return nil
    }
    // Several choices marked with `=` each have full credit; they do not share it.
    if kindMark != nil || !full.contains(where: { question.choices[$0].isMarkedRight }) {
      question.solution = .several(SeveralSolution(weights: weights, mark: kindMark))
      return nil
    }
    question.solution = .several(SeveralSolution(correct: full))
    if answers.hasBareEquals(starts) { warnings.append(.bareEquals) }
    if partial > 0 {
      warnings.append(.partialCreditDropped)
    } else if question.choices.contains(where: { $0.weight.map { $0 < 0 } ?? false }) {
      warnings.append(.weightsDropped)
    }
    return nil
  }

  /// Whether the player picks one choice. That is the only choice with full credit; if there is
  /// none, the best choice, provided that it alone is marked with `=`.
  private func asksForOne(full: [Int], _ best: SingleSolution?) -> Bool {
    if let kindMark { return kindMark == .single }
    if full.count == 1 { return true }
    let marked = question.choices.indices.filter { question.choices[$0].isMarkedRight }
    return full.isEmpty && marked.count == 1 && marked == best?.right
  }

  /// The position of the first arrow in a range.
  private func arrow(in range: Range<Int>) -> Int? {
    range.dropLast().first {
      bytes[$0] == UInt8(ascii: "-") && bytes[$0 + 1] == UInt8(ascii: ">")
    }
  }

  private func text(_ range: Range<Int>) -> String { GIFTText.make(bytes, range, question.format) }

  private var answers: GIFTAnswerText { GIFTAnswerText(bytes, marks, question.format) }
}

/// Detects LaTeX commands that begin with `\n`, which GIFT takes for a line break.
private enum CutCommand {
  /// The commands without their `\n`. Only those that cannot be a word after a real line break:
  /// `\ne` and `\nu` are ambiguous.
  private static let rests = ["eq", "abla", "otin", "geq", "leq", "subseteq"]

  /// Returns the first damaged command as the author wrote it, such as `\neq`.
  ///
  /// - Parameter places: The positions of each `n` that follows a backslash.
  static func first(
    in bytes: UnsafeBufferPointer<UInt8>, at places: [Int]
  ) -> String? {
    for place in places {
      let word = bytes[(place + 1)...].prefix {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
      }
      let rest = String(decoding: word.prefix(9), as: UTF8.self)
      if rests.contains(rest) { return "\\n\(rest)" }
    }
    return nil
  }
}
