import Foundation

/// Encodes values as JSON in UTF-8, with members in the order of their declaration.
///
/// Its output equals that of Foundation's encoder, except for dates and the order of members, and
/// it is faster. Containers must be filled one after the other, as the compiler's synthesized code
/// does. Returning to an earlier container is a programming error.
///
/// The members of a dictionary have no declared order, so they are sorted by name.
package final class JSONTextEncoder {
  /// The format of dates.
  package enum Dates {
    /// As seconds since 2001.
    case numbers
    /// As text for people (``DateText``).
    case texts
  }

  private let encoding: JSONEncoding

  /// Creates an encoder that writes on one line without spaces.
  ///
  /// - Parameter sortsMembers: sorts the members of all objects by name.
  package init(sortsMembers: Bool = false) {
    encoding = JSONEncoding(JSONWriter(), .numbers, sortsMembers: sortsMembers)
  }

  package init(_ layout: JSONWriter.Layout, indentation: Int = 0, dates: Dates) {
    encoding = JSONEncoding(
      JSONWriter(layout, indentation: indentation), dates, sortsMembers: false)
  }

  /// Information for the values that are encoded.
  package var userInfo: [CodingUserInfoKey: Any] {
    get { encoding.userInfo }
    set { encoding.userInfo = newValue }
  }

  /// The JSON text of `value`, in UTF-8.
  ///
  /// - Throws: the errors of the value, and `EncodingError` for a number that is not finite.
  package func encode(_ value: some Encodable) throws -> [UInt8] {
    try encoding.begin(value)
    return encoding.writer.bytes
  }

  /// Appends the JSON text of `value` to `bytes`. Appends nothing when it throws.
  package func encode(_ value: some Encodable, to bytes: inout [UInt8]) throws {
    try encoding.begin(value)
    bytes.append(contentsOf: encoding.writer.bytes)
  }
}

