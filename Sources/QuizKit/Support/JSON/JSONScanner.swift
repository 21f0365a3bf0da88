/// Checks the grammar of a JSON text (RFC 8259), and records the positions of its values on a tape.
///
/// Without a tape it needs no memory, however large the text is.
struct JSONScanner {
  /// Rejects deeper nesting, so that the stack does not overflow.
  static let depthLimit = 512

  private let bytes: UnsafeRawBufferPointer
  private let tape: JSONTape?
  private let maximumBytes: Int
  private(set) var position: Int

  /// - Parameter maximumBytes: the maximum length in bytes of a string in the text.
  init(
    _ bytes: UnsafeRawBufferPointer, from position: Int = 0, maximumBytes: Int = .max,
    onto tape: JSONTape? = nil
  ) throws(JSONFault) {
    guard bytes.count <= Int(UInt32.max) else {
      throw JSONFault(0, "the text is longer than 4 GB", "テキストが 4 GB を超えています")
    }
    self.bytes = bytes
    self.tape = tape
    self.maximumBytes = maximumBytes
    self.position = position
  }

  /// Makes sure that only white space follows.
  mutating func finish() throws(JSONFault) {
    skipBlanks()
    guard position == bytes.count else {
      throw JSONFault(
        position, "there is text after the value", "値の後ろに余分なテキストがあります", kind: .textAfterEnd)
    }
  }

  mutating func skipBlanks() {
    while position < bytes.count {
      switch bytes[position] {
      case 0x20, 0x0A, 0x0D, 0x09: position += 1
      default: return
      }
    }
  }

  /// If `byte` is next, skips it and returns true.
  mutating func take(_ byte: UInt8) -> Bool {
    guard position < bytes.count, bytes[position] == byte else { return false }
    position += 1
    return true
  }

  /// Scans one value, which begins at the current position.
  mutating func scanValue(depth: Int = 0) throws(JSONFault) {
    guard depth < Self.depthLimit else {
      throw JSONFault(
        position, "values are nested more than \(Self.depthLimit) deep",
        "値の入れ子が \(Self.depthLimit) 段を超えています", kind: .tooDeep)
    }
    guard position < bytes.count else {
      throw fault("the text ends too early", "テキストが途中で終わっています")
    }
    switch bytes[position] {
    case UInt8(ascii: "\""):
      let string = try scanString()
      tape?.append(string)
    case UInt8(ascii: "{"): try scanObject(depth: depth)
    case UInt8(ascii: "["): try scanArray(depth: depth)
    case UInt8(ascii: "t"): try scanWord("true", .bool)
    case UInt8(ascii: "f"): try scanWord("false", .bool)
    case UInt8(ascii: "n"): try scanWord("null", .null)
    default: try scanNumber()
    }
  }

  private mutating func scanObject(depth: Int) throws(JSONFault) {
    let this = begin(.object)
    let count = try scanMembers { (scanner, name) throws(JSONFault) in
      scanner.tape?.append(name)
      try scanner.scanValue(depth: depth + 1)
    }
    finish(this, count)
  }

  /// Scans the members of the object at the current position. `scanMember` receives the token of
  /// each name and must scan the value.
  ///
  /// - Returns: the number of members.
  @inline(__always)
  mutating func scanMembers(
    _ scanMember: (inout JSONScanner, _ name: JSONTape.Token) throws(JSONFault) -> Void
  ) throws(JSONFault) -> UInt32 {
    position += 1
    skipBlanks()
    var count: UInt32 = 0
    if take(UInt8(ascii: "}")) { return count }
    repeat {
      skipBlanks()
      guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else {
        throw fault("a key in quotation marks is missing", "引用符で囲んだキーがありません")
      }
      let name = try scanString()
      skipBlanks()
      guard take(UInt8(ascii: ":")) else {
        throw fault("a colon is missing", "コロンがありません")
      }
      skipBlanks()
      try scanMember(&self, name)
      count += 1
      skipBlanks()
    } while take(UInt8(ascii: ","))
    guard take(UInt8(ascii: "}")) else {
      throw fault("a comma or } is missing", "カンマまたは } がありません")
    }
    return count
  }

