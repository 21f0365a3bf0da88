import QuizSupport

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
    let result: Result<Void, ReadingCancelled> = output.bytes.withUnsafeBufferPointer {
      bytes in
      do throws(ReadingCancelled) {
        let scanner = RecordScanner(bytes, delimiter: Self.delimiter, countsRecords: true)
        try CSVTable(scanner, options, collector).read(total: bytes.count)
        return .success(())
      } catch {
        return .failure(error)
      }
    }
    try result.get()
  }
}