/// The `Encoder` that values write to.
private final class JSONEncoding: Encoder {
  var writer: JSONWriter
  private let dates: JSONTextEncoder.Dates
  private let sortsMembers: Bool
  /// How many containers were open when the current value began.
  private var level = 0

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] = [:]

  init(_ writer: JSONWriter, _ dates: JSONTextEncoder.Dates, sortsMembers: Bool) {
    self.writer = writer
    self.dates = dates
    self.sortsMembers = sortsMembers
  }

  /// Discards the previous text and encodes a new one.
  func begin(_ value: some Encodable) throws {
    writer.removeAll()
    level = 0
    try write(value)
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(
      KeyedContainer<Key>(self, depth: open(object: true, isSorted: sorts(type))))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    UnkeyedContainer(self, depth: open(object: false))
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }

  /// Whether an object with these keys has its members sorted. Keys that store a string, as those
  /// of a dictionary do, come in a different order in each process.
  private func sorts<Key>(_ type: Key.Type) -> Bool {
    sortsMembers || MemoryLayout<Key>.size >= MemoryLayout<String>.size
  }

  /// Opens the container of the current value, or continues it when another part of the value asks
  /// for it again.
  private func open(object isObject: Bool, isSorted: Bool = false) -> Int {
    if writer.depth > level, writer.isObject(at: level) == isObject {
      writer.end(to: level + 1)
    } else {
      writer.begin(object: isObject, isSorted: isSorted)
    }
    return writer.depth
  }

  /// An encoder for a value inside the current container.
  func encoder() -> any Encoder {
    level = writer.depth
    return self
  }

  func nested<Key: CodingKey>(_ type: Key.Type) -> KeyedEncodingContainer<Key> {
    writer.begin(object: true, isSorted: sorts(type))
    return KeyedEncodingContainer(KeyedContainer<Key>(self, depth: writer.depth))
  }

  func nestedList() -> any UnkeyedEncodingContainer {
    writer.begin(object: false)
    return UnkeyedContainer(self, depth: writer.depth)
  }

  /// Encodes one whole value.
  func write<T: Encodable>(_ value: T) throws {
    // Compares types because a cast with `as?` takes longer than writing the value. Lists of
    // numbers come here too.
    if T.self == Int.self { return writer.append(unsafeBitCast(value, to: Int.self)) }
    if T.self == String.self { return writer.append(quoted: unsafeBitCast(value, to: String.self)) }
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
    // Ends at `depth`, not at `level`: a superclass or other code that asked for its own encoder
    // has changed `level`.
    writer.end(to: depth)
  }

  private func write(_ date: Date) throws {
    // No reader takes such a date, so none is written.
    if !date.isOnCalendars {
      throw EncodingError.invalidValue(
        date,
        EncodingError.Context(
          codingPath: [], debugDescription: "a date in it is not in the years 1 to 9998"))
    }
    guard dates == .texts, let text = DateText.text(of: date) else {
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
}

extension JSONEncoding: SingleValueEncodingContainer {
  func encodeNil() { writer.append("null") }
  func encode(_ value: Bool) { writer.append(value ? "true" : "false") }
  func encode(_ value: String) { writer.append(quoted: value) }
  func encode(_ value: Double) throws { try write(number: value, of: value) }
  func encode(_ value: Float) throws {
    guard value.isFinite else { return try write(number: Double(value), of: value) }
    writer.append(Array("\(value)".utf8))
  }
  func encode(_ value: Int) { writer.append(value) }
  func encode(_ value: Int8) { writer.append(value) }
  func encode(_ value: Int16) { writer.append(value) }
  func encode(_ value: Int32) { writer.append(value) }
  func encode(_ value: Int64) { writer.append(value) }
  func encode(_ value: UInt) { writer.append(value) }
  func encode(_ value: UInt8) { writer.append(value) }
  func encode(_ value: UInt16) { writer.append(value) }
  func encode(_ value: UInt32) { writer.append(value) }
  func encode(_ value: UInt64) { writer.append(value) }
  func encode<T: Encodable>(_ value: T) throws { try write(value) }
}

/// Encodes the members of an object.
private struct KeyedContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  private let encoding: JSONEncoding
  private let depth: Int

  var codingPath: [any CodingKey] { [] }

  init(_ encoding: JSONEncoding, depth: Int) {
    self.encoding = encoding
    self.depth = depth
  }

  private func begin(_ key: Key) {
    encoding.writer.beginMember(key.stringValue, in: depth)
  }

  func encodeNil(forKey key: Key) {
    begin(key)
    encoding.encodeNil()
  }

  func encode(_ value: Bool, forKey key: Key) {
    begin(key)
    encoding.encode(value)
  }

  func encode(_ value: String, forKey key: Key) {
    begin(key)
    encoding.encode(value)
  }

  func encode(_ value: Int, forKey key: Key) {
    begin(key)
    encoding.encode(value)
  }

  func encode(_ value: Double, forKey key: Key) throws {
    begin(key)
    try encoding.encode(value)
  }

  func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
    begin(key)
    try encoding.write(value)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    begin(key)
    return encoding.nested(type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    begin(key)
    return encoding.nestedList()
  }

  func superEncoder() -> any Encoder { encoding }

  func superEncoder(forKey key: Key) -> any Encoder {
    begin(key)
    return encoding.encoder()
  }
}

/// Encodes the elements of an array.
private struct UnkeyedContainer: UnkeyedEncodingContainer {
  private let encoding: JSONEncoding
  private let depth: Int
  private(set) var count = 0

  var codingPath: [any CodingKey] { [] }

  init(_ encoding: JSONEncoding, depth: Int) {
    self.encoding = encoding
    self.depth = depth
  }

  private mutating func begin() {
    encoding.writer.beginElement(in: depth)
    count += 1
  }

  mutating func encodeNil() {
    begin()
    encoding.encodeNil()
  }

  mutating func encode<T: Encodable>(_ value: T) throws {
    begin()
    try encoding.write(value)
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) -> KeyedEncodingContainer<Nested> {
    begin()
    return encoding.nested(type)
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    begin()
    return encoding.nestedList()
  }

