/// Writes a question as an `<item>` of QTI 1.2.
struct QTIItemOutput {
  private let content: QuestionContent
  private let identifier: String
  private let gaps: QTIGapOutput?

  init(_ content: QuestionContent, identifier: String) {
    (self.content, self.identifier) = (content, identifier)
    gaps =
      if case .gaps(let solution) = content.solution { QTIGapOutput(content, solution) } else {
        nil
      }
  }

  /// Why the question cannot be written; `nil` if it can.
  var fault: Fault? {
    if let gaps, !gaps.isWritable { return .kindNotWritten(.gaps, format: QTIReader.formatName) }
    return nil
  }

  func write(to output: inout ElementOutput) {
    output.element("item", ["ident": identifier, "title": content.title ?? "Question"]) { output in
      output.element("itemmetadata") { $0.element("qtimetadata") { metadata(to: &$0) } }
      output.element("presentation") { output in
        output.material(gaps?.text ?? content.text)
        responses(to: &output)
      }
      output.element("resprocessing") { output in
        output.element("outcomes") {
          $0.element(
            "decvar",
            ["maxvalue": "100", "minvalue": "0", "varname": "SCORE", "vartype": "Decimal"])
        }
        feedbackRules(to: &output)
        rules(to: &output)
      }
      feedback(to: &output)
    }
  }

  // MARK: Metadata

  private var kind: String {
    switch content.solution {
    case .single: "multiple_choice_question"
    case .trueFalse: "true_false_question"
    case .several: "multiple_answers_question"
    case .text: "short_answer_question"
    case .number: "numerical_question"
    case .gaps: gaps?.kind ?? ""
    case .match: "matching_question"
    case .order: "ordering_question"
    case .card: "text_only_question"
    }
  }

  private func metadata(to output: inout ElementOutput) {
    var fields = [("question_type", kind), ("points_possible", "1.0")]
    if let identifier = content.externalID { fields.append((QTIField.identifier, identifier)) }
    if !content.tags.isEmpty { fields.append((QTIField.tags, TagList.join(content.tags))) }
    if content.kind.isTyped { fields.append((QTIField.answers, content.solution.answerCell)) }
    let weights = content.solution.weightsCell
    if !weights.isEmpty { fields.append((QTIField.weights, weights)) }
    for (label, entry) in fields {
      output.element("qtimetadatafield") { output in
        output.element("fieldlabel", text: label)
        output.element("fieldentry", text: entry)
      }
    }
  }

  // MARK: Responses

  private func responses(to output: inout ElementOutput) {
    switch content.solution {
    case .single, .trueFalse: choices("Single", to: &output)
    case .several: choices("Multiple", to: &output)
    case .order: choices("Ordered", to: &output)
    case .text: field([:], to: &output)
    case .number: field(["fibtype": "Decimal"], to: &output)
    case .gaps: gaps?.responses(to: &output)
    case .match(let solution):
      for index in solution.pairs.indices {
        output.element("response_lid", ["ident": "response_\(index + 1)"]) { output in
          output.material(solution.pairs[index].left)
          output.labels(solution.rights)
        }
      }
    case .card: break
    }
  }

  private func choices(_ cardinality: String, to output: inout ElementOutput) {
    output.element("response_lid", ["ident": "response1", "rcardinality": cardinality]) {
      $0.labels(content.choices.map(\.text))
    }
  }

  private func field(
    _ attributes: KeyValuePairs<String, String>, to output: inout ElementOutput
  ) {
    output.element("response_str", ["ident": "response1", "rcardinality": "Single"]) { output in
      output.element("render_fib", attributes) {
        $0.element("response_label", ["ident": "answer1", "rshuffle": "No"])
      }
    }
  }

  // MARK: Rules

  private func rules(to output: inout ElementOutput) {
    switch content.solution {
    case .single(let solution):
      for (index, worth) in solution.worths(among: content.choices.count).enumerated()
      where worth != 0 {
        output.rule(worth) { $0.equal("response1", "\(index + 1)") }
      }
    case .trueFalse(let correct): output.rule(1) { $0.equal("response1", "\(correct + 1)") }
    case .several(let solution): set(solution, to: &output)
    case .order:
      output.rule(1) { output in
        output.element("and") { output in
          for index in content.choices.indices { output.equal("response1", "\(index + 1)") }
        }
      }
    case .text(let solution):
      for accepted in solution.accepted where accepted.fraction > 0 {
        output.rule(accepted.fraction) {
          $0.equal("response1", accepted.text, isCaseSensitive: solution.isCaseSensitive)
        }
      }
    case .number(let solution):
      for accepted in solution.accepted where accepted.fraction > 0 {
        output.rule(accepted.fraction) { $0.span(accepted.span) }
      }
    case .gaps: gaps?.rules(to: &output)
    case .match(let solution):
      for (index, pair) in solution.pairs.enumerated() {
        let place = solution.rights.firstIndex(of: pair.right) ?? 0
        output.rule(1 / Double(solution.pairs.count), action: "Add") {
          $0.equal("response_\(index + 1)", "\(place + 1)")
        }
      }
    case .card: break
    }
  }

  /// The rule of several right choices: all of them, and no other.
  private func set(_ solution: SeveralSolution, to output: inout ElementOutput) {
    output.rule(1) { output in
      output.element("and") { output in
        for index in content.choices.indices {
          if solution.correct.contains(index) {
            output.equal("response1", "\(index + 1)")
          } else {
            output.element("not") { $0.equal("response1", "\(index + 1)") }
          }
        }
      }
    }
  }

  // MARK: Feedback

  private func feedbackRules(to output: inout ElementOutput) {
    if !content.commentary.isEmpty {
      output.feedbackRule("general_fb") { $0.element("other") }
    }
    for (index, choice) in content.choices.enumerated() where !choice.feedback.isEmpty {
      output.feedbackRule("\(index + 1)_fb") { $0.equal("response1", "\(index + 1)") }
    }
    for (index, accepted) in content.solution.accepted.enumerated()
    where !accepted.feedback.isEmpty {
      output.feedbackRule(QTIField.feedback(ofAnswer: index)) {
        $0.equal("response1", accepted.text)
      }
    }
  }

  private func feedback(to output: inout ElementOutput) {
    var texts: [(String, String)] = []
    if !content.commentary.isEmpty { texts.append(("general_fb", content.commentary)) }
    for (index, choice) in content.choices.enumerated() where !choice.feedback.isEmpty {
      texts.append(("\(index + 1)_fb", choice.feedback))
    }
    for (index, accepted) in content.solution.accepted.enumerated()
    where !accepted.feedback.isEmpty {
      texts.append((QTIField.feedback(ofAnswer: index), accepted.feedback))
    }
    for (identifier, text) in texts {
      output.element("itemfeedback", ["ident": identifier]) { output in
        output.element("flow_mat") { $0.material(text) }
      }
    }
  }
}
