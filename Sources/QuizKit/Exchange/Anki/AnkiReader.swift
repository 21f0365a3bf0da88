/// Reads Anki's "Notes in Plain Text": settings, followed by records. The settings or a header line
/// name the columns.
struct AnkiReader: QuestionReader {
  static let formatName = "Anki"

  func read(
    _ source: SourceText, options: ReadingOptions, into collector: QuestionCollector
  ) throws(ReadingCancelled) {
    try source.withBytes { (bytes) throws(ReadingCancelled) in
      let header = AnkiHeader(bytes)
      let separator =
        options.delimiter?.asciiValue ?? header.separator ?? Self.separator(bytes, header.bodyStart)
      var body = RecordScanner(
        bytes, delimiter: separator, from: header.bodyStart, line: header.bodyLine)
      var names = header.columns ?? []
      if header.columns == nil {
        var first = body
        let outcome = first.next()
        try collector.require(first.extent)
        if case .record = outcome, case let record = first.fields.map(first.text),
          ColumnMap.isHeader(record, options)
        {
          names = record
          body = first
        }
      }
      var table: ColumnMap?
      do throws(ColumnMap.MissingColumn) {
        var columns = try ColumnMap(header: names, options)
        if !columns.areCards || !options.makesChoices {
          columns.take(header)
          table = columns
        }
      } catch {
        if error.name != nil { return collector.report(error.fault, line: header.bodyLine) }
      }
      if let table {
        return try CSVTable(body, options, collector).read(from: body, table, total: bytes.count)
      }
      let cards = try AnkiCards(body, header, collector)
      if options.makesChoices {
        try cards.makeQuestions(into: collector, total: bytes.count)
      } else {
        try cards.makeCards(into: collector, total: bytes.count)
      }
    }
  }

  /// The default separator: a tab if the first line has one, otherwise a semicolon, otherwise a
  /// comma.
  private static func separator(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> UInt8 {
    let line = bytes[start...].prefix { $0 != UInt8(ascii: "\n") }
    return [UInt8(ascii: "\t"), UInt8(ascii: ";")].first(where: line.contains) ?? UInt8(ascii: ",")
  }
}

extension ColumnMap {
  /// Applies the settings of an Anki file to the columns.
  fileprivate mutating func take(_ header: AnkiHeader) {
    isHTML = header.isHTML
    fixedTags = header.tags
    fixedCategory = header.deck
    // Anki ignores surplus fields as well.
    ignoresSurplus = true
    if let column = header.tagsColumn, !tags.contains(column) { tags.append(column) }
    self[.category] = header.deckColumn ?? self[.category]
    self[.id] = header.guidColumn ?? self[.id]
  }
}
