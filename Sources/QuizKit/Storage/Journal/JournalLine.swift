import QuizSupport

/// The parsed content of one line of a journal.
enum JournalLine {
  /// `text` is the range of the record's own text in the line; empty for a delete.
  case change(JournalVerb, entity: String, id: Int64, text: Range<Int>)
  case commit(JournalCommit)

  /// Parses a line without its line feed; `nil` when it is not a journal line.
  init?(_ line: UnsafeRawBufferPointer, entities: JournalEntities) {
    guard let verb = JournalVerb.allCases.first(where: { line.starts(with: $0.beginning) }) else {
      return nil
    }
    if verb == .commit {
      guard let commit = JournalCommit(line) else { return nil }
      self = .commit(commit)
      return
    }
    let nameStart = verb.beginning.count
    guard let name = line[nameStart...].firstIndex(of: UInt8(ascii: "\"")) else { return nil }
    let entity = entities.name(UnsafeRawBufferPointer(rebasing: line[nameStart..<name]))
    guard line.last == UInt8(ascii: "}") else { return nil }
    var position = name
    if verb != .delete, Self.skip("\",\"record\":", in: line, &position) {
      guard let id = Self.identifier(ofRecord: line[position..<line.count - 1]) else { return nil }
      self = .change(verb, entity: entity, id: id, text: position..<line.count - 1)
      return
    }
    guard Self.skip("\",\"id\":", in: line, &position),
      let id = Self.number(in: line, &position)
    else { return nil }
    if verb == .delete {
      guard position == line.count - 1 else { return nil }
      self = .change(verb, entity: entity, id: id, text: 0..<0)
    } else {
      guard Self.skip(",\"record\":", in: line, &position), position < line.count - 1 else {
        return nil
      }
      self = .change(verb, entity: entity, id: id, text: position..<line.count - 1)
    }
  }

  /// Continues the check of a save with this line. A commit's own check is left out.
  ///
  /// - Parameter bytes: the bytes of the line.
  func check(_ bytes: UnsafeRawBufferPointer, seed: UInt64) -> UInt64 {
    guard case .commit = self else { return Checksum.of(bytes, seed: seed) }
    let count = bytes.count - JournalCommit.tailLength + JournalFormat.checkStart.count
    return Checksum.of(UnsafeRawBufferPointer(rebasing: bytes[..<count]), seed: seed)
  }

  /// The identifier at the beginning of a record's text; `nil` when the text begins with something
  /// else.
  static func identifier(ofRecord text: Slice<UnsafeRawBufferPointer>) -> Int64? {
    let text = UnsafeRawBufferPointer(rebasing: text)
    var position = 0
    guard skip("{\"id\":", in: text, &position), let id = number(in: text, &position),
      position < text.count
    else { return nil }
    let isWhole = text[position] == UInt8(ascii: ",") || text[position] == UInt8(ascii: "}")
    return isWhole ? id : nil
  }

  private static func skip(
    _ text: StaticString, in line: UnsafeRawBufferPointer, _ position: inout Int
  ) -> Bool {
    let count = text.utf8CodeUnitCount
    guard position + count <= line.count else { return false }
    for index in 0..<count where line[position + index] != text.utf8Start[index] { return false }
    position += count
    return true
  }

  private static func number(in line: UnsafeRawBufferPointer, _ position: inout Int) -> Int64? {
    var number: Int64 = 0
    let start = position
    while position < line.count, line[position] &- UInt8(ascii: "0") < 10, position - start < 19 {
      let (tens, overflow) = number.multipliedReportingOverflow(by: 10)
      let (sum, carry) = tens.addingReportingOverflow(Int64(line[position] - UInt8(ascii: "0")))
      if overflow || carry { return nil }
      number = sum
      position += 1
    }
    return position > start && (1...JSONTape.largestCount).contains(number) ? number : nil
  }
}

/// The line that commits the lines before it.
struct JournalCommit: Codable, Equatable {
  /// The number of the save.
  var commit: UInt64
  /// The date of the save as text, for people; no code depends on it.
  var at: String
  var check: String

  init?(_ line: UnsafeRawBufferPointer) {
    do throws(JSONFault) {
      self = try JSONTextDecoder().decode(JournalCommit.self, from: line)
    } catch {
      return nil
    }
    guard line.suffix(Self.tailLength).starts(with: JournalFormat.checkStart),
      let value = UInt64(check, radix: 16), check == Self.digits(value)
    else { return nil }
  }

  /// How many bytes the checksum and its surroundings take at the end of the line.
  static var tailLength: Int {
    JournalFormat.checkStart.count + JournalFormat.checkLength + JournalFormat.checkEnd.count
  }

  /// The checksum as a number.
  var checkValue: UInt64 { UInt64(check, radix: 16) ?? 0 }

  /// The line up to the checksum's digits.
  static func beginning(sequence: UInt64, at: String) -> [UInt8] {
    let text =
      "{\"commit\":\(sequence),\"at\":\(JSONText.quoted(at)),"
      + "\"author\":\"\","
    return Array(text.utf8) + JournalFormat.checkStart
  }

  /// The rest of the line, with its line feed.
  static func end(check: UInt64) -> [UInt8] {
    Array(digits(check).utf8) + JournalFormat.checkEnd + [0x0A]
  }

  private static func digits(_ check: UInt64) -> String {
    let digits = String(check, radix: 16)
    return String(repeating: "0", count: JournalFormat.checkLength - digits.count) + digits
  }
}

/// The entity names as they appear in lines, so that parsing a line need not create a string.
struct JournalEntities {
  private var names: [(text: [UInt8], name: String)]

  init(_ names: [String]) {
    self.names = names.map { name in
      var text: [UInt8] = []
      JSONText.append(name, to: &text)
      return (text, name)
    }
  }

  /// The entity with this text. An unknown entity gets its text as its name.
  func name(_ text: UnsafeRawBufferPointer) -> String {
    for known in names where text.elementsEqual(known.text) { return known.name }
    return String(decoding: text, as: UTF8.self)
  }
}

/// Extracts index keys from a record's text.
struct JournalKeys {
  private let decoder: JSONTextDecoder
  private let schema: Schema

  init(_ schema: Schema) {
    self.schema = schema
    decoder = JSONTextDecoder(userInfo: schema.userInfo)
  }

  /// The index keys of the record with this text. Empty for a kind that has no keys or is not in
  /// the schema.
  func keys(
    of entity: String, id: Int64, _ text: UnsafeRawBufferPointer
  ) throws(JSONFault) -> [UInt64?] {
    guard let record = schema.record(named: entity) else { return [] }
    return try keys(of: record, id, text)
  }

  private func keys<R: StoredRecord>(
    of type: R.Type, _ id: Int64, _ text: UnsafeRawBufferPointer
  ) throws(JSONFault) -> [UInt64?] {
    let all = R.keys
    guard !all.isEmpty else { return [] }
    if let keys = try all.indexKeys(of: id, text, decoder) { return keys }
    let record = try decoder.decode(type, from: text)
    guard record.id.rawValue == id else {
      throw JSONFault(
        0, "the record has another identifier than its line", "レコードの識別子が行のものと違います")
    }
    return all.indexKeys(of: record)
  }
}
