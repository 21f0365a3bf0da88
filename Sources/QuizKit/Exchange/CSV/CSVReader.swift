import QuizSupport

extension QuestionFormat {
  /// A table. The delimiter is detected when reading; commas are written.
  package static let csv = QuestionFormat(
    name: "csv", title: CSVReader.formatName, extensions: ["csv"], keeps: .table, kinds: .all,
    recognitions: [
      Recognition(by: .columns) { clues in
        clues.source.bytes.withUnsafeBufferPointer { DelimiterGuess.guess($0) } != nil
      }
    ],
    reader: CSVReader(), writer: { CSVWriter($0, $1) })

  /// A table with tabs between the columns.
  package static let tsv = QuestionFormat(
    name: "tsv", title: "TSV", extensions: ["tsv", "tab"], keeps: .table, kinds: .all,
    reader: CSVReader(delimiter: UInt8(ascii: "\t")),
    writer: { CSVWriter($0, $1, delimiter: UInt8(ascii: "\t")) })
}

/// Reads tables of questions with an English or Japanese header or none, and Kahoot's tables.
struct CSVReader: QuestionReader {
  static let formatName = "CSV"

  /// The delimiter if the format determines it; `nil` to detect it.
  var delimiter: UInt8?

  func read(_ source: SourceText, into collector: QuestionCollector) throws(ReadingCancelled) {
    try source.withBytes { (bytes) throws(ReadingCancelled) in
      let first = SeparatorLine(bytes)
      let named = collector.options.delimiter?.asciiValue ?? first?.separator ?? delimiter
      guard
        let delimiter = named ?? DelimiterGuess.ofCards(bytes, collector.options)
          ?? DelimiterGuess.guess(bytes)
      else {
        // An unclosed quote may hide the delimiters after it. If so in a large file, it is reported
        // as too long.
        var scanner = RecordScanner(bytes, delimiter: UInt8(ascii: ","))
        for _ in 1...DelimiterGuess.recordCount {
          if case .end = scanner.next() { break }
          try collector.require(scanner.extent)
        }
        if !source.isBlank {
          collector.report(.notThisFormat(format: Self.formatName, .noColumns), line: 1)
        }
        return
      }
      let start = RecordScanner(
        bytes, delimiter: delimiter, from: first?.end ?? 0, line: first == nil ? 1 : 2)
      try CSVTable(start, collector).read(total: bytes.count)
    }
  }
}

/// The line `sep=;` that Excel takes from the top of a table and never shows.
private struct SeparatorLine {
  let separator: UInt8
  /// Where the line after it begins.
  let end: Int

  init?(_ bytes: UnsafeBufferPointer<UInt8>) {
    let line = bytes.prefix(8).prefix { $0 != UInt8(ascii: "\n") }
    guard line.count == 5, line.prefix(4).elementsEqual("sep=".utf8, by: { $0 | 0x20 == $1 | 0x20 })
    else { return nil }
    (separator, end) = (line[4], min(6, bytes.count))
  }
}

/// Detects the delimiter of a table.
enum DelimiterGuess {
  /// How many records are examined.
  static let recordCount = 20

