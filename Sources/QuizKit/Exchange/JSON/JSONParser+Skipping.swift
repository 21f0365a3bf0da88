/// Going over a value without keeping it, which takes no memory however large the value is.
extension JSONParser {
  /// Steps behind a value, and says where it breaks the grammar.
  mutating func skipValue() throws(Failure) {
    skipBlanks()
    guard index < end else { throw failure(.unexpectedEnd) }
    switch bytes[index] {
    case UInt8(ascii: "{"):
      try nested { (parser) throws(Failure) in
        try parser.skipMembers { (parser, _) throws(Failure) in try parser.skipValue() }
      }
    case UInt8(ascii: "["):
      try nested { (parser) throws(Failure) in try parser.skipElements() }
    case UInt8(ascii: "\""): try skipString()
    default: _ = try value()
    }
  }

  /// Goes over the members of an object, each of whose values `body` has to read or skip.
  mutating func skipMembers(
    _ body: (inout JSONParser, _ name: Range<Int>) throws(Failure) -> Void
  ) throws(Failure) {
    index += 1
    skipBlanks()
    if take(UInt8(ascii: "}")) { return }
    while true {
      skipBlanks()
      guard index < end, bytes[index] == UInt8(ascii: "\"") else { throw unexpected() }
      let start = index
      try skipString()
      let name = start..<index
      skipBlanks()
      guard take(UInt8(ascii: ":")) else { throw unexpected() }
      skipBlanks()
      try body(&self, name)
      skipBlanks()
      if take(UInt8(ascii: "}")) { return }
      guard take(UInt8(ascii: ",")) else { throw unexpected() }
    }
  }

  private mutating func skipElements() throws(Failure) {
    index += 1
    skipBlanks()
    if take(UInt8(ascii: "]")) { return }
    while true {
      try skipValue()
      skipBlanks()
      if take(UInt8(ascii: "]")) { return }
      guard take(UInt8(ascii: ",")) else { throw unexpected() }
    }
  }

  private mutating func skipString() throws(Failure) {
    let start = index
    index += 1
    while true {
      if index - start > longest {
        var failure = failure(.unexpectedEnd)
        failure.overlong = start
        throw failure
      }
      guard index < end else { throw failure(.unexpectedEnd) }
      let byte = bytes[index]
      if byte < 0x20 { throw failure(.controlCharacterInString) }
      if take(UInt8(ascii: "\"")) { return }
      if byte == UInt8(ascii: "\\") { _ = try escape() } else { index += 1 }
    }
  }
}
