import QuizSupport

extension QuestionFormat {
  /// One JSON object per question.
  package static let jsonLines = QuestionFormat(
    name: "jsonl", title: JSONRecordReader.formatName, extensions: ["jsonl", "ndjson"],
    keeps: .everything.subtracting([.otherFields]), document: .json, isNamedByEnding: false,
    recognitions: [Recognition(by: .document) { _ in true }],
    reader: JSONRecordReader(), writer: nil)
}

/// Reads questions that are one JSON object each: one per line (JSON Lines), or in a document, in
/// whatever lists and objects they are.
///
/// The names of the members are those of question sites and quiz programs (``FieldNames``), or
/// those that the user names. JCommonsenseQA, <https://github.com/yahoojapan/JGLUE>, has one object
/// per line. For a typed answer, `accepted` lists texts or numbers as in the qa-repl JSON format,
/// or `kind` states which of them `answer` is.
struct JSONRecordReader: QuestionReader {
  static let formatName = "JSON Lines"

  func read(_ source: SourceText, into collector: QuestionCollector) throws(ReadingCancelled) {
    let names = MappedNames(collector.options)
    let reading = RecordReading(names, collector)
    if collector.wantsLayout { collector.layout = Self.layout(source, names) }
    if names.options.list == nil, Self.holdsLines(source, names) {
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
      func walk(isSurvey: Bool) throws(ReadingCancelled) {
        var lines = LineScanner(bytes)
        while !(isSurvey && reading.isDecided), let line = lines.next() {
          try collector.require(line.range)
          if lines.isBlank(line) { continue }
          do throws(JSONFault) {
            let value = try JSONValue(reading: .init(rebasing: file[line.range]), with: tape)
            if !isSurvey {
              let place = RecordPlace(line: line.number)
              reading.take(value, reading.question(in: value), place)
            } else if let fields = reading.fields(of: value) {
              reading.examine(fields)
            }
          } catch {
            // The survey leaves it to the reading.
            if !isSurvey {
              try collector.report(
                error, in: file, line.range, line: line.number, excerpt: lines.text(line))
            }
          }
          let done = lines.index / 4
          try collector.advance(to: isSurvey ? done : bytes.count / 4 + done * 3, of: bytes.count)
        }
      }
      try walk(isSurvey: true)
      guard reading.decide(line: 1) else { return }
      try walk(isSurvey: false)
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

  // MARK: Layout

  /// The fields of a list of objects, or of the lines; `nil` for a file that is too large to be in
  /// memory as a whole, and without objects. Unless the user names a list it is the longest.
  private static func layout(_ source: SourceText, _ names: MappedNames) -> TableLayout? {
    guard source.bytes.count <= 20_000_000 else { return nil }
    let tape = JSONTape(isForeign: true)
    var objects: [JSONObject] = []
    var lists: [String] = []
    var parts: [TableLayout.Part] = []
    source.withBytes { bytes in
      let file = UnsafeRawBufferPointer(bytes)
      do throws(JSONFault) {
        var inDocument = ObjectLists()
        inDocument.add(try JSONValue(reading: file, with: tape), at: [])
        lists = inDocument.paths
        if lists.count > 1, names.options.list == nil {
          parts = lists.prefix(TableLayout.mostParts).compactMap { list in
            layout(of: inDocument[list], names).map {
              TableLayout.Part(list: list, count: inDocument.count(of: list), layout: $0)
            }
          }
        }
        // The reader takes the lists in which a field is called a question.
        let named = parts.first { $0.layout.fields[.question] != nil }?.list
        objects = (names.options.list ?? named ?? lists.first).map { inDocument[$0] } ?? []
      } catch {
        var lines = LineScanner(bytes)
        while objects.count < TableLayout.mostRows, let line = lines.next() {
          do throws(JSONFault) {
            let value = try JSONValue(reading: .init(rebasing: file[line.range]), with: tape)
            if let object = value.object { objects.append(object) }
          } catch {
            // A line without an object is named when the lines are read.
            continue
          }
        }
      }
    }
    var found = layout(of: objects, names)
    if found == nil, !lists.isEmpty { found = TableLayout(names: [], records: []) }
    found?.lists = lists
    found?.parts = parts
    return found
  }

  /// The fields of objects; `nil` for those that have none.
  private static func layout(of objects: [JSONObject], _ names: MappedNames) -> TableLayout? {
    let parts = objects.prefix(TableLayout.mostRows).map(paths)
    let records = parts.map { Dictionary($0) { $1 } }
    var fields: [String] = []
    var known: Set<String> = []
    for (path, _) in parts.joined() where fields.count < 100 && known.insert(path).inserted {
      fields.append(path)
    }
    if fields.isEmpty { return nil }
    var layout = TableLayout(
      names: fields, records: records.map { record in fields.map { record[$0] ?? "" } })
    var uses: [(rank: Int, role: ColumnRole, index: Int)] = []
    for (index, field) in fields.enumerated() {
      let said = names.mapped.first { $0.value == field }?.key.role
      if let said { uses.append((-1, said, index)) }
      if said == nil, let use = names.uses(of: field).first {
        uses.append((use.rank, use.column.role, index))
      }
    }
    for use in uses.sorted(by: { ($0.rank, $0.index) < ($1.rank, $1.index) }) {
      layout.fields[use.role, default: []].append(use.index + 1)
    }
    return layout
  }

  /// The texts of an object by the names of its members, and of objects in it, or in a list of it,
  /// by both names with a point between them.
  private static func paths(of object: JSONObject) -> [(String, String)] {
    var paths: [(String, String)] = []
    for member in object.members where member.name.utf8.count <= HeaderName.longest {
      let inner = Array((member.value.array ?? [member.value]).prefix(100))
      if member.value.object == nil { paths.append((member.name, cell(inner))) }
      // A list has numbers where an object has names.
      let parts = inner.map { element in
        element.array?.prefix(20).enumerated().map { (String($0 + 1), $1) }
          ?? element.object?.members.prefix(100).map { ($0.name, $0.value) } ?? []
      }
      let tables = parts.map { Dictionary($0) { $1 } }
      var names: [String] = []
      for (name, _) in parts.joined()
      where names.count < 100 && name.utf8.count <= HeaderName.longest && !names.contains(name) {
        names.append(name)
      }
      for name in names {
        paths.append(("\(member.name).\(name)", cell(tables.map { $0[name] ?? .null })))
      }
      if paths.count > 100 { break }
    }
    return paths
  }

  private static func cell(_ values: [JSONValue]) -> String {
    let texts = values.map { value in
      if case .bool(let flag) = value { flag ? "true" : "false" } else { value.flatText ?? "" }
    }
    return texts.allSatisfy(\.isEmpty) ? "" : texts.joined(separator: TableLayout.listSeparator)
  }

  // MARK: Documents

  private func readDocument(
    _ source: SourceText, _ reading: RecordReading, _ names: MappedNames,
    _ collector: QuestionCollector
  ) throws(ReadingCancelled) {
    try source.bytes.withBytes { bytes throws(ReadingCancelled) in
      let document: JSONOutline
      do throws(JSONFault) {
        document = try JSONOutline(bytes, maximumBytes: collector.maximumBytes)
      } catch {
        return try collector.report(error, in: bytes)
      }
      let list = names.options.list
      var survey = RecordWalk(bytes, reading, collector, of: list) { _, question, _ in
        if let question { reading.examine(question) }
        return !reading.isDecided
      }
      try survey.walk(document)
      if let list, !survey.hasWanted {
        return collector.report(
          .mappedNameMissing(list, found: document.members.map(\.name)), line: document.line)
      }
      guard reading.decide(line: document.line) else { return }
      var walk = RecordWalk(bytes, reading, collector, of: list) { value, question, place in
        reading.take(value, question, place)
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

/// Goes through a JSON document to the objects that look like questions, in whatever lists and
/// objects they are.
///
/// One object of a list is in memory at a time, so that a large file takes no more than its bytes.
struct RecordWalk {
  /// What to do with a value, and the question that it is; returns whether to go on.
  typealias Visit = (JSONValue, _ question: RecordFields?, RecordPlace) -> Bool

  private let bytes: UnsafeRawBufferPointer
  private let reading: RecordReading
  private let collector: QuestionCollector
  private let visit: Visit
  /// The path of the only list that is read; `nil` for all.
  private let wanted: String?
  /// Whether that list is there.
  private(set) var hasWanted = false
  private var goesOn = true

  /// - Parameters:
  ///   - wanted: The path of the only list to read; `nil` for all.
  ///   - visit: receives each question, and everything else in a list of questions.
  init(
    _ bytes: UnsafeRawBufferPointer, _ reading: RecordReading, _ collector: QuestionCollector,
    of wanted: String?, _ visit: @escaping Visit
  ) {
    (self.bytes, self.reading, self.collector, self.visit) = (bytes, reading, collector, visit)
    self.wanted = wanted
  }

  /// Goes through a document. Its grammar has been checked.
  mutating func walk(_ document: JSONOutline) throws(ReadingCancelled) {
    let place = RecordPlace(line: document.line)
    if document.isObject {
      _ = try object(document, in: 0..<bytes.count, nil, place, depth: 0)
    } else if let member = document.members.first {
      _ = try list(member, nil, place, depth: 0)
    }
  }

  /// Goes through an object, which may be a question itself.
  ///
  /// - Parameters:
  ///   - known: The object, where a value around it was read. What is inside of it is not read once
  ///     more for each list and object around it.
  ///   - isElement: Whether it was examined as an element of a list, and is not a question.
  /// - Returns: Whether there were any questions.
  private mutating func object(
    _ outline: JSONOutline, in range: Range<Int>, _ known: JSONValue?, _ place: RecordPlace,
    depth: Int, isElement: Bool = false
  ) throws(ReadingCancelled) -> Bool {
    let isListed = wanted == nil || place.path.dropLast().joined(separator: ".") == wanted
    if isListed, !isElement, reading.mayBeQuestion(outline.members),
      let value = known ?? value(in: range), let question = reading.question(in: value)
    {
      goesOn = visit(value, question, place)
      return true
    }
    return try members(of: outline, known?.object, place, depth: depth)
  }

  private func value(in range: Range<Int>) -> JSONValue? {
    guard range.count <= collector.maximumBytes else { return nil }
    do throws(JSONFault) {
      return try JSONValue(
        reading: UnsafeRawBufferPointer(rebasing: bytes[range]), with: JSONTape(isForeign: true))
    } catch {
      // Never happens: the grammar has been checked.
      return nil
    }
  }

  /// Goes through the members of an object that is not a question itself.
  ///
  /// - Returns: Whether there were any questions.
  private mutating func members(
    of outline: JSONOutline, _ known: JSONObject?, _ place: RecordPlace, depth: Int
  ) throws(ReadingCancelled) -> Bool {
    let lists = outline.members.count { bytes[$0.range.lowerBound] == UInt8(ascii: "[") }
    // Of two equal names the value of the last one is known.
    let values = known.flatMap { $0.members.count == outline.members.count ? $0.members : nil }
    var hasQuestions = false
    for (index, member) in outline.members.enumerated() where goesOn {
      var place = place
      place.line = member.line
      place.element = (place.element.map { $0 + "." } ?? "") + member.name
      // Of several lists each is a group of its own, unless its name says only that it is a list.
      if lists > 1, !Self.plainNames.contains(member.name.lowercased()) {
        place.category = FieldText.make(member.name)
      }
      if try container(member, values?[index].value, place, depth: depth) { hasQuestions = true }
    }
    return hasQuestions
  }

  private mutating func container(
    _ member: JSONOutline.Member, _ known: JSONValue?, _ place: RecordPlace, depth: Int,
    isElement: Bool = false
  ) throws(ReadingCancelled) -> Bool {
    switch bytes[member.range.lowerBound] {
    case UInt8(ascii: "["): return try list(member, known?.array, place, depth: depth)
    case UInt8(ascii: "{"):
      guard depth < Self.depthLimit, let outline = JSONOutline(bytes, of: member) else {
        return false
      }
      return try object(
        outline, in: member.range, known, place, depth: depth + 1, isElement: isElement)
    default: return false
    }
  }

  /// Goes through a list.
  ///
  /// - Returns: Whether there were any questions.
  private mutating func list(
    _ member: JSONOutline.Member, _ known: [JSONValue]?, _ place: RecordPlace, depth: Int
  ) throws(ReadingCancelled) -> Bool {
    guard depth < Self.depthLimit, var elements = JSONElements(bytes, of: member) else {
      return false
    }
    var others: [(JSONValue, RecordPlace)] = []
    var hasQuestions = false
    // Everything in such a list is meant to be a question.
    let isWanted = wanted.map { $0 == ObjectLists.name(of: place.path) }
    hasWanted = hasWanted || isWanted == true
    let isOfQuestions =
      isWanted ?? (depth == 0 && member.name.isEmpty || member.name == "questions")
    func next() throws(ReadingCancelled) -> JSONValue? {
      guard let known else { return try elements.next(in: collector) }
      let index = elements.count
      return elements.skip() && known.indices.contains(index) ? known[index] : nil
    }
    while goesOn, let value = try next() {
      var here = place
      here.line = elements.line
      here.element = (place.element ?? "") + "[\(elements.count)]"
      if isWanted != false,
        let question = reading.question(in: value, isExpected: isOfQuestions)
      {
        hasQuestions = true
        goesOn = visit(value, question, here)
      } else {
        let inner = JSONOutline.Member(
          name: "", range: elements.start..<elements.position, line: elements.line)
        here.category = Self.groupName(of: value) ?? here.category
        here.kind = value.object?["type"]?.string.flatMap { TableKind($0) } ?? here.kind
        let isGroup = try container(
          inner, value, here, depth: depth + 1, isElement: isWanted != false)
        if isGroup { hasQuestions = true }
        // Every object in a list of questions is reported, even one that does not look like them.
        if !isGroup, isWanted != false, others.count < 10_000 { others.append((value, here)) }
      }
      if hasQuestions || isOfQuestions {
        for (value, here) in others where goesOn { goesOn = visit(value, nil, here) }
        others = []
      }
      try collector.advance(to: elements.position, of: bytes.count)
    }
    return hasQuestions
  }

  /// The name of a group of questions.
  private static func groupName(of value: JSONValue) -> String? {
    guard let object = value.object else { return nil }
    let name = ["category", "deck", "subject", "topic", "title", "name"].lazy
      .compactMap { object[$0]?.string }.first
    return name.map { FieldText.make($0) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The names of lists that say nothing about what is in them.
  private static let plainNames: Set<String> = [
    "questions", "results", "data", "items", "records", "list", "rows", "entries", "content",
    "contents", "quiz", "quizzes", "exam", "children", "elements", "body", "payload", "response",
  ]

  /// Deeper lists are not searched. No program writes them.
  private static let depthLimit = 32
}

extension QuestionCollector {
  /// Reports a fault in JSON, or stops the reading if the fault is a value that is too long.
  ///
  /// - Parameters:
  ///   - bytes: The contents of the file.
  ///   - range: The part that was read; by default everything.
  ///   - line: The line on which the range begins.
  ///   - excerpt: The text to show in the report.
  /// - Throws: ``ReadingCancelled`` if a value is too long.
  func report(
    _ fault: JSONFault, in bytes: UnsafeRawBufferPointer, _ range: Range<Int>? = nil,
    line: Int = 1, excerpt: String = ""
  ) throws(ReadingCancelled) {
    let bytes = bytes.bindMemory(to: UInt8.self)
    let range = range ?? 0..<bytes.count
    let place =
      fault.kind == .endsEarly
      ? range.upperBound : min(range.lowerBound + fault.offset, range.upperBound)
    let before = bytes[range.lowerBound..<place]
    let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? range.lowerBound
    let next = String(decoding: bytes[place..<range.upperBound].prefix(4), as: UTF8.self)
      .unicodeScalars.first.map { String(Character($0)) }
    let syntax: Fault.SyntaxFault =
      switch fault.kind {
      case .endsEarly: .unexpectedEnd
      case .controlCharacter: .controlCharacterInString
      case .badEscape: .badEscape
      case .badNumber: .badNumber
      case .tooDeep: .nestedTooDeeply
      case .textAfterEnd: .textAfterEnd
      case .unexpected, .wrongValue: .unexpected(next ?? "")
      case .tooLong: throw stop(at: place)
      }
    let column = TextColumn.of(place, from: lineStart, in: bytes)
    report(
      .syntax(
        format: "JSON", column: column, syntax,
        mentionsQuestion: Self.mentionsQuestion(
          String(decoding: before.prefix(1 << 16), as: UTF8.self))),
      line: line + before.count { $0 == UInt8(ascii: "\n") }, excerpt: excerpt)
  }

  /// Whether a text in JSON has a member that is called a question.
  private static func mentionsQuestion(_ text: String) -> Bool {
    let parts = text.split(separator: "\"", omittingEmptySubsequences: false)
    return zip(parts, parts.dropFirst()).contains { name, next in
      next.first { !$0.isWhitespace } == ":"
        && FieldNames.uses(of: String(name)).contains { $0.column.role == .question }
    }
  }
}

extension JSONElements {
  /// Returns the next element, or `nil` after the last one. Stops the reading if the element
  /// exceeds the maximum size of a question.
  mutating func next(in collector: QuestionCollector) throws(ReadingCancelled) -> JSONValue? {
    // A fast path: if all remaining elements together are within the limit, so is each of them.
    if remaining > collector.maximumBytes, let range = nextRange { try collector.require(range) }
    return next()
  }
}

/// The lists of objects in a document, by their paths. Lists in several elements of another one are
/// one.
private struct ObjectLists {
  private struct List {
    /// The first objects.
    var objects: [JSONObject] = []
    /// The most objects in one place, and those in all.
    var longest = 0
    var count = 0
    let place: Int

    init(at place: Int) { self.place = place }

    mutating func add(_ more: [JSONObject]) {
      longest = max(longest, more.count)
      count += more.count
      objects += more.prefix(TableLayout.mostRows - objects.count)
    }
  }

  private var lists: [String: List] = [:]

  /// The paths, that of the longest list first.
  var paths: [String] {
    lists.sorted { ($1.value.longest, $0.value.place) < ($0.value.longest, $1.value.place) }
      .prefix(100).map(\.key)
  }

  /// The first objects of a list.
  subscript(path: String) -> [JSONObject] { lists[path]?.objects ?? [] }

  /// How many objects a list has.
  func count(of path: String) -> Int { lists[path]?.count ?? 0 }

  /// How a person names the list at a path: that of the whole document is a point.
  static func name(of path: [String]) -> String {
    path.isEmpty ? "." : path.joined(separator: ".")
  }

  mutating func add(_ value: JSONValue, at path: [String]) {
    if path.count > 32 { return }
    switch value {
    case .object(let object):
      for member in object.members where member.value.scalarText == nil {
        add(member.value, at: path + [member.name])
      }
    case .array(let values):
      let objects = values.compactMap(\.object)
      if !objects.isEmpty {
        let (name, place) = (Self.name(of: path), lists.count)
        // In place: a copy of the list would copy its objects.
        lists[name, default: List(at: place)].add(objects)
      }
      for value in values { add(value, at: path) }
    default: break
    }
  }
}
