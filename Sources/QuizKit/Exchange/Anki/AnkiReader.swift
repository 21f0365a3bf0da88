import QuizSupport

extension QuestionFormat {
  /// Anki notes in plain text.
  package static let anki = QuestionFormat(
    name: "anki", title: AnkiReader.formatName, extensions: ["txt"], keeps: .table, kinds: .all,
    isNamedByEnding: false,
    recognitions: [
      Recognition(by: .line) { $0.trimmedLines.first.map(AnkiHeader.isFound) == true },
      Recognition(by: .columns) { mostHaveOneTab($0.lines) },
    ],
    reader: AnkiReader(), writer: { survey, _ in AnkiWriter(survey) })

  private static func mostHaveOneTab(_ lines: [Substring]) -> Bool {
    let tab = UInt8(ascii: "\t")
    let withOneTab = lines.count { line in line.utf8.count { $0 == tab } == 1 }
    return withOneTab * 2 > lines.count
  }
}

/// Reads Anki's "Notes in Plain Text": settings, followed by records. The settings or a header line
/// name the columns.
struct AnkiReader: QuestionReader {
  static let formatName = "Anki"

  func read(_ source: SourceText, into collector: QuestionCollector) throws(ReadingCancelled) {
    let options = collector.options
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
      do throws(Fault) {
        var columns = try ColumnMap(header: names, options)
        if !columns.areCards || !options.makesChoices {
          columns.take(header)
          table = columns
        }
      } catch {
        // Without names a note has two sides, but no column that a person named.
        if error.topic == "no-column.mapped" {
          return collector.report(error, line: header.bodyLine)
        }
      }
      if let table {
        return try CSVTable(body, collector).read(from: body, table, total: bytes.count)
      }
      try AnkiCards(body, header, collector).submit(
        makesChoices: options.makesChoices, to: collector, total: bytes.count)
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

/// The settings at the top of Anki's "Notes in Plain Text",
/// <https://docs.ankiweb.net/importing/text-files.html#file-headers>.
struct AnkiHeader {
  var separator: UInt8?
  var isHTML = false
  var columns: [String]?
  var tags: [String] = []
  var deck: String?
  /// The special columns, counted from 0.
  var tagsColumn: Int?
  var deckColumn: Int?
  var guidColumn: Int?
  var notetypeColumn: Int?
  /// Where the notes begin.
  private(set) var bodyStart = 0
  private(set) var bodyLine = 1

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    var lines = LineScanner(bytes)
    var isFirst = true
    while let line = lines.next() {
      let text = lines.text(line)
      if text.hasPrefix("#") {
        take(text.dropFirst())
      } else if columns == nil, text.hasPrefix("\"#"),
        take(text.dropFirst(2).prefix { $0 != "\"" })
      {
        // A spreadsheet has written the settings as fields. Other fields with `#` belong to notes,
        // and so do all behind the names of the columns.
      } else if isFirst, text.lowercased().hasPrefix("tags:") {
        tags = TagList.split(String(text.dropFirst(5)))
      } else {
        return
      }
      isFirst = false
      bodyStart = min(lines.index, bytes.count)
      bodyLine = line.number + 1
    }
  }

  /// Whether a text begins with Anki's settings.
  static func isFound(in line: Substring) -> Bool {
    line.drop { $0 == "\"" }.prefix(11).lowercased() == "#separator:"
  }

  /// Reads a setting `key:value`. Any other line that begins with `#` is a comment.
  ///
  /// - Returns: Whether Anki has such a setting.
  @discardableResult private mutating func take(_ setting: Substring) -> Bool {
    guard let colon = setting.firstIndex(of: ":") else { return false }
    let key = FieldText.make(String(setting[..<colon])).lowercased()
    // The value may be a literal tab, which FieldText would remove as a blank.
    let raw = setting[setting.index(after: colon)...]
    // Spreadsheets append separators to short rows.
    var unpadded = raw
    while let last = unpadded.last, "\t;, ".contains(last) { unpadded.removeLast() }
    let value = FieldText.make(String(unpadded))
    switch key {
    case "separator": separator = Self.separator(named: raw)
    case "html": isHTML = value.lowercased() == "true"
    case "tags": tags = TagList.split(value)
    case "deck": deck = value.isEmpty ? nil : value
    case "columns":
      let mark = separator.map { Character(Unicode.Scalar($0)) } ?? "\t"
      columns = raw.split(separator: mark, omittingEmptySubsequences: false)
        .map { FieldText.make(String($0)) }
    case "tags column": tagsColumn = Self.column(value)
    case "deck column": deckColumn = Self.column(value)
    case "guid column": guidColumn = Self.column(value)
    case "notetype column": notetypeColumn = Self.column(value)
    default: return false
    }
    return true
  }

  private static func column(_ value: String) -> Int? {
    Int(value).flatMap { $0 > 0 ? $0 - 1 : nil }
  }

  private static func separator(named name: Substring) -> UInt8? {
    let word = name.drop { $0 == " " }.prefix { $0.isLetter }.lowercased()
    let signs = [
      "comma": ",", "semicolon": ";", "tab": "\t", "space": " ", "pipe": "|", "colon": ":",
    ]
    return (signs[word] ?? String(name)).utf8.first
  }
}

/// Reads notes with a front and a back: as cards, or as questions with other backs as wrong
/// choices.
private struct AnkiCards {
  /// The tag of all questions with other backs as choices. It shows that no author chose them.
  private static let tag = "generated"

