/// Reads a table of questions.
///
/// It takes two passes, because the answer column is interpreted as a whole. Scanning again is
/// cheaper than keeping all records in memory.
struct CSVTable {
  private let start: RecordScanner
  private var options: ReadingOptions { collector.options }
  private let collector: QuestionCollector

  init(_ start: RecordScanner, _ collector: QuestionCollector) {
    self.start = start
    self.collector = collector
  }

  func read(total: Int) throws(ReadingCancelled) {
    var first = start
    var outcome = try first.next(in: collector)
    while case .quoteNotClosed = outcome { outcome = try first.next(in: collector) }
    guard case .record = outcome else { return }
    if first.fields.count > ColumnMap.mostColumns {
      let found = first.fields.count
      return collector.report(
        .tableTooWide(found, limit: ColumnMap.mostColumns), line: first.line)
    }
    let names = first.fields.map(first.text)
    let hasHeader = ColumnMap.isHeader(names, options)
    if collector.wantsLayout, collector.layout == nil {
      collector.layout = try layout(hasHeading: hasHeader)
    }
    guard hasHeader || !options.columns.isEmpty else {
      var records = HeaderlessRecords()
      var scanner = start
      while records.rows < HeaderlessRecords.enough {
        outcome = try scanner.next(in: collector)
        if case .end = outcome { break }
        if case .record = outcome { records.add(scanner.fields.map(scanner.text)) }
      }
      if let fault = records.fault { return collector.report(fault, line: first.line) }
      var columns = ColumnMap.headerless(records.question)
      columns.areMarkedInChoices = options.answers?.isInChoices == true
      return try read(from: start, columns, total: total, mayHaveNone: !records.asks)
    }
    let columns: ColumnMap
    do throws(Fault) {
      columns = try ColumnMap(header: hasHeader ? names : names.map { _ in "" }, options)
    } catch {
      return collector.report(error, line: first.line)
    }
    if !hasHeader { return try read(from: start, columns, total: total) }
    try read(from: first, columns, total: total, namingUnusedOn: first.line)
  }

  /// How the table is taken apart, before the columns are known.
  private func layout(hasHeading: Bool) throws(ReadingCancelled) -> TableLayout {
    var scanner = start
    var rows: [[String]] = []
    while rows.count < TableLayout.mostRows {
      let outcome = try scanner.next(in: collector)
      if case .end = outcome { break }
      if case .record = outcome {
        rows.append(scanner.fields.prefix(ColumnMap.mostColumns).map(scanner.text))
      }
    }
    let isSheet = start.delimiter == 0
    return TableLayout(
      rows: rows, hasHeading: hasHeading,
      separator: isSheet ? nil : Character(Unicode.Scalar(start.delimiter)))
  }

  /// Reads all records from a position on, once the columns are known.
  ///
  /// - Parameters:
  ///   - header: The line on which unused columns are reported; `nil` to report none.
  ///   - mayHaveNone: Whether the records may be other data, in which a last cell is one of the
  ///     others by chance.
  func read(
    from start: RecordScanner, _ columns: ColumnMap, total: Int, namingUnusedOn header: Int? = nil,
    mayHaveNone: Bool = false
  ) throws(ReadingCancelled) {
    var columns = columns
    let keys = try survey(from: start, &columns, total: total, line: header ?? start.line)
    if collector.wantsLayout, let layout = collector.layout, layout.fields.isEmpty {
      collector.layout?.fields = columns.fitted(to: layout.columns.count).fields
      collector.layout?.answers = keys.answers
    }
    if mayHaveNone, keys.areFew {
      return collector.report(
        .noQuestions(format: CSVReader.formatName, looksLike: nil), line: start.line)
    }
    if let header, case let ignored = columns.ignored, !ignored.isEmpty {
      collector.report(.columnsIgnored(ignored), line: header)
    }
    try eachRecord(of: TableRow(start, columns, keys)) { (row, line) throws(ReadingCancelled) in
      if let line {
        collector.report(.quoteNotClosed, line: line, excerpt: row.scanner.skippedLine)
      } else {
        row.submit(to: collector)
      }
      try collector.advance(to: total / 4 + row.scanner.index / 4 * 3, of: total)
      return true
    }
  }

