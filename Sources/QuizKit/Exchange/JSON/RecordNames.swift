/// Knows the meaning of members of JSON objects by their names. The names are those of the columns
/// of tables, and those that question sites and quiz programs use.
///
/// It is a class because it remembers the names that it has judged. The objects of a file have the
/// same few.
final class RecordNames {
  /// A meaning that a name may have.
  struct Use {
    var column: NamedColumn
    /// Of several members with the same role, the one with the lowest rank counts.
    var rank: Int
  }

  /// The names of a question that other texts may have as well. They count only in an object that
  /// has choices, too.
  static let firstWeakRank = questionNames.count

  /// The names that the user assigned to roles.
  let mapped: [NamedColumn: String]
  private var known: [String: [Use]] = [:]
  /// The names of all objects so far, in the order in which they appeared.
  private(set) var seen: [String] = []
  private var found: Set<NamedColumn> = []

  /// - Parameter columns: the names that the user assigned to roles. They take precedence.
  init(_ columns: [NamedColumn: String]) { mapped = columns }

  /// A name that the user assigned and that no object has.
  var missing: String? {
    mapped.filter { !found.contains($0.key) }.map(\.value).min()
  }

  /// Notes that an object has the member that the user assigned to a role.
  func note(_ column: NamedColumn) { found.insert(column) }

  /// The possible meanings of a name; empty if it has none.
  func uses(of name: String) -> [Use] {
    if let uses = known[name] { return uses }
    let uses = judge(name)
    // A file may have other names in each object.
    if known.count < 10_000 {
      known[name] = uses
      seen.append(name)
    }
    return uses
  }

  private func judge(_ name: String) -> [Use] {
    let folded = HeaderName.folded(name)
    if let mapped = mapped.first(where: { HeaderName.folded($0.value) == folded }) {
      found.insert(mapped.key)
      return [Use(column: mapped.key, rank: -1)]
    }
    var uses: [Use] = Self.ranks.compactMap { role, names in
      names[folded].map { Use(column: NamedColumn(role), rank: $0) }
    }
    if uses.isEmpty, let column = NamedColumn(name: name) ?? Self.numbered(folded) {
      uses = [Use(column: column, rank: 0)]
    }
    let taken = Set(mapped.keys.map(\.role))
    return uses.filter { !taken.contains($0.column.role) }
  }

  /// Interprets the short names `opa` to `oph`, which tables do not have.
  private static func numbered(_ folded: String) -> NamedColumn? {
    guard folded.count == 3, folded.hasPrefix("op") else { return nil }
    return HeaderName.number(folded.dropFirst(2)).map { NamedColumn(.choice, number: $0) }
  }

  private static let questionNames = [
    "question", "questiontext", "questionstem", "stem", "q", "問題", "問題文", "設問", "質問",
    "ques", "questionbody", "questioncontent", "questionhtml", "questionstatement", "questiontitle",
    "questionname", "query",
  ]

  private static let names: [ColumnRole: [String]] = [
    .question: questionNames + [
      "prompt", "body", "statement", "text", "content", "problem", "front", "term", "title",
      "name", "description",
    ],
    .choices: [
      "choices", "options", "選択肢", "answeroptions", "answerchoices", "questionoptions",
      "choicelist", "optionlist", "possibleanswers", "alternatives", "variants", "candidates",
      "responses", "answers",
    ],
    .correct: [
      "answer", "correct", "correctanswer", "correctanswers", "rightanswer", "rightanswers",
      "right", "正解", "解答", "答え", "正答", "answerkey", "correctoption", "correctoptions",
      "correctchoice", "correctchoices", "correctresponse", "correctresponses", "correctindex",
      "correctindexes", "correctindices", "correctanswerindex", "correctoptionindex",
      "correctchoiceindex", "answerindex", "correctid", "correctids", "correctanswerid",
      "correctanswerids", "correctoptionid", "correctoptionids", "correctletter", "correctkey",
      "correctvalue", "answerletter", "answerid", "key", "keys",
      "solution", "solutions", "ans", "cop", "gold", "answers", "label", "back", "definition",
    ],
    .wrong: [
      "incorrectanswers", "wronganswers", "incorrect", "wrong", "distractors", "incorrectoptions",
      "wrongoptions", "incorrectchoices", "wrongchoices",
    ],
    .explanation: [
      "explanation", "commentary", "feedback", "rationale", "解説", "説明", "answerexplanation",
      "answerdescription", "explanationtext", "generalfeedback", "solutiontext", "justification",
      "reasoning", "explain", "exp", "reason", "support",
    ],
    .category: [
      "category", "deck", "subject", "カテゴリ", "カテゴリー", "分類", "分野", "categoryname", "subjectname",
      "domain",
    ],
    .tags: ["tags", "tag", "タグ", "keywords", "labels"],
    .id: ["qid", "id", "questionid", "no", "番号", "uuid", "uid", "questionnumber"],
    .title: ["title", "タイトル"],
    .difficulty: ["difficulty", "難易度", "difficultylevel"],
  ]

  private static let ranks: [ColumnRole: [String: Int]] = names.mapValues { names in
    Dictionary(uniqueKeysWithValues: zip(names, names.indices))
  }
}

extension RecordNames.Use {
  /// Whether the name says that the member is a question, whatever else the object has.
  var isSurelyQuestion: Bool {
    column.role == .question && rank < RecordNames.firstWeakRank
  }
}
