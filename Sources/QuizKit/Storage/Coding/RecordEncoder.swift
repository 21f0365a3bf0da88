import Foundation

/// Writes records as JSON, with the identifiers that a save replaces.
///
/// Foundation's encoder takes 10 to 18 µs for a record of 830 bytes, which is most of what a bulk
/// insert may cost; this one takes a third of it. It writes what Foundation's would, except dates
/// (``DateText``). Containers must be filled one after the other, as the compiler's own code does:
/// not one, then another, then the first again.
final class RecordEncoder {
  private let core: RecordEncoderCore

  /// - Parameter forPeople: one field a line, two blanks for each level, dates as calendars show
  ///   them; otherwise no blanks, and dates as seconds since 2001.
  /// - Parameter indentation: how many levels deep the text will stand.
  init(forPeople: Bool = false, indentation: Int = 0) {
    core = RecordEncoderCore(
      JSONWriter(isPretty: forPeople, indentation: indentation), writesDatesAsNumbers: !forPeople)
  }

  /// Writes a record on one line without blanks, its dates as calendars show them.
  init(readableDates: Bool) {
    core = RecordEncoderCore(JSONWriter(), writesDatesAsNumbers: !readableDates)
  }

  /// What replaces temporary identifiers.
  var replacements: IdentifierReplacements {
    get { core.replacements }
    set { core.replacements = newValue }
  }

  /// Those of saves before, which a record may still name by its temporary identifier.
  var earlierReplacements: IdentifierReplacements {
    get { core.earlierReplacements }
    set { core.earlierReplacements = newValue }
  }

  /// Whether the record encoded last has an identifier that was replaced.
  var didReplace: Bool { core.didReplace }

  /// Appends the text of `record` to `bytes`.
  func encode<R: StoredRecord>(_ record: R, to bytes: inout [UInt8]) throws(StoreError) {
    core.reset()
    do {
      try core.write(record)
    } catch let EncodingError.invalidValue(_, context) {
      // The value itself is left out: the description of a date that is not finite traps.
      throw StoreError.invalidRecord(
        entity: R.entityName, id: record.id.rawValue,
        reason: Reason(verbatim: context.debugDescription))
    } catch {
      throw StoreError.invalidRecord(
        entity: R.entityName, id: record.id.rawValue, reason: Reason(verbatim: "\(error)"))
    }
    bytes.append(contentsOf: core.writer.bytes)
  }
}

/// The part that records see.
final class RecordEncoderCore: Encoder {
  var writer: JSONWriter
  let writesDatesAsNumbers: Bool
  var replacements = IdentifierReplacements()
  var earlierReplacements = IdentifierReplacements()
  private(set) var didReplace = false
  /// How many containers were open when the value under way was begun.
  var level = 0

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] = [:]

  init(_ writer: JSONWriter, writesDatesAsNumbers: Bool) {
    self.writer = writer
    self.writesDatesAsNumbers = writesDatesAsNumbers
  }

  func reset() {
    writer.removeAll()
    didReplace = false
    level = 0
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(KeyedRecordContainer<Key>(self, depth: open(object: true)))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    UnkeyedRecordContainer(self, depth: open(object: false))
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }

  /// Begins the container of the value under way; or goes on with it, when a part of the value asks
  /// for it again.
  private func open(object isObject: Bool) -> Int {
    if writer.depth > level, writer.isObject(at: level) == isObject {
      writer.end(to: level + 1)
    } else {
      writer.begin(object: isObject)
    }
    return writer.depth
  }

  /// Writes one whole value.
  func write<T: Encodable>(_ value: T) throws {
    // As for reading: a cast by `as?` takes longer than writing the value.
    if T.self == String.self { return writer.append(quoted: unsafeBitCast(value, to: String.self)) }
    if T.self == [String].self { return write(unsafeBitCast(value, to: [String].self)) }
    if T.self == Date.self { return try write(unsafeBitCast(value, to: Date.self)) }
    if T.self == Data.self {
      return writer.append(quoted: unsafeBitCast(value, to: Data.self).base64EncodedString())
    }
    if T.self == URL.self {
      return writer.append(quoted: unsafeBitCast(value, to: URL.self).absoluteString)
    }
    let outer = level
    let depth = writer.depth
    level = depth
    defer { level = outer }
    let start = writer.bytes.count
    try value.encode(to: self)
    if writer.bytes.count == start, writer.depth == depth { writer.begin(object: true) }
    // Not to the level: a superclass, or whoever else asked for an encoder of its own, moved that.
    writer.end(to: depth)
  }

  private func write(_ texts: [String]) {
    writer.begin(object: false)
    for text in texts {
      writer.beginElement()
      writer.append(quoted: text)
    }
    writer.end(to: writer.depth - 1)
  }

  private func write(_ date: Date) throws {
    guard !writesDatesAsNumbers, let text = DateText.text(of: date) else {
      return try write(number: date.timeIntervalSinceReferenceDate, of: date)
    }
    writer.append("\"")
    writer.append(text)
    writer.append("\"")
  }

  func write<T>(number: Double, of value: T) throws {
    if let whole = Int64(exactly: number), whole.magnitude < 1 << 53 { return writer.append(whole) }
    guard number.isFinite else {
      throw EncodingError.invalidValue(
        value,
        EncodingError.Context(
          codingPath: [], debugDescription: "a number or date in it is not finite"))
    }
    writer.append(Array("\(number)".utf8))
  }

  /// Writes an identifier, after its replacement when it is temporary.
  func write<R>(_ identifier: Identifier<R>) throws {
    guard identifier.isTemporary else { return writer.append(identifier.rawValue) }
    guard
      let permanent = replacements.permanent(for: identifier.rawValue)
        ?? earlierReplacements.permanent(for: identifier.rawValue)
    else {
      throw EncodingError.invalidValue(
        identifier,
        EncodingError.Context(
          codingPath: [], debugDescription: "it refers to a record that is not saved"))
    }
    didReplace = true
    writer.append(permanent)
  }
}
