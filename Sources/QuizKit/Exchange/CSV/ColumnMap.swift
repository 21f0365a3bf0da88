/// The roles of a table's columns.
struct ColumnMap {
  /// The most columns of a table, as in Excel and LibreOffice. Reading a row takes time for each
  /// column of the header.
  static let mostColumns = 16_384

  var question = 0
  var choices: [Int] = []
  /// The column that contains all choices, instead of ``choices``.
  var joinedChoices: Int?
  var correct = 0
  /// The further columns with one right answer each.
  var moreCorrect: [Int] = []
  var wrong: [Int] = []
  var feedback: [Int] = []
  var explanation: Int?
  var category: Int?
  var tags: [Int] = []
  var id: Int?
  var title: Int?
  var difficulty: Int?
  var time: Int?
  var kind: Int?
  var choose: Int?
  var weights: Int?
  var protected: Int?
  /// The number of columns in the header; `nil` without a header, where record lengths may differ.
  var width: Int?
  /// Whether the fields are HTML.
  var isHTML = false
  /// Tags and deck that apply to the whole file.
  var fixedTags: [String] = []
  var fixedCategory: String?
  /// Whether fields beyond the header's columns are ignored without a warning.
  var ignoresSurplus = false
  /// The names of the header.
  private var names: [String] = []
  /// The columns that are not imported.
  private var unused: Set<Int> = []

  /// The layout of a table without a header: question, choices, right answer.
  static let headerless = ColumnMap()

  /// Adapts a layout without a header to a record's length: the last field is the right answer.
  func fitted(to fieldCount: Int) -> ColumnMap {
    guard width == nil, fieldCount != correct + 1 else { return self }
    var fitted = self
    fitted.correct = max(0, fieldCount - 1)
    fitted.choices = Array(1..<max(1, fitted.correct))
    return fitted
  }

  /// Whether the first record is a header: it names the question, or the right answer and a choice.
  static func isHeader(_ names: [String], _ options: ReadingOptions) -> Bool {
    // Who names columns has seen a header.
    if !options.columns.isEmpty { return true }
    let roles = Set(named(names, options).compactMap { $0?.role })
    return roles.contains(.question)
      || (roles.contains(.correct) && (roles.contains(.choice) || roles.contains(.wrong)))
  }

  /// Reads a header.
  static func read(
    header names: [String], _ options: ReadingOptions
  ) -> Result<ColumnMap, MissingColumn> {
    let folded = Set(names.map(HeaderName.folded))
    let missing = options.columns.filter { !folded.contains(HeaderName.folded($0.value)) }
    if let (column, name) = missing.min(by: { $0.value < $1.value }) {
      return .failure(MissingColumn(role: column.role, name: name, found: names))
    }
    do throws(MissingColumn) {
      return .success(try ColumnMap(header: names, options))
    } catch {
      return .failure(error)
    }
  }

  private init() {}

  private init(header names: [String], _ options: ReadingOptions) throws(MissingColumn) {
    width = names.count
    self.names = names
    var numbered: [ColumnRole: [(number: Int, column: Int)]] = [:]
    var single: [ColumnRole: Int] = [:]
    for (column, named) in Self.named(names, options).enumerated() {
      guard let named else {
        if !names[column].isEmpty { unused.insert(column) }
        continue
      }
      switch named.role {
      case .choice, .wrong, .feedback:
        numbered[named.role, default: []].append((named.number, column))
      case .tags: tags.append(column)
      case .correct where named.number > 0:
        numbered[.correct, default: []].append((named.number, column))
      default:
        // If two columns have the same role, the first one counts, for example "correct" before
        // "key".
        if single[named.role] == nil {
          single[named.role] = column
        } else {
          unused.insert(column)
        }
      }
    }
    func columns(_ role: ColumnRole) -> [Int] {
      (numbered[role] ?? []).sorted { ($0.number, $0.column) < ($1.number, $1.column) }
        .map(\.column)
    }
    func require(_ role: ColumnRole) throws(MissingColumn) -> Int {
      guard let column = single[role] else { throw MissingColumn(role: role, found: names) }
      return column
    }
    (choices, wrong, feedback) = (columns(.choice), columns(.wrong), columns(.feedback))
    joinedChoices = choices.isEmpty ? single[.choices] : nil
    question = try require(.question)
    moreCorrect = columns(.correct)
    correct =
      try single[.correct] == nil && !moreCorrect.isEmpty
      ? moreCorrect.removeFirst() : require(.correct)
    kind = single[.kind]
    if choices.isEmpty, wrong.isEmpty, joinedChoices == nil, kind == nil {
      throw MissingColumn(role: .choices, found: names)
    }
    explanation = single[.explanation]
    category = single[.category]
    id = single[.id]
    title = single[.title]
    difficulty = single[.difficulty]
    time = single[.time]
    choose = single[.choose]
    weights = single[.weights]
    protected = single[.protected]
  }

  /// The names of the columns that are not imported.
  var ignored: [String] { unused.sorted().map { names[$0] } }

  /// Ignores the column that seemed to state the kinds of the rows.
  mutating func ignoreKind() {
    if let kind { unused.insert(kind) }
    kind = nil
  }

  /// The header lacks a column that every question needs.
  struct MissingColumn: Error {
    var role: ColumnRole
    /// The name that the user gave to it; `nil` if the user gave none.
    var name: String?
    var found: [String]

    var fault: Fault {
      name.map { .mappedNameMissing($0, found: found) } ?? .noColumn(role: role, found: found)
    }
  }

  /// Assigns roles to the names. Roles that the user assigned take precedence.
  private static func named(_ names: [String], _ options: ReadingOptions) -> [NamedColumn?] {
    names.map { name in
      let folded = HeaderName.folded(name)
      let mapped = options.columns.first { HeaderName.folded($0.value) == folded }
      if let mapped { return mapped.key }
      let named = NamedColumn(name: name)
      // The user assigned this role to another column.
      let isTaken = options.columns.keys.contains { $0.role == named?.role }
      return isTaken ? nil : named
    }
  }
}
