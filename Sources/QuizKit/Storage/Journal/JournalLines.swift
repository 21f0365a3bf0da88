import QuizSupport

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
  mutating func commit(sequence: UInt64, at: String) -> JournalPosition {
    let start = bytes.count
    bytes += JournalCommit.beginning(sequence: sequence, at: at)
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