  private mutating func scanArray(depth: Int) throws(JSONFault) {
    let this = begin(.array)
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
        throw fault("a comma or ] is missing", "カンマまたは ] がありません")
      }
    }
    finish(this, count)
  }

  private func begin(_ kind: JSONTape.Kind) -> Int {
    guard let tape else { return 0 }
    tape.append(JSONTape.Token(kind: kind, start: UInt32(position)))
    return tape.count - 1
  }

  private func finish(_ container: Int, _ count: UInt32) {
    tape?.finish(container, end: UInt32(position), count: count)
  }

  private mutating func scanWord(_ word: StaticString, _ kind: JSONTape.Kind) throws(JSONFault) {
    let start = position
    for index in 0..<word.utf8CodeUnitCount {
      guard take(word.utf8Start[index]) else { throw noValue(start) }
    }
    appendValue(kind, from: start)
  }

  private mutating func scanNumber() throws(JSONFault) {
    let start = position
    let isNegative = take(UInt8(ascii: "-"))
    let hasLeadingZero = take(UInt8(ascii: "0"))
    guard hasLeadingZero != scanDigits() else {
      throw isNegative || hasLeadingZero
        ? badNumber("this is not a number", "数値ではありません") : noValue(start)
    }
    if take(UInt8(ascii: ".")), !scanDigits() {
      throw badNumber("a digit is missing after the point", "小数点の後に数字がありません")
    }
    if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
      _ = take(UInt8(ascii: "+")) || take(UInt8(ascii: "-"))
      guard scanDigits() else {
        throw badNumber("a digit is missing in the exponent", "指数部に数字がありません")
      }
    }
    appendValue(.number, from: start)
  }

  private func appendValue(_ kind: JSONTape.Kind, from start: Int) {
    guard let tape else { return }
    tape.append(
      JSONTape.Token(
        kind: kind, start: UInt32(start), end: UInt32(position), next: UInt32(tape.count + 1)))
  }

  private mutating func scanDigits() -> Bool {
    let start = position
    while position < bytes.count, bytes[position] &- UInt8(ascii: "0") < 10 { position += 1 }
    return position > start
  }

  private mutating func scanString() throws(JSONFault) -> JSONTape.Token {
    position += 1
    var token = JSONTape.Token(
      kind: .string, start: UInt32(position), next: UInt32((tape?.count ?? 0) + 1))
    while true {
      position = JSONText.firstSpecial(in: bytes, from: position)
      guard position - Int(token.start) <= maximumBytes else { throw tooLong(token) }
      guard position < bytes.count else { throw notClosed(token) }
      switch bytes[position] {
      case UInt8(ascii: "\""):
        token.end = UInt32(position)
        position += 1
        return token
      case UInt8(ascii: "\\"):
        token.isEscaped = true
        guard position + 1 < bytes.count else { throw notClosed(token) }
        try scanEscape()
      default:
        throw JSONFault(
          position, "this text contains an unescaped control character",
          "文字列の中に制御文字がそのまま入っています", kind: .controlCharacter)
      }
    }
  }

  private mutating func scanEscape() throws(JSONFault) {
    switch bytes[position + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      position += 2
    case UInt8(ascii: "u") where JSONText.codeUnit(in: bytes, at: position + 2) != nil:
      position += 6
    default:
      throw JSONFault(
        position, "this escape is not valid", "無効なエスケープです", kind: .badEscape)
    }
  }

  /// A fault at the current position. Its kind depends on whether the text ends there.
  private func fault(_ english: String, _ japanese: String) -> JSONFault {
    JSONFault(
      position, english, japanese, kind: position < bytes.count ? .unexpected : .endsEarly)
  }

  private func noValue(_ start: Int) -> JSONFault {
    JSONFault(start, "this is not a value", "値ではありません", kind: .unexpected)
  }

  private func badNumber(_ english: String, _ japanese: String) -> JSONFault {
    JSONFault(position, english, japanese, kind: .badNumber)
  }

  private func tooLong(_ token: JSONTape.Token) -> JSONFault {
    JSONFault(
      Int(token.start) - 1, "this text is longer than \(maximumBytes) bytes",
      "文字列が \(maximumBytes) バイトを超えています", kind: .tooLong)
  }

  private func notClosed(_ token: JSONTape.Token) -> JSONFault {
    JSONFault(
      Int(token.start) - 1, "this text has no closing quotation mark", "文字列の引用符が閉じていません",
      kind: .endsEarly)
  }
}

