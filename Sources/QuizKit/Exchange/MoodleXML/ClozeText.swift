import QuizSupport

/// A text with Moodle's embedded answers: `It is {1:SHORTANSWER:=Paris~%50%Lutetia#the old name}.`
///
/// The rules are those of Moodle's `qtype_multianswer_extract_question`,
/// <https://docs.moodle.org/en/Embedded_Answers_(Cloze)_question_type>.
struct ClozeText {
  /// The text with the marks of its gaps.
  private(set) var text = ""
  private(set) var gaps: [Gap] = []
  /// The details of the gaps that were lost because a gap cannot hold them.
  private(set) var warnings: [Fault] = []
  /// Why the question cannot be asked, or `nil`.
  private(set) var fault: Fault?

  private var credits: Set<String> = []

  /// - Parameter isHTML: whether the answers are HTML.
  init(_ source: String, isHTML: Bool) {
    var rest = source[...]
    // Behind a gap that nothing closes no other one is closed: only one looks for it to the end.
    var isClosed = true
    while let open = rest.firstIndex(of: "{") {
      text += GapText.escaped(rest[..<open])
      rest = rest[open...]
      if isClosed, let gap = Embedded(rest, &isClosed) {
        credits.insert(gap.credit)
        take(gap, isHTML: isHTML)
        text += GapText.mark(gaps.count - 1)
        rest = rest[gap.end...]
      } else {
        text.append(rest.removeFirst())
      }
    }
    text += GapText.escaped(rest)
    if credits.count > 1 { warnings.append(.gapCreditDropped) }
  }

  private mutating func take(_ embedded: Embedded, isHTML: Bool) {
    var answers = embedded.answers.map { answer in
      func plain(_ text: String) -> String {
        isHTML ? HTMLText.plain(text) : FieldText.make(text)
      }
      return AcceptedText(
        plain(answer.pattern), fraction: answer.fraction, feedback: plain(answer.feedback))
    }
    switch embedded.kind {
    case .text(let isCaseSensitive):
      // A wrong answer counts only for its feedback.
      answers.removeAll { $0.fraction <= 0 && $0.feedback.isEmpty }
      gaps.append(.typed(TextSolution(accepted: answers, isCaseSensitive: isCaseSensitive)))
    case .number:
      answers.removeAll { $0.fraction <= 0 }
      for index in answers.indices {
        let parts = answers[index].pattern.split(separator: ":", maxSplits: 1).map {
          FieldText.make(String($0))
        }
        if parts.count > 1, TypedNumber.value(of: parts[1]) != 0 {
          warnings.append(.toleranceDropped)
        }
        answers[index].pattern = parts.first ?? ""
      }
      gaps.append(.typed(TextSolution(accepted: answers)))
    case .choice:
      let best = answers.indices.max { answers[$0].fraction < answers[$1].fraction }
      if answers.contains(where: { $0.fraction != 0 && $0.fraction != 1 }) {
        warnings.append(.partialCreditDropped)
      }
      if answers.contains(where: { !$0.feedback.isEmpty }) {
        warnings.append(.fieldsIgnored(["feedback"]))
      }
      let right = best.flatMap { answers[$0].fraction > 0 ? $0 : nil }
      gaps.append(.picked(GapChoices(answers.map(\.pattern), correct: right ?? -1)))
    case .several:
      fault = .notMultipleChoice(.gaps)
      gaps.append(.picked(GapChoices([], correct: 0)))
    }
  }

  // MARK: Writing

  /// The text of a question with gaps as Moodle embeds them; `nil` where Moodle would read
  /// something else.
  static func source(of text: String, _ solution: GapsSolution) -> String? {
    var source = ""
    for part in GapText(text).parts {
      switch part {
      case .text(let text): source += text
      case .gap(let place):
        guard solution.gaps.indices.contains(place) else { return nil }
        source += embedded(solution.gaps[place])
      }
    }
    let read = ClozeText(source, isHTML: false)
    return read.gaps == solution.gaps && read.text == text ? source : nil
  }

  private static func embedded(_ gap: Gap) -> String {
    switch gap {
    case .typed(let solution):
      let answers = solution.accepted.map { answer in
        mark(answer.fraction) + escaped(answer.pattern)
          + (answer.feedback.isEmpty ? "" : "#" + escaped(answer.feedback))
      }
      let kind = solution.isCaseSensitive ? "SHORTANSWER_C" : "SHORTANSWER"
      return "{1:\(kind):\(answers.joined(separator: "~"))}"
    case .picked(let choices):
      let answers = choices.texts.enumerated().map { place, text in
        mark(place == choices.correct ? 1 : 0) + escaped(text)
      }
      return "{1:MULTICHOICE:\(answers.joined(separator: "~"))}"
    }
  }

