/// The blanks of an item of QTI 1.2. Their places in the text are names in brackets, or where the
/// responses stand.
struct QTI1Gaps {
  private let presentation: QTI1Presentation
  private let rules: QTI1Rules
  private let isTyped: Bool

  init(_ presentation: QTI1Presentation, _ rules: QTI1Rules, isTyped: Bool) {
    (self.presentation, self.rules, self.isTyped) = (presentation, rules, isTyped)
  }

  func submit(_ draft: QuestionDraft, to collector: QuestionCollector) {
    let count =
      presentation.responses.isEmpty
      ? Set(rules.right.flatMap(\.rule.answers).map(\.response)).count
      : presentation.responses.count
    // The gaps are compared with each other and looked for in the text.
    if count > GapsSolution.most { return collector.refuse(draft, .tooManyGaps(count)) }
    PartSolution.gaps(parts).submit(draft, to: collector)
  }

  private var parts: [PartSolution.GapPart] {
    let gaps = namedGaps
    let text = presentation.text
    if gaps.allSatisfy({ text.contains("[\($0.name)]") }) { return Self.split(text, gaps) }
    var parts: [PartSolution.GapPart] = []
    for part in presentation.parts {
      switch part {
      case .text(let text): parts.append(.text(text))
      case .response(let index): parts.append(.gap(gaps[index].gap))
      }
    }
    return parts
  }

  /// The blanks with their names, in the order of the responses.
  private var namedGaps: [(name: String, gap: PartSolution.FoundGap)] {
    let answers = rules.rightAnswers
    if presentation.responses.isEmpty {
      // Respondus only says in its rules what belongs into each blank.
      var names: [String] = []
      for answer in answers where !names.contains(answer.response) { names.append(answer.response) }
      return names.map { name in
        let own = answers.filter { $0.response == name }
        return (name.trimming("[", "]"), gap(own.map(\.pattern), own))
      }
    }
    let isSentence =
      presentation.responses.count == answers.count && answers.count > 1
      && Set(presentation.responses.map(\.identifier)).count == 1
    return presentation.responses.enumerated().map { index, response in
      // The words of a mixed-up sentence are in the order of its places.
      let own = isSentence ? [answers[index]] : self.answers(answers, to: response)
      let name = name(of: response)
      if response.labels.isEmpty || response.form != .choices {
        return (name, gap(own.map(\.pattern), own))
      }
      if isTyped, !response.labels.contains(where: \.isListed) {
        return (name, gap(response.labels.compactMap(\.pattern), own))
      }
      let texts = response.labels.map(\.text)
      let best = Self.best(own)
      let right = response.labels.filter { label in
        best.contains { $0.text == label.identifier || label.isListed && $0.text == label.text }
      }
      var gap = gap(right.map(\.text), own)
      gap.choices = texts
      return (name, gap)
    }
  }

  /// The name of a blank, by which the text may refer to it: that of the response, or its prompt.
  private func name(of response: QTI1Presentation.Response) -> String {
    let own = response.identifier.trimming("response_", "")
    let isOwn =
      response.prompt.isEmpty || response.labels.isEmpty
      || presentation.text.contains("[\(own)]")
    return isOwn ? own : response.prompt
  }

  /// The answers to a response. Brightspace names its field instead.
  private func answers(
    _ answers: [QTI1Answer], to response: QTI1Presentation.Response
  ) -> [QTI1Answer] {
    var names = [response.identifier]
    if response.form != .choices { names += response.labels.map(\.identifier) }
    return answers.filter { names.contains($0.response) }
  }

  /// The answers with the most points.
  private static func best(_ answers: [QTI1Answer]) -> [QTI1Answer] {
    let most = answers.map(\.points).max()
    return answers.filter { $0.points == most }
  }

  private func gap(
    _ accepted: [String], _ answers: [QTI1Answer]
  ) -> PartSolution.FoundGap {
    var known: Set<String> = []
    let most = answers.map(\.points).max() ?? 1
    return PartSolution.FoundGap(
      accepted: accepted.filter { !$0.isEmpty && known.insert($0).inserted },
      isCaseSensitive: !answers.isEmpty && answers.allSatisfy(\.isCaseSensitive),
      fractions: Dictionary(
        answers.map { ($0.pattern, $0.points / most) }, uniquingKeysWith: max))
  }

  /// Splits a text at the names in brackets.
  private static func split(
    _ text: String, _ gaps: [(name: String, gap: PartSolution.FoundGap)]
  ) -> [PartSolution.GapPart] {
    var parts: [PartSolution.GapPart] = []
    var rest = text[...]
    while let found = gaps.compactMap({ gap in
      rest.firstRange(of: "[\(gap.name)]").map { (range: $0, name: gap.name, gap: gap.gap) }
    }).min(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      parts.append(.text(String(rest[..<found.range.lowerBound])))
      var gap = found.gap
      gap.name = found.name
      parts.append(.gap(gap))
      rest = rest[found.range.upperBound...]
    }
    return parts + [.text(String(rest))]
  }
}

extension String {
  /// The text without a beginning and an end.
  fileprivate func trimming(_ beginning: String, _ end: String) -> String {
    var text = self[...]
    if text.hasPrefix(beginning) { text = text.dropFirst(beginning.count) }
    if text.hasSuffix(end) { text = text.dropLast(end.count) }
    return String(text)
  }
}
