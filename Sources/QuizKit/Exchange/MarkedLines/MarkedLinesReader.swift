import QuizSupport

extension QuestionFormat {
  /// Lines with marks of an author's own. It is read only where a person says what they mean.
  package static let lines = QuestionFormat(
    name: "lines", title: MarkedLinesReader.formatName, extensions: [],
    keeps: [.commentary, .tags, .category, .lineBreaks],
    reader: MarkedLinesReader(), writer: nil)
}

/// Reads a text in which each line begins with a mark that says what it is, such as `§`, `-`, `+`,
/// `a)` or `Frage:`.
///
/// The marks are to lines what names are to columns: the user says which of them come before
/// questions, choices, right answers and commentaries. A line without one belongs to the line before
/// it, unless the user says what such lines are.
struct MarkedLinesReader: QuestionReader {
  static let formatName = "Lines"

  func read(_ source: SourceText, into collector: QuestionCollector) throws(ReadingCancelled) {
    try source.withBytes { (bytes) throws(ReadingCancelled) in
      let marks = try MarkRoles(bytes, collector)
      if collector.wantsLayout {
        collector.layout = try layout(bytes, marks, collector)
      }
      guard let question = marks.question else {
        return collector.report(
          .noColumn(role: .question, found: marks.names, map: "question=MARK"), line: 1)
      }
      if let missing = marks.missing {
        return collector.report(.mappedNameMissing(missing, found: marks.names), line: 1)
      }
      try readRecords(bytes, marks, question, collector)
    }
  }

  private func readRecords(
    _ bytes: UnsafeBufferPointer<UInt8>, _ marks: MarkRoles, _ question: String,
    _ collector: QuestionCollector
  ) throws(ReadingCancelled) {
    var sign: String?
    if collector.options.answers == .marks {
      var lists: [[String]] = []
      try eachRecord(bytes, marks, question, collector, part: 0) { record in
        lists.append(record.choices(marks).map(\.text))
        return lists.count < 1_000
      }
      sign = RightSign.find(in: lists)
    }
    var told = collector.options
    (told.columns, told.list) = ([:], nil)
    let reading = RecordReading(MappedNames(told), collector)
    try eachRecord(bytes, marks, question, collector, part: 1) { record in
      if let fields = reading.fields(of: .object(record.object(marks, sign))) {
        reading.examine(fields)
      }
      return !reading.isDecided
    }
    guard reading.decide(line: 1) else { return }
    try eachRecord(bytes, marks, question, collector, part: 2) { record in
      let place = RecordPlace(line: record.line)
      // Where a mark is not understood, it may be that of the choices.
      if !marks.unused.isEmpty, record.choices(marks).isEmpty {
        reading.refuse(.noField(.choices, among: marks.names), place)
        return true
      }
      let object = JSONValue.object(record.object(marks, sign))
      reading.take(object, reading.question(in: object, isExpected: true), place)
      return true
    }
    if case let unused = marks.unused, !unused.isEmpty {
      collector.report(.columnsIgnored(unused), line: 1)
    }
    reading.finish(line: 1)
  }

  /// Goes through the records until `take` returns `false`. A record begins with a question.
  ///
  /// - Parameter part: Which of three times through the file this is, from 0.
  private func eachRecord(
    _ bytes: UnsafeBufferPointer<UInt8>, _ marks: MarkRoles, _ question: String,
    _ collector: QuestionCollector, part: Int, _ take: (LineRecord) -> Bool
  ) throws(ReadingCancelled) {
    var lines = LineScanner(bytes)
    var record: LineRecord?
    var isBehindBlank = true
    while let line = lines.next() {
      try collector.require(line.range)
      defer { isBehindBlank = lines.isBlank(line) }
      if lines.isBlank(line) { continue }
      let text = lines.text(line)
      var marked = MarkedLine(text)
      if !marks.all.contains(marked.mark) {
        marked = MarkedLine(mark: MarkedLine.plain, text: text)
      }
      let goesOn =
        marked.mark == MarkedLine.plain
        && (marks.roles[marked.mark] == nil
          || record?.parts.last?.mark == marked.mark && !isBehindBlank)
      if goesOn, record?.parts.isEmpty == false {
        record?.append(text)
        continue
      }
      if marked.mark == question {
        if let record, !take(record) { return }
        record = LineRecord(line: line.number)
      }
      record?.parts.append(marked)
      try collector.advance(
        to: (bytes.count * part + lines.index) / 3, of: bytes.count)
    }
    if let record { _ = take(record) }
  }

  /// The marks as the fields of records.
  private func layout(
    _ bytes: UnsafeBufferPointer<UInt8>, _ marks: MarkRoles, _ collector: QuestionCollector
  ) throws(ReadingCancelled) -> TableLayout? {
    guard let first = marks.question ?? marks.names.first else { return nil }
    var rows: [[String]] = []
    try eachRecord(bytes, marks, first, collector, part: 0) { record in
      rows.append(
        marks.names.map { name in
          record.parts.lazy.filter { $0.mark == name }.map(\.text)
            .joined(separator: TableLayout.listSeparator)
        })
      return rows.count < TableLayout.mostRows
    }
    var layout = TableLayout(names: marks.names, records: rows)
    for (index, name) in marks.names.enumerated() {
      if let role = marks.roles[name] { layout.fields[role, default: []].append(index + 1) }
    }
    layout.answers = collector.options.answers
    return layout
  }
}

/// A line and the mark with which it begins.
private struct MarkedLine {
  /// The name of lines without a mark.
  static let plain = "text"

  var mark: String
  var text: String

  init(mark: String, text: String) { (self.mark, self.text) = (mark, text) }

