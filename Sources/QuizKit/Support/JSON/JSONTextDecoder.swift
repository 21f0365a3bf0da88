import Foundation

/// Decodes values from JSON without copying the text first.
///
/// Foundation's decoder builds a tree of each text, which is slow for small records. This one
/// decodes what ``JSONTextEncoder`` writes. It ignores unknown members.
package final class JSONTextDecoder {
  /// The tokens of the text.
  package let tape: JSONTape

  private let decoding: JSONDecoding

  /// - Parameter isForeign: see ``JSONTape/isForeign``.
  /// - Parameter userInfo: information for the values that are decoded.
  package init(
    isForeign: Bool = false, userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) {
    tape = JSONTape(isForeign: isForeign)
    decoding = JSONDecoding(tape, userInfo)
  }

  /// Decodes a value from the whole of `bytes`.
  package func decode<T: Decodable>(
    _ type: T.Type, from bytes: UnsafeRawBufferPointer
  ) throws(JSONFault) -> T {
    try tape.read(bytes)
    return try decode(type, at: 0)
  }

  /// Decodes the value at token `index` of the tape.
  package func decode<T: Decodable>(_ type: T.Type, at index: Int) throws(JSONFault) -> T {
    do {
      return try decoding.value(type, at: index)
    } catch let fault as JSONFault {
      throw fault
    } catch let DecodingError.keyNotFound(key, _) {
      throw JSONFault(Int(tape[index].start), .missingField(key.stringValue))
    } catch let DecodingError.dataCorrupted(context) {
      throw JSONFault(Int(tape[index].start), Reason(verbatim: context.debugDescription))
    } catch let DecodingError.typeMismatch(type, _) {
      throw JSONFault(
        Int(tape[index].start), "this is not a value of type \(type)", "\(type) ではありません")
    } catch let DecodingError.valueNotFound(type, _) {
      throw JSONFault(Int(tape[index].start), "a \(type) is missing", "\(type) がありません")
    } catch {
      throw JSONFault(Int(tape[index].start), Reason(verbatim: "\(error)"))
    }
  }
}

/// The `Decoder` that values read from.
package final class JSONDecoding: Decoder {
  fileprivate let tape: JSONTape
  /// The token of the current value.
  fileprivate var current = 0

  package var codingPath: [any CodingKey] { [] }
  package let userInfo: [CodingUserInfoKey: Any]

  fileprivate init(_ tape: JSONTape, _ userInfo: [CodingUserInfoKey: Any]) {
    (self.tape, self.userInfo) = (tape, userInfo)
  }

  /// The error for a type to throw when it rejects the current value. It includes the value's
  /// position if `decoder` is a `JSONDecoding`.
  package static func refusal(_ reason: Reason, by decoder: any Decoder) -> any Error {
    if let ours = decoder as? JSONDecoding {
      return JSONFault(Int(ours.tape[ours.current].start), reason)
    }
    return DecodingError.dataCorrupted(
      DecodingError.Context(
        codingPath: decoder.codingPath, debugDescription: reason.text(in: .english)))
  }

  package func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<
    Key
  > {
    KeyedDecodingContainer(try KeyedContainer<Key>(self, current))
  }

  package func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try UnkeyedContainer(self, current)
  }

  package func singleValueContainer() -> any SingleValueDecodingContainer {
    SingleValueContainer(self, current)
  }

  /// Decodes the value at a token as any type.
  fileprivate func value<T: Decodable>(_ type: T.Type, at index: Int) throws -> T {
    // These types have no JSON equivalent, or would take several more calls to decode. A cast with
    // `as?` takes longer than decoding the value. The bit casts are safe, because the types are
    // equal.
    if type == String.self { return unsafeBitCast(try tape.string(at: index), to: T.self) }
    if type == Int.self { return unsafeBitCast(try tape.integer(Int.self, at: index), to: T.self) }
    if type == [String].self { return unsafeBitCast(try tape.strings(at: index), to: T.self) }
    if type == Date.self { return unsafeBitCast(try tape.date(at: index), to: T.self) }
    if type == Data.self { return unsafeBitCast(try tape.data(at: index), to: T.self) }
    if type == URL.self { return unsafeBitCast(try tape.address(at: index), to: T.self) }
    let outer = current
    current = index
    defer { current = outer }
    return try T(from: self)
  }

  fileprivate func decoder(at index: Int) -> any Decoder {
    current = index
    return self
  }
}