/// An error in a JSON text, or a value in it that is not the expected one, with its position.
package struct JSONFault: Error, Equatable {
  /// The kind of error, for readers that have messages of their own.
  package enum Kind {
    case endsEarly, unexpected, controlCharacter, badEscape, badNumber, tooDeep, textAfterEnd
    /// A string exceeds the reader's maximum length. The fault is at its beginning.
    case tooLong
    /// The text is valid JSON, but a value in it is not the expected one.
    case wrongValue
  }

  /// The position in bytes from the beginning of the text.
  package let offset: Int
  package let kind: Kind
  package let reason: Reason

  package init(_ offset: Int, _ reason: Reason, kind: Kind = .wrongValue) {
    self.offset = offset
    self.kind = kind
    self.reason = reason
  }

  package init(_ offset: Int, _ english: String, _ japanese: String, kind: Kind = .wrongValue) {
    self.init(offset, Reason(english, japanese), kind: kind)
  }

  /// The line of the fault, counted from 1. `bytes` is the text that was read.
  package func line(in bytes: some Collection<UInt8>) -> Int {
    1 + bytes.prefix(offset).count { $0 == UInt8(ascii: "\n") }
  }
}

extension Reason {
  package static func missingField(_ name: String) -> Reason {
    Reason("the field \"\(name)\" is missing", "「\(name)」がありません")
  }
}

/// Finds a member that occurs twice in one object.
///
/// A decoder would use one of the two, and the next save would lose the other. It is better to
/// reject a file that people edit than to misread it.
package struct DistinctMembers {
  /// With more members than this, a set is faster than comparing all pairs.
  private static let few = 16

  private let tape: JSONTape

  package init(_ tape: JSONTape) {
    self.tape = tape
  }

  /// Checks all objects on the tape.
  ///
  /// - Throws: a fault at the second of two members with the same name.
  package func require() throws(JSONFault) {
    for index in 0..<tape.count where tape[index].kind == .object {
      try require(in: index)
    }
  }

  private func require(in object: Int) throws(JSONFault) {
    let end = Int(tape[object].next)
    var keys: [JSONTape.Token] = []
    var member = object + 1
    while member < end {
      keys.append(tape[member])
      member = Int(tape[member + 1].next)
    }
    guard keys.count <= Self.few, !keys.contains(where: \.isEscaped) else {
      return try requireDistinct(keys)
    }
    for (index, key) in keys.enumerated() {
      let name = tape.text(key)
      for other in keys[..<index] where tape.text(other).hasBytes(name) {
        throw fault(key)
      }
    }
  }

  private func requireDistinct(_ keys: [JSONTape.Token]) throws(JSONFault) {
    var names: Set<[UInt8]> = []
    for key in keys {
      guard names.insert(Array((tape.unescaped(key) ?? "").utf8)).inserted else {
        throw fault(key)
      }
    }
  }

  private func fault(_ key: JSONTape.Token) -> JSONFault {
    let name = String(decoding: tape.text(key), as: UTF8.self)
    return JSONFault(
      Int(key.start), "the member \"\(name)\" occurs twice", "「\(name)」が 2 回あります")
  }
}
