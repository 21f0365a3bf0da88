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
/// The reader of tables takes the rows of each sheet. Several sheets become several decks.
struct XLSXReader: PackageReader {
  static let formatName = "Excel"

  func read(_ package: QuestionPackage) throws(ReadingCancelled) {
    let collector = package.collector
    let workbook = try XLSXWorkbook(package)
    var tables: [(sheet: XLSXWorkbook.Sheet, table: SheetTable)] = []
    var files: Set<String> = []
    // A file that the workbook names as several sheets is read once.
    for sheet in workbook.sheets where files.insert(sheet.file).inserted {
      let table = try workbook.table(of: sheet)
      if !table.isEmpty { tables.append((sheet, table)) }
    }
    let headed = tables.filter(\.table.hasHeader)
    if let name = collector.options.list, !tables.contains(where: { $0.sheet.name == name }) {
      return collector.report(
        .mappedNameMissing(name, found: tables.map(\.sheet.name)), line: nil)
    }
    // Instructions and lists are in sheets of their own.
    let usual = headed.isEmpty ? Array(tables.prefix(1)) : headed
    let read =
      collector.options.list.map { name in tables.filter { $0.sheet.name == name } } ?? usual
    for (sheet, table) in read {
      package.beginPart(sheet.name, deck: read.count > 1 ? sheet.name : nil)
      defer { collector.part = nil }
      try table.read(into: collector)
    }
    if tables.count > 1 { collector.layout?.lists = tables.map(\.sheet.name) }
    let names = Set(read.map(\.sheet.name))
    let others = tables.map(\.sheet.name).filter { !names.contains($0) }
    if !others.isEmpty, collector.foundSomething, collector.options.list == nil {
      collector.report(.filesPassedOver(others), line: nil)
    }
    let drawings = package.names.filter { $0.hasPrefix("xl/media/") }
    if !drawings.isEmpty, collector.pictures != nil, collector.foundSomething {
      collector.report(.drawingsDropped(drawings.map(FileName.last)), line: nil)
    }
  }
}

extension Fault {
  /// Pictures lie over the cells of a sheet, and belong to none of them.
  static func drawingsDropped(_ names: [String]) -> Fault {
    Fault(
      "drawings-dropped",
      "the pictures over the cells were left out: \(NameList.text(names, .english))",
      "セルの上に置かれた画像は取り込みません: \(NameList.text(names, .japanese))",
      hint: Reason(
        "write the path of each in a column “image”", "各画像のパスを「画像」の列に書いてください"), level: .warning)
  }
}

/// The rows of a sheet, for the reader of tables.
///
/// Titles and instructions above the heading are left out, and so are columns without a heading,
/// which hold running numbers and formulas. The number of a row stays what it is in the sheet.
struct SheetTable {
  /// How many rows there may be above the heading.
  private static let rowsAbove = 20
  private static let mostRows = 1_048_576
  /// The most columns that are read. Choices and all that goes with each of them have numbers up to
  /// 99, and a row with a single cell takes time and memory for each column before it.
  private static let mostColumns = 1_000

  private let options: ReadingOptions
  private let maximumBytes: Int
  /// The texts of all cells, one behind the other, and the rows that they are in.
  private var texts: [UInt8] = []
  private var rows: [RecordScanner.Row] = []
  /// The number of the last row.
  private var last = 0
  /// The first rows, while no heading was found.
  private var first: [(number: Int, cells: [String])] = []
  private var header: SheetHeader?
  private var isBegun = false
  private(set) var isEmpty = true
  /// Whether the rest of the rows was left out, because the sheet is larger than allowed.
  private(set) var isTooLarge = false
  /// The columns that were left out, because a table has no more than there are before them.
  private(set) var surplus: Set<Int> = []
  /// The number of bytes in memory.
  private(set) var size = 0

  var hasHeader: Bool { header != nil }

  init(_ options: ReadingOptions, maximumBytes: Int) {
    (self.options, self.maximumBytes) = (options, maximumBytes)
  }