  /// Goes through the records that are not blank until `take` returns `false`. It gets the number of
  /// a line, too, instead of a record: that of a quote that is never closed.
  private func eachRecord(
    of row: TableRow,
    _ take: (_ row: TableRow, _ unclosed: Int?) throws(ReadingCancelled) -> Bool
  ) throws(ReadingCancelled) {
    while true {
      switch try row.next(in: collector) {
      case .end: return
      case .quoteNotClosed(let line): if !(try take(row, line)) { return }
      case .record: if !(try take(row, nil)) { return }
      }
    }
  }

  /// The first pass: determines how the answer column is written, and whether a column states the
  /// kinds of the rows. A column without any word for a kind is about something else.
  private func survey(
    from start: RecordScanner, _ columns: inout ColumnMap, total: Int, line: Int
  ) throws(ReadingCancelled) -> TableKeys {
    let survey = KeyNotationSurvey(given: options.answers?.base)
    var surveys = [KeyNotationSurvey](repeating: survey, count: 1 + columns.rivals.count)
    // With columns of wrong answers, the right answer can only be a text.
    let isInChoices = options.answers?.isInChoices == true
    let hasKeys = columns.wrong.isEmpty && !columns.areCards && !isInChoices
    var isKindKnown = columns[.kind] == nil
    // Cards that all have a word for true or false on the back are statements.
    var (areStatements, statements) = (columns.areCards, 0)
    func goesOn() -> Bool {
      hasKeys && !surveys.allSatisfy(\.isDecided) || !isKindKnown || areStatements
    }
    let map = columns
    if goesOn() {
      try eachRecord(of: TableRow(start, map)) { (row, unclosed) throws(ReadingCancelled) in
        if unclosed == nil {
          if hasKeys, row.hasKey {
            row.add(to: &surveys[0])
            for column in map.moreCorrect { row.add(column, to: &surveys[0]) }
            for (index, column) in map.rivals.enumerated() {
              row.add(column, to: &surveys[index + 1])
            }
          }
          isKindKnown = isKindKnown || row.kind != nil
          if areStatements, row.shapeFault == nil {
            areStatements = row.saysTruth
            statements += 1
          }
        }
        try collector.advance(to: row.scanner.index / 4, of: total)
        return goesOn()
      }
    }
    if !isKindKnown { columns.ignoreKind() }
    columns.areStatements = areStatements && statements > 0
    if isInChoices { return TableKeys(inChoices: options.answers) }
    guard hasKeys, surveys[0].hasRows else { return TableKeys() }
    switch options.answers {
    case .letters, .texts:
      let isKana = surveys[0].notation(first: columns.firstNumber) == .kana
      let notation: ReadingGuess.KeyNotation =
        options.answers == .texts ? .texts : isKana ? .kana : .letters
      for column in columns.rivals { columns.drop(rival: column) }
      var keys = TableKeys(notation: notation)
      if notation == .texts, surveys[0].hasOthers {
        keys.areNames = try areNames(from: start, columns)
      }
      return keys
    default: break
    }
    let first = columns.firstNumber
    var keys = TableKeys(notation: surveys[0].notation(first: first))
    keys.areFew = keys.notation == .texts && surveys[0].hasFewTexts
    if keys.notation == .texts, surveys[0].hasOthers, columns.rivals.isEmpty {
      keys.areNames = try areNames(from: start, columns)
      keys.areFew = keys.areFew && !keys.areNames
    }
    if columns.rivals.isEmpty {
      collector.note(.keys(keys.notation))
      return keys
    }
    let candidates = zip([columns.correct] + columns.rivals, surveys).map { column, survey in
      (column, survey.notation(first: first))
    }
    keys = try settle(candidates, from: start, &columns, line: line)
    collector.note(.keys(keys.notation))
    return keys
  }

  /// Whether each key is the name of a column of choices, such as `red` for the choice in the column
  /// of that name.
  private func areNames(
    from start: RecordScanner, _ columns: ColumnMap
  ) throws(ReadingCancelled) -> Bool {
    var areNames = columns.choices.count > 1
    guard areNames else { return false }
    try eachRecord(of: TableRow(start, columns)) { (row, unclosed) throws(ReadingCancelled) in
      areNames = areNames && (unclosed != nil || !row.hasKey || row.namedPlace != nil)
      return areNames
    }
    return areNames
  }