/// Decodes the members of an object.
private struct KeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  private let decoding: JSONDecoding
  private let object: Int
  private var tape: JSONTape { decoding.tape }

  var codingPath: [any CodingKey] { [] }

  init(_ decoding: JSONDecoding, _ index: Int) throws(JSONFault) {
    try decoding.tape.expect(.object, at: index)
    self.decoding = decoding
    object = index
  }

  var allKeys: [Key] {
    var keys: [Key] = []
    var index = object + 1
    while index < Int(tape[object].next) {
      if let name = tape.unescaped(tape[index]), let key = Key(stringValue: name) {
        keys.append(key)
      }
      index = Int(tape[index + 1].next)
    }
    return keys
  }

  func contains(_ key: Key) -> Bool { find(key) != nil }

  private func find(_ key: some CodingKey) -> Int? {
    var name = key.stringValue
    return name.withUTF8 { tape.value(of: UnsafeRawBufferPointer($0), in: object) }
  }

  private func require(_ key: some CodingKey) throws -> Int {
    guard let index = find(key) else {
      throw DecodingError.keyNotFound(
        key, DecodingError.Context(codingPath: [], debugDescription: "a field is missing"))
    }
    return index
  }

  func decodeNil(forKey key: Key) throws -> Bool { tape.isNull(try require(key)) }

  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
    try tape.bool(at: require(key))
  }

  func decode(_ type: String.Type, forKey key: Key) throws -> String {
    try tape.string(at: require(key))
  }

  func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
    try tape.integer(type, at: require(key))
  }

  func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
    try tape.double(at: require(key))
  }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    try decoding.value(type, at: require(key))
  }

  // The standard library's default implementations search for the member three times.

  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
    try present(key).map { try tape.integer(type, at: $0) }
  }

  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
    try present(key).map { try decoding.value(type, at: $0) }
  }

  /// The token of a member's value; `nil` when the member is missing or `null`.
  private func present(_ key: Key) -> Int? {
    find(key).flatMap { tape.isNull($0) ? nil : $0 }
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    KeyedDecodingContainer(try KeyedContainer<Nested>(decoding, require(key)))
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try UnkeyedContainer(decoding, require(key))
  }

  func superDecoder() throws -> any Decoder { decoding }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    decoding.decoder(at: try require(key))
  }
}

/// Decodes the elements of an array.
private struct UnkeyedContainer: UnkeyedDecodingContainer {
  private let decoding: JSONDecoding
  private let array: Int
  private var next: Int
  private(set) var currentIndex = 0

  var codingPath: [any CodingKey] { [] }
  var count: Int? { Int(decoding.tape[array].count) }
  var isAtEnd: Bool { currentIndex == Int(decoding.tape[array].count) }

  init(_ decoding: JSONDecoding, _ index: Int) throws(JSONFault) {
    try decoding.tape.expect(.array, at: index)
    self.decoding = decoding
    array = index
    next = index + 1
  }

  private mutating func take() throws(JSONFault) -> Int {
    guard !isAtEnd else {
      throw JSONFault(
        Int(decoding.tape[array].end), "the list has too few elements", "リストの要素が足りません")
    }
    let index = next
    next = Int(decoding.tape[index].next)
    currentIndex += 1
    return index
  }

