import Foundation
import QuizSupport

/// The file of a ``JournalStore``: lines of JSON. Every save appends some.
///
/// ```json
/// {"format":"qa-repl-journal","version":3,"schema":1,"generation":1,"salt":"…",
///  "sequence":0,"last":{}}
/// {"insert":"deck","record":{"id":1,"name":"Swift"}}
/// {"commit":1,"at":"2026-11-21T11:00:00Z","author":"","check":"0123456789abcdef"}
/// {"update":"deck","record":{"id":1,"name":"Swift 6"}}
/// {"delete":"question","id":7}
/// {"commit":2,"at":"2026-11-21T11:00:05Z","author":"laptop","name":"edit","check":"89abcdef01234567"}
/// ```
///
/// Lines count only when a commit follows them. Its checksum covers them and continues the previous
/// checksum, so it covers everything since the header: it detects lines that are damaged, missing,
/// swapped or from another file. The lines up to the first commit are the records that compaction
/// kept.
///
/// A deletion of a record that does not exist means that its identifier is taken: something refers
/// to a record that will come later, or never.
///
/// The identifier of a record is the first member of its text. If it is not, and in every line of
/// version 1, the line itself contains the identifier:
/// `{"insert":"deck","id":1,"record":{"name":"Swift","id":1}}`.
///
/// A save that undo can take back has a name, perhaps an empty one, and `author` is the device that
/// made it. A save that takes back another one says so: `"undoes":2`. A save after which what does
/// not exist is gone for good has `"erases":true`, and one with changes from elsewhere no author.
/// A save from which on two earlier ones are one change says which: `"joins":[3,7]`.
/// Saves without a name, such as those of answers, have no author either.
///
/// After a compaction the header says how many bytes behind it are the changes that can still be
/// taken back (``KeptSteps``): `"kept":"000000001234"`. They are not records.
///
/// Lines have exactly this layout, with no other spaces, so that the kind of a line can be
/// recognized by its beginning. (Only the header is shown on two lines here; in the file it is one
/// line.) The file is for programs. To edit records by hand, export them.
enum JournalFormat {
  /// The format name in the header of every journal.
  static let name = StoreFile.journalName

  /// The version of the layout. The records have a version of their own, the schema's.
  static let version = 3

  /// The first version whose saves have a log.
  static let firstWithHistory = 3

  /// A commit ends with its checksum in hexadecimal digits between these two.
  static let checkStart = Array("\"check\":\"".utf8)
  static let checkEnd = Array("\"}".utf8)
  static let checkLength = 16
}

/// The kinds of lines in a journal.
enum JournalVerb: CaseIterable {
  case insert
  case update
  case delete
  case commit

  /// The first bytes of a line of this kind.
  var beginning: [UInt8] {
    switch self {
    case .insert: Self.insertBeginning
    case .update: Self.updateBeginning
    case .delete: Self.deleteBeginning
    case .commit: Self.commitBeginning
    }
  }

  private static let insertBeginning = Array("{\"insert\":\"".utf8)
  private static let updateBeginning = Array("{\"update\":\"".utf8)
  private static let deleteBeginning = Array("{\"delete\":\"".utf8)
  private static let commitBeginning = Array("{\"commit\":".utf8)
}

/// The first line of a journal.
struct JournalHeader: Equatable {
  var format = JournalFormat.name
  var version = JournalFormat.version
  /// The version of the schema.
  var schema: Int
  /// 1 for a new journal. Each compaction or migration adds one.
  var generation: Int
  /// A random number that distinguishes this journal from all others.
  var salt: UInt64
  /// The number of the last save before the first line.
  var sequence: UInt64
  /// The highest identifiers given before the first line, by entity.
  var last: [String: Int64]
  /// How many bytes behind this line are the changes that a compaction kept; `nil` for none.
  var kept: Int?