  /// Returns the delimiter for which most of the first records have the same number of fields, at
  /// least three.
  static func guess(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt8? {
    let candidates = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")]
    let agreed = candidates.map { (delimiter: $0, agreement: agreement(bytes, $0)) }
    guard let best = agreed.max(by: { $0.agreement < $1.agreement }), best.agreement.share > 0
    else {
      return nil
    }
    return best.delimiter
  }

  /// The delimiter with which the first line names two sides of cards; `nil` if there is none.
  static func ofCards(
    _ bytes: UnsafeBufferPointer<UInt8>, _ options: ReadingOptions
  ) -> UInt8? {
    [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")].first { delimiter in
      var scanner = RecordScanner(bytes, delimiter: delimiter)
      guard case .record = scanner.next(), scanner.fields.count == 2,
        case let names = scanner.fields.map(scanner.text), ColumnMap.isHeader(names, options)
      else { return false }
      do throws(Fault) {
        return try ColumnMap(header: names, options).areCards
      } catch {
        return false
      }
    }
  }

  /// Which share of the first records has the most frequent number of fields, and how many these
  /// are; nothing if that is not the majority or less than three fields.
  ///
  /// The share comes first: inside of a long text another delimiter may split more records alike.
  private static func agreement(
    _ bytes: UnsafeBufferPointer<UInt8>, _ delimiter: UInt8
  ) -> (share: Double, count: Int) {
    var scanner = RecordScanner(bytes, delimiter: delimiter)
    var frequency: [Int: Int] = [:]
    var records = 0
    while records < recordCount {
      let outcome = scanner.next()
      if case .end = outcome { break }
      guard case .record = outcome, !scanner.isBlank else { continue }
      records += 1
      frequency[scanner.fields.count, default: 0] += 1
    }
    // Of two equally frequent field counts take the larger one, which is less likely to be a
    // coincidence.
    guard let best = frequency.max(by: { ($0.value, $0.key) < ($1.value, $1.key) }), best.key >= 3,
      best.value * 2 > records
    else { return (0, 0) }
    return (Double(best.value) / Double(records), best.value)
  }
}

/// Faults of records in CSV, TSV and Anki text.
extension Fault {
  package static let textAfterQuote = Fault(
    "text-after-quote", "text after a closing quote was appended", "閉じ引用符の後の文字をつなげました",
    level: .warning)

  package static let quoteNotClosed = Fault(
    "quote-not-closed", "a quoted field is never closed", "引用符が閉じていません",
    hint: Reason(
      "close it with \", and write a quote inside a field as \"\"", "\"で閉じ、中の引用符は\"\"と書いてください"))

  package static func tooManyColumns(found: Int, expected: Int) -> Fault {
    Fault(
      "too-many-columns", "\(found.counted("column")) instead of \(expected)",
      "列が \(found) 個あります（\(expected) 個のはずです）",
      hint: Reason(
        "a comma inside a text? Put the field in \"quotes\"", "文中のカンマではありませんか?\"引用符\"で囲んでください"))
  }

  package static func tooFewColumns(_ found: Int) -> Fault {
    Fault(
      "too-few-columns", "only \(found.counted("column"))", "列が \(found) 個しかありません",
      hint: Reason(
        "without a header the columns are: question, choices, right answer",
        "見出し行がない場合の列は、質問、選択肢、正解の順です"))
  }

  /// The first row has more columns than any spreadsheet.
  package static func tableTooWide(_ found: Int, limit: Int) -> Fault {
    Fault(
      "table-too-wide", "\(found) columns in the first row, and a table has at most \(limit)",
      "最初の行に列が \(found) 個あります（表の列は最大 \(limit) 個）", scope: .file)
  }

  /// - Parameter map: What `--map` needs so that the table can be read.
  package static func noColumn(role: ColumnRole, found: [String], map: String) -> Fault {
    Fault(
      "no-column", "no column for \(role.english); found: \(NameList.text(found, .english))",
      "\(role.japanese)の列がありません。見つかった列: \(NameList.text(found, .japanese))",
      facts: [map], scope: .file)
  }

  /// Nothing tells which column of a table without a header has the question.
  static func noHeader(_ first: [String]) -> Fault {
    Fault(
      "no-column",
      "without a header it is not certain which column has the question; the first row: "
        + NameList.text(first, .english),
      "見出し行がなく、質問文の列がわかりません。最初の行: \(NameList.text(first, .japanese))",
      topic: "no-column.header", facts: [ColumnRole.question.rawValue], scope: .file)
  }