  mutating func superEncoder() -> any Encoder {
    begin()
    return encoding.encoder()
  }
}

/// Composes a JSON text, with members in the order in which they are appended.
package struct JSONWriter {
  /// The layout of the text.
  package enum Layout {
    /// No spaces.
    case compact
    /// One member per line, indented by two spaces per level: `"name": value`.
    case lines
    /// The layout of Foundation's encoder: like `lines`, but `"name" : value`.
    case spacedLines
  }

  private struct Container {
    var isObject: Bool
    var isSorted: Bool
    var start: Int
    var firstMember: Int
  }

  /// A member of an object whose members will be sorted.
  private struct Member {
    var start: Int
    var end = 0
    var key: Range<Int>
  }

  let layout: Layout
  /// The indentation level of the whole text.
  private let indentation: Int
  package private(set) var bytes: [UInt8] = []
  private var containers: [Container] = []
  private var members: [Member] = []

  /// - Parameter indentation: the nesting depth at which the text will be inserted.
  package init(_ layout: Layout = .compact, indentation: Int = 0) {
    self.layout = layout
    self.indentation = indentation
  }

  /// The number of open containers.
  var depth: Int { containers.count }

  func isObject(at depth: Int) -> Bool { containers[depth].isObject }

  /// Discards the text but keeps the memory.
  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    containers.removeAll(keepingCapacity: true)
    members.removeAll(keepingCapacity: true)
  }

  // MARK: Values

  package mutating func append(_ text: StaticString) {
    bytes.append(
      contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Appends text that is already JSON.
  package mutating func append(_ json: [UInt8]) {
    bytes.append(contentsOf: json)
  }

  package mutating func append(_ number: some FixedWidthInteger) {
    JSONText.append(number, to: &bytes)
  }

  package mutating func append(quoted text: String) {
    bytes.append(UInt8(ascii: "\""))
    JSONText.append(text, to: &bytes)
    bytes.append(UInt8(ascii: "\""))
  }

  // MARK: Containers

  /// Appends an object with the members that `body` appends.
  package mutating func object(_ body: (inout JSONWriter) -> Void) {
    begin(object: true)
    body(&self)
    end(to: depth - 1)
  }

  /// Appends an array with the elements that `body` appends.
  package mutating func array(_ body: (inout JSONWriter) -> Void) {
    begin(object: false)
    body(&self)
    end(to: depth - 1)
  }

  /// - Parameter isSorted: whether the members are sorted by name when the object ends.
  mutating func begin(object isObject: Bool, isSorted: Bool = false) {
    containers.append(
      Container(
        isObject: isObject, isSorted: isSorted, start: bytes.count, firstMember: members.count))
  }

  /// Begins a member of the innermost object. Its value must follow.
  ///
  /// Every member begins with a comma. When the container ends, its first comma is replaced by the
  /// opening bracket.
  package mutating func beginMember(_ key: String) {
    let start = bytes.count
    beginElement()
    let keyStart = bytes.count
    append(quoted: key)
    if containers.last?.isSorted == true {
      members.append(Member(start: start, key: keyStart..<bytes.count))
    }
    switch layout {
    case .compact: bytes.append(UInt8(ascii: ":"))
    case .lines: append(": ")
    case .spacedLines: append(" : ")
    }
  }

  /// Begins a member of the object at `depth`, after closing the containers inside it.
  mutating func beginMember(_ key: String, in depth: Int) {
    close(to: depth)
    beginMember(key)
  }

  /// Begins an element of the innermost array. Its value must follow.
  package mutating func beginElement() {
    bytes.append(UInt8(ascii: ","))
    if layout != .compact { breakLine(depth: containers.count) }
  }

  /// Begins an element of the array at `depth`, after closing the containers inside it.
  mutating func beginElement(in depth: Int) {
    close(to: depth)
    beginElement()
  }

  private mutating func close(to depth: Int) {
    precondition(containers.count >= depth, "a container is filled after its end")
    if containers.count > depth { end(to: depth) }
  }

  /// Closes all containers except the first `depth` ones.
  mutating func end(to depth: Int) {
    while containers.count > depth, let container = containers.popLast() {
      if container.isSorted { sortMembers(of: container) }
      let isEmpty = bytes.count == container.start
      let bracket = container.isObject ? UInt8(ascii: "{") : UInt8(ascii: "[")
      if isEmpty { bytes.append(bracket) } else { bytes[container.start] = bracket }
      if layout != .compact, !isEmpty { breakLine(depth: containers.count) }
      bytes.append(bracket + 2)
    }
  }

  private mutating func breakLine(depth: Int) {
    bytes.append(UInt8(ascii: "\n"))
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * (depth + indentation)))
  }

  /// Moves only the bytes of this object, because a long list may precede it.
  private mutating func sortMembers(of container: Container) {
    var unsorted = Array(members[container.firstMember...])
    members.removeSubrange(container.firstMember...)
    for index in unsorted.indices {
      unsorted[index].end = index + 1 < unsorted.count ? unsorted[index + 1].start : bytes.count
    }
    bytes.withUnsafeMutableBytes { bytes in
      let text = UnsafeRawBufferPointer(bytes)
      let sorted = unsorted.sorted { Self.precedes($0, $1, text) }
      var moved: [UInt8] = []
      moved.reserveCapacity(text.count - container.start)
      for member in sorted {
        moved.append(contentsOf: UnsafeRawBufferPointer(rebasing: text[member.start..<member.end]))
      }
      UnsafeMutableRawBufferPointer(rebasing: bytes[container.start...]).copyBytes(from: moved)
    }
  }

  private static func precedes(
    _ left: Member, _ right: Member, _ bytes: UnsafeRawBufferPointer
  ) -> Bool {
    bytes[left.key].lexicographicallyPrecedes(bytes[right.key])
  }
}

