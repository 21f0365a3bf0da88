/// The role of a column in a table of questions.
package enum ColumnRole: String, Hashable, Sendable, CaseIterable {
  /// The question.
  case question
  /// One of several columns with one choice each; the column's number gives the order.
  case choice
  /// All choices in one column.
  case choices
  /// The right answer: a letter, a number or the text of a choice, or several of them; for a typed
  /// answer, the accepted answers. Several columns may have one right answer each.
  case correct
  /// One of several columns with one wrong choice each. ``correct`` is then the text of the right
  /// one.
  case wrong
  /// The text shown to people who picked a certain choice.
  case feedback
  /// The commentary.
  case explanation
  /// The deck.
  case category
  /// Tags, separated by `;` or blanks.
  case tags
  /// The question's identifier in the file.
  case id
  /// A short name.
  case title
  /// The difficulty, which becomes a tag.
  case difficulty
  /// The seconds allowed for an answer. Stored but not used: a quiz sets its own time per question.
  case time
  /// The kind of the row: choices, a text, a number; see ``TableKind``.
  case kind
  /// The number of choices to pick, if several are right.
  case choose
  /// The credit for each choice or accepted answer, from -1 to 1 or in percent.
  case weights
  /// Whether some cells of the row have a protective apostrophe; see ``CellProtection``.
  case protected

  var english: String {
    switch self {
    case .question: "the question"
    case .correct: "the right answer"
    case .choice, .choices: "the choices"
    default: "\(rawValue)"
    }
  }

  var japanese: String {
    switch self {
    case .question: "質問文"
    case .correct: "正解"
    case .choice, .choices: "選択肢"
    default: "\(rawValue)"
    }
  }
}

/// The role that a column's name implies, and its number among the columns of that role.
package struct NamedColumn: Hashable, Sendable {
  package var role: ColumnRole
  /// Counted from 1; 0 for roles that only one column has, and for the first of several columns in
  /// tables that count from 0.
  package var number = 0

  /// Creates the column of a role.
  package init(_ role: ColumnRole, number: Int = 0) {
    self.role = role
    self.number = number
  }

  /// Interprets a name from a header; `nil` if the name is unknown.
  package init?(name: String) {
    guard name.utf8.count <= HeaderName.longest else { return nil }
    if let named = NamedColumn(folded: HeaderName.folded(name)) {
      self = named
    } else {
      // Templates explain their columns: "Answer 3 (Optional)", "Question - max 120 characters".
      let core = HeaderName.folded(HeaderName.core(name)).trimmingMarks
      guard let named = NamedColumn(folded: core) else { return nil }
      self = named
    }
  }

  private init?(folded: String) {
    if let role = Self.roles[folded] {
      self.init(role)
    } else if let number = Self.number(of: folded, after: Self.wrongPrefixes) {
      self.init(.wrong, number: number)
    } else if let number = Self.number(of: folded, after: Self.correctPrefixes) {
      self.init(.correct, number: number)
    } else if let number = Self.number(of: folded, after: Self.feedbackPrefixes) {
      self.init(.feedback, number: number)
    } else if let number = Self.number(of: folded, after: Self.choicePrefixes)
      ?? (folded.allSatisfy(\.isNumber) ? nil : HeaderName.number(folded[...]))
    {
      self.init(.choice, number: number)
    } else {
      return nil
    }
  }

  private static func number(of folded: String, after prefixes: [String]) -> Int? {
    for prefix in prefixes where folded.hasPrefix(prefix) {
      if let number = HeaderName.number(folded.dropFirst(prefix.count)) { return number }
    }
    return nil
  }

  private static let choicePrefixes = [
    "choice", "option", "opt", "answer", "選択肢", "选项", "選項", "antwort", "réponse", "proposition",
    "choix", "respuesta", "opción", "opção", "alternativa", "risposta", "вариант",
    "вариантответа", "đápán", "phươngán", "보기",
  ]
  private static let wrongPrefixes = [
    "incorrect", "wrong", "distractor", "incorrectanswer", "đápánsai",
  ]
  private static let correctPrefixes = [
    "correct", "correctanswer", "right", "rightanswer", "key", "正解", "正答",
  ]
  private static let feedbackPrefixes = ["feedback", "選択肢の解説"]

  private static let roles: [String: ColumnRole] = [
    "question": .question, "questiontext": .question, "stem": .question, "q": .question,
    "prompt": .question, "questionbody": .question, "questioncontent": .question,
    "問題": .question, "問題文": .question, "設問": .question, "質問": .question,
    "题目": .question, "题干": .question, "试题": .question, "问题": .question,
    "題目": .question, "題目內容": .question, "frage": .question,
    "pregunta": .question, "pergunta": .question, "domanda": .question, "вопрос": .question,
    "câuhỏi": .question, "nộidungcâuhỏi": .question,
    "문제": .question, "질문": .question,
    "choices": .choices, "options": .choices, "選択肢": .choices,
    "answer": .correct, "correct": .correct, "correctanswer": .correct, "right": .correct,
    "key": .correct, "正解": .correct, "解答": .correct, "答え": .correct, "正答": .correct,
    "正解番号": .correct, "正解肢": .correct, "正解の番号": .correct, "正解選択肢": .correct,
    "答案": .correct, "正确答案": .correct, "参考答案": .correct, "正確答案": .correct,
    "correctkey": .correct, "correctchoice": .correct, "correctoption": .correct,
    "rightanswer": .correct, "rightoption": .correct, "answerkey": .correct, "ans": .correct,
    "antwort": .correct, "richtigeantwort": .correct, "lösung": .correct,
    "réponse": .correct, "bonneréponse": .correct, "réponsecorrecte": .correct,
    "respuesta": .correct, "respuestacorrecta": .correct,
    "resposta": .correct, "respostacorreta": .correct, "gabarito": .correct,
    "rispostacorretta": .correct, "правильныйответ": .correct, "ответ": .correct,
    "đápán": .correct, "đápánđúng": .correct, "정답": .correct,
    "explanation": .explanation, "commentary": .explanation, "feedback": .explanation,
    "rationale": .explanation, "解説": .explanation, "説明": .explanation,
    "answerexplanation": .explanation, "解析": .explanation, "答案解析": .explanation,
    "erklärung": .explanation, "explication": .explanation, "explicación": .explanation,
    "explicação": .explanation, "giảithích": .explanation, "해설": .explanation,
    "пояснение": .explanation,
    "category": .category, "deck": .category, "subject": .category, "カテゴリ": .category,
    "カテゴリー": .category, "分類": .category, "分野": .category,
    "thème": .category, "catégorie": .category, "thema": .category, "kategorie": .category,
    "tema": .category, "categoría": .category,
    "tags": .tags, "tag": .tags, "タグ": .tags,
    "id": .id, "no": .id, "番号": .id, "question#": .id, "title": .title, "タイトル": .title,
    "difficulty": .difficulty, "難易度": .difficulty, "niveau": .difficulty,
    "difficulté": .difficulty, "schwierigkeit": .difficulty, "dificultad": .difficulty,
    "time": .time, "timelimit": .time, "timeinseconds": .time, "制限時間": .time,
    "kind": .kind, "type": .kind, "questiontype": .kind, "questionkind": .kind, "種類": .kind,
    "種別": .kind, "题型": .kind, "問題形式": .kind, "出題形式": .kind,
    "choose": .choose, "選ぶ数": .choose, "選択数": .choose,
    "weights": .weights, "重み": .weights,
    "protected": .protected,
  ]
}

