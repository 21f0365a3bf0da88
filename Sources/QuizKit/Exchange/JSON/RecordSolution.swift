import QuizSupport

/// The solution that a JSON object states for its question.
struct RecordSolution {
  private let object: JSONObject
  private let kind: QuestionContent.Kind?
  private let key: JSONValue?

  init(_ object: JSONObject) {
    self.object = object
    key = object["label"] ?? object["answer"] ?? object["correct"]
    kind =
      object["kind"]?.string.flatMap { QuestionContent.Kind(rawValue: $0.lowercased()) }
      ?? object["accepted"].map { Self.areNumbers($0) ? .number : .text }
  }

  /// Sets the solution of a question that already has its text and its choices.
  func resolve(_ draft: inout QuestionDraft) throws(Fault) {
    switch kind {
    case .text:
      draft.solution = .text(
        try BackupSolution.texts(
          accepted(), isCaseSensitive: object["caseSensitive"] == .bool(true)))
    case .number: draft.solution = .number(try BackupSolution.numbers(accepted()))
    case .single, .trueFalse, .several, .card, .gaps, .order, .match, nil:
      draft.correct = 0
      if let fault = draft.fault { throw fault }
      draft.correct = nil
      if kind == .trueFalse { draft.kind = .trueFalse }
      try markChoices(&draft)
    }
  }

  private func markChoices(_ draft: inout QuestionDraft) throws(Fault) {
    guard let key else { throw .missingField("label") }
    var positions: [Int] = []
    for key in key.array ?? [key] { positions.append(try position(key, in: draft)) }
    if positions.isEmpty { throw .noCorrectChoice(nil) }
    draft.markRight(positions, isSeveral: kind == .several)
    weigh(&draft)
  }

  /// Sets the credit for each choice. In other programs' files the member may mean something else,
  /// so weights that do not fit are ignored with a warning.
  private func weigh(_ draft: inout QuestionDraft) {
    guard object["weights"] != nil else { return }
    var weighted = draft
    do throws(Fault) {
      let weights = try BackupSolution.weights(object)
      if case .several(var several) = draft.solution {
        several.weights = weights
        weighted.solution = .several(several)
      } else if let correct = draft.correct {
        let single = SingleSolution(correct, weights: weights)
        if single.weights != nil || single.fault(among: draft.choices.count) != nil {
          weighted.solution = .single(single)
        }
      }
      if let fault = weighted.fault { throw fault }
      draft = weighted
    } catch {
      draft.warnings.append(.weightsIgnored)
    }
  }

  /// The choice that a key means: an index from 0, or the text of a choice.
  private func position(_ key: JSONValue, in draft: QuestionDraft) throws(Fault) -> Int {
    switch key {
    case .number:
      guard let index = key.integer.flatMap(Int.init(exactly:)),
        draft.choices.indices.contains(index)
      else { throw .answerNotAChoice(key.scalarText ?? "") }
      return index
    case .string(let text):
      var draft = draft
      if let fault = draft.resolve(key: FieldText.make(text)) { throw fault }
      guard let correct = draft.correct else { throw .answerNotAChoice(text) }
      return correct
    default: throw .wrongType(field: "label", expected: "0, 1, 2 …")
    }
  }

  /// The list of accepted answers. A single answer need not be in a list.
  private func accepted() throws(Fault) -> JSONValue {
    guard let value = object["accepted"] ?? key else { throw .missingField("accepted") }
    guard value.array == nil else { return value }
    guard let tolerance = object["tolerance"], kind == .number, value.object == nil else {
      return .array([value])
    }
    return .array([.object(["value": value, "tolerance": tolerance])])
  }

  private static func areNumbers(_ accepted: JSONValue) -> Bool {
    let values = accepted.array ?? [accepted]
    return !values.isEmpty
      && values.allSatisfy { value in
        switch value {
        case .number: true
        case .object(let object): object["value"] != nil || object["from"] != nil
        default: false
        }
      }
  }
}
