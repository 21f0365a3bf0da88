/// The heading of a sheet, with names that the reader of tables knows.
struct SheetHeader {
  /// The names; empty for columns that are left out.
  private(set) var names: [String]
  /// The meanings of the names.
  private var roles: [ColumnRole?]
  /// The columns with the points of each choice, if these are the key.
  private var pointColumns: [Int] = []

  /// - Returns: `nil` if the row is not a heading.
  init?(_ row: [String], _ options: ReadingOptions) {
    // In other files a plural is the name of a list.
    var names = row.map { Self.plurals.contains(HeaderName.folded($0)) ? "question" : $0 }
    var roles = names.map { NamedColumn(name: $0)?.role }
    Self.nameNumberedChoices(&names, &roles)
    Self.nameLetters(&names, &roles)
    guard names.count(where: { !$0.isEmpty }) > 1, ColumnMap.isHeader(names, options) else {
      return nil
    }
    (self.names, self.roles) = (names, roles)
    if !roles.contains(.correct), options.columns[NamedColumn(.correct)] == nil {
      pointColumns = Self.pointColumns(names, choices: roles.count { $0 == .choice })
      if !pointColumns.isEmpty {
        self.names.append("correct")
        self.roles.append(.correct)
      }
    }
  }

  /// A row below the heading; nothing if it has no part of a question.
  func row(_ texts: [String]) -> [String] {
    if isPlaceholder(texts) { return [] }
    var row = texts.enumerated().map { index, text in
      // Nobody said what such a column is: it has running numbers or formulas.
      index < names.count && names[index].isEmpty ? "" : text
    }
    if pointColumns.isEmpty { return row }
    let points = pointColumns.map { column in
      row.indices.contains(column) ? TypedNumber.value(of: row[column]) ?? 0 : 0
    }
    let best = points.max() ?? 0
    let right = points.indices.filter { best > 0 && points[$0] == best }.map { String($0 + 1) }
    row += repeatElement("", count: max(0, names.count - 1 - row.count))
    row.insert(right.joined(separator: ","), at: names.count - 1)
    return row
  }

  /// Whether a row of a template has only its running number, or says again what its columns are.
  private func isPlaceholder(_ texts: [String]) -> Bool {
    var hasContents = false
    var repeated = 0
    for (own, text) in zip(roles, texts) where !text.isBlank {
      guard let own else { continue }
      if ![.id, .time, .kind].contains(own) { hasContents = true }
      if own != .choice, own == NamedColumn(name: text)?.role { repeated += 1 }
    }
    return !hasContents || repeated > 1
  }

  private static let plurals: Set<String> = ["questions", "preguntas", "perguntas"]

  /// Columns that are called 1, 2, 3 … beside a question and a key are the choices.
  private static func nameNumberedChoices(_ names: inout [String], _ roles: inout [ColumnRole?]) {
    guard roles.contains(.question), roles.contains(.correct), !roles.contains(.choice) else {
      return
    }
    var next = 1
    for index in names.indices where names[index] == "\(next)" {
      (names[index], roles[index]) = ("choice\(next)", .choice)
      next += 1
    }
  }

  /// A column `A` beside choices with whole names is the answer, and `G` the group.
  private static func nameLetters(_ names: inout [String], _ roles: inout [ColumnRole?]) {
    let hasKey = roles.contains(.correct)
    let isWhole = names.indices.contains { roles[$0] == .choice && names[$0].count > 1 }
    guard isWhole else { return }
    for index in names.indices where names[index].count == 1 && roles[index] == .choice {
      let isAnswer = names[index].uppercased() == "A" && !hasKey
      (names[index], roles[index]) = isAnswer ? ("correct", .correct) : ("group", nil)
    }
  }

  /// The columns `Points A`, `Points B` …, if there is one for each choice.
  private static func pointColumns(_ names: [String], choices: Int) -> [Int] {
    let columns = names.indices.filter { HeaderName.folded(names[$0]).hasPrefix("points") }
      .filter { names[$0].count > 6 }
    return columns.count == choices && choices > 1 ? columns : []
  }
}
