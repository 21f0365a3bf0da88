/// The role of a column in a table of questions.
package enum ColumnRole: String, Codable, Hashable, Sendable, CaseIterable {
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
  /// Where a picture of the question is: a path, or an image as Markdown or HTML writes it.
  case picture
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
}

/// How a table or a list of records was taken apart, for a person who looks at it before it is
/// brought in.
package struct TableLayout: Equatable, Sendable {
  /// A column, or a field of records.
  package struct Column: Equatable, Sendable {
    /// The name; empty for a column without a heading.
    package let name: String
    /// The cell of the first row, cut off where it is long.
    package let sample: String
  }

  /// One of several lists of records in a file.
  package struct Part: Equatable, Sendable {
    /// The path.
    package let list: String
    /// How many records it has.
    package let count: Int
    /// The fields of its records.
    package let layout: TableLayout
  }

  /// The columns in their order.
  package let columns: [Column]
  /// Whether the first row was read as the names of the columns; `nil` where there is no such row.
  package let hasHeading: Bool?
  /// The separator of the columns; `nil` without one.
  package let separator: Character?
  /// The columns of each role, by their numbers from 1.
  package internal(set) var fields: [ColumnRole: [Int]] = [:]
  /// The lists in which the questions may be: their paths in a JSON file, the longest first, or the
  /// names of sheets. Empty for a file that is one table.
  package internal(set) var lists: [String] = []
  /// The longest of these lists, where there are several and the person has named none.
  package internal(set) var parts: [Part] = []
  /// How the right answers were read; `nil` while that is not known.
  package internal(set) var answers: ReadingOptions.Answers?
  /// The first rows, including that of the names.
  let rows: [[String]]

  /// The separator of the elements of a list in a cell.
  static let listSeparator = " | "
  /// The most lists whose fields are examined.
  static let mostParts = 10
  /// The most rows that are kept.
  static let mostRows = 100
  /// The most columns of a table without names that are kept.
  private static let mostColumns = 500
  /// The most characters of a cell that are kept.
  static let mostCharacters = 600

  /// - Parameter rows: The first rows, including that of the names.
  init(rows: [[String]], hasHeading: Bool?, separator: Character?) {
    let width = hasHeading == true ? rows.first?.count ?? 0 : Self.mostColumns
    let rows = rows.map { row in row.prefix(width).map { String($0.prefix(Self.mostCharacters)) } }
    let first = rows.first ?? []
    let sample = hasHeading == true ? rows.dropFirst().first ?? [] : first
    columns = (0..<max(first.count, sample.count)).map { index in
      Column(
        name: hasHeading == true && first.indices.contains(index) ? first[index] : "",
        sample: sample.indices.contains(index) ? sample[index] : "")
    }
    (self.rows, self.hasHeading, self.separator) = (rows, hasHeading, separator)
  }

  /// The fields of records.
  ///
  /// - Parameters:
  ///   - names: The names of the fields.
  ///   - records: What the first records have in each of them.
  init(names: [String], records: [[String]]) {
    rows = records.map { row in row.map { String($0.prefix(Self.mostCharacters)) } }
    let sample = rows.first ?? []
    columns = names.enumerated().map {
      Column(name: $1, sample: sample.indices.contains($0) ? sample[$0] : "")
    }
    (hasHeading, separator) = (nil, nil)
  }

  /// Whether the rows are those of a sheet, which may have a title above its heading.
  package var isSheet: Bool { separator == nil && !areRecords }

  /// Whether these are the fields of records, which have names and no numbers.
  package var areRecords: Bool { hasHeading == nil }

  /// A column by its number from 1, as ``ReadingOptions`` has it.
  package func column(_ number: Int) -> ReadingOptions.Column {
    areRecords && columns.indices.contains(number - 1)
      ? .named(columns[number - 1].name) : .number(number)
  }
}
