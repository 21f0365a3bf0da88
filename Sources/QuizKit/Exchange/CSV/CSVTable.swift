/// Reads a table of questions.
///
/// It takes two passes, because the answer column is interpreted as a whole. Scanning again is
/// cheaper than keeping all records in memory.
struct CSVTable {
  private let start: RecordScanner
  private let options: ReadingOptions
  private let collector: QuestionCollector

  init(_ start: RecordScanner, _ options: ReadingOptions, _ collector: QuestionCollector) {
    self.start = start
    self.options = options
    self.collector = collector
  }

  func read(total: Int) throws(ReadingCancelled) {
    var first = start
    guard try skipToRecord(&first) else { return }
    if first.fields.count > ColumnMap.mostColumns {
      let found = first.fields.count
      return collector.report(
        .tableTooWide(found, limit: ColumnMap.mostColumns), line: first.line)
    }
    let names = first.fields.map(first.text)
    guard ColumnMap.isHeader(names, options) else {
      return try read(from: start, .headerless, total: total)
    }
    switch ColumnMap.read(header: names, options) {
    case .success(let columns):
      try read(from: first, columns, total: total, namingUnusedOn: first.line)
    case .failure(let missing):
      collector.report(missing.fault, line: first.line)
    }
  }

  /// Reads all records from a position on, once the columns are known.
  ///
  /// - Parameter header: The line on which unused columns are reported; `nil` to report none.
  func read(
    from start: RecordScanner, _ columns: ColumnMap, total: Int, namingUnusedOn header: Int? = nil
  ) throws(ReadingCancelled) {
    var columns = columns
    let key = try survey(from: start, &columns, total: total)
    if let header, case let ignored = columns.ignored, !ignored.isEmpty {
      collector.report(.columnsIgnored(ignored), line: header)
    }
    let row = TableRow(start, columns, key)
    reading: while true {
      let outcome = row.next()
      try collector.require(row.scanner.extent)
      switch outcome {
      case .end: break reading
      case .quoteNotClosed(let line):
        collector.report(.quoteNotClosed, line: line, excerpt: row.scanner.skippedLine)
      case .record: if !row.isBlank { row.submit(to: collector) }
      }
      try collector.advance(to: total / 4 + row.scanner.index / 4 * 3, of: total)
    }
  }

  /// The first pass: determines how the answer column is written, and whether a column states the
  /// kinds of the rows. A column without any word for a kind is about something else.
  private func survey(
    from start: RecordScanner, _ columns: inout ColumnMap, total: Int
  ) throws(ReadingCancelled) -> KeyColumn {
    var survey = KeyColumn.Survey()
    // With columns of wrong answers, the right answer can only be a text.
    let hasKeys = columns.wrong.isEmpty
    let row = TableRow(start, columns)
    var isKindKnown = columns.kind == nil
    while hasKeys && survey.isPosition || !isKindKnown {
      let outcome = row.next()
      if case .end = outcome { break }
      try collector.require(row.scanner.extent)
      if case .record = outcome, !row.isBlank {
        if hasKeys { row.add(to: &survey) }
        isKindKnown = isKindKnown || row.kind != nil
      }
      try collector.advance(to: row.scanner.index / 4, of: total)
    }
    if !isKindKnown { columns.ignoreKind() }
    guard hasKeys else { return KeyColumn() }
    let key = survey.keyColumn(base: options.keyBase)
    if survey.hasRows { collector.note(.keys(key.notation)) }
    return key
  }

  private func skipToRecord(_ scanner: inout RecordScanner) throws(ReadingCancelled) -> Bool {
    while true {
      let outcome = scanner.next()
      try collector.require(scanner.extent)
      switch outcome {
      case .end: return false
      case .quoteNotClosed: continue
      case .record: if !scanner.isBlank { return true }
      }
    }
  }
}
