/// Which column of a table holds what.
struct ColumnMap {
  var question = 0
  var choices: [Int] = []
  /// One column of all choices, instead of ``choices``.
  var joinedChoices: Int?
  var correct = 0
  var wrong: [Int] = []
  var feedback: [Int] = []
  var explanation: Int?
  var category: Int?
  var tags: [Int] = []
  var id: Int?
  var title: Int?
  var difficulty: Int?
  var time: Int?
  var protected: Int?
  /// How many columns the header has; `nil` without one, where each record is as long as it is.
  var width: Int?
  /// Whether the fields are HTML.
  var isHTML = false
  /// Tags and deck that the whole file has.
  var fixedTags: [String] = []
  var fixedCategory: String?
  /// Whether fields beyond the header are passed over without a word.
  var ignoresSurplus = false
  /// Names that nothing is done with.
  var ignored: [String] = []

  /// The layout without a header: question, choices, right answer.
  static let headerless = ColumnMap()

  /// Without a header each record shows for itself where its right answer stands.
  func fitted(to fieldCount: Int) -> ColumnMap {
    guard width == nil, fieldCount != correct + 1 else { return self }
    var fitted = self
    fitted.correct = max(0, fieldCount - 1)
    fitted.choices = Array(1..<max(1, fitted.correct))
    return fitted
  }

  /// Whether a first record is a header: it names the question, or the right answer and a choice.
  static func isHeader(_ names: [String], _ options: ReadingOptions) -> Bool {
    let roles = Set(named(names, options).compactMap { $0?.role })
    return roles.contains(.question)
      || (roles.contains(.correct) && (roles.contains(.choice) || roles.contains(.wrong)))
  }

  /// Reads a header.
  static func read(
    header names: [String], _ options: ReadingOptions
  ) -> Result<ColumnMap, MissingColumn> {
    do throws(MissingColumn) {
      return .success(try ColumnMap(header: names, options))
    } catch {
      return .failure(error)
    }
  }

  private init() {}

  private init(header names: [String], _ options: ReadingOptions) throws(MissingColumn) {
    width = names.count
    var numbered: [ColumnRole: [(number: Int, column: Int)]] = [:]
    var single: [ColumnRole: Int] = [:]
    for (column, named) in Self.named(names, options).enumerated() {
      guard let named else {
        if !names[column].isEmpty { ignored.append(names[column]) }
        continue
      }
      switch named.role {
      case .choice, .wrong, .feedback:
        numbered[named.role, default: []].append((named.number, column))
      case .tags: tags.append(column)
      default:
        // The first of two columns of one role counts: "correct" stands before "key".
        if single[named.role] == nil {
          single[named.role] = column
        } else {
          ignored.append(names[column])
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
    correct = try require(.correct)
    if choices.isEmpty, wrong.isEmpty, joinedChoices == nil {
      throw MissingColumn(role: .choices, found: names)
    }
    explanation = single[.explanation]
    category = single[.category]
    id = single[.id]
    title = single[.title]
    difficulty = single[.difficulty]
    time = single[.time]
    protected = single[.protected]
  }

  /// A header that names no column for something that every question needs.
  struct MissingColumn: Error {
    var role: ColumnRole
    var found: [String]
  }

  /// The roles of the names, those that a person mapped before those that the names have.
  private static func named(_ names: [String], _ options: ReadingOptions) -> [NamedColumn?] {
    names.map { name in
      let folded = HeaderName.folded(name)
      let mapped = options.columns.first { HeaderName.folded($0.value) == folded }
      if let mapped { return NamedColumn(mapped.key) }
      let named = NamedColumn(name: name)
      // A role that a person gave to another column is taken.
      if let role = named?.role, options.columns[role] != nil { return nil }
      return named
    }
  }
}