  /// Decides between several columns of right answers.
  ///
  /// Where they agree in every row, all is well; that may show where numbers begin. Where they do
  /// not, the only column that fits every row decides. If there is none, each question whose answers
  /// differ is named.
  ///
  /// - Parameter candidates: The columns, with their notations as each column alone tells them.
  private func settle(
    _ candidates: [(column: Int, notation: ReadingGuess.KeyNotation)], from start: RecordScanner,
    _ columns: inout ColumnMap, line: Int
  ) throws(ReadingCancelled) -> TableKeys {
    var readings = KeyReadings(candidates)
    try eachRecord(of: TableRow(start, columns)) { (row, unclosed) throws(ReadingCancelled) in
      if unclosed == nil, row.shapeFault == nil { readings.take(row) }
      return true
    }
    let best = readings.best
    for column in columns.rivals where !best.contains(where: { readings.column($0) == column }) {
      columns.drop(rival: column)
    }
    guard let own = best.first(where: { readings.column($0) == columns.correct }), best.count > 1
    else {
      guard let first = best.first else { return TableKeys(notation: candidates[0].notation) }
      columns.decide(readings.column(first))
      return TableKeys(notation: readings.notation(first))
    }
    if let only = readings.onlyWhole(of: best) {
      collector.report(.keyColumnDecides(columns.name(of: readings.column(only))), line: line)
      columns.decide(readings.column(only))
      return TableKeys(notation: readings.notation(only))
    }
    return TableKeys(
      notation: readings.notation(own),
      rivals: best.filter { $0 != own }.map { readings.all[$0] })
  }
}

/// How the columns of right answers are written.
struct TableKeys {
  /// How the choices themselves say which of them is right; `nil` where a column does.
  var inChoices: ReadingOptions.Answers?
  var notation = ReadingGuess.KeyNotation.texts
  /// Whether most of them are texts of none of the choices.
  var areFew = false
  /// Whether they are names of the columns that have the choices.
  var areNames = false

  /// How they are written, as a person would say it; `nil` where nothing tells where numbers begin.
  var answers: ReadingOptions.Answers? {
    switch notation {
    case _ where inChoices != nil: inChoices
    case .letters, .kana: .letters
    case .numbers(from: nil): nil
    case .numbers(let base): base == 0 ? .numbersFromZero : .numbersFromOne
    case .texts: .texts
    }
  }
  /// Further columns that say what is right.
  var rivals: [(column: Int, notation: ReadingGuess.KeyNotation)] = []
}

/// How often each of several columns of right answers names choices, and which of them agree in all
/// rows. A column of numbers is read in two ways, because another column may tell where they begin.
private struct KeyReadings {
  typealias Reading = (column: Int, notation: ReadingGuess.KeyNotation)

  let all: [Reading]
  /// Whether the column of a reading alone tells it.
  private let isSure: [Bool]
  /// The rows in which the column of a reading has an answer, and those in which it names choices.
  private var rows: [Int]
  private var fits: [Int]
  private var agrees: [[Bool]]

  init(_ candidates: [Reading]) {
    all = candidates.flatMap { column, notation -> [Reading] in
      notation == .numbers(from: nil)
        ? [(column, .numbers(from: 1)), (column, .numbers(from: 0))] : [(column, notation)]
    }
    isSure = all.map { reading in candidates.contains { $0 == reading } }
    rows = all.map { _ in 0 }
    fits = rows
    agrees = all.map { [all] _ in all.map { _ in true } }
  }

  mutating func take(_ row: TableRow) {
    let places = all.map { row.isEmpty($0.column) ? nil : row.places(in: $0.column, $0.notation) }
      .map { $0.map { Set($0) } }
    for (one, own) in places.enumerated() {
      if !row.isEmpty(all[one].column) { rows[one] += 1 }
      guard let own else { continue }
      fits[one] += 1
      for (other, places) in places.enumerated() where places != nil && own != places {
        agrees[one][other] = false
      }
    }
  }

  func column(_ index: Int) -> Int { all[index].column }

