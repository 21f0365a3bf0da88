import QuizSupport

/// Reads questions that are one JSON object each: one per line (JSON Lines), or in a document, in
/// whatever lists and objects they are.
///
/// The names of the members are those of question sites and quiz programs (``FieldNames``), or
/// those that the user names. JCommonsenseQA, <https://github.com/yahoojapan/JGLUE>, has one object
/// per line. For a typed answer, `accepted` lists texts or numbers as in the qa-repl JSON format,
/// or `kind` states which of them `answer` is.
struct JSONRecordReader: QuestionReader {
  static let formatName = "JSON Lines"

  func read(
    _ source: SourceText, options: ReadingOptions, into collector: QuestionCollector
  ) throws(ReadingCancelled) {
    let names = MappedNames(options)
    let reading = RecordReading(names, options, collector)
    if Self.holdsLines(source, names) {
      try readLines(source, reading, collector)
    } else {
      try readDocument(source, reading, names, collector)
    }
  }

  // MARK: Lines

  private func readLines(
    _ source: SourceText, _ reading: RecordReading, _ collector: QuestionCollector
  ) throws(ReadingCancelled) {
    let tape = JSONTape(isForeign: true)
    try source.withBytes { (bytes) throws(ReadingCancelled) in
      let file = UnsafeRawBufferPointer(bytes)
      var lines = LineScanner(bytes)
      while !reading.isDecided, let line = lines.next() {
        try collector.require(line.range)
        if lines.isBlank(line) { continue }
        do throws(JSONFault) {
          let value = try JSONValue(reading: .init(rebasing: file[line.range]), with: tape)
          if let object = value.object { reading.examine(object) }
        } catch {
          // It is reported below.
        }
        try collector.advance(to: lines.index / 4, of: bytes.count)
      }
      guard reading.decide(line: 1) else { return }
      lines = LineScanner(bytes)
      while let line = lines.next() {
        try collector.require(line.range)
        if lines.isBlank(line) { continue }
        do throws(JSONFault) {
          let value = try JSONValue(reading: .init(rebasing: file[line.range]), with: tape)
          let place = RecordPlace(line: line.number)
          if let object = value.object, reading.isQuestion(value) {
            reading.submit(object, place)
          } else {
            reading.refuse(value, place)
          }
        } catch {
          try collector.report(
            error, in: file, line.range, line: line.number, excerpt: lines.text(line))
        }
        try collector.advance(to: bytes.count / 4 + lines.index / 4 * 3, of: bytes.count)
      }
      reading.finish(line: 1)
    }
  }

  /// Whether each line is a value of its own. That is so if the first line looks like an object and
  /// is not a whole document written on one line.
  private static func holdsLines(_ source: SourceText, _ names: MappedNames) -> Bool {
    var holdsLines = false
    let isNamedLines = QuestionFormat.jsonLines.extensions.contains(source.fileExtension)
    source.withBytes { bytes in
      var lines = LineScanner(bytes)
      while let line = lines.next() {
        guard let first = bytes[line.range].firstIndex(where: { $0 > 0x20 }),
          let last = bytes[line.range].lastIndex(where: { $0 > 0x20 })
        else { continue }
        guard bytes[first] == UInt8(ascii: "{"), bytes[last] == UInt8(ascii: "}") else { return }
        do throws(JSONFault) {
          let object = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes)[first...last])
          let outline = try JSONOutline(object)
          holdsLines =
            mayBeQuestion(outline, object, names)
            || !holdsObjects(outline, object) && (isNamedLines || lines.next() != nil)
        } catch {
          // The fault is reported later, when the lines are read.
          holdsLines = true
        }
        return
      }
    }
    return holdsLines
  }

  /// Whether the names of an object are those of a question.
  private static func mayBeQuestion(
    _ outline: JSONOutline, _ object: UnsafeRawBufferPointer, _ names: MappedNames
  ) -> Bool {
    let uses = outline.members.map { (member: $0, uses: names.uses(of: $0.name)) }
    let isSure = uses.contains { member, uses in
      object[member.range.lowerBound] != UInt8(ascii: "[")
        && uses.contains { $0.column.role == .question && !$0.isWeak }
    }
    let roles = Set(uses.flatMap(\.uses).map(\.column.role))
    return isSure
      || roles.contains(.question) && !roles.isDisjoint(with: [.choices, .choice, .wrong])
  }

  /// Whether a member is an object, or a list that begins with one. Such an object may be a whole
  /// document. The line may be a large file, so no value is stored.
  private static func holdsObjects(
    _ outline: JSONOutline, _ object: UnsafeRawBufferPointer
  ) -> Bool {
    outline.members.contains { member in
      if object[member.range.lowerBound] == UInt8(ascii: "{") { return true }
      guard let first = JSONElements(object, of: member)?.nextRange else { return false }
      return object[first.lowerBound] == UInt8(ascii: "{")
    }
  }

  // MARK: Documents

  private func readDocument(
    _ source: SourceText, _ reading: RecordReading, _ names: MappedNames,
    _ collector: QuestionCollector
  ) throws(ReadingCancelled) {
    try source.bytes.withBytes { bytes throws(ReadingCancelled) in
      let document: JSONOutline
      do throws(JSONFault) {
        document = try JSONOutline(bytes, longest: collector.longest)
      } catch {
        return try collector.report(error, in: bytes)
      }
      var survey = RecordWalk(bytes, reading, collector) { value, _, isQuestion in
        if isQuestion, let object = value.object { reading.examine(object) }
        return !reading.isDecided
      }
      try survey.walk(document)
      guard reading.decide(line: document.line) else { return }
      var walk = RecordWalk(bytes, reading, collector) { value, place, isQuestion in
        if isQuestion, let object = value.object {
          reading.submit(object, place)
        } else {
          reading.refuse(value, place)
        }
        return true
      }
      try walk.walk(document)
      reading.finish(line: document.line)
      if reading.found == 0, document.list("questions", in: bytes) == nil {
        collector.report(.notThisFormat(format: Self.formatName, .noList), line: 1)
      }
    }
  }
}
