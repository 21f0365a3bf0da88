/// Reads JSON (RFC 8259) from UTF-8 bytes.
struct JSONParser {
  /// Where the text breaks the grammar.
  struct Failure: Error, Hashable {
    var line: Int
    /// Counted from 1 in characters.
    var column: Int
    var fault: Fault.SyntaxFault
    /// Where a text begins that is longer than ``JSONParser/longest``.
    var overlong: Int?
  }

  /// The most bytes that one text may have.
  var longest = Int.max

  /// Deeper documents than this are refused: every level costs stack.
  static let depthLimit = 200

  let bytes: UnsafeBufferPointer<UInt8>
  var index: Int
  let end: Int
  private(set) var line: Int
  private var lineStart: Int
  private var depth = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, line: Int) {
    self.bytes = bytes
    self.line = line
    index = range.lowerBound
    lineStart = range.lowerBound
    end = range.upperBound
  }

  /// Parses one value that fills the range but for white space.
  ///
  /// - Parameters:
  ///   - bytes: Valid UTF-8.
  ///   - range: The part to read; all of it by default.
  ///   - line: The physical line that the range begins on.
  static func parse(
    _ bytes: [UInt8], in range: Range<Int>? = nil, line: Int = 1
  ) throws(Failure) -> JSONValue {
    let result: Result<JSONValue, Failure> = bytes.withUnsafeBufferPointer { buffer in
      var parser = JSONParser(buffer, range ?? 0..<buffer.count, line: line)
      do throws(Failure) {
        return .success(try parser.document())
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  private mutating func document() throws(Failure) -> JSONValue {
    let value = try value()
    try finish()
    return value
  }

  mutating func value() throws(Failure) -> JSONValue {
    skipBlanks()
    guard index < end else { throw failure(.unexpectedEnd) }
    switch bytes[index] {
    case UInt8(ascii: "{"):
      return .object(try nested { (parser) throws(Failure) in try parser.object() })
    case UInt8(ascii: "["):
      return .array(try nested { (parser) throws(Failure) in try parser.array() })
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number(try number())
    default: throw unexpected()
    }
  }

  mutating func nested<T>(
    _ body: (inout JSONParser) throws(Failure) -> T
  ) throws(Failure) -> T {
    depth += 1
    if depth > Self.depthLimit { throw failure(.nestedTooDeeply) }
    let result = try body(&self)
    depth -= 1
    return result
  }

  private mutating func object() throws(Failure) -> JSONObject {
    var object = JSONObject(line: line)
    index += 1
    skipBlanks()
    if take(UInt8(ascii: "}")) { return object }
    while true {
      skipBlanks()
      guard index < end, bytes[index] == UInt8(ascii: "\"") else { throw unexpected() }
      let name = try string()
      skipBlanks()
      guard take(UInt8(ascii: ":")) else { throw unexpected() }
      object.members.append(JSONObject.Member(name: name, value: try value()))
      skipBlanks()
      if take(UInt8(ascii: "}")) { return object }
      guard take(UInt8(ascii: ",")) else { throw unexpected() }
    }
  }

  private mutating func array() throws(Failure) -> [JSONValue] {
    var values: [JSONValue] = []
    index += 1
    skipBlanks()
    if take(UInt8(ascii: "]")) { return values }
    while true {
      values.append(try value())
      skipBlanks()
      if take(UInt8(ascii: "]")) { return values }
      guard take(UInt8(ascii: ",")) else { throw unexpected() }
    }
  }

  mutating func string() throws(Failure) -> String {
    index += 1
    let start = index
    while index < end, case let byte = bytes[index], byte != UInt8(ascii: "\""),
      byte != UInt8(ascii: "\\"), byte >= 0x20
    {
      index += 1
    }
    let plain = UnsafeBufferPointer(rebasing: bytes[start..<index])
    if take(UInt8(ascii: "\"")) { return String(decoding: plain, as: UTF8.self) }
    var text = Array(plain)
    while true {
      guard index < end else { throw failure(.unexpectedEnd) }
      let byte = bytes[index]
      if byte < 0x20 { throw failure(.controlCharacterInString) }
      if take(UInt8(ascii: "\"")) { return String(decoding: text, as: UTF8.self) }
      if byte == UInt8(ascii: "\\") {
        text.append(contentsOf: String(try escape()).utf8)
      } else {
        text.append(byte)
        index += 1
      }
    }
  }

  mutating func escape() throws(Failure) -> Unicode.Scalar {
    guard index + 1 < end else { throw failure(.unexpectedEnd) }
    let letter = bytes[index + 1]
    let scalar: Unicode.Scalar
    switch letter {
    case UInt8(ascii: "n"): scalar = "\n"
    case UInt8(ascii: "t"): scalar = "\t"
    case UInt8(ascii: "r"): scalar = "\r"
    case UInt8(ascii: "b"): scalar = "\u{8}"
    case UInt8(ascii: "f"): scalar = "\u{C}"
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): scalar = Unicode.Scalar(letter)
    case UInt8(ascii: "u"): return try unicodeEscape()
    default: throw failure(.badEscape)
    }
    index += 2
    return scalar
  }

  /// `\uXXXX`, or two of them for a character beyond the first plane; half a pair gives U+FFFD.
  private mutating func unicodeEscape() throws(Failure) -> Unicode.Scalar {
    guard let unit = unit(at: index) else { throw failure(.badEscape) }
    index += 6
    if (0xD800...0xDBFF).contains(unit), let low = self.unit(at: index),
      (0xDC00...0xDFFF).contains(low)
    {
      index += 6
      return Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)) ?? "\u{FFFD}"
    }
    return Unicode.Scalar(unit) ?? "\u{FFFD}"
  }

  private func unit(at index: Int) -> UInt32? {
    guard index + 6 <= end, bytes[index] == UInt8(ascii: "\\"),
      bytes[index + 1] == UInt8(ascii: "u")
    else { return nil }
    var unit: UInt32 = 0
    for byte in bytes[index + 2..<index + 6] {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
      unit = unit << 4 | UInt32(digit)
    }
    return unit
  }

  mutating func number() throws(Failure) -> String {
    let start = index
    _ = take(UInt8(ascii: "-"))
    let firstDigit = index
    guard takeDigits() > 0 else { throw failure(.badNumber) }
    if bytes[firstDigit] == UInt8(ascii: "0"), index - firstDigit > 1 { throw failure(.badNumber) }
    if take(UInt8(ascii: ".")), takeDigits() == 0 { throw failure(.badNumber) }
    if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
      _ = take(UInt8(ascii: "-")) || take(UInt8(ascii: "+"))
      if takeDigits() == 0 { throw failure(.badNumber) }
    }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  private mutating func takeDigits() -> Int {
    let start = index
    while index < end, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[index]) { index += 1 }
    return index - start
  }

  mutating func word(_ word: StaticString, _ value: JSONValue) throws(Failure) -> JSONValue {
    let count = word.utf8CodeUnitCount
    guard index + count <= end,
      word.withUTF8Buffer({ $0.elementsEqual(bytes[index..<index + count]) })
    else { throw unexpected() }
    index += count
    return value
  }

  mutating func take(_ byte: UInt8) -> Bool {
    guard index < end, bytes[index] == byte else { return false }
    index += 1
    return true
  }

  mutating func skipBlanks() {
    while index < end {
      switch bytes[index] {
      case UInt8(ascii: "\n"):
        line += 1
        lineStart = index + 1
      case 0x20, 0x09, 0x0D: break
      default: return
      }
      index += 1
    }
  }

  func unexpected() -> Failure {
    guard index < end else { return failure(.unexpectedEnd) }
    let length = max(1, UTF8Scan.sequenceLength(at: index, in: bytes))
    return failure(.unexpected(String(decoding: bytes[index..<index + length], as: UTF8.self)))
  }

  func failure(_ fault: Fault.SyntaxFault) -> Failure {
    let column = TextColumn.of(min(index, end), from: lineStart, in: bytes)
    return Failure(line: line, column: column, fault: fault)
  }
}
