/// Walks over a JSON text and notes where its values are.
struct JSONScanner {
  /// Deeper texts are refused instead of letting the stack overflow.
  static let deepest = 512

  private let bytes: UnsafeRawBufferPointer
  private let tokens: JSONTape
  private(set) var position = 0

  init(_ bytes: UnsafeRawBufferPointer, into tape: JSONTape) {
    self.bytes = bytes
    tokens = tape
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

  mutating func scanValue(depth: Int) throws(JSONFault) {
    guard depth < Self.deepest else {
      throw JSONFault(
        position, "values are nested more than \(Self.deepest) deep",
        "値の入れ子が \(Self.deepest) 段を超えています")
    }
    guard position < bytes.count else {
      throw JSONFault(position, "the text ends too early", "テキストが途中で終わっています")
    }
    switch bytes[position] {
    case UInt8(ascii: "\""): tokens.append(try scanString())
    case UInt8(ascii: "{"): try scanObject(depth: depth)
    case UInt8(ascii: "["): try scanArray(depth: depth)
    case UInt8(ascii: "t"): try scanWord("true", .bool)
    case UInt8(ascii: "f"): try scanWord("false", .bool)
    case UInt8(ascii: "n"): try scanWord("null", .null)
    default: try scanNumber()
    }
  }

  private mutating func scanObject(depth: Int) throws(JSONFault) {
    let this = tokens.count
    tokens.append(JSONTape.Token(kind: .object, start: UInt32(position)))
    position += 1
    skipBlanks()
    var count: UInt32 = 0
    if !take(UInt8(ascii: "}")) {
      repeat {
        skipBlanks()
        guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else {
          throw JSONFault(
            position, "a key in quotation marks is missing", "引用符で囲んだキーがありません")
        }
        tokens.append(try scanString())
        skipBlanks()
        guard take(UInt8(ascii: ":")) else {
          throw JSONFault(position, "a colon is missing", "コロンがありません")
        }
        skipBlanks()
        try scanValue(depth: depth + 1)
        count += 1
        skipBlanks()
      } while take(UInt8(ascii: ","))
      guard take(UInt8(ascii: "}")) else {
        throw JSONFault(position, "a comma or } is missing", "コンマまたは } がありません")
      }
    }
    finish(this, count)
  }

  private mutating func scanArray(depth: Int) throws(JSONFault) {
    let this = tokens.count
    tokens.append(JSONTape.Token(kind: .array, start: UInt32(position)))
    position += 1
    skipBlanks()
    var count: UInt32 = 0
    if !take(UInt8(ascii: "]")) {
      repeat {
        skipBlanks()
        try scanValue(depth: depth + 1)
        count += 1
        skipBlanks()
      } while take(UInt8(ascii: ","))
      guard take(UInt8(ascii: "]")) else {
        throw JSONFault(position, "a comma or ] is missing", "コンマまたは ] がありません")
      }
    }
    finish(this, count)
  }

  private func finish(_ index: Int, _ count: UInt32) {
    tokens[index].end = UInt32(position)
    tokens[index].count = count
    tokens[index].next = UInt32(tokens.count)
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard position < bytes.count, bytes[position] == byte else { return false }
    position += 1
    return true
  }

  private func noValue(_ start: Int) -> JSONFault {
    JSONFault(start, "this is no value", "値ではありません")
  }

  private mutating func scanWord(_ word: StaticString, _ kind: JSONTape.Kind) throws(JSONFault) {
    let start = position
    for index in 0..<word.utf8CodeUnitCount {
      guard take(word.utf8Start[index]) else { throw noValue(start) }
    }
    tokens.append(
      JSONTape.Token(
        kind: kind, start: UInt32(start), end: UInt32(position), next: UInt32(tokens.count + 1)))
  }

  private mutating func scanNumber() throws(JSONFault) {
    let start = position
    _ = take(UInt8(ascii: "-"))
    let hasLeadingZero = take(UInt8(ascii: "0"))
    guard hasLeadingZero || scanDigits() else { throw noValue(start) }
    if take(UInt8(ascii: ".")), !scanDigits() {
      throw JSONFault(
        position, "a digit is missing after the point", "小数点の後に数字がありません")
    }
    if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
      _ = take(UInt8(ascii: "+")) || take(UInt8(ascii: "-"))
      guard scanDigits() else {
        throw JSONFault(position, "a digit is missing in the exponent", "指数部に数字がありません")
      }
    }
    tokens.append(
      JSONTape.Token(
        kind: .number, start: UInt32(start), end: UInt32(position), next: UInt32(tokens.count + 1)))
  }

  private mutating func scanDigits() -> Bool {
    let start = position
    while position < bytes.count, bytes[position] &- UInt8(ascii: "0") < 10 { position += 1 }
    return position > start
  }

  private mutating func scanString() throws(JSONFault) -> JSONTape.Token {
    position += 1
    var token = JSONTape.Token(
      kind: .string, start: UInt32(position), next: UInt32(tokens.count + 1))
    while true {
      position = JSONText.firstSpecial(in: bytes, from: position)
      guard position < bytes.count else {
        throw JSONFault(
          Int(token.start) - 1, "this text has no closing quotation mark", "文字列の引用符が閉じていません")
      }
      switch bytes[position] {
      case UInt8(ascii: "\""):
        token.end = UInt32(position)
        position += 1
        return token
      case UInt8(ascii: "\\"):
        token.isEscaped = true
        position += 2
      default:
        throw JSONFault(
          position, "a control character stands unescaped in a text",
          "文字列の中に制御文字がそのまま入っています")
      }
    }
  }
}