  mutating func decodeNil() throws -> Bool {
    guard !isAtEnd, decoding.tape.isNull(next) else { return false }
    _ = try take()
    return true
  }

  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
    try decoding.value(type, at: take())
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> {
    KeyedDecodingContainer(try KeyedContainer<Nested>(decoding, take()))
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try UnkeyedContainer(decoding, take())
  }

  mutating func superDecoder() throws -> any Decoder { decoding.decoder(at: try take()) }
}

/// Decodes a value that is neither an object nor an array.
private struct SingleValueContainer: SingleValueDecodingContainer {
  private let decoding: JSONDecoding
  private let token: Int
  private var tape: JSONTape { decoding.tape }

  var codingPath: [any CodingKey] { [] }

  init(_ decoding: JSONDecoding, _ token: Int) {
    self.decoding = decoding
    self.token = token
  }

  func decodeNil() -> Bool { tape.isNull(token) }
  func decode(_ type: Bool.Type) throws -> Bool { try tape.bool(at: token) }
  func decode(_ type: String.Type) throws -> String { try tape.string(at: token) }
  func decode(_ type: Double.Type) throws -> Double { try tape.double(at: token) }
  func decode(_ type: Float.Type) throws -> Float { Float(try tape.double(at: token)) }
  func decode(_ type: Int.Type) throws -> Int { try tape.integer(type, at: token) }
  func decode(_ type: Int8.Type) throws -> Int8 { try tape.integer(type, at: token) }
  func decode(_ type: Int16.Type) throws -> Int16 { try tape.integer(type, at: token) }
  func decode(_ type: Int32.Type) throws -> Int32 { try tape.integer(type, at: token) }
  func decode(_ type: Int64.Type) throws -> Int64 { try tape.integer(type, at: token) }
  func decode(_ type: UInt.Type) throws -> UInt { try tape.integer(type, at: token) }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try tape.integer(type, at: token) }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try tape.integer(type, at: token) }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try tape.integer(type, at: token) }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try tape.integer(type, at: token) }
  func decode<T: Decodable>(_ type: T.Type) throws -> T { try decoding.value(type, at: token) }
}

