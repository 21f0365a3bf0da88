/// Writes the gaps of a question in QTI 1.2. Its text shows them as names in brackets.
struct QTIGapOutput {
  private let gaps: [Gap]
  private let gapText: GapText
  /// The beginning of the names of the gaps, such as `gap` in `gap1`.
  private let beginning: String

  init(_ content: QuestionContent, _ solution: GapsSolution) {
    gaps = solution.gaps
    gapText = GapText(content.text)
    // An author's own words in brackets must not be taken for the name of a gap.
    var beginning = "gap"
    while content.text.contains("[\(beginning)") { beginning += "-" }
    self.beginning = beginning
  }

  /// The text with the names of the gaps.
  var text: String { gapText.text { "[\(name($0))]" } }

  private func name(_ position: Int) -> String { "\(beginning)\(position + 1)" }

  private var areTyped: Bool { gaps.allSatisfy { $0.choices.isEmpty } }

  /// Whether all gaps are of one kind, and have nothing that the format does not know.
  var isWritable: Bool {
    if gaps.allSatisfy({ !$0.choices.isEmpty }) { return true }
    return gaps.allSatisfy { gap in
      guard case .typed(let solution) = gap else { return false }
      return !solution.isCaseSensitive
        && solution.accepted.allSatisfy {
          $0.fraction == 1 && $0.feedback.isEmpty && !$0.pattern.contains("*")
        }
    }
  }

  var kind: String {
    areTyped ? "fill_in_multiple_blanks_question" : "multiple_dropdowns_question"
  }

  func responses(to output: inout ElementOutput) {
    for (index, gap) in gaps.enumerated() {
      output.element("response_lid", ["ident": "response_\(name(index))"]) { output in
        output.material(name(index))
        output.labels(areTyped ? gap.rightAnswers : gap.choices)
      }
    }
  }

  func rules(to output: inout ElementOutput) {
    for (index, gap) in gaps.enumerated() {
      let texts = areTyped ? gap.rightAnswers : gap.choices
      let right =
        if case .picked(let choices) = gap { [choices.correct] } else { Array(texts.indices) }
      for place in right {
        output.rule(1 / Double(gaps.count), action: "Add") {
          $0.equal("response_\(name(index))", "\(place + 1)")
        }
      }
    }
  }
}