  /// The user named a column or a field that the file does not have.
  package static func mappedNameMissing(_ name: String, found: [String]) -> Fault {
    Fault(
      "no-column", "nothing is named “\(name)” here; found: \(NameList.text(found, .english))",
      "「\(name)」という名前はありません。見つかった名前: \(NameList.text(found, .japanese))",
      topic: "no-column.mapped", scope: .file)
  }

  package static func columnsIgnored(_ names: [String]) -> Fault {
    Fault(
      "columns-ignored", "columns not used: \(NameList.text(names, .english))",
      "使わない列: \(NameList.text(names, .japanese))", level: .warning)
  }

  /// There are not enough different backs of cards to make choices of them.
  package static let tooFewBacks = Fault(
    "no-choices", "to make choices, four cards with different backs are needed",
    "選択肢を作るには、裏面の異なるカードが 4 枚以上必要です", scope: .file)
}

// MARK: - Records

/// Splits text into records and fields according to RFC 4180, tolerating deviations.
///
/// CSV, TSV and Anki's text share it, and the rows of sheets pass through it. It works on bytes and returns positions, so that a field is
/// copied only when its text is needed.
struct RecordScanner {
  /// The position of a field in the text.
  struct Field {
    var start: Int
    var end: Int
    /// Whether doubled quotes in the field have to be undone.
    var hasQuotes = false

    /// The text, with doubled quotes undone and blanks at the ends removed.
    func text(in bytes: UnsafeBufferPointer<UInt8>) -> String {
      let stretch = UnsafeBufferPointer(rebasing: bytes[start..<end])
      guard hasQuotes else { return FieldText.make(stretch) }
      var plain: [UInt8] = []
      plain.reserveCapacity(stretch.count)
      var position = 1
      var isInside = true
      while position < stretch.count {
        let byte = stretch[position]
        position += 1
        if isInside, byte == UInt8(ascii: "\"") {
          if position < stretch.count, stretch[position] == UInt8(ascii: "\"") {
            plain.append(byte)
            position += 1
          } else {
            isInside = false
          }
        } else {
          plain.append(byte)
        }
      }
      return plain.withUnsafeBufferPointer { FieldText.make($0) }
    }

    /// The only byte; `nil` if there is none, or several.
    func onlyByte(in bytes: UnsafeBufferPointer<UInt8>) -> UInt8? {
      end - start == 1 ? bytes[start] : nil
    }

    /// Whether a character of ASCII that can be seen stands first, so that the field is not blank.
    func beginsVisibly(in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
      start < end && bytes[start] > 0x22 && bytes[start] < 0x7F
    }

    /// Whether the field may be nothing but one character: whether it ends with it, but for blanks.
    func mayBe(_ byte: UInt8, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
      let last = bytes[start..<end].last { $0 > 0x20 }
      return last.map { $0 == byte || $0 >= 0x80 } ?? false
    }
  }

  /// A row of a sheet, with the places of its cells in a text without separators.
  struct Row {
    var line: Int
    var fields: [Field]
  }

  /// The result of scanning a record.
  enum Outcome {
    case record
    case end
    /// A quote on this line is never closed. The next call continues after that line.
    case quoteNotClosed(line: Int)
  }

  let delimiter: UInt8
  let bytes: UnsafeBufferPointer<UInt8>
  private(set) var index: Int
  private var nextLine: Int
  private var unclosed: Range<Int>?

  /// Where the last record began.
  private(set) var start = 0
  /// The line on which the last record began.
  private(set) var line = 1
  /// The fields of the last record.
  private(set) var fields: [Field] = []
  /// Whether the last record had text after a closing quote, which was appended to the field.
  private(set) var hasTextAfterQuote = false

  /// The rows to go, if they are those of a sheet.
  private var rows: ArraySlice<Row>?

  init(
    _ bytes: UnsafeBufferPointer<UInt8>, delimiter: UInt8, from index: Int = 0, line: Int = 1
  ) {
    self.bytes = bytes
    self.delimiter = delimiter
    self.index = index
    nextLine = line
  }