  /// Where the first transaction begins.
  var end: JournalPosition {
    let line = line
    return JournalPosition(
      offset: line.count + (kept ?? 0), check: Checksum.of(Array(line.dropLast()), seed: 0),
      sequence: sequence)
  }

  /// The header line with its line feed.
  var line: [UInt8] {
    var text = "{\"format\":\"\(format)\",\"version\":\(version),\"schema\":\(schema),"
    text += "\"generation\":\(generation),\"salt\":\(salt),\"sequence\":\(sequence),\"last\":{"
    text += last.sorted { $0.key < $1.key }
      .map { "\(JSONText.quoted($0.key)):\($0.value)" }.joined(separator: ",")
    text += "}"
    if let kept { text += ",\"kept\":\"\(Self.digits(kept))\"" }
    return Array((text + "}\n").utf8)
  }

  /// Always of the same length, because what the number counts is written before it is known.
  private static func digits(_ kept: Int) -> String {
    let digits = String(kept)
    return String(repeating: "0", count: max(0, keptLength - digits.utf8.count)) + digits
  }

  private static let keptLength = 12
}

extension JournalHeader {
  /// Parses the line field by field. It is read only once, and the first use of `Codable` for a
  /// type is slow enough to delay opening a small journal.
  init(_ tape: JSONTape) throws(JSONFault) {
    let members = try tape.members(at: 0)
    func token(_ name: String) throws(JSONFault) -> Int {
      for member in members where member.key == name { return member.value }
      throw JSONFault(0, .missingField(name))
    }
    format = try tape.string(at: token("format"))
    version = try tape.integer(Int.self, at: token("version"))
    schema = try tape.integer(Int.self, at: token("schema"))
    generation = Int(try tape.count(at: token("generation")))
    salt = try tape.integer(UInt64.self, at: token("salt"))
    sequence = UInt64(try tape.count(at: token("sequence")))
    last = [:]
    for (entity, number) in try tape.members(at: token("last")) where last[entity] == nil {
      last[entity] = try tape.count(at: number)
    }
    if let member = members.first(where: { $0.key == "kept" }) {
      let digits = try tape.string(at: member.value)
      guard digits.utf8.count == Self.keptLength, let kept = Int(digits), kept >= 0 else {
        throw JSONFault(0, .missingField("kept"))
      }
      self.kept = kept
    }
  }
}

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
      guard let commit = JournalCommit(line, entities.decoder) else { return nil }
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
    return JournalCommit.check(of: bytes, seed: seed)
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
  /// The date of the save as text, for people and the log.
  var at: String
  var check: String
  var author: String?
  /// The name of a save that the log has.
  var name: String?
  var undoes: UInt64?
  var erases: Bool?
  var joins: [UInt64]?

  init?(_ line: UnsafeRawBufferPointer, _ decoder: JSONTextDecoder) {
    do throws(JSONFault) {
      self = try decoder.decode(JournalCommit.self, from: line)
    } catch {
      return nil
    }
    guard Self.endsWithCheck(line),
      let value = UInt64(check, radix: 16), check == Self.digits(value)
    else { return nil }
  }

  /// How many bytes the checksum and its surroundings take at the end of the line.
  static var tailLength: Int {
    JournalFormat.checkStart.count + JournalFormat.checkLength + JournalFormat.checkEnd.count
  }

  /// Whether a line ends with a checksum.
  static func endsWithCheck(_ line: UnsafeRawBufferPointer) -> Bool {
    line.suffix(tailLength).starts(with: JournalFormat.checkStart)
  }

  /// Continues a checksum with a line that ends with one, which is left out.
  static func check(of line: UnsafeRawBufferPointer, seed: UInt64) -> UInt64 {
    let count = line.count - tailLength + JournalFormat.checkStart.count
    return Checksum.of(UnsafeRawBufferPointer(rebasing: line[..<count]), seed: seed)
  }

  /// The checksum as a number.
  var checkValue: UInt64 { UInt64(check, radix: 16) ?? 0 }

  /// The mark of the save in the log, without what it joins; `nil` for a save that the log does not
  /// have.
  var mark: ChangeMark? {
    name.map { Self.mark(named: $0, by: author ?? "", undoes: undoes, erases: erases) }
  }

  /// The mark that is written with ``members(of:by:)``.
  static func mark(
    named name: String, by author: String, undoes: UInt64?, erases: Bool?
  ) -> ChangeMark {
    var mark = ChangeMark(name.isEmpty ? nil : name)
    mark.isForeign = author.isEmpty
    mark.undoes = undoes
    mark.erases = erases ?? false
    return mark
  }

  /// The date of the save.
  var date: Date { Self.date(at) }

  /// The date that a text means. A date that no calendar has is written as a number.
  static func date(_ text: String) -> Date {
    Array(text.utf8).withUnsafeBytes { DateText.date($0) }
      ?? Date(timeIntervalSince1970: Double(text) ?? 0)
  }

  /// The line up to the checksum's digits.
  ///
  /// - Parameters:
  ///   - mark: the mark of the save in the log; `nil` for a save that the log does not have.
  ///   - author: this device.
  static func beginning(
    sequence: UInt64, at: String, _ mark: ChangeMark? = nil, by author: String = ""
  ) -> [UInt8] {
    var text = "{\"commit\":\(sequence),\"at\":\(JSONText.quoted(at)),"
    text += mark.map { members(of: $0, by: author) } ?? "\"author\":\"\","
    return Array(text.utf8) + JournalFormat.checkStart
  }

  /// The members that tell what the log knows of a save, with a comma at the end.
  static func members(of mark: ChangeMark, by author: String) -> String {
    var text = "\"author\":\(JSONText.quoted(mark.isForeign ? "" : author)),"
    text += "\"name\":\(JSONText.quoted(mark.name ?? "")),"
    if let undoes = mark.undoes { text += "\"undoes\":\(undoes)," }
    if mark.erases { text += "\"erases\":true," }
    if !mark.joins.isEmpty { text += "\"joins\":\(mark.joins)," }
    return text
  }

  /// The rest of the line, with its line feed.
  static func end(check: UInt64) -> [UInt8] {
    Array(digits(check).utf8) + JournalFormat.checkEnd + [0x0A]
  }

  static func digits(_ check: UInt64) -> String {
    let digits = String(check, radix: 16)
    return String(repeating: "0", count: JournalFormat.checkLength - digits.count) + digits
  }
}

