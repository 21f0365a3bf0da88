import QuizSupport

/// The solutions of cards, and of questions with several parts, in the qa-repl JSON format.
///
/// ```json
/// "kind": "card", "back": "Paris"
/// "kind": "gaps", "gaps": [{"accepted": ["Paris"]}, {"choices": ["is", "are"], "correct": 2}]
/// "kind": "match", "pairs": [{"left": "France", "right": "Paris"}], "extra": ["Rome"]
/// ```
enum BackupParts {
  // MARK: Reading

  static func card(_ object: JSONObject) throws(Fault) -> CardSolution {
    CardSolution(back: text(try BackupSolution.require("back", object)) ?? "")
  }

  static func gaps(_ object: JSONObject) throws(Fault) -> GapsSolution {
    var gaps: [Gap] = []
    for (index, value) in try list("gaps", object).enumerated() {
      let accepted = value.object == nil ? value : value["accepted"]
      if let choices = value["choices"]?.array {
        guard let correct = value["correct"]?.integer else {
          throw .wrongType(field: "gaps[\(index)].correct", expected: "1, 2, 3 …")
        }
        gaps.append(
          .picked(
            GapChoices(
              choices.map { text($0) ?? "" }, correct: Int(truncatingIfNeeded: correct &- 1))))
      } else if let accepted {
        gaps.append(
          .typed(
            try BackupSolution.texts(
              accepted.array == nil ? .array([accepted]) : accepted,
              isCaseSensitive: value["caseSensitive"] == .bool(true))))
      } else {
        throw .missingField("gaps[\(index)].accepted")
      }
    }
    return GapsSolution(gaps)
  }

  static func match(_ object: JSONObject) throws(Fault) -> MatchSolution {
    var pairs: [MatchPair] = []
    for (index, value) in try list("pairs", object).enumerated() {
      guard let left = text(value["left"]), let right = text(value["right"]) else {
        throw .wrongType(field: "pairs[\(index)]", expected: "{\"left\": …, \"right\": …}")
      }
      pairs.append(MatchPair(left, right))
    }
    let extra = object["extra"] == nil ? [] : try list("extra", object)
    return MatchSolution(pairs, extra: extra.map { text($0) ?? "" })
  }

  private static func list(_ name: String, _ object: JSONObject) throws(Fault) -> [JSONValue] {
    guard let values = try BackupSolution.require(name, object).array else {
      throw .wrongType(field: name, expected: "[ ]")
    }
    return values
  }

  private static func text(_ value: JSONValue?) -> String? {
    value?.scalarText.map { FieldText.make($0) }
  }

  // MARK: Writing

  static func append(_ card: CardSolution, to json: inout JSONWriter) {
    json.beginMember("back")
    json.append(quoted: card.back)
  }

  static func append(_ solution: GapsSolution, to json: inout JSONWriter) {
    BackupSolution.list("gaps", solution.gaps, to: &json) { gap, json in
      json.object { json in
        switch gap {
        case .typed(let text): BackupSolution.append(text, to: &json)
        case .picked(let choices):
          BackupSolution.list("choices", choices.texts, to: &json) { $1.append(quoted: $0) }
          json.beginMember("correct")
          json.append(choices.correct + 1)
        }
      }
    }
  }

  static func append(_ solution: MatchSolution, to json: inout JSONWriter) {
    BackupSolution.list("pairs", solution.pairs, to: &json) { pair, json in
      json.object { json in
        for (name, text) in [("left", pair.left), ("right", pair.right)] {
          json.beginMember(name)
          json.append(quoted: text)
        }
      }
    }
    guard !solution.extra.isEmpty else { return }
    BackupSolution.list("extra", solution.extra, to: &json) { $1.append(quoted: $0) }
  }
}