  /// Goes through the rows of a sheet.
  init(_ rows: [Row], in texts: UnsafeBufferPointer<UInt8>) {
    self.init(texts, delimiter: 0)
    self.rows = rows[...]
  }

  mutating func next() -> Outcome {
    if rows != nil {
      guard let row = rows?.popFirst() else { return .end }
      (fields, line) = (row.fields, row.line)
      (start, index) = (index, fields.last?.end ?? index)
      return .record
    }
    guard index < bytes.count else { return .end }
    fields.removeAll(keepingCapacity: true)
    hasTextAfterQuote = false
    unclosed = nil
    line = nextLine
    start = index
    while true {
      if index < bytes.count, bytes[index] == UInt8(ascii: "\"") {
        let openedAt = index
        let openedOn = nextLine
        guard quotedField() else {
          unclosed = openedAt..<index
          index = openedAt
          nextLine = openedOn
          skipLine()
          return .quoteNotClosed(line: openedOn)
        }
      } else {
        let start = index
        while index < bytes.count, bytes[index] != delimiter, bytes[index] != UInt8(ascii: "\n") {
          index += 1
        }
        fields.append(Field(start: start, end: index))
      }
      guard index < bytes.count else { return .record }
      index += 1
      if bytes[index - 1] == UInt8(ascii: "\n") {
        nextLine += 1
        return .record
      }
    }
  }

  /// Advances to the next record that is not blank. Stops the reading if it is too long.
  mutating func next(in collector: QuestionCollector) throws(ReadingCancelled) -> Outcome {
    while true {
      let outcome = next()
      try collector.require(extent)
      if case .record = outcome, isBlank { continue }
      return outcome
    }
  }

  /// The bytes of the last record, or everything from an unclosed quote to the end of the text.
  var extent: Range<Int> { unclosed ?? start..<index }

  /// The text of a field, with doubled quotes undone and blanks at the ends removed.
  func text(_ field: Field) -> String { field.text(in: bytes) }

  /// Whether the last record contains only blanks.
  var isBlank: Bool {
    for field in fields {
      for index in field.start..<field.end where bytes[index] != 0x20 && bytes[index] != 0x09 {
        return false
      }
    }
    return true
  }

  /// The text of the line that was skipped because of an unclosed quote.
  var skippedLine: String {
    var start = max(0, index - 1)
    while start > 0, bytes[start - 1] != UInt8(ascii: "\n") { start -= 1 }
    return FieldText.make(UnsafeBufferPointer(rebasing: bytes[start..<index]))
  }

  /// Skips a field that begins with a quote; returns `false` if the quote is never closed.
  private mutating func quotedField() -> Bool {
    let start = index
    var hasDoubled = false
    index += 1
    while true {
      guard index < bytes.count else { return false }
      let byte = bytes[index]
      index += 1
      if byte == UInt8(ascii: "\n") { nextLine += 1 }
      guard byte == UInt8(ascii: "\"") else { continue }
      guard index < bytes.count, bytes[index] == UInt8(ascii: "\"") else { break }
      hasDoubled = true
      index += 1
    }
    let closed = index
    var hasTrailing = false
    while index < bytes.count, bytes[index] != delimiter, bytes[index] != UInt8(ascii: "\n") {
      if bytes[index] != 0x20 { hasTrailing = true }
      index += 1
    }
    hasTextAfterQuote = hasTextAfterQuote || hasTrailing
    fields.append(
      hasDoubled || hasTrailing
        ? Field(start: start, end: index, hasQuotes: true)
        : Field(start: start + 1, end: closed - 1))
    return true
  }

  private mutating func skipLine() {
    while index < bytes.count, bytes[index] != UInt8(ascii: "\n") { index += 1 }
    if index < bytes.count {
      index += 1
      nextLine += 1
    }
  }
}
