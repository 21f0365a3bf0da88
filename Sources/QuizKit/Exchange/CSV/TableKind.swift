/// The kind of a table row, as a column such as `kind` or `type` states it.
enum TableKind: Hashable {
  /// The row has choices. The key shows how many are right.
  case choices
  case trueFalse
  case several
  case text(isCaseSensitive: Bool)
  case number
  case card, gaps, order, match
  /// A quiz cannot ask the question.
  case other(Fault.UnaskableKind)

  /// Reads a word for a kind; `nil` if tables do not use this word.
  init?(_ word: String) {
    guard let kind = Self.words[HeaderName.folded(word)] else { return nil }
    self = kind
  }

  /// The word to write for a solution.
  static func word(for solution: Solution) -> String {
    solution.isCaseSensitive ? "case-sensitive text" : solution.kind.rawValue
  }

  private static let words: [String: TableKind] = {
    let kinds: [TableKind: [String]] = [
      .choices: [
        "single", "singlechoice", "singleanswer", "choice", "choices", "quiz", "multiplechoice",
        "multiple",
        "mc", "mcq", "radio", "選択", "選択式", "択一", "択一式", "单选", "单选题", "単一選択", "単数選択", "多肢選択",
      ],
      .trueFalse: [
        "truefalse", "true/false", "tf", "boolean", "bool", "正誤", "正誤問題", "○×", "〇×", "判断", "判断题",
      ],
      .several: [
        "several", "severalanswers", "multi", "multianswer", "multianswers", "multiselect",
        "multipleselect", "multipleanswer", "multipleanswers", "multipleresponse",
        "multipleresponses", "checkbox", "checkboxes", "multipleselectquiz",
        "複数", "複数選択", "複数回答", "複数解答", "多选", "多选题",
      ],
      .text(isCaseSensitive: false): [
        "text", "shorttext", "short", "shortanswer", "fillin", "fillintheblank", "fillintheblanks",
        "blank", "typed", "typein", "記述", "記述式", "短答", "入力", "文字", "穴埋め",
      ],
      .text(isCaseSensitive: true): ["casesensitivetext"],
      .number: ["number", "numeric", "numerical", "slider", "数値", "数", "数字"],
      .other(.essay): ["essay", "longanswer", "longtext", "openended", "論述"],
      .match: ["match", "matching", "組み合わせ", "組合せ"],
      .order: ["order", "ordering", "reorder", "sequence", "jumble", "並べ替え"],
      .card: ["card", "flashcard", "カード"],
      .gaps: ["gaps", "cloze"],
      .other(.description): ["description", "説明文", "slide", "content"],
      .other(.opinion): ["poll", "survey", "wordcloud", "brainstorming"],
    ]
    var words: [String: TableKind] = [:]
    for (kind, names) in kinds {
      for name in names { words[name] = kind }
    }
    return words
  }()
}