  /// The notation of a reading; numbers have no beginning where no other column tells it.
  func notation(_ index: Int) -> ReadingGuess.KeyNotation {
    let same = agreed.filter { column($0) == column(index) }
    return same.count > 1 ? .numbers(from: nil) : all[index].notation
  }

  /// The readings that name choices. A column that seldom does has something else, whatever its name
  /// says.
  private var keys: [Int] {
    all.indices.filter { rows[$0] > 0 && fits[$0] * 2 >= rows[$0] }
  }

  /// Those of them that agree with all that is sure.
  private var agreed: [Int] {
    let keys = keys
    return keys.filter { index in keys.allSatisfy { agrees[index][$0] || !isSure[$0] } }
  }

  /// One reading of each column that names choices.
  var best: [Int] {
    let (keys, agreed) = (keys, agreed)
    return Set(keys.map(column)).sorted().compactMap { found in
      agreed.first { column($0) == found } ?? keys.first { column($0) == found }
    }
  }

  /// The only one of some readings that fits every row, if they do not agree.
  func onlyWhole(of best: [Int]) -> Int? {
    if best.allSatisfy({ one in best.allSatisfy { agrees[one][$0] } }) { return nil }
    let whole = best.filter { fits[$0] == rows[$0] && rows[$0] == (rows.max() ?? 0) }
    return whole.count == 1 ? whole[0] : nil
  }
}

/// Finds out where the question is in records without a header, and whether they are questions at
/// all: running numbers, identifiers, topics and statistics do not ask anything.
private struct HeaderlessRecords {
  /// How many records tell enough.
  static let enough = 200

  private(set) var rows = 0
  /// For each of the first columns, the records in which it has an identifier, or ends in `?`.
  private var identifiers = [0, 0, 0]
  private var asked = [0, 0, 0]
  /// The records in which all that could be choices are numbers, and the text before them is one
  /// word.
  private var figures = 0
  private var startsWithFigures = false
  private var first: [String] = []

  mutating func add(_ cells: [String]) {
    guard cells.count > 3 else { return }
    if rows == 0 { first = cells }
    rows += 1
    for column in 0..<3 {
      if Self.isIdentifier(cells[column]) { identifiers[column] += 1 }
      if cells[column].last.map({ "?？".contains($0) }) ?? false { asked[column] += 1 }
    }
    let rest = cells.drop(while: Self.isIdentifier)
    let isWord =
      rest.first.map { text in
        !text.contains { $0.isWhitespace || "?？".contains($0) } && !text.contains("__")
      } ?? true
    // A question would not have a number like `5.3e-28`.
    let areFigures = rest.dropFirst().allSatisfy {
      TypedNumber.value(of: $0) != nil || Double($0) != nil
    }
    guard isWord, areFigures else { return }
    figures += 1
    startsWithFigures = startsWithFigures || rows == 1
  }

  /// The column of the question.
  var question: Int {
    guard rows > 0, identifiers[0] == rows else { return 0 }
    return identifiers[1] == rows ? 2 : 1
  }

  /// Whether any text where the question is asks something.
  var asks: Bool { asked[question] > 0 }

  var fault: Fault? {
    // The names of statistics do not count as figures.
    let isNamed = rows > 2 && !startsWithFigures && figures == rows - 1
    if rows > 1, figures == rows || isNamed {
      return .noQuestions(format: CSVReader.formatName, looksLike: nil)
    }
    // Running numbers below a text belong to a column that has a name.
    if rows > 2, identifiers[0] == rows - 1, !Self.isIdentifier(first[0]) {
      return .noHeader(first)
    }
    let behind = min(question + 1, 2)
    // The question follows a topic or another column without a name.
    guard rows > 0, asked[question] == 0, asked[behind] * 2 > rows, question < 2 else { return nil }
    return .noHeader(first)
  }

  /// Whether a cell has a running number or an identifier: `12`, `Q7`, `bio-003`.
  private static func isIdentifier(_ cell: String) -> Bool {
    let letters = cell.prefix { $0.isASCII && $0.isLetter }
    let digits = cell.dropFirst(letters.count).drop { "-_.#".contains($0) }
    return cell.count <= 12 && letters.count <= 5 && !digits.isEmpty
      && digits.allSatisfy { $0.isASCII && $0.isNumber || $0 == "." }
  }
}
