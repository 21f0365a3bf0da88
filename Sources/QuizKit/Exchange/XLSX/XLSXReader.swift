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