  /// Appends a row.
  ///
  /// - Parameter row: the number in the sheet, from 1; `nil` for the next one.
  mutating func append(_ cells: [(column: Int, text: String)], row: Int?) {
    let number = max(row ?? last + 1, last + 1)
    if isTooLarge || number > Self.mostRows { return }
    let cells = cells.filter { !FieldText.make($0.text).isEmpty }
    surplus.formUnion(cells.lazy.map(\.column).filter { $0 >= Self.mostColumns })
    var texts: [String] = []
    for cell in cells where cell.column < Self.mostColumns {
      texts += repeatElement("", count: max(0, cell.column + 1 - texts.count))
      texts[cell.column] = cell.text
    }
    if texts.isEmpty { return }
    isEmpty = false
    last = number
    if !isBegun, number <= Self.rowsAbove + 1 {
      header = SheetHeader(texts.map { FieldText.make($0) }, options)
      if let header {
        (isBegun, first) = (true, [])
        return write(header.names, number)
      }
      if number <= Self.rowsAbove { return first.append((number, texts)) }
    }
    finish()
    write(header.map { $0.row(texts) } ?? texts, number)
  }

  /// Takes the first rows if there is no heading.
  mutating func finish() {
    isBegun = true
    for row in first { write(row.cells, row.number) }
    first = []
  }

  private mutating func write(_ cells: [String], _ number: Int) {
    // Cells may share a long text, so a row can be much larger than it is in the file.
    let size = cells.reduce(size) {
      $0 + $1.utf8.count + MemoryLayout<RecordScanner.Field>.stride
    }
    isTooLarge = isTooLarge || size > maximumBytes
    if isTooLarge { return }
    self.size = size
    let fields = cells.map { cell in
      texts += cell.utf8
      return RecordScanner.Field(start: texts.count - cell.utf8.count, end: texts.count)
    }
    rows.append(RecordScanner.Row(line: number, fields: fields))
  }

