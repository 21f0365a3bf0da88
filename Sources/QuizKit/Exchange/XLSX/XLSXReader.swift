import QuizSupport

extension QuestionFormat {
  /// A spreadsheet of Excel, LibreOffice or Google, with the columns of a table in CSV.
  package static let xlsx = QuestionFormat(
    name: "xlsx", title: XLSXReader.formatName, extensions: ["xlsx"], keeps: .table,
    kinds: QuestionFormat.csv.kinds,
    isNamedByEnding: false,
    package: PackageForm(isFound: { XLSXWorkbook.isFound(in: $0) }, reader: XLSXReader()),
    reader: PackageOnlyReader(formatName: XLSXReader.formatName),
    writer: { survey, _ in XLSXWriter(survey) })
}

/// Reads a spreadsheet:
/// <https://ecma-international.org/publications-and-standards/standards/ecma-376/>.
///
/// Each sheet becomes the text of a table, which the reader of CSV understands. Several sheets
/// become several decks.
struct XLSXReader: PackageReader {
  static let formatName = "Excel"

  func read(
    _ package: QuestionPackage, options: ReadingOptions, into collector: QuestionCollector
  ) throws(ReadingCancelled) {
    let workbook = try XLSXWorkbook(package, collector)
    var tables: [(sheet: XLSXWorkbook.Sheet, table: SheetTable)] = []
    var files: Set<String> = []
    // A file that the workbook names as several sheets is read once.
    for sheet in workbook.sheets where files.insert(sheet.file).inserted {
      let table = try workbook.table(of: sheet, options: options, collector)
      if !table.isEmpty { tables.append((sheet, table)) }
    }
    let headed = tables.filter(\.table.hasHeader)
    // Instructions and lists are in sheets of their own.
    let read = headed.isEmpty ? Array(tables.prefix(1)) : headed
    for (sheet, table) in read {
      package.beginPart(sheet.name, deck: read.count > 1 ? sheet.name : nil)
      defer { collector.part = nil }
      try table.read(options, into: collector)
    }
    let names = Set(read.map(\.sheet.name))
    let others = tables.map(\.sheet.name).filter { !names.contains($0) }
    if !others.isEmpty, collector.foundSomething {
      collector.report(.filesPassedOver(others), line: nil)
    }
  }
}

/// The rows of a sheet as a text that the reader of tables understands.
///
/// Titles and instructions above the heading are left out, and so are columns without a heading,
/// which hold running numbers and formulas. The number of a row stays what it is in the sheet.
struct SheetTable {
  /// The separator of the cells, a control character that no text has.
  private static let delimiter: UInt8 = 0x1F
  /// How many rows there may be above the heading.
  private static let rowsAbove = 20
  private static let mostRows = 1_048_576
  /// The most columns that are read. Choices and all that goes with each of them have numbers up to
  /// 99, and a row with a single cell takes time for each column before it.
  private static let mostColumns = 1_000

  private let options: ReadingOptions
  private let longest: Int
  private var output = RecordOutput(delimiter: Self.delimiter, lineEnd: "\n")
  private var rows = 0
  /// How many bytes it takes to read the rows: a row of a single cell may be wide.
  private var spent = 0
  /// The empty rows between others.
  private var emptyRows = 0
  /// The first rows, while no heading was found.
  private var first: [[String]] = []
  private var header: SheetHeader?
  private var isBegun = false
  private(set) var isEmpty = true
  /// Whether the rest of the rows was left out, because the sheet is larger than allowed.
  private(set) var isTooLarge = false
  /// The columns that were left out, because a table has no more than there are before them.
  private(set) var surplus: Set<Int> = []

  var hasHeader: Bool { header != nil }

  /// The number of bytes in memory. An empty row is a single one, but takes time like several.
  var size: Int { output.bytes.count + emptyRows * 8 }

  init(_ options: ReadingOptions, longest: Int) {
    (self.options, self.longest) = (options, longest)
  }

  /// Appends a row.
  ///
  /// - Parameter row: the number in the sheet, from 1; `nil` for the next one.
  mutating func append(_ cells: [(column: Int, text: String)], row: Int?) {
    let number = min(max(row ?? rows + 1, rows + 1), Self.mostRows + 1)
    if isTooLarge || number > Self.mostRows { return }
    var cells = cells.filter { !FieldText.make($0.text).isEmpty }
    if let last = cells.map(\.column).max(), last >= Self.mostColumns {
      surplus.formUnion(cells.lazy.map(\.column).filter { $0 >= Self.mostColumns })
      cells.removeAll { $0.column >= Self.mostColumns }
    }
    guard let width = cells.map(\.column).max().map({ $0 + 1 }) else { return }
    isEmpty = false
    takeEmpty(number - rows - 1)
    spent += width * MemoryLayout<String>.size
    // Cells may share a long text, so a row can be much larger than it is in the file.
    if cells.reduce(size + spent, { $0 + $1.text.utf8.count }) > longest {
      isTooLarge = true
      return
    }
    var texts = [String](repeating: "", count: width)
    for cell in cells { texts[cell.column] = cell.text }
    take(texts)
  }

  /// Takes empty rows. A sheet may have a million of them between two cells.
  private mutating func takeEmpty(_ count: Int) {
    var left = count
    while left > 0, !isBegun {
      take([])
      left -= 1
    }
    if left <= 0 { return }
    rows += left
    emptyRows += left
    if size + spent > longest {
      isTooLarge = true
    } else {
      writeEmpty(left)
    }
  }

  private mutating func take(_ texts: [String]) {
    rows += 1
    if isBegun { return write(texts) }
    if let header = SheetHeader(texts.map { FieldText.make($0) }, options) {
      self.header = header
      writeEmpty(first.count)
      first = []
      isBegun = true
      return append(header.names)
    }
    first.append(texts)
    if first.count > Self.rowsAbove { finish() }
  }

  /// Writes the first rows if there is no heading.
  mutating func finish() {
    if isBegun { return }
    isBegun = true
    for row in first { write(row) }
    first = []
  }

  private mutating func writeEmpty(_ count: Int) {
    for _ in 0..<count { output.record([]) }
  }

  private mutating func write(_ texts: [String]) {
    append(header.map { $0.row(texts) } ?? texts)
  }

  private mutating func append(_ texts: [String]) {
    if size > longest {
      isTooLarge = true
      return
    }
    // A lone empty field would be written as nothing, which is what an empty row is.
    output.record(texts)
  }

  /// Reads the rows as questions.
  func read(_ options: ReadingOptions, into collector: QuestionCollector) throws(ReadingCancelled) {
    try output.bytes.withBytes { bytes throws(ReadingCancelled) in
      let scanner = RecordScanner(
        bytes.bindMemory(to: UInt8.self), delimiter: Self.delimiter, countsRecords: true)
      try CSVTable(scanner, options, collector).read(total: bytes.count)
    }
  }
}

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