extension String {
  /// The name without what ends it: `Question:`, `a)`, `B.`
  fileprivate var trimmingMarks: String {
    guard let last, ".:)".contains(last) else { return self }
    return String(dropLast())
  }
}

/// Normalises column names. Only for headers, never for the contents of a column.
enum HeaderName {
  /// The name without the explanation that follows it.
  static func core(_ name: String) -> String {
    let ends = ["(", "（", " - ", " – ", "\n"].compactMap { name.firstRange(of: $0)?.lowerBound }
    return ends.min().map { String(name[..<$0]) } ?? name
  }

  /// The most bytes of a name. A text of megabytes, which a sheet may have in each of its cells, is
  /// none.
  static let longest = 1_000

  /// Returns the name in lower case, with full-width letters and digits as ASCII, and without
  /// blanks, `_` and `-`; nothing for a text that is too long for a name.
  static func folded(_ name: String) -> String {
    guard name.utf8.count <= longest else { return "" }
    var folded = ""
    for scalar in name.unicodeScalars {
      switch scalar.value {
      case 0xFF01...0xFF5E:
        if let ascii = Unicode.Scalar(scalar.value - 0xFEE0) { folded.unicodeScalars.append(ascii) }
      case 0x20, 0xA0, 0x3000, 0x09, 0x0A, 0x2D, 0x5F: break
      default: folded.unicodeScalars.append(scalar)
      }
    }
    return folded.lowercased().filter { $0 != "-" && $0 != "_" }
  }

  /// Returns the number, and 1 for `a` and `ア`, and so on; `nil` for anything else.
  static func number(_ text: Substring) -> Int? {
    // More than the allowed number of choices, so that a question with too many is rejected, not
    // truncated.
    if let number = Int(text), (0...99).contains(number) { return number }
    guard text.count == 1, let first = text.first else { return nil }
    if first.isASCII, ("a"..."h").contains(first), let code = first.asciiValue {
      return Int(code - UInt8(ascii: "a")) + 1
    }
    return ChoiceKana.order.firstIndex(of: first).map { $0 + 1 }
  }
}

/// The kana used to number choices in Japanese exam papers.
enum ChoiceKana {
  static let order = Array("アイウエオカキク")
}
