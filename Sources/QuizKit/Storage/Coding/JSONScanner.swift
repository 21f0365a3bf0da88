/// Walks over a JSON text and notes where its values are.
struct JSONScanner {
  /// Deeper texts are refused instead of letting the stack overflow.
  static let deepest = 512

  private let bytes: UnsafeRawBufferPointer
  private(set) var position = 0

  init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
  }

  var isAtEnd: Bool { position == bytes.count }

  mutating func skipBlanks() {
    while position < bytes.count {
      switch bytes[position] {
      case 0x20, 0x0A, 0x0D, 0x09: position += 1
      default: return
      }
    }
  }

  mutating func scanValue(into tokens: inout [JSONTape.Token], depth: Int) throws(JSONFault) {
    guard depth < Self.deepest else {
      throw JSONFault(position, "values are nested more than \(Self.deepest) deep")
    }
    guard position < bytes.count else { throw JSONFault(position, "the text ends too early") }
    switch bytes[position] {
    case UInt8(ascii: "\""): tokens.append(try scanString(nextToken: tokens.count + 1))
    case UInt8(ascii: "{"): try scanObject(into: &tokens, depth: depth)
    case UInt8(ascii: "["): try scanArray(into: &tokens, depth: depth)
    case UInt8(ascii: "t"): try scanWord("true", .bool, into: &tokens)
    case UInt8(ascii: "f"): try scanWord("false", .bool, into: &tokens)
    case UInt8(ascii: "n"): try scanWord("null", .null, into: &tokens)
    default: try scanNumber(into: &tokens)
    }
  }

  private mutating func scanObject(
    into tokens: inout [JSONTape.Token], depth: Int
  ) throws(JSONFault) {
    let this = tokens.count
    tokens.append(JSONTape.Token(kind: .object, start: position, end: 0))
    position += 1
    skipBlanks()
    var count = 0
    if !take(UInt8(ascii: "}")) {
      repeat {
        skipBlanks()
        guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else {
          throw JSONFault(position, "a key in quotation marks is missing")
        }
        tokens.append(try scanString(nextToken: tokens.count + 1))
        skipBlanks()
        guard take(UInt8(ascii: ":")) else { throw JSONFault(position, "a colon is missing") }
        skipBlanks()
        try scanValue(into: &tokens, depth: depth + 1)
        count += 1
        skipBlanks()
      } while take(UInt8(ascii: ","))
      guard take(UInt8(ascii: "}")) else { throw JSONFault(position, "a comma or } is missing") }
    }
    finish(this, count, &tokens)
  }

  private mutating func scanArray(
    into tokens: inout [JSONTape.Token], depth: Int
  ) throws(JSONFault) {
    let this = tokens.count
    tokens.append(JSONTape.Token(kind: .array, start: position, end: 0))
    position += 1
    skipBlanks()
    var count = 0
    if !take(UInt8(ascii: "]")) {
      repeat {
        skipBlanks()
        try scanValue(into: &tokens, depth: depth + 1)
        count += 1
        skipBlanks()
      } while take(UInt8(ascii: ","))
      guard take(UInt8(ascii: "]")) else { throw JSONFault(position, "a comma or ] is missing") }
    }
    finish(this, count, &tokens)
  }

  private func finish(_ index: Int, _ count: Int, _ tokens: inout [JSONTape.Token]) {
    tokens[index].end = position
    tokens[index].count = count
    tokens[index].next = tokens.count
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard position < bytes.count, bytes[position] == byte else { return false }
    position += 1
    return true
  }

  private mutating func scanWord(
    _ word: StaticString, _ kind: JSONTape.Kind, into tokens: inout [JSONTape.Token]
  ) throws(JSONFault) {
    let start = position
    for index in 0..<word.utf8CodeUnitCount {
      guard take(word.utf8Start[index]) else { throw JSONFault(start, "this is no value") }
    }
    tokens.append(
      JSONTape.Token(kind: kind, start: start, end: position, next: tokens.count + 1))
  }

  private mutating func scanNumber(into tokens: inout [JSONTape.Token]) throws(JSONFault) {
    let start = position
    _ = take(UInt8(ascii: "-"))
    let hasLeadingZero = take(UInt8(ascii: "0"))
    guard hasLeadingZero || scanDigits() else { throw JSONFault(start, "this is no value") }
    if take(UInt8(ascii: ".")), !scanDigits() {
      throw JSONFault(position, "a digit is missing after the point")
    }
    if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
      _ = take(UInt8(ascii: "+")) || take(UInt8(ascii: "-"))
      guard scanDigits() else { throw JSONFault(position, "a digit is missing in the exponent") }
    }
    tokens.append(
      JSONTape.Token(kind: .number, start: start, end: position, next: tokens.count + 1))
  }

  private mutating func scanDigits() -> Bool {
    let start = position
    while position < bytes.count, bytes[position] &- UInt8(ascii: "0") < 10 { position += 1 }
    return position > start
  }

  private mutating func scanString(nextToken: Int) throws(JSONFault) -> JSONTape.Token {
    position += 1
    var token = JSONTape.Token(kind: .string, start: position, end: 0, next: nextToken)
    while true {
      skipPlainText()
      guard position < bytes.count else {
        throw JSONFault(token.start - 1, "this text has no closing quotation mark")
      }
      switch bytes[position] {
      case UInt8(ascii: "\""):
        token.end = position
        position += 1
        return token
      case UInt8(ascii: "\\"):
        token.isEscaped = true
        position += 2
      default:
        throw JSONFault(position, "a control character stands unescaped in a text")
      }
    }
  }

  /// Goes on to the next byte that means something in a string: a quotation mark, a backslash, a
  /// control character.
  ///
  /// Eight bytes at a time: `x - 1` with the high bit set where `x` has it not finds a byte that is
  /// zero.
  private mutating func skipPlainText() {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let highs: UInt64 = 0x8080_8080_8080_8080
    while position + 8 <= bytes.count {
      let word = UInt64(
        littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self))
      let quote = word ^ (ones &* 0x22)
      let backslash = word ^ (ones &* 0x5C)
      let found =
        ((quote &- ones) & ~quote) | ((backslash &- ones) & ~backslash)
        | ((word &- ones &* 0x20) & ~word)
      let flags = found & highs
      if flags != 0 {
        position += flags.trailingZeroBitCount / 8
        return
      }
      position += 8
    }
    while position < bytes.count {
      let byte = bytes[position]
      if byte == 0x22 || byte == 0x5C || byte < 0x20 { return }
      position += 1
    }
  }
}
