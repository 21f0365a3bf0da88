import QuizSupport

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
    question = GIFTQuestion(draft: QuestionDraft(line: block.line))
    question.draft.tags = block.tags
    question.draft.externalID = block.externalID
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
    let (open, opened, close, closed) = marks.braces(in: stem)
    question.draft.text = raw(stem.lowerBound..<(opened > 0 ? open : stem.upperBound))
    if opened == 0, closed == 0 { return .notMultipleChoice(.description) }
    if opened == 0 || closed == 0 { return .brace }
    if opened > 1 || closed > 1 { return .moreThanOneAnswerBlock }
    if open > close { return .brace }
    let tail = raw(close + 1..<stem.upperBound)
    if !tail.isEmpty {
      question.draft.text += (question.draft.text.isEmpty ? "_____ " : " _____ ") + tail
    }
    let fault = parseAnswers(open + 1..<close)
    if hasGap, fault == nil { question.makeGap(in: text(stem, withGapAt: open...close)) }
    return fault
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
        question.draft.title = title.isEmpty ? nil : title
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

  /// A part of the text of the question.
  private func raw(_ range: Range<Int>) -> String { GIFTText.make(bytes, range, question.format) }

  private mutating func parseAnswers(_ range: Range<Int>) -> Fault? {
    var range = range
    if let feedback = marks.lastGeneralFeedback(in: range) {
      question.draft.commentary = text(feedback + 4..<range.upperBound)
      range = range.lowerBound..<feedback
    }
    range = trimmed(range)
    if range.isEmpty {
      return .notMultipleChoice(.essay)
    } else if bytes[range.lowerBound] == UInt8(ascii: "#") {
      return parseNumbers(range.lowerBound + 1..<range.upperBound)
    } else if marks.first(UInt8(ascii: "~"), in: range) != nil {
      return parseChoices(range)
    } else if marks.first(UInt8(ascii: "="), in: range) != nil, arrow(in: range) != nil {
      return parsePairs(range)
    } else if !parseStatement(range) {
      question.draft.solution = .text(texts(range))
    }
    return nil
  }

  /// Reads `=left -> right`. Without a left side, the right one belongs to nothing.
  private mutating func parsePairs(_ range: Range<Int>) -> Fault? {
    var solution = MatchSolution([])
    for part in split(range, at: UInt8(ascii: "=")) where !trimmed(part).isEmpty {
      guard let arrow = arrow(in: part) else { return .pairWithoutArrow(raw(part)) }
      let left = text(part.lowerBound..<arrow)
      let right = text(arrow + 2..<part.upperBound)
      if left.isEmpty {
        solution.extra.append(right)
      } else {
        solution.pairs.append(MatchPair(left, right))
      }
    }
    question.draft.solution = .match(solution)
    return nil
  }

  /// Reads `=no one =%50%nobody#almost`.
  private mutating func texts(_ range: Range<Int>) -> TextSolution {
    let parts = typed(range)
    if hasBareEquals(parts.map { $0.lowerBound - 1 }) { warnings.append(.bareEquals) }
    return TextSolution(
      accepted: parts.map { range in
        let answer = answer(range)
        return AcceptedText(
          answer.text, fraction: max(answer.weight ?? 1, 0), feedback: answer.feedback)
      })
  }

  /// Reads `=3:0.1 =%50%1..5 ~#no`. Feedback after a `~` applies to all other numbers.
  private mutating func parseNumbers(_ range: Range<Int>) -> Fault? {
    let tilde = marks.first(UInt8(ascii: "~"), in: range)
    var accepted: [AcceptedNumber] = []
    for (number, range) in typed(range.lowerBound..<(tilde ?? range.upperBound)).enumerated() {
      let answer = answer(range)
      if answer.text.isEmpty { return .emptyAnswer(number: number + 1) }
      do throws(Fault) {
        accepted.append(
          AcceptedNumber(
            try NumberSpan(moodle: answer.text), fraction: max(answer.weight ?? 1, 0),
            feedback: answer.feedback))
      } catch {
        return error
      }
    }
    if let tilde {
      let other = answer(tilde + 1..<range.upperBound)
      accepted.append(AcceptedNumber(.any, fraction: 0, feedback: other.feedback))
    }
    question.draft.solution = .number(NumberSolution(accepted: accepted))
    return nil
  }

  /// The answers that are typed. The first one needs no `=`.
  private func typed(_ range: Range<Int>) -> [Range<Int>] {
    let parts = split(range, at: UInt8(ascii: "="))
    guard let first = parts.first, trimmed(first).isEmpty else { return parts }
    return Array(parts.dropFirst())
  }

  /// Reads `T#when wrong#when right`, with the feedbacks in Moodle's order; returns `false` if the
  /// range is something else.
  private mutating func parseStatement(_ range: Range<Int>) -> Bool {
    let parts = split(range, at: UInt8(ascii: "#"))
    let word = String(decoding: bytes[trimmed(parts[0])], as: UTF8.self)
    guard let isTrue = Self.statement(word) else { return false }
    if word != word.uppercased() { warnings.append(.trueFalseCase(word)) }
    question.draft.kind = .trueFalse
    question.choices = [GIFTQuestion.Choice(text: "True"), GIFTQuestion.Choice(text: "False")]
    let correct = isTrue ? 0 : 1
    question.draft.correct = correct
    question.choices[correct].isMarkedRight = true
    if parts.count > 1 { question.choices[1 - correct].feedback = text(parts[1]) }
    if parts.count > 2 {
      question.choices[correct].feedback = text(
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
    let before = raw(range.lowerBound..<(marked.first ?? range.upperBound))
    if !before.isEmpty { return .textBeforeFirstChoice(before) }
    // Moodle drops the empty answer of `~=right`.
    let parts = zip(marked, marked.dropFirst() + [range.upperBound]).filter { mark, end in
      end == range.upperBound || bytes[mark] != UInt8(ascii: "~")
        || bytes[end] != UInt8(ascii: "=") || !trimmed(mark + 1..<end).isEmpty
    }
    let starts = parts.map(\.0)
    question.choices.reserveCapacity(parts.count)
    for (mark, end) in parts { question.choices.append(choice(mark, end)) }
    if starts.count < 2 { return .tooFewChoices(starts.count) }
    return grade(starts)
  }

  private mutating func choice(_ mark: Int, _ end: Int) -> GIFTQuestion.Choice {
    var answer = answer(mark + 1..<end)
    answer.isMarkedRight = bytes[mark] == UInt8(ascii: "=")
    return answer
  }

  /// Decides from the weights of the choices how many of them are right.
  private mutating func grade(_ starts: [Int]) -> Fault? {
    let full = question.choices.indices.filter { question.choices[$0].hasFullCredit }
    let partial = question.choices.count(where: \.hasPartialCredit)
    let weights = question.choices.map { $0.weight ?? ($0.isMarkedRight ? 1 : 0) }
    let best = SingleSolution(weights: weights)
    guard let best else { return .noCorrectChoice(.equalsSign) }
    if asksForOne(full: full, best) {
      question.draft.markRight(best)
      if kindMark == nil, !best.right.contains(where: { question.choices[$0].isMarkedRight }) {
        warnings.append(.severalReadAsOne)
      }
      if full.isEmpty, kindMark == nil { warnings.append(.bestChoiceRight) }
      return nil
    }
    // Several choices marked with `=` each have full credit; they do not share it.
    if kindMark != nil || !full.contains(where: { question.choices[$0].isMarkedRight }) {
      question.draft.solution = .several(SeveralSolution(weights: weights, mark: kindMark))
      return nil
    }
    question.draft.solution = .several(SeveralSolution(correct: full))
    if hasBareEquals(starts) { warnings.append(.bareEquals) }
    if partial > 0 {
      warnings.append(.partialCreditDropped)
    } else if question.choices.contains(where: { $0.weight.map { $0 < 0 } ?? false }) {
      warnings.append(.weightsDropped)
    }
    return nil
  }

  /// Whether the player picks one choice. That is the only choice with full credit; if there is
  /// none, the best choice, provided that it alone is marked with `=`.
  private func asksForOne(full: [Int], _ best: SingleSolution) -> Bool {
    if let kindMark { return kindMark == .single }
    if full.count == 1 { return true }
    let marked = question.choices.indices.filter { question.choices[$0].isMarkedRight }
    return full.isEmpty && marked.count == 1 && marked == best.right
  }

  /// The position of the first arrow in a range.
  private func arrow(in range: Range<Int>) -> Int? {
    range.dropLast().first {
      bytes[$0] == UInt8(ascii: "-") && bytes[$0 + 1] == UInt8(ascii: ">")
    }
  }

  // MARK: Answers

  /// The text of a choice or feedback. It has the question's format unless it states its own.
  private func text(_ range: Range<Int>) -> String {
    let prefix = GIFTFormat.prefix(bytes, range)
    return GIFTText.make(
      bytes, (prefix?.start ?? range.lowerBound)..<range.upperBound,
      prefix?.format ?? question.format)
  }

  /// Reads `%50%text#feedback`.
  private mutating func answer(_ range: Range<Int>) -> GIFTQuestion.Choice {
    var answer = GIFTQuestion.Choice()
    let hash = marks.first(UInt8(ascii: "#"), in: range)
    var content = range.lowerBound..<(hash ?? range.upperBound)
    if let (digits, start) = weightText(content) {
      answer.weight = Self.weight(digits)
      if answer.weight == nil {
        warnings.append(.badWeight("%\(digits)%"))
      } else {
        content = start..<content.upperBound
      }
    }
    answer.text = text(content)
    if let hash { answer.feedback = text(hash + 1..<range.upperBound) }
    return answer
  }

  /// The text between two percent signs at the beginning of an answer, and where the rest begins.
  private func weightText(_ range: Range<Int>) -> (digits: String, start: Int)? {
    let start = trimmed(range).lowerBound
    guard start < range.upperBound, bytes[start] == UInt8(ascii: "%"),
      let end = bytes[start + 1..<range.upperBound].firstIndex(of: UInt8(ascii: "%"))
    else { return nil }
    return (FieldText.make(UnsafeBufferPointer(rebasing: bytes[start + 1..<end])), end + 1)
  }

  private static func weight(_ digits: String) -> Double? {
    let isDecimal = digits.utf8.allSatisfy { byte in
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "+-.".utf8.contains(byte)
    }
    return isDecimal ? MoodlePercent.fraction(digits) : nil
  }

  /// The parts of a range between the unescaped marks in it.
  private func split(_ range: Range<Int>, at mark: UInt8) -> [Range<Int>] {
    var parts: [Range<Int>] = []
    var start = range.lowerBound
    while let end = marks.first(mark, in: start..<range.upperBound) {
      parts.append(start..<end)
      start = end + 1
    }
    return parts + [start..<range.upperBound]
  }

  /// Whether a `=` is attached to a word, as in `header=True`. Such a `=` is unlikely to mark a
  /// choice.
  private func hasBareEquals(_ starts: [Int]) -> Bool {
    starts.dropFirst().contains { mark in
      guard bytes[mark] == UInt8(ascii: "=") else { return false }
      switch bytes[mark - 1] {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "a")...UInt8(ascii: "z"):
        return true
      default: return false
      }
    }
  }

  /// The range without the blanks at its ends.
  private func trimmed(_ range: Range<Int>) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, GIFTFormat.isBlank(bytes[start]) { start += 1 }
    while start < end, GIFTFormat.isBlank(bytes[end - 1]) { end -= 1 }
    return start..<end
  }
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