/// A tokenized JSON text, without copies of its parts: one token per value and per key, in the
/// order of the text.
///
/// It reuses its memory for the next text, so that reading a record allocates only the record's
/// fields.
package final class JSONTape {
  package enum Kind: UInt8 {
    case null, bool, number, string, array, object
  }

  package struct Token {
    package var kind: Kind
    /// Whether a string contains escapes. Meaningless for other kinds.
    var isEscaped = false
    /// The beginning and end of the value's text; for a string, without the quotation marks.
    package var start: UInt32
    var end: UInt32 = 0
    /// The token after this value and everything in it.
    var next: UInt32 = 0
    /// The number of elements or members of a container.
    var count: UInt32 = 0

    /// The range of the value's text.
    package var range: Range<Int> { Int(start)..<Int(end) }
  }

  /// Whether another program wrote the text, so that as much as possible should be readable: of
  /// several members with the same name the last one counts, and half of a surrogate pair becomes
  /// U+FFFD. In our own files half a pair is a fault, and ``DistinctMembers`` can check for
  /// repeated names.
  let isForeign: Bool

  /// Manual memory instead of an array. Every field of every record is looked up here, and Swift
  /// checks each access to an array in a class for exclusivity.
  private var tokens = UnsafeMutablePointer<Token>.allocate(capacity: 64)
  private var capacity = 64
  private(set) var count = 0
  private var bytes = UnsafeRawBufferPointer(start: nil, count: 0)
  private var range = 0..<0
  private var validity: Bool?
  /// The object of the last search, and the member after the one that was found.
  private var search = (object: -1, next: 0)

  package init(isForeign: Bool = false) {
    self.isForeign = isForeign
  }

  deinit {
    tokens.deallocate()
  }

  package subscript(index: Int) -> Token { tokens[index] }

  /// Tokenizes `bytes`, which must stay in memory while values are read.
  ///
  /// - Throws: a fault unless the text is exactly one JSON value (RFC 8259) with optional white
  ///   space around it.
  package func read(_ bytes: UnsafeRawBufferPointer) throws(JSONFault) {
    var scanner = try JSONScanner(bytes, onto: self)
    scanner.skipBlanks()
    try read(with: &scanner, of: bytes)
    try scanner.finish()
  }

  /// Tokenizes the value in `bytes` that begins at `position`, and moves `position` to its end.
  func read(
    valueOf bytes: UnsafeRawBufferPointer, at position: inout Int
  ) throws(JSONFault) {
    var scanner = try JSONScanner(bytes, from: position, onto: self)
    try read(with: &scanner, of: bytes)
    position = scanner.position
  }

  private func read(
    with scanner: inout JSONScanner, of bytes: UnsafeRawBufferPointer
  ) throws(JSONFault) {
    self.bytes = bytes
    count = 0
    validity = nil
    search.object = -1
    let start = scanner.position
    try scanner.scanValue()
    range = start..<scanner.position
  }

  /// Appends a token from a scanner.
  func append(_ token: Token) {
    if count == capacity {
      capacity *= 2
      tokens = tokens.moved(count, toCapacity: capacity)
    }
    (tokens + count).initialize(to: token)
    count += 1
  }

  /// Completes the token of a container that ends here.
  func finish(_ container: Int, end: UInt32, count: UInt32) {
    tokens[container].end = end
    tokens[container].count = count
    tokens[container].next = UInt32(self.count)
  }

  // MARK: Values

  /// The value's text as it is in the file; for a string, without the quotation marks.
  package func text(_ token: Token) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: bytes[token.range])
  }

  func expect(_ kind: Kind, at index: Int) throws(JSONFault) {
    let token = self[index]
    if token.kind != kind {
      throw JSONFault(
        Int(token.start), "here is a value of kind \(token.kind) instead of \(kind)",
        "\(kind) のはずの値が \(token.kind) です")
    }
  }

  /// The tokens of the elements of the array at `index`.
  package func elements(at index: Int) throws(JSONFault) -> [Int] {
    try expect(.array, at: index)
    var elements: [Int] = []
    elements.reserveCapacity(Int(self[index].count))
    var element = index + 1
    while element < Int(self[index].next) {
      elements.append(element)
      element = Int(self[element].next)
    }
    return elements
  }

  /// The keys of the object at `index`, each with the token of its value.
  package func members(at index: Int) throws(JSONFault) -> [(key: String, value: Int)] {
    try expect(.object, at: index)
    var members: [(key: String, value: Int)] = []
    members.reserveCapacity(Int(self[index].count))
    var member = index + 1
    while member < Int(self[index].next) {
      members.append((try string(at: member), member + 1))
      member = Int(self[member + 1].next)
    }
    return members
  }

  /// The token of the value of the member `name`, or `nil`.
  ///
  /// A linear search is fastest for the few members of an object. Decoders mostly ask for members
  /// in order, so the search continues where the last one ended.
  package func value(of name: UnsafeRawBufferPointer, in object: Int) -> Int? {
    let end = Int(self[object].next)
    if isForeign { return value(of: name, from: object + 1, to: end) }
    let start = search.object == object ? search.next : object + 1
    guard
      let found = value(of: name, from: start, to: end)
        ?? value(of: name, from: object + 1, to: start)
    else { return nil }
    search = (object, Int(self[found].next))
    return found
  }

  private func value(of name: UnsafeRawBufferPointer, from start: Int, to end: Int) -> Int? {
    var found: Int?
    var member = start
    while member < end {
      let token = self[member]
      if token.isEscaped
        ? unescaped(token)?.utf8.elementsEqual(name) ?? false : text(token).hasBytes(name)
      {
        if !isForeign { return member + 1 }
        found = member + 1
      }
      member = Int(self[member + 1].next)
    }
    return found
  }

  package func isNull(_ index: Int) -> Bool { self[index].kind == .null }

  func bool(at index: Int) throws(JSONFault) -> Bool {
    try expect(.bool, at: index)
    return bytes[Int(self[index].start)] == UInt8(ascii: "t")
  }

  package func string(at index: Int) throws(JSONFault) -> String {
    try expect(.string, at: index)
    let token = self[index]
    // For a short text alone, such as a tag, validating the whole value is not worth it.
    if !token.isEscaped, token.range.count > 15, isSurelyValid {
      return UTF8Text.string(valid: text(token))
    }
    guard let string = unescaped(token) else {
      throw JSONFault(
        Int(token.start), "this text is not valid UTF-8, or contains an invalid escape",
        "文字列が UTF-8 でないか、無効なエスケープがあります")
    }
    return string
  }

  /// The text of a string or key; `nil` when it is not UTF-8 or contains an invalid escape.
  func unescaped(_ token: Token) -> String? {
    JSONText.string(text(token), isEscaped: token.isEscaped, replacesHalves: isForeign)
  }

  /// Whether the whole value is certain to be UTF-8. Computed on first use.
  private var isSurelyValid: Bool {
    if let validity { return validity }
    let isValid = UTF8Text.isSurelyValid(UnsafeRawBufferPointer(rebasing: bytes[range]))
    validity = isValid
    return isValid
  }

  func strings(at index: Int) throws(JSONFault) -> [String] {
    try expect(.array, at: index)
    let array = self[index]
    var strings: [String] = []
    strings.reserveCapacity(Int(array.count))
    var element = index + 1
    while element < Int(array.next) {
      strings.append(try string(at: element))
      element = Int(self[element].next)
    }
    return strings
  }

  package func integer<I: FixedWidthInteger>(_ type: I.Type, at index: Int) throws(JSONFault) -> I {
    try expect(.number, at: index)
    let token = self[index]
    let digits = text(token)
    let isNegative = digits[0] == UInt8(ascii: "-")
    var number: I = 0
    for position in (isNegative ? 1 : 0)..<digits.count {
      let digit = digits[position] &- UInt8(ascii: "0")
      guard digit < 10 else { return try integer(type, rounding: token) }
      let (tens, overflow) = number.multipliedReportingOverflow(by: 10)
      let (sum, carry) =
        isNegative
        ? tens.subtractingReportingOverflow(I(digit)) : tens.addingReportingOverflow(I(digit))
      if overflow || carry { throw tooLarge(token) }
      number = sum
    }
    return number
  }

  /// A number that counts or identifies something.
  package func count(at index: Int) throws(JSONFault) -> Int64 {
    let number = try integer(Int64.self, at: index)
    guard (0...Self.largestCount).contains(number) else {
      throw JSONFault(
        Int(self[index].start), "this number is not from 0 to \(Self.largestCount)",
        "0 から \(Self.largestCount) までの数値ではありません")
    }
    return number
  }

  /// The largest number by which a file may count or identify something. What comes next has a
  /// number too, and every program reads it exactly.
  package static let largestCount: Int64 = 1 << 53

  /// Accepts whole numbers in other forms, such as `1.0` and `1e3`.
  private func integer<I: FixedWidthInteger>(
    _ type: I.Type, rounding token: Token
  ) throws(JSONFault) -> I {
    guard let number = I(exactly: try double(token)) else {
      throw JSONFault(Int(token.start), "this is not a whole number", "整数ではありません")
    }
    return number
  }

  func double(at index: Int) throws(JSONFault) -> Double {
    try expect(.number, at: index)
    return try double(self[index])
  }

  private func double(_ token: Token) throws(JSONFault) -> Double {
    guard let number = Double(String(decoding: text(token), as: UTF8.self)), number.isFinite else {
      throw tooLarge(token)
    }
    return number
  }

  private func tooLarge(_ token: Token) -> JSONFault {
    JSONFault(Int(token.start), "this number is too large", "数値が大きすぎます")
  }

  /// Decodes a text such as `2026-11-21T11:00:00Z`, or a number of seconds since 2001.
  func date(at index: Int) throws(JSONFault) -> Date {
    let token = self[index]
    if token.kind == .number {
      let date = Date(timeIntervalSinceReferenceDate: try double(token))
      guard date.isOnCalendars else {
        throw JSONFault(
          Int(token.start), "this date is not in the years 1 to 9998", "1 年から 9998 年までの日時ではありません")
      }
      return date
    }
    guard token.kind == .string, let date = DateText.date(text(token)) else {
      throw JSONFault(
        Int(token.start), "this is not a date such as 2026-11-21T11:00:00Z",
        "日時の形式が違います（2026-11-21T11:00:00Z のように書きます）")
    }
    return date
  }

  func data(at index: Int) throws(JSONFault) -> Data {
    guard let data = Data(base64Encoded: try string(at: index)) else {
      throw JSONFault(
        Int(self[index].start), "this is not a text in base 64", "Base64 の文字列ではありません")
    }
    return data
  }

  func address(at index: Int) throws(JSONFault) -> URL {
    guard let address = URL(string: try string(at: index)) else {
      throw JSONFault(Int(self[index].start), "this is not a web address", "URL ではありません")
    }
    return address
  }
}

