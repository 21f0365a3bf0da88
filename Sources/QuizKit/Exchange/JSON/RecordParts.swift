import QuizSupport

/// Cards, gaps, things in order and pairs in JSON records, in the forms in which programs write
/// them.
struct RecordParts {
  let object: JSONObject
  let fields: RecordFields
  let choices: RecordChoices
  let kind: TableKind?

  /// The solution of a card, or one with several parts; `nil` if the record has neither.
  ///
  /// - Parameter draft: gets the choices that are to be put in order.
  func solution(_ draft: inout QuestionDraft) throws(Fault) -> Solution? {
    if kind == .gaps || kind == nil && object["gaps"] != nil {
      draft.choices = []
      return .gaps(try BackupParts.gaps(object))
    }
    if kind == .match || kind == nil && object["pairs"] != nil {
      draft.choices = []
      return .match(try match())
    }
    if kind == .order {
      if draft.choices.isEmpty { draft.choices = items.map { Choice($0) } }
      return .order
    }
    guard kind == .card || kind == nil && fields.hasBack, draft.choices.isEmpty,
      fields.wrong.isEmpty
    else { return nil }
    guard let back = (object["back"] ?? fields.key?.value).flatMap(RecordFields.text) else {
      throw .noField(.correct, among: fields.names)
    }
    return .card(CardSolution(back: FieldText.make(back)))
  }

  private var items: [String] {
    let list = ["items", "order", "sequence", "answer"].lazy.compactMap { object[$0]?.array }.first
    return (list ?? []).map { FieldText.make(RecordFields.text(of: $0) ?? "") }
  }

  /// The pairs: `{"left": …, "right": …}`, `["left", "right"]`, or an object with one member each.
  private func match() throws(Fault) -> MatchSolution {
    guard let pairs = object["pairs"] else { throw .missingField("pairs") }
    var solution = MatchSolution([])
    if let members = pairs.object?.members {
      solution.pairs = members.map {
        MatchPair(FieldText.make($0.name), FieldText.make(RecordFields.text(of: $0.value) ?? ""))
      }
    } else if pairs.array?.allSatisfy({ $0.array?.count == 2 }) == true {
      solution.pairs = (pairs.array ?? []).compactMap(\.array).map { sides in
        let texts = sides.map { FieldText.make(RecordFields.text(of: $0) ?? "") }
        return MatchPair(texts[0], texts[1])
      }
    } else {
      return try BackupParts.match(object)
    }
    solution.extra = (object["extra"]?.array ?? []).map {
      FieldText.make(RecordFields.text(of: $0) ?? "")
    }
    return solution
  }
}