  /// Reads the rows as questions.
  func read(into collector: QuestionCollector) throws(ReadingCancelled) {
    try texts.withBytes { bytes throws(ReadingCancelled) in
      let scanner = RecordScanner(rows, in: bytes.bindMemory(to: UInt8.self))
      try CSVTable(scanner, collector).read(total: bytes.count)
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
    if !roles.contains(.correct), options.columns[NamedColumn(.correct)] == nil,
      options.answers == nil
    {
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

// MARK: - Writing

/// Writes a spreadsheet with the columns of a table in CSV: one sheet, with a heading that stays in
/// view.
///
/// A package has its sizes at the beginning of each file, so it is complete only after the last
/// question.
struct XLSXWriter: QuestionWriter {
  private let columns: TableColumns
  private var rows: [UInt8] = []
  private var count = 1

  /// The most characters of a cell.
  private static let longestCell = 32_767

  init(_ survey: ExportSurvey) {
    columns = TableColumns(survey)
    row(columns.names, style: 1)
  }

  mutating func append(_ question: ExportedQuestion, to text: inout [UInt8]) -> Fault? {
    guard RowParts.canHold(question.content) else {
      return .unwritable(format: XLSXReader.formatName)
    }
    let fields = columns.fields(of: question)
    if let longest = fields.map(\.utf16.count).max(), longest > Self.longestCell {
      return .cellTooLong(longest, limit: Self.longestCell)
    }
    count += 1
    row(fields, style: 2)
    return nil
  }

  /// Appends a row. Numbers become numbers, everything else a text that no program takes for a
  /// formula.
  private mutating func row(_ fields: [String], style: Int) {
    var output = ElementOutput()
    output.element("row", ["r": "\(count)"]) { output in
      for (index, field) in fields.enumerated() where !field.isEmpty {
        let place = "\(ColumnLetters.text(of: index))\(count)"
        if style == 2, columns.isNumber(index), Int(field).map({ "\($0)" }) == field {
          output.element("c", ["r": place, "s": "\(style)"]) { $0.element("v", text: field) }
        } else {
          output.element("c", ["r": place, "s": "\(style)", "t": "inlineStr"]) { output in
            output.element("is") { output in
              output.element("t", ["xml:space": "preserve"], text: Self.escaped(field))
            }
          }
        }
      }
    }
    rows += output.bytes
  }

  /// A text that looks like the code of a control character is written so that it stays a text.
  private static func escaped(_ text: String) -> String {
    // Most cells have none, and Swift builds the regular expression once more for each.
    guard text.utf8.contains(UInt8(ascii: "_")) else { return text }
    return text.replacing(/_(?=x[0-9A-Fa-f]{4}_)/, with: "_x005F_")
  }

  // MARK: The files

  var end: [UInt8] {
    var zip = ZipOutput()
    let parts = Self.parts.flatMap { zip.file($0.name, Array((Self.declaration + $0.xml).utf8)) }
    return parts + zip.file("xl/worksheets/sheet1.xml", sheet) + zip.end()
  }

  private static let declaration = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n"
  private static let main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
  private static let packages = "http://schemas.openxmlformats.org/package/2006"
  private static let relation =
    "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
  private static let type = "application/vnd.openxmlformats-officedocument.spreadsheetml"

  /// The parts that are the same in all files. There are three styles: none, bold for the heading, and text that
  /// wraps.
  private static let parts: [(name: String, xml: String)] = [
    (
      "[Content_Types].xml",
      """
      <Types xmlns="\(packages)/content-types">\
      <Default Extension="rels" \
      ContentType="application/vnd.openxmlformats-package.relationships+xml"/>\
      <Default Extension="xml" ContentType="application/xml"/>\
      <Override PartName="/xl/workbook.xml" ContentType="\(type).sheet.main+xml"/>\
      <Override PartName="/xl/styles.xml" ContentType="\(type).styles+xml"/>\
      <Override PartName="/xl/worksheets/sheet1.xml" ContentType="\(type).worksheet+xml"/></Types>
      """
    ),
    (
      "_rels/.rels",
      """
      <Relationships xmlns="\(packages)/relationships">\
      <Relationship Id="rId1" Type="\(relation)/officeDocument" Target="xl/workbook.xml"/>\
      </Relationships>
      """
    ),
    (
      "xl/workbook.xml",
      """
      <workbook xmlns="\(main)" xmlns:r="\(relation)">\
      <sheets><sheet name="Questions" sheetId="1" r:id="rId1"/></sheets></workbook>
      """
    ),
    (
      "xl/_rels/workbook.xml.rels",
      """
      <Relationships xmlns="\(packages)/relationships">\
      <Relationship Id="rId1" Type="\(relation)/worksheet" Target="worksheets/sheet1.xml"/>\
      <Relationship Id="rId2" Type="\(relation)/styles" Target="styles.xml"/></Relationships>
      """
    ),
    (
      "xl/styles.xml",
      """
      <styleSheet xmlns="\(main)"><fonts count="2"><font><sz val="11"/></font>\
      <font><b/><sz val="11"/></font></fonts>\
      <fills count="2"><fill><patternFill patternType="none"/></fill>\
      <fill><patternFill patternType="gray125"/></fill></fills>\
      <borders count="1"><border/></borders>\
      <cellStyleXfs count="1"><xf/></cellStyleXfs>\
      <cellXfs count="3"><xf xfId="0"/><xf xfId="0" fontId="1" applyFont="1"/>\
      <xf xfId="0" applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf></cellXfs>\
      <cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>\
      </styleSheet>
      """
    ),
  ]

  private var sheet: [UInt8] {
    var output = ElementOutput(declares: true)
    output.element("worksheet", ["xmlns": Self.main]) { output in
      output.element("sheetViews") { output in
        output.element("sheetView", ["workbookViewId": "0"]) {
          $0.element(
            "pane",
            ["ySplit": "1", "topLeftCell": "A2", "activePane": "bottomLeft", "state": "frozen"])
        }
      }
      output.element("cols") { output in
        for index in columns.names.indices {
          let place = "\(index + 1)"
          let width = index == 0 ? "60" : columns.isNumber(index) ? "10" : "28"
          output.element("col", ["min": place, "max": place, "width": width, "customWidth": "1"])
        }
      }
      output.element("sheetData") { $0.append(rows) }
    }
    return output.bytes
  }
}