/// Validates a whole text at once, so that strings from it need no validation of their own.
enum UTF8Text {
  /// Whether the bytes are valid UTF-8 (The Unicode Standard, table 3-7) with characters of at most
  /// three bytes, as in nearly all texts. False does not mean that they are invalid: longer
  /// characters and very short texts, among others, are not checked. This is faster than `String`,
  /// which validates character by character.
  static func isSurelyValid(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let count = bytes.count
    guard count >= 16,
      // Two ASCII characters at both ends guarantee that no character is cut off.
      bytes[0] | bytes[1] | bytes[count - 1] | bytes[count - 2] < 0x80
    else { return false }
    return bytes.bits(fault) < 0x80
  }

  /// Sets the highest bit of the result when `byte` is not allowed in this place. Only the highest
  /// bit counts in every value here. Adding a value to itself moves its next bit there.
  @inline(__always)
  private static func fault(_ byte: UInt8, _ last: UInt8, _ secondLast: UInt8) -> UInt8 {
    let isLead = byte & (byte &+ byte)
    let second = byte &+ byte
    let third = second &+ second
    let isLong = isLongLead(byte)
    let follows = byte & ~second
    let belongs = (last & (last &+ last)) | isLongLead(secondLast)
    let isTooShort = isLead & ~third & ~((byte & 0x1F) &+ 0x7E)  // C0, C1
    let isTooLong = isLong & (third &+ third)  // F0 to FF
    // After E0 and ED, not every continuation byte is allowed, so they need a closer look.
    let isE0 = isLong & ~((byte & 0x0F) &+ 0x7F)
    let isED = isLong & ~(((byte & 0x0F) ^ 0x0D) &+ 0x7F)
    return (follows ^ belongs) | isTooShort | isTooLong | isE0 | isED
  }

  @inline(__always)
  private static func isLongLead(_ byte: UInt8) -> UInt8 {
    let second = byte &+ byte
    return byte & second & (second &+ second)
  }

  /// A string from valid UTF-8.
  ///
  /// - Precondition: ``isSurelyValid(_:)`` returned true for these bytes, or for a text that
  ///   contains them between two ASCII characters.
  static func string(valid bytes: UnsafeRawBufferPointer) -> String {
    guard #available(macOS 26, *) else { return String(decoding: bytes, as: UTF8.self) }
    let text = UTF8Span(unchecked: bytes.bindMemory(to: UInt8.self).span)
    return String(copying: text)
  }
}