/// Converts between Swift strings and the text between quotation marks in JSON.
package enum JSONText {
  /// Appends `text`. Escapes only what JSON requires, so that all other characters stay readable.
  package static func append(_ text: String, to bytes: inout [UInt8]) {
    var text = text
    text.withUTF8 { utf8 in
      let utf8 = UnsafeRawBufferPointer(utf8)
      var plain = 0
      while plain < utf8.count {
        let special = firstSpecial(in: utf8, from: plain)
        bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: utf8[plain..<special]))
        if special < utf8.count { appendEscape(of: utf8[special], to: &bytes) }
        plain = special + 1
      }
    }
  }

  /// Appends the digits of a number without creating a `String`.
  package static func append(_ number: some FixedWidthInteger, to bytes: inout [UInt8]) {
    if number < 0 { bytes.append(UInt8(ascii: "-")) }
    var rest = UInt64(number.magnitude)
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
      var start = digits.count
      repeat {
        start -= 1
        digits[start] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
        rest /= 10
      } while rest > 0
      bytes.append(contentsOf: digits[start...])
    }
  }

  /// The position of the first byte with a special meaning in a JSON string (a quotation mark, a
  /// backslash or a control character), or the end.
  ///
  /// It checks eight bytes at a time. `(x - 1) & ~x` has the high bit set for a byte that is zero.
  static func firstSpecial(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let highs: UInt64 = 0x8080_8080_8080_8080
    var position = start
    while position + 8 <= bytes.count {
      let word = UInt64(
        littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self))
      let quote = word ^ (ones &* 0x22)
      let backslash = word ^ (ones &* 0x5C)
      let found =
        ((quote &- ones) & ~quote) | ((backslash &- ones) & ~backslash)
        | ((word &- ones &* 0x20) & ~word)
      let flags = found & highs
      if flags != 0 { return position + flags.trailingZeroBitCount / 8 }
      position += 8
    }
    while position < bytes.count {
      let byte = bytes[position]
      if byte == 0x22 || byte == 0x5C || byte < 0x20 { return position }
      position += 1
    }
    return position
  }

  /// The text in quotation marks.
  package static func quoted(_ text: String) -> String {
    var bytes: [UInt8] = []
    append(text, to: &bytes)
    return "\"" + String(decoding: bytes, as: UTF8.self) + "\""
  }

  private static func appendEscape(of byte: UInt8, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\\"))
    switch byte {
    case 0x22, 0x5C: bytes.append(byte)
    case 0x0A: bytes.append(UInt8(ascii: "n"))
    case 0x0D: bytes.append(UInt8(ascii: "r"))
    case 0x09: bytes.append(UInt8(ascii: "t"))
    default:
      let digits = Array("0123456789abcdef".utf8)
      bytes.append(contentsOf: Array("u00".utf8))
      bytes.append(digits[Int(byte >> 4)])
      bytes.append(digits[Int(byte & 15)])
    }
  }

  /// Decodes the text between two quotation marks; `nil` when it is not UTF-8 or contains an
  /// invalid escape.
  ///
  /// - Parameter replacesHalves: whether an escape for half of a surrogate pair becomes U+FFFD.
  package static func string(
    _ bytes: UnsafeRawBufferPointer, isEscaped: Bool, replacesHalves: Bool = false
  ) -> String? {
    guard isEscaped else { return valid(bytes) }
    var plain: [UInt8] = []
    plain.reserveCapacity(bytes.count)
    var position = 0
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      guard byte == UInt8(ascii: "\\") else {
        plain.append(byte)
        continue
      }
      guard position < bytes.count else { return nil }
      let escape = bytes[position]
      position += 1
      switch escape {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): plain.append(escape)
      case UInt8(ascii: "n"): plain.append(0x0A)
      case UInt8(ascii: "r"): plain.append(0x0D)
      case UInt8(ascii: "t"): plain.append(0x09)
      case UInt8(ascii: "b"): plain.append(0x08)
      case UInt8(ascii: "f"): plain.append(0x0C)
      case UInt8(ascii: "u"):
        let found = scalar(bytes, &position)
        guard let scalar = found ?? (replacesHalves ? "\u{FFFD}" : nil) else { return nil }
        plain.append(contentsOf: UTF8.encode(scalar)?.map { $0 } ?? [])
      default: return nil
      }
    }
    return plain.withUnsafeBytes(valid)
  }

  /// The bytes as a string; `nil` when they are not UTF-8, because `String` then replaces some of
  /// them. `String(validating:)` gives the same result, but looks up two types on each call.
  private static func valid(_ bytes: UnsafeRawBufferPointer) -> String? {
    var text = String(decoding: bytes.bindMemory(to: UInt8.self), as: UTF8.self)
    let isSame = text.withUTF8 { UnsafeRawBufferPointer($0).hasBytes(bytes) }
    return isSame ? text : nil
  }

  /// Decodes the digits of `\uXXXX`, and of a second escape when the two form a surrogate pair.
  /// `nil` for half a pair alone, which is skipped.
  private static func scalar(
    _ bytes: UnsafeRawBufferPointer, _ position: inout Int
  ) -> Unicode.Scalar? {
    guard let first = codeUnit(in: bytes, at: position) else { return nil }
    position += 4
    guard first & 0xFC00 == 0xD800 else { return Unicode.Scalar(first) }
    guard position + 1 < bytes.count, bytes[position] == UInt8(ascii: "\\"),
      bytes[position + 1] == UInt8(ascii: "u"),
      let second = codeUnit(in: bytes, at: position + 2), second & 0xFC00 == 0xDC00
    else { return nil }
    position += 6
    return Unicode.Scalar(0x10000 + (first & 0x3FF) << 10 + (second & 0x3FF))
  }

  /// The value of the four hexadecimal digits at `position`, or `nil`.
  static func codeUnit(in bytes: UnsafeRawBufferPointer, at position: Int) -> UInt32? {
    guard position + 4 <= bytes.count else { return nil }
    var unit: UInt32 = 0
    for byte in bytes[position..<position + 4] {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
      unit = unit << 4 | UInt32(digit)
    }
    return unit
  }
}