  init(_ line: String) {
    (mark, text) = (Self.plain, line)
    let signs = line.prefix(4).prefix(while: RightSign.isMark)
    if !signs.isEmpty, signs.count < 4 {
      let rest = line.dropFirst(signs.count)
      // `-5` is a number.
      let isFree = rest.first.map { $0.isWhitespace || !$0.isNumber } ?? false
      if isFree {
        take(String(signs), rest)
        return
      }
    }
    let inner = line.first == "(" ? line.dropFirst() : line[...]
    let head = inner.prefix { $0.isASCII && ($0.isLetter || $0.isNumber) }
    let rest = inner.dropFirst(head.count)
    if let end = rest.first, ".):".contains(end), rest.dropFirst().first?.isWhitespace == true {
      let isNumber = head.allSatisfy(\.isNumber) && (1..<5).contains(head.count)
      if isNumber || head.count == 1 && end != ":" {
        take(isNumber ? "1" : head.uppercased() == head ? "A" : "a", rest.dropFirst())
        return
      }
    }
    let label = line.prefix(30).prefix { $0 != ":" && $0 != "：" }
    let words = label.split(separator: " ")
    let end = line.dropFirst(label.count).first
    guard end == ":" || end == "：", (1...3).contains(words.count), label.first?.isLetter == true,
      !label.contains(where: { ".?!,;=".contains($0) })
    else { return }
    let name = words.filter { !$0.allSatisfy(\.isNumber) }.joined(separator: " ")
    if !name.isEmpty { take(name, line.dropFirst(label.count + 1)) }
  }

  private mutating func take(_ mark: String, _ rest: Substring) {
    (self.mark, text) = (mark, FieldText.make(String(rest)))
  }
}

/// The roles of the marks of a file: question, choice, right answer and so on.
private struct MarkRoles {
  /// The most marks that a file may have.
  private static let most = 60

  /// The marks in the order in which they appear.
  private(set) var names: [String] = []
  let all: Set<String>
  private(set) var roles: [String: ColumnRole] = [:]
  /// A mark that the user names and that the file does not have.
  private(set) var missing: String?

  init(
    _ bytes: UnsafeBufferPointer<UInt8>, _ collector: QuestionCollector
  ) throws(ReadingCancelled) {
    var counts: [String: Int] = [:]
    var lines = LineScanner(bytes)
    while let line = lines.next() {
      try collector.require(line.range)
      if lines.isBlank(line) { continue }
      let mark = MarkedLine(lines.text(line)).mark
      if counts[mark] == nil, counts.count < 10_000 { names.append(mark) }
      counts[mark, default: 0] += 1
    }
    // A word that occurs once belongs to a text and is not a mark.
    let known = MappedNames(collector.options)
    let isShort = counts.values.allSatisfy { $0 == 1 }
    names = names.filter { name in
      isShort || counts[name, default: 0] > 1 || name.count == 1 || RightSign.isMark(name)
        || !known.uses(of: name).isEmpty
    }
    names = Array(names.prefix(Self.most))
    all = Set(names)
    for (index, name) in names.enumerated() {
      roles[name] = known.uses(of: name, at: index + 1).first?.column.role
    }
    if collector.options.columns.isEmpty { roles[MarkedLine.plain] = nil }
    missing =
      known.missing?.name ?? known.missingNumber(among: names.count).map { "#\($0)" }
  }

  var question: String? { names.first { roles[$0] == .question } }

  /// The marks without a role. Their lines are not imported.
  var unused: [String] { names.filter { roles[$0] == nil && $0 != MarkedLine.plain } }
}

/// The lines of a question.
private struct LineRecord {
  let line: Int
  var parts: [MarkedLine] = []

  /// Adds a line that goes on with the one before.
  mutating func append(_ text: String) {
    guard let last = parts.indices.last else { return }
    parts[last].text += "\n" + text
  }

  /// The choices, and whether the mark of each says that it is right.
  func choices(_ marks: MarkRoles) -> [(text: String, isRight: Bool)] {
    parts.compactMap { part in
      switch marks.roles[part.mark] {
      case .choice, .choices, .wrong: (part.text, false)
      case .correct where RightSign.isMark(part.mark): (part.text, true)
      default: nil
      }
    }
  }

  /// The question as a record.
  ///
  /// - Parameter sign: The sign with which right choices begin or end; `nil` if there is none.
  func object(_ marks: MarkRoles, _ sign: String?) -> JSONObject {
    var object: JSONObject = [:]
    func texts(_ role: ColumnRole) -> [String] {
      parts.filter { marks.roles[$0.mark] == role }.map(\.text)
    }
    object["question"] = .string(texts(.question).joined(separator: "\n"))
    let choices = choices(marks)
    let areMarked = sign != nil || choices.contains(where: \.isRight)
    object["choices"] = .array(
      choices.map { choice in
        guard areMarked else { return .string(choice.text) }
        let bare = sign.flatMap { RightSign.dropped($0, from: choice.text) }
        return .object([
          "text": .string(bare ?? choice.text), "correct": .bool(choice.isRight || bare != nil),
        ])
      })
    if !choices.contains(where: \.isRight), case let keys = texts(.correct), !keys.isEmpty {
      object["correct"] = .string(keys.joined(separator: "\n"))
    }
    for (role, name) in [
      (ColumnRole.explanation, "explanation"), (.category, "category"), (.tags, "tags"),
      (.kind, "type"), (.difficulty, "difficulty"),
    ] {
      if case let found = texts(role), !found.isEmpty {
        object[name] = .string(found.joined(separator: "\n"))
      }
    }
    return object
  }
}
