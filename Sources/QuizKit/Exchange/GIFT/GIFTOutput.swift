/// Builds the text of a GIFT file.
struct GIFTOutput {
  private(set) var bytes: [UInt8] = []

  mutating func raw(_ text: StaticString) {
    text.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  /// Appends text that needs no escapes.
  mutating func ascii(_ text: String) {
    bytes.append(contentsOf: text.utf8)
  }

  mutating func line(_ text: String) {
    bytes.append(contentsOf: text.utf8)
    bytes.append(UInt8(ascii: "\n"))
  }

  mutating func escaped(_ text: String) {
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\n"):
        raw("\\n")
        continue
      case UInt8(ascii: "\\"), UInt8(ascii: "~"), UInt8(ascii: "="), UInt8(ascii: "#"),
        UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: ":"):
        bytes.append(UInt8(ascii: "\\"))
      default: break
      }
      bytes.append(byte)
    }
  }

  mutating func feedback(_ text: String, _ format: GIFTFormat) {
    raw("#")
    guardMark(text, as: format)
    escaped(text)
  }

  /// Writes an explicit format before a text that would otherwise be read as a format, a weight, a
  /// comment or a category.
  mutating func guardMark(_ text: String, as format: GIFTFormat, isStem: Bool = false) {
    let looksLikeMark =
      starts(text, "[") || starts(text, "%")
      || (isStem && (starts(text, "//") || starts(text, "$CATEGORY")))
    if looksLikeMark { ascii(format == .markdown ? "[markdown]" : "[plain]") }
  }

  /// Compares bytes like the reader. `hasPrefix` would not match a mark followed by a combining
  /// accent.
  private func starts(_ text: String, _ mark: String) -> Bool { text.utf8.starts(with: mark.utf8) }
}

/// Writes the answers between the braces.
extension GIFTOutput {
  /// Appends all right and wrong answers, each on its own line.
  mutating func writeAnswers(of content: QuestionContent, _ format: GIFTFormat) {
    switch content.solution {
    case .single(let solution): write(content.choices, solution, format)
    case .trueFalse(let correct): write(content.choices, SingleSolution(correct), format)
    case .several(let solution):
      raw("\n")
      let worths = solution.worths(among: content.choices.count)
      for (choice, worth) in zip(content.choices, worths) {
        raw("\t~")
        writeWeight(worth, isRounded: solution.weights == nil)
        write(choice.text, choice.feedback, format)
      }
    case .text(let solution): write(solution, format)
    case .number(let solution): write(solution, format)
    case .match(let solution): write(solution, format)
    case .gaps(let solution): write(solution.gaps, format)
    case .card, .order: break
    }
  }

  /// Writes the choice with full credit with the mark `=`, by which Moodle recognises that one
  /// choice is to be picked.
  private mutating func write(
    _ choices: [Choice], _ solution: SingleSolution, _ format: GIFTFormat
  ) {
    raw("\n")
    for (choice, worth) in zip(choices, solution.worths(among: choices.count)) {
      raw(worth == 1 ? "\t=" : "\t~")
      if worth != 1 { writeWeight(worth) }
      write(choice.text, choice.feedback, format)
    }
  }

  private mutating func write(_ solution: TextSolution, _ format: GIFTFormat) {
    raw("\n")
    // After `=`, an arrow would turn the answer into a pair to match.
    let needsMark = solution.accepted.count > 1 || !solution.accepted.contains { $0.hasArrow }
    for accepted in solution.accepted {
      raw(needsMark ? "\t=" : "\t")
      if accepted.fraction != 1 { writeWeight(accepted.fraction, isAlways: true) }
      write(accepted.pattern, accepted.feedback, format)
    }
  }

  /// Writes a pair on each line. What belongs to nothing has an empty left side.
  private mutating func write(_ solution: MatchSolution, _ format: GIFTFormat) {
    raw("\n")
    for pair in solution.pairs + solution.extra.map({ MatchPair("", $0) }) {
      raw("\t=")
      guardMark(pair.left, as: format)
      escaped(pair.left)
      raw(" -> ")
      guardMark(pair.right, as: format)
      escaped(pair.right)
      raw("\n")
    }
  }

  /// Writes the answers of the only gap.
  private mutating func write(_ gaps: [Gap], _ format: GIFTFormat) {
    for gap in gaps {
      switch gap {
      case .typed(let solution): write(solution, format)
      case .picked(let choices):
        write(choices.texts.map { Choice($0) }, SingleSolution(choices.correct), format)
      }
    }
  }

  private mutating func write(_ solution: NumberSolution, _ format: GIFTFormat) {
    raw("#\n")
    for (index, accepted) in solution.accepted.enumerated() {
      let isLast = index == solution.accepted.count - 1
      if isLast, accepted.span == .any, accepted.fraction == 0, !accepted.feedback.isEmpty {
        raw("\t~")
      } else {
        raw("\t=")
        if accepted.fraction != 1 { writeWeight(accepted.fraction, isAlways: true) }
        ascii(accepted.span.moodleText)
      }
      if !accepted.feedback.isEmpty { feedback(accepted.feedback, format) }
      raw("\n")
    }
  }

  private mutating func write(_ text: String, _ feedback: String, _ format: GIFTFormat) {
    guardMark(text, as: format)
    escaped(text)
    if !feedback.isEmpty { self.feedback(feedback, format) }
    raw("\n")
  }

  /// Omits a weight of 0, because it is the default after `~`.
  private mutating func writeWeight(
    _ worth: Double, isRounded: Bool = false, isAlways: Bool = false
  ) {
    if worth == 0, !isAlways { return }
    let percent = isRounded ? MoodlePercent.roundedText(of: worth) : MoodlePercent.text(of: worth)
    ascii("%\(percent)%")
  }
}

extension AcceptedText {
  /// Whether the answer contains the mark of a pair to match, which GIFT cannot escape.
  var hasArrow: Bool {
    [pattern, feedback].contains { $0.utf8.contains("->".utf8) }
  }
}
