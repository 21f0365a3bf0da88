import QuizSupport

/// A question as packages say it: a text in which responses stand, what can be chosen in each, and the
/// answers that get credit. Each format says it in other words; nothing here asks which one it was.
struct Item {
  /// The kind of task.
  enum Kind {
    case oneChoice
    case statement
    case severalChoices
    case text
    case number
    /// Blanks with a list to choose from; or, if they are typed, with labels that are all right.
    case gaps(isTyped: Bool)
    case pairs
    case order
    case unaskable(Fault.UnaskableKind)
  }

  /// A response that an item asks for.
  struct Response {
    /// The forms of responses.
    enum Form { case choices, text, number, place }

    var identifier: String
    var form = Form.choices
    /// In lower case.
    var cardinality = ""
    /// The text beside the response, such as the left side of a pair.
    var prompt = ""
    var labels: [Label] = []
  }

  /// A choice, or a text that is right in a blank.
  struct Label {
    var identifier: String
    var text: String
    var feedback = ""
    /// Whether it is one of a list, although the item is one with blanks to type in.
    var isListed = false
    /// The text as an accepted answer; `nil` for an expression that no accepted answer can be.
    var pattern: String?
  }

  /// A part of the text in its order.
  enum Part {
    case text(String)
    /// The index of a response, which the text may show several times.
    case response(Int)
  }

  var draft: QuestionDraft
  var parts: [Part] = []
  var responses: [Response] = []
  /// The answers that get credit: of an order, its items one after the other.
  var answers: [Scoring.Value] = []
  /// The feedback on the choices by their identifiers, beside that in them.
  var feedback: [String: String] = [:]

  /// The labels of an item with one response.
  var labels: [Label] { responses.first?.labels ?? [] }

  /// Puts the responses between the pieces of a text.
  mutating func ask(between pieces: [String]) {
    parts = zip(pieces, responses.indices).flatMap { [.text($0), .response($1)] }
    parts.append(.text(pieces.last ?? ""))
  }

  /// Submits the item as a question, or reports why it is none.
  ///
  /// - Parameter credit: Returns what is right among choices, or the right numbers or pairs.
  func submit(
    as kind: Kind, to collector: QuestionCollector, credit: ([Label]) -> Solution? = { _ in nil }
  ) {
    var draft = draft
    switch kind {
    case .unaskable(let kind): return collector.refuse(draft, .notMultipleChoice(kind))
    case .oneChoice, .severalChoices, .statement: fillChoices(&draft, kind, credit)
    case .order:
      let items = answers.compactMap { answer in labels.first { $0.identifier == answer.text } }
      draft.choices = (labels.count > QuestionContent.maximumChoices ? labels : items).map(choice)
      if draft.choices.count != labels.count {
        return collector.refuse(draft, .noCorrectChoice(nil))
      }
      draft.solution = .order
    case .text:
      let texts = typed(answers, whole: 1)
      if texts.accepted.isEmpty { return collector.refuse(draft, .noCorrectChoice(nil)) }
      draft.solution = .text(texts)
    case .number, .pairs:
      guard let solution = credit([]) else { return collector.refuse(draft, .noCorrectChoice(nil)) }
      draft.solution = solution
    case .gaps(let isTyped):
      // The gaps are compared with each other and looked for in the text.
      if responses.count > GapsSolution.most {
        return collector.refuse(draft, .tooManyGaps(responses.count))
      }
      let gaps = fillGaps(&draft, isTyped: isTyped)
      // The answers of a gap without any are missing, which is more than a gap that is not whole.
      if gaps.contains(where: \.isEmpty) { return collector.refuse(draft, .noCorrectChoice(nil)) }
    }
    collector.submit(draft)
  }

  // MARK: Choices

  private func fillChoices(
    _ draft: inout QuestionDraft, _ kind: Kind, _ credit: ([Label]) -> Solution?
  ) {
    var kept = labels
    if case .statement = kind {
      draft.kind = kept.count == 2 ? .trueFalse : nil
    } else {
      // Forms keep fields that stayed empty.
      let right = Set(answers.map(\.text))
      kept = labels.filter { !$0.text.isEmpty || right.contains($0.identifier) }
      // If a form had more fields, the two that are left are not those of a true/false question.
      if kept.count < labels.count { draft.kind = .single }
    }
    draft.choices = kept.map(choice)
    if kept.count > QuestionContent.maximumChoices { return }
    switch credit(kept) {
    case .single(let single): draft.markRight(single)
    case let solution: draft.solution = solution
    }
  }

  private func choice(_ label: Label) -> Choice {
    Choice(
      label.text,
      feedback: [label.feedback, feedback[label.identifier] ?? ""].filter { !$0.isEmpty }
        .joined(separator: "\n"))
  }

  // MARK: Typed answers and blanks

  /// - Parameter whole: The points that are the whole credit.
  private func typed(_ values: [Scoring.Value], whole: Double) -> TextSolution {
    TextSolution(
      accepted: values.filter { !$0.text.isEmpty }.map {
        AcceptedText($0.pattern, fraction: $0.points / whole, feedback: $0.feedback)
      }, isCaseSensitive: !values.isEmpty && values.allSatisfy(\.isCaseSensitive))
  }

  /// Numbers the gaps in the order in which the text shows them.
  ///
  /// - Returns: The right answers of each.
  private func fillGaps(_ draft: inout QuestionDraft, isTyped: Bool) -> [[String]] {
    var shown: [Int] = []
    let pieces = parts.map { part in
      switch part {
      case .text(let text): return GapText.escaped(text)
      case .response(let index):
        let earlier = shown.firstIndex(of: index)
        if earlier == nil { shown.append(index) }
        return GapText.mark(earlier ?? shown.count - 1)
      }
    }
    draft.text = FieldText.make(pieces.joined())
    let gaps = shown.map { gap(responses[$0], isTyped: isTyped) }
    draft.solution = .gaps(GapsSolution(gaps.map(\.gap)))
    return gaps.map(\.right)
  }

  private func gap(_ response: Response, isTyped: Bool) -> (gap: Gap, right: [String]) {
    // Brightspace names its field instead of the response.
    let isField = response.form != .choices
    let names = [response.identifier] + (isField ? response.labels.map(\.identifier) : [])
    var own = answers.filter { names.contains($0.response) }
    let whole = own.map(\.points).max() ?? 1
    if !isField, !response.labels.isEmpty {
      guard isTyped, !response.labels.contains(where: \.isListed) else {
        return picked(response.labels, own.filter { $0.points == whole })
      }
      let isCaseSensitive = !own.isEmpty && own.allSatisfy(\.isCaseSensitive)
      own = response.labels.compactMap(\.pattern).map { pattern in
        Scoring.Value(
          response: response.identifier, text: pattern, isCaseSensitive: isCaseSensitive,
          isPattern: true, points: own.first { $0.pattern == pattern }?.points ?? whole)
      }
    }
    let texts = typed(own, whole: whole)
    return (.typed(texts), texts.accepted.map(\.pattern))
  }

  private func picked(
    _ labels: [Label], _ best: [Scoring.Value]
  ) -> (gap: Gap, right: [String]) {
    let right = labels.filter { label in
      best.contains { $0.text == label.identifier || label.isListed && $0.text == label.text }
    }.map(\.text).filter { !$0.isEmpty }
    // Some programs begin each list with an empty line.
    let texts = labels.map(\.text).filter { !$0.isEmpty }
    let correct = right.first.flatMap { texts.firstIndex(of: $0) } ?? texts.count
    return (.picked(GapChoices(texts, correct: correct)), right)
  }
}