/// What many lines are parsed with: the entity names as they appear in lines, so that parsing a line
/// need not create a string.
struct JournalEntities {
  private var names: [(text: [UInt8], name: String)]
  /// Reads the commits between the records, all with the same memory.
  let decoder = JSONTextDecoder()

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

/// Journal lines in memory, with the locations that their records will have in the file.
struct JournalLines {
  /// A larger buffer, which held an unusually long record, is freed.
  private static let largestKept = 1 << 22

  private(set) var bytes: [UInt8] = []
  /// The position in the file of the first of ``bytes``.
  private(set) var offset: Int
  private var chain: UInt64
  private let encoder: RecordEncoder

  /// - Parameter position: where the lines will be in the file, and the checksum to continue.
  /// - Parameter buffer: memory to reuse for the lines; its content is discarded.
  init(
    at position: JournalPosition, encoder: RecordEncoder, into buffer: consuming [UInt8] = []
  ) {
    offset = position.offset
    chain = position.check
    self.encoder = encoder
    bytes = buffer
    bytes.removeAll(keepingCapacity: true)
  }

  /// Appends the line of a record. Adds the location of its text and its index keys to `put`.
  mutating func append<R: StoredRecord>(
    _ verb: JournalVerb, _ record: R, _ keys: [RecordKey<R>], to put: inout PlacedRecords
  ) throws(StoreError) {
    let start = begin(verb, R.entityName)
    var text = beginRecord()
    try encoder.encode(record, to: &bytes)
    text += nameUnlessNamed(record.id.rawValue, at: text)
    let location = bytes.withUnsafeBytes { bytes in
      RecordLocation(
        id: record.id.rawValue, offset: offset + text,
        text: UnsafeRawBufferPointer(rebasing: bytes[text...]))
    }
    end(start)
    put.append(location, record, keys)
  }

