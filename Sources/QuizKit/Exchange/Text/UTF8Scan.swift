/// Validates UTF-8.
enum UTF8Scan {
  /// The length of the valid sequence that begins at `index`, or 0 if there is none (Unicode, table
  /// 3-7).
  @inline(__always)
  static func sequenceLength(at index: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    func isTail(_ offset: Int, _ range: ClosedRange<UInt8> = 0x80...0xBF) -> Bool {
      index + offset < bytes.count && range.contains(bytes[index + offset])
    }
    let first = bytes[index]
    switch first {
    case 0x00...0x7F: return 1
    case 0xC2...0xDF: return isTail(1) ? 2 : 0
    case 0xE0: return isTail(1, 0xA0...0xBF) && isTail(2) ? 3 : 0
    case 0xED: return isTail(1, 0x80...0x9F) && isTail(2) ? 3 : 0
    case 0xE1...0xEF: return isTail(1) && isTail(2) ? 3 : 0
    case 0xF0: return isTail(1, 0x90...0xBF) && isTail(2) && isTail(3) ? 4 : 0
    case 0xF1...0xF3: return isTail(1) && isTail(2) && isTail(3) ? 4 : 0
    case 0xF4: return isTail(1, 0x80...0x8F) && isTail(2) && isTail(3) ? 4 : 0
    default: return 0
    }
  }

  /// The offset of the first byte that is not valid UTF-8, or `nil` if all are valid.
  static func firstInvalidIndex(in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    let raw = UnsafeRawBufferPointer(bytes)
    var index = 0
    while index < bytes.count {
      // Skips eight ASCII bytes at a time, because most question banks are mostly ASCII.
      if index + 8 <= bytes.count {
        let word = raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        if !ByteWord.hasHighByte(word) {
          index += 8
          continue
        }
      }
      let length = sequenceLength(at: index, in: bytes)
      if length == 0 { return index }
      index += length
    }
    return nil
  }
}