/// A GIFT question of any kind, including those that a quiz cannot ask.
struct GIFTQuestion {
  struct Choice {
    var text = ""
    var isMarkedRight = false
    /// The weight of the choice in the file, from -1 to 1.
    var weight: Double?
    var feedback = ""

    /// Whether this choice alone earns full credit.
    var hasFullCredit: Bool { weight.map { $0 == 1 } ?? isMarkedRight }

    /// Whether this choice earns partial credit.
    var hasPartialCredit: Bool { weight.map { $0 > 0 && $0 < 1 } ?? false }
  }

  /// The question that was read, without its choices.
  var draft: QuestionDraft
  var format: GIFTFormat = .moodle
  var choices: [Choice] = []
}

extension GIFTQuestion {
  /// Makes the question one with a gap in `text`. Nothing changes where a gap cannot hold the
  /// answers, such as feedback on choices.
  mutating func makeGap(in text: String) {
    let gap: Gap
    switch (draft.solution, draft.correct) {
    case (.text(let solution)?, _): gap = .typed(solution)
    case (nil, let correct?)
    where draft.kind != .trueFalse && choices.allSatisfy(\.feedback.isEmpty):
      gap = .picked(GapChoices(choices.map(\.text), correct: correct))
    default: return
    }
    (draft.text, draft.solution) = (text, .gaps(GapsSolution([gap])))
    (choices, draft.correct) = ([], nil)
  }
}
