import Foundation

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
  /// A text that several questions share. It comes before each of them.
  case passage
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

  /// The roles of columns with the choices or the answer of a question.
  static let ofAnswers: Set<ColumnRole> = [.choices, .choice, .correct, .wrong]

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

  /// Interprets a name from a header; `nil` if the name is unknown, or other columns may have it,
  /// too.
  package init?(name: String) {
    guard let use = FieldNames.uses(of: name).first(where: { !$0.isWeak }) else { return nil }
    self = use.column
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
  /// accents, blanks, `_` and `-`; nothing for a text that is too long for a name.
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
    folded = folded.lowercased()
    if folded.utf8.allSatisfy({ $0 < 0x80 }) { return folded.filter { $0 != "-" && $0 != "_" } }
    // Accents only: the marks of kana are others, and tell one word from another.
    var plain = String.UnicodeScalarView()
    for scalar in folded.decomposedStringWithCanonicalMapping.unicodeScalars
    where !(0x300...0x36F).contains(scalar.value) && scalar != "-" && scalar != "_" {
      plain.append(scalar == "đ" ? "d" : scalar)
    }
    return String(plain)
  }

  /// The letters that count choices in Arabic, in their order.
  private static let arabic = Array("أبجدهوزح")

  /// Returns the number, and 1 for `a` and `ア`, and so on; `nil` for anything else.
  static func number(_ text: Substring) -> Int? {
    // More than the allowed number of choices, so that a question with too many is rejected, not
    // truncated.
    if let number = Int(text), (0...99).contains(number) { return number }
    guard text.count == 1, let first = text.first else { return nil }
    if first.isASCII, ("a"..."h").contains(first), let code = first.asciiValue {
      return Int(code - UInt8(ascii: "a")) + 1
    }
    return (ChoiceKana.order.firstIndex(of: first) ?? arabic.firstIndex(of: first)).map { $0 + 1 }
  }
}

/// The kana used to number choices in Japanese exam papers.
enum ChoiceKana {
  static let order = Array("アイウエオカキク")
}
