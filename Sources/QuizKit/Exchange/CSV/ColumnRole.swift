/// What a column of a table of questions holds.
public enum ColumnRole: String, Hashable, Sendable, CaseIterable {
  /// The question.
  case question
  /// One choice a column; its number tells the order.
  case choice
  /// All choices in one column.
  case choices
  /// The right answer: a letter, a number or the text of a choice.
  case correct
  /// One wrong choice a column; ``correct`` is a text then.
  case wrong
  /// What is shown to those who picked this choice.
  case feedback
  /// The commentary.
  case explanation
  /// The deck.
  case category
  /// Words, parted by `;` or blanks.
  case tags
  /// The identifier in the file.
  case id
  /// A short name.
  case title
  /// Becomes a tag.
  case difficulty
  /// Seconds to answer; kept, but a quiz has its own time for each question.
  case time
  /// Whether cells of the row have an apostrophe in front that is none of their text (``CellProtection``).
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
    case .question: "問題文"
    case .correct: "正解"
    case .choice, .choices: "選択肢"
    default: "\(rawValue)"
    }
  }
}

/// The role that a column's name gives it, with the place among its like.
struct NamedColumn: Hashable {
  var role: ColumnRole
  /// Counted from 1; 0 for roles that stand once.
  var number = 0

  init(_ role: ColumnRole, number: Int = 0) {
    self.role = role
    self.number = number
  }

  /// Reads a name from a header; `nil` if it says nothing to us.
  init?(name: String) {
    let folded = HeaderName.folded(name)
    if let role = Self.roles[folded] {
      self.init(role)
    } else if let number = Self.number(of: folded, after: Self.wrongPrefixes) {
      self.init(.wrong, number: number)
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

  private static let choicePrefixes = ["choice", "option", "opt", "answer", "選択肢"]
  private static let wrongPrefixes = ["incorrect", "wrong", "distractor", "incorrectanswer"]
  private static let feedbackPrefixes = ["feedback", "選択肢の解説"]

  private static let roles: [String: ColumnRole] = [
    "question": .question, "questiontext": .question, "stem": .question, "q": .question,
    "問題": .question, "問題文": .question, "設問": .question, "質問": .question,
    "choices": .choices, "options": .choices, "選択肢": .choices,
    "answer": .correct, "correct": .correct, "correctanswer": .correct, "right": .correct,
    "key": .correct, "正解": .correct, "解答": .correct, "答え": .correct, "正答": .correct,
    "explanation": .explanation, "commentary": .explanation, "feedback": .explanation,
    "rationale": .explanation, "解説": .explanation, "説明": .explanation,
    "category": .category, "deck": .category, "subject": .category, "カテゴリ": .category,
    "カテゴリー": .category, "分類": .category, "分野": .category,
    "tags": .tags, "tag": .tags, "タグ": .tags,
    "id": .id, "no": .id, "番号": .id, "title": .title, "タイトル": .title,
    "difficulty": .difficulty, "難易度": .difficulty,
    "time": .time, "timelimit": .time, "制限時間": .time,
    "protected": .protected,
  ]
}

/// The spelling of column names, folded: for headers only, never for what is in the columns.
enum HeaderName {
  /// Lower case, full-width letters and digits as ASCII, without blanks, `_` and `-`.
  static func folded(_ name: String) -> String {
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

  /// `1`, `a` and `ア` are all 1; `nil` for anything else.
  static func number(_ text: Substring) -> Int? {
    // More than there may be, so that a question of too many is refused and not cut.
    if let number = Int(text), (1...99).contains(number) { return number }
    guard text.count == 1, let first = text.first else { return nil }
    if first.isASCII, ("a"..."h").contains(first), let code = first.asciiValue {
      return Int(code - UInt8(ascii: "a")) + 1
    }
    return ChoiceKana.order.firstIndex(of: first).map { $0 + 1 }
  }
}

/// The kana that number choices in Japanese papers.
enum ChoiceKana {
  static let order = Array("アイウエオカキク")
}