  /// Appends the line of an already encoded record, and returns where its text will be.
  @discardableResult
  mutating func append(
    _ verb: JournalVerb, _ entity: String, _ id: Int64, text: UnsafeRawBufferPointer
  ) -> Int {
    let start = begin(verb, entity)
    var position = beginRecord()
    bytes.append(contentsOf: text)
    position += nameUnlessNamed(id, at: position)
    end(start)
    return offset + position
  }

  mutating func appendDelete(_ entity: String, _ id: Int64) {
    let start = begin(.delete, entity)
    append(",\"id\":")
    JSONText.append(id, to: &bytes)
    end(start)
  }

  /// Where the next line begins.
  var end: Int { offset + bytes.count }

  /// Appends the lines of records, and adds the locations of their texts to `put`.
  mutating func append(_ records: EncodedRecords, to put: inout PlacedRecords) {
    put.append(records.put, movedBy: end)
    chain = records.lines.withUnsafeBytes { bytes in
      var chain = chain
      var start = 0
      while let end = bytes.first(0x0A, in: start..<bytes.count) {
        chain = Checksum.of(UnsafeRawBufferPointer(rebasing: bytes[start..<end]), seed: chain)
        start = end + 1
      }
      return chain
    }
    bytes += records.lines
  }

  /// Reserves memory for `count` more bytes.
  mutating func reserve(_ count: Int) { bytes.reserveCapacity(bytes.count + count) }

  /// Appends the commit, and returns where the next transaction begins.
  mutating func commit(
    sequence: UInt64, at: String, _ mark: ChangeMark? = nil, by author: String = ""
  ) -> JournalPosition {
    let start = bytes.count
    bytes += JournalCommit.beginning(sequence: sequence, at: at, mark, by: author)
    extendChain(from: start)
    bytes += JournalCommit.end(check: chain)
    return JournalPosition(offset: end, check: chain, sequence: sequence)
  }

  /// Discards the lines after they have been written.
  mutating func removeAll() {
    offset += bytes.count
    bytes.removeAll(keepingCapacity: bytes.count < Self.largestKept)
  }

  private mutating func begin(_ verb: JournalVerb, _ entity: String) -> Int {
    let start = bytes.count
    bytes += verb.beginning
    JSONText.append(entity, to: &bytes)
    append("\"")
    return start
  }

  /// Begins the text of a record, and returns its position in ``bytes``.
  private mutating func beginRecord() -> Int {
    append(Self.recordMember)
    return bytes.count
  }

  /// Adds the identifier before the text of the record that begins at `text`, unless the text
  /// itself begins with the identifier.
  ///
  /// - Returns: by how many bytes the text moved.
  private mutating func nameUnlessNamed(_ id: Int64, at text: Int) -> Int {
    let isNamed = bytes.withUnsafeBytes { JournalLine.identifier(ofRecord: $0[text...]) == id }
    if isNamed { return 0 }
    var member = Array(",\"id\":".utf8)
    JSONText.append(id, to: &member)
    bytes.insert(contentsOf: member, at: text - Self.recordMember.utf8CodeUnitCount)
    return member.count
  }

  private static let recordMember: StaticString = ",\"record\":"

  private mutating func end(_ start: Int) {
    bytes.append(UInt8(ascii: "}"))
    extendChain(from: start)
    bytes.append(0x0A)
  }

  private mutating func append(_ text: StaticString) {
    bytes.append(
      contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  private mutating func extendChain(from start: Int) {
    chain = bytes.withUnsafeBytes { bytes in
      Checksum.of(UnsafeRawBufferPointer(rebasing: bytes[start...]), seed: chain)
    }
  }
}
