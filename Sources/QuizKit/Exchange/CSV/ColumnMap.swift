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
  /// Further columns whose names say that they have the right answer, too.
  var rivals: [Int] = []
  /// The number of the first column of choices, if they are counted.
  private(set) var firstNumber: Int?
  /// Whether the table has cards: two sides, and no choices.
  private(set) var areCards = false
  /// Whether all of these cards are statements with a word for true or false.
  var areStatements = false
  var wrong: [Int] = []
  var feedback: [Int] = []
  var tags: [Int] = []
  /// The columns of the roles that one column has. They are few, and asked for in each row.
  private var others: [(role: ColumnRole, column: Int)] = []
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

  /// The column of a role that only one column has; `nil` if there is none.
  subscript(role: ColumnRole) -> Int? {
    get { role == .question ? question : others.first { $0.role == role }?.column }
    set {
      others.removeAll { $0.role == role }
      if let newValue { others.append((role, newValue)) }
    }
  }

  /// The layout of a table without a header: question, choices, right answer.
  ///
  /// - Parameter question: The column of the question, behind running numbers.
  static func headerless(_ question: Int) -> ColumnMap {
    var map = ColumnMap()
    (map.question, map.correct) = (question, question)
    // These columns are ours, and count from 1.
    map.firstNumber = 1
    return map
  }

  /// Adapts a layout without a header to a record's length: the last field is the right answer.
  func fitted(to fieldCount: Int) -> ColumnMap {
    guard width == nil, fieldCount != correct + 1 else { return self }
    var fitted = self
    fitted.correct = max(0, fieldCount - 1)
    fitted.choices = Array(question + 1..<max(question + 1, fitted.correct))
    return fitted
  }

  /// Whether the first record is a header: it names the question, or the right answer and a choice.
  static func isHeader(_ names: [String], _ options: ReadingOptions) -> Bool {
    // Who names columns has seen a header.
    if !options.columns.isEmpty { return true }
    let uses = names.map(MappedNames(options).uses)
    let roles = Set(uses.joined().lazy.filter { !$0.isWeak }.map(\.column.role))
    if roles.contains(.question) { return true }
    let weak = Set(uses.joined().lazy.filter(\.isWeak).map(\.column.role))
    if roles.contains(.correct), roles.contains(.choice) || roles.contains(.wrong) { return true }
    return weak.contains(.question)
      && (roles.contains(.correct) && roles.contains(.choices)
        || weak.contains(.correct) && names.contains { FieldNames.isBack($0) })
  }

  private init() {}

  /// Reads a header.
  init(header names: [String], _ options: ReadingOptions) throws(MissingColumn) {
    width = names.count
    self.names = names
    let known = MappedNames(options)
    let uses = names.map(known.uses)
    if let (column, name) = known.missing {
      throw MissingColumn(role: column.role, name: name, found: names)
    }
    var taken: Set<Int> = []
    var numbered: [ColumnRole: [(number: Int, column: Int)]] = [:]
    let hasSecond = uses.joined().contains { $0.column == NamedColumn(.choice, number: 2) }
    for (column, uses) in uses.enumerated() {
      for use in uses where !taken.contains(column) {
        let isNumbered =
          [.choice, .wrong, .feedback].contains(use.column.role)
          || use.column.role == .correct && use.column.number > 0
        // A lone `a` beside `q` is the answer.
        guard isNumbered, uses.count == 1 || hasSecond else { continue }
        numbered[use.column.role, default: []].append((use.column.number, column))
        taken.insert(column)
      }
    }
    /// The columns that may have a role, those with the best names first.
    func candidates(_ role: ColumnRole) -> [Int] {
      let ranked = uses.enumerated().compactMap { column, uses -> (Bool, Int)? in
        guard !taken.contains(column) else { return nil }
        return uses.first { $0.column.role == role }.map { ($0.isWeak, column) }
      }
      // Of equally good names the first column counts.
      return ranked.sorted { !$0.0 && $1.0 || $0.0 == $1.0 && $0.1 < $1.1 }.map(\.1)
    }
    func take(_ role: ColumnRole) -> Int? {
      guard let column = candidates(role).first else { return nil }
      taken.insert(column)
      return column
    }
    func missing(_ role: ColumnRole) -> MissingColumn {
      let unknown = names.indices.filter { uses[$0].isEmpty && !names[$0].isEmpty }
      return MissingColumn(role: role, found: names, unknown: unknown.map { names[$0] })
    }
    func columns(_ role: ColumnRole) -> [Int] {
      (numbered[role] ?? []).sorted { ($0.number, $0.column) < ($1.number, $1.column) }
        .map(\.column)
    }
    (choices, wrong, feedback) = (columns(.choice), columns(.wrong), columns(.feedback))
    wrong += candidates(.wrong)
    taken.formUnion(wrong)
    let counted = (numbered[.choice] ?? []).filter { names[$0.column].contains(where: \.isNumber) }
    firstNumber = counted.map(\.number).min()
    guard let question = take(.question) else { throw missing(.question) }
    self.question = question
    if choices.isEmpty { joinedChoices = take(.choices) }
    moreCorrect = columns(.correct)
    if let column = take(.correct) {
      correct = column
      rivals = candidates(.correct).filter { column in !uses[column].allSatisfy(\.isWeak) }
      taken.formUnion(rivals)
    } else if !moreCorrect.isEmpty {
      correct = moreCorrect.removeFirst()
    } else {
      throw missing(.correct)
    }
    for role in [.kind, .explanation, .category, .passage] as [ColumnRole] {
      self[role] = take(role)
    }
    tags = candidates(.tags)
    taken.formUnion(tags)
    for role in Self.lastRoles { self[role] = take(role) }
    unused = Set(names.indices.filter { !names[$0].isEmpty && !taken.contains($0) })
    if choices.isEmpty, wrong.isEmpty, joinedChoices == nil, self[.kind] == nil {
      // Where a column is not understood, it may have the choices.
      guard unused.isEmpty, moreCorrect.isEmpty, rivals.isEmpty else {
        throw missing(.choices)
      }
      areCards = true
    }
  }

  private static let lastRoles: [ColumnRole] = [
    .id, .title, .difficulty, .time, .choose, .weights, .protected,
  ]

  /// The names of the columns that are not imported.
  var ignored: [String] { unused.sorted().map { names[$0] } }

  /// Keeps one of several columns of right answers, and counts the others as not used.
  mutating func decide(_ key: Int) {
    unused.formUnion(([correct] + rivals).filter { $0 != key })
    (correct, rivals) = (key, [])
  }

  /// Counts a column as not used that has no right answers, whatever its name says.
  mutating func drop(rival: Int) {
    rivals.removeAll { $0 == rival }
    unused.insert(rival)
  }

  /// The name of a column.
  func name(of column: Int) -> String { names.indices.contains(column) ? names[column] : "" }

  /// Ignores the column that seemed to state the kinds of the rows.
  mutating func ignoreKind() {
    if let kind = self[.kind] { unused.insert(kind) }
    self[.kind] = nil
  }

  /// The header lacks a column that every question needs.
  struct MissingColumn: Error {
    var role: ColumnRole
    /// The name that the user gave to it; `nil` if the user gave none.
    var name: String?
    var found: [String]
    /// The names that mean nothing here.
    var unknown: [String] = []

    var fault: Fault {
      name.map { .mappedNameMissing($0, found: found) }
        ?? .noColumn(role: role, found: found, map: map)
    }

    /// What `--map` needs so that the table can be read, as far as the names tell.
    private var map: String {
      let isPlain = unknown.allSatisfy { name in !name.contains { ",\"\n".contains($0) } }
      let pairs: [String] =
        switch role {
        case .choices where isPlain && (2...26).contains(unknown.count):
          unknown.enumerated().map { "choice\($0 + 1)=\($1)" }
        case _ where isPlain && unknown.count == 1: ["\(role.rawValue)=\(unknown[0])"]
        default: ["\(role.rawValue)=COLUMN"]
        }
      let map = pairs.joined(separator: ",")
      return map.contains(" ") ? "\"\(map)\"" : map
    }
  }
}
