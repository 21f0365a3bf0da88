/// Finds characters that could control a terminal: C0 except newline and tab, DEL, and C1.
enum ControlCharacters {
  /// The offset of the first control character in valid UTF-8.
  ///
  /// - Parameter allowsReturns: Whether carriage returns are passed over, because they end lines.
  static func firstIndex(
    in bytes: UnsafeBufferPointer<UInt8>, allowsReturns: Bool = true
  ) -> Int? {
    let raw = UnsafeRawBufferPointer(bytes)
    var previous: UInt8 = 0
    var index = 0
    while index < bytes.count {
      // Skips eight bytes at a time if none is below 20, equal to 7F, or equal to C2, the lead byte
      // of 80–9F.
      if index + 8 <= bytes.count {
        let word = raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        if previous != 0xC2, !ByteWord.hasByte(below: 0x20, in: word),
          !ByteWord.has(0x7F, in: word),
          !ByteWord.has(0xC2, in: word)
        {
          previous = 0
          index += 8
          continue
        }
      }
      let byte = bytes[index]
      if byte < 0x20, byte != 0x09, byte != 0x0A, byte != 0x0D || !allowsReturns { return index }
      if byte == 0x7F || (previous == 0xC2 && byte < 0xA0) { return index }
      previous = byte
      index += 1
    }
    return nil
  }

  /// The number of bytes of the control character at an index, carriage returns included; 0 if
  /// there is none.
  @inline(__always)
  static func length(at index: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    switch bytes[index] {
    case 0x09, 0x0A: 0
    case 0x00..<0x20, 0x7F: 1
    case 0xC2 where index + 1 < bytes.count && bytes[index + 1] < 0xA0: 2
    default: 0
    }
  }
}