  private static func mark(_ fraction: Double) -> String {
    fraction == 1 ? "=" : "%\(MoodlePercent.text(of: fraction))%"
  }

  private static func escaped(_ text: String) -> String {
    String(text.flatMap { "\\}#~".contains($0) ? ["\\", $0] : [$0] })
  }

  // MARK: Parsing

  private enum Kind {
    case text(isCaseSensitive: Bool)
    case number, choice, several

    init?(_ word: String) {
      switch word {
      case "SHORTANSWER", "SA", "MW": self = .text(isCaseSensitive: false)
      case "SHORTANSWER_C", "SAC", "MWC": self = .text(isCaseSensitive: true)
      case "NUMERICAL", "NM": self = .number
      case "MC", "MCV", "MCH", "MCS", "MCVS", "MCHS": self = .choice
      case "MR", "MRV", "MRH", "MRS", "MRVS", "MRHS": self = .several
      case _ where word.hasPrefix("MULTICHOICE"): self = .choice
      case _ where word.hasPrefix("MULTIRESPONSE"): self = .several
      default: return nil
      }
    }
  }

  /// `{1:SHORTANSWER:=a~b}` at the beginning of a text.
  private struct Embedded {
    var credit: String
    var kind: Kind
    var answers: [AcceptedText] = []
    var end: String.Index

    /// - Parameter isClosed: Becomes `false` where answers begin that nothing closes.
    init?(_ text: Substring, _ isClosed: inout Bool) {
      let head = text.dropFirst()
      let digits = head.prefix { $0.isASCII && $0.isNumber }
      var rest = head.dropFirst(digits.count)
      guard rest.first == ":" else { return nil }
      rest = rest.dropFirst()
      let word = rest.prefix { $0.isASCII && ($0.isLetter || $0 == "_") }
      rest = rest.dropFirst(word.count)
      guard let kind = Kind(word.uppercased()), rest.first == ":" else { return nil }
      (credit, self.kind, end) = (digits.isEmpty ? "1" : String(digits), kind, text.endIndex)
      rest = rest.dropFirst()
      guard let close = readAnswers(rest) else {
        isClosed = false
        return nil
      }
      end = close
    }

    /// Reads the answers, and returns where the gap ends; `nil` if it is not closed.
    private mutating func readAnswers(_ text: Substring) -> String.Index? {
      var answer = AcceptedText("", fraction: 0)
      var isFeedback = false
      var isStart = true
      var index = text.startIndex
      func add(_ character: Character) {
        if isFeedback {
          answer.feedback.append(character)
        } else {
          answer.pattern.append(character)
        }
      }
      while index < text.endIndex {
        let character = text[index]
        let next = text.index(after: index)
        if isStart, let (fraction, end) = Self.mark(text[index...]) {
          answer.fraction = fraction
          (isStart, index) = (false, end)
          continue
        }
        isStart = false
        switch character {
        case "\\" where next < text.endIndex && "\\}#~/\"'".contains(text[next]):
          add(text[next])
          index = next
        // A `#` may be part of a reference such as `&#39;`.
        case "#" where !isFeedback && text[..<index].last != "&": isFeedback = true
        case "~", "}":
          if !(answers.isEmpty && answer.pattern.isEmpty && character == "~") {
            answers.append(answer)
          }
          (answer, isFeedback, isStart) = (AcceptedText("", fraction: 0), false, true)
          if character == "}" { return next }
        default: add(character)
        }
        index = text.index(after: index)
      }
      return nil
    }

    /// Reads `=` or `%50%`.
    private static func mark(_ text: Substring) -> (fraction: Double, end: String.Index)? {
      if text.first == "=" { return (1, text.index(after: text.startIndex)) }
      guard text.first == "%", let end = text.dropFirst().firstIndex(of: "%") else { return nil }
      let digits = text[text.index(after: text.startIndex)..<end]
      guard digits.count < 12,
        let fraction = MoodlePercent.fraction(String(digits.replacing(",", with: ".")))
      else { return nil }
      return (max(fraction, 0), text.index(after: end))
    }
  }
}

/// Faults of texts with embedded answers.
extension Fault {
  /// The gaps of a question count differently.
  package static let gapCreditDropped = Fault(
    "gap-credit-dropped", "all gaps count the same here", "空欄の配点はすべて同じになります", level: .warning)

  /// A number in a gap may differ a little from the right one.
  package static let toleranceDropped = Fault(
    "tolerance-dropped", "a number in a gap has to be typed exactly here", "空欄の数値は、誤差を許さずに判定します",
    level: .warning)
}