  private let header: AnkiHeader
  private var cards: [(draft: QuestionDraft, back: String)] = []
  /// The distinct backs in order of first appearance.
  private var backs: [String] = []
  /// The names of further fields that are not empty.
  private var further: [String] = []

  init(
    _ start: RecordScanner, _ header: AnkiHeader, _ collector: QuestionCollector
  ) throws(ReadingCancelled) {
    self.header = header
    let special = [
      header.tagsColumn, header.deckColumn, header.guidColumn, header.notetypeColumn,
    ]
    let sides = (0...5).filter { !special.contains($0) }
    var columns = ColumnMap.headerless(sides[0])
    columns.width = 0
    columns.take(header)
    let row = TableRow(start, columns)
    var (seen, names): (Set<String>, Set<String>) = ([], [])
    while true {
      let outcome = try row.next(in: collector)
      if case .end = outcome { return }
      if case .quoteNotClosed(let line) = outcome {
        collector.report(.quoteNotClosed, line: line, excerpt: row.scanner.skippedLine)
        continue
      }
      for column in row.scanner.fields.indices
      where column > sides[1] && !special.contains(column) && !row.text(column).isEmpty {
        let name = header.columns.flatMap { $0.indices.contains(column) ? $0[column] : nil }
        let known = name ?? "\(column + 1)"
        if names.insert(known).inserted { further.append(known) }
      }
      var draft = QuestionDraft(line: row.scanner.line)
      draft.take(row)
      if collector.pictures != nil { collector.keep(row.images, in: &draft) }
      let back = row.text(sides[1])
      if !back.isEmpty, seen.insert(back).inserted { backs.append(back) }
      cards.append((draft, back))
    }
  }

  /// Makes a card of each note, or a question with choices.
  func submit(
    makesChoices: Bool, to collector: QuestionCollector, total: Int
  ) throws(ReadingCancelled) {
    if makesChoices, backs.count < 4 {
      return collector.report(.tooFewBacks, line: header.bodyLine)
    }
    if !further.isEmpty { collector.report(.columnsIgnored(further), line: header.bodyLine) }
    for (index, card) in cards.enumerated() {
      var draft = card.draft
      if makesChoices { draft.tags.append(Self.tag) }
      if !makesChoices {
        draft.solution = .card(CardSolution(back: card.back))
        collector.submit(draft)
      } else if card.back.isEmpty {
        collector.refuse(draft, .noCorrectChoice(nil))
      } else {
        (draft.choices, draft.correct) = StablePlace.place(
          card.back, among: wrongBacks(draft.text, card.back), of: draft.text)
        collector.submit(draft)
      }
      try collector.advance(to: total / cards.count * (index + 1), of: total)
    }
  }

  /// Returns three backs that differ from the card's own. Every import of the file chooses the same
  /// ones.
  private func wrongBacks(_ front: String, _ back: String) -> [String] {
    let place = StablePlace.of(front + "\n" + back, count: backs.count)
    let others = backs.indices.lazy.map { backs[(place + $0) % backs.count] }.filter { $0 != back }
    return Array(others.prefix(3))
  }
}

/// Writes Anki's "Notes in Plain Text" with the columns of a table, so that the file can be read as
/// one.
struct AnkiWriter: QuestionWriter {
  private let columns: TableColumns

  init(_ survey: ExportSurvey) {
    columns = TableColumns(survey)
  }

  var beginning: [UInt8] {
    let header =
      "#separator:tab\n#html:false\n#tags column:\(columns.tagsColumn + 1)\n"
      + "#columns:\(columns.names.joined(separator: "\t"))\n"
    return Array(header.utf8)
  }

  func append(_ question: ExportedQuestion, to text: inout [UInt8]) -> Fault? {
    guard RowParts.canHold(question.content) else {
      return .unwritable(format: AnkiReader.formatName)
    }
    text += RecordOutput.record(
      columns.fields(of: question), UInt8(ascii: "\t"), lineEnd: "\n")
    return nil
  }
}
