/// Texts whose bytes were looked at together, so that none of them is looked at again.
enum UTF8Text {
  /// Whether the bytes are UTF-8 (The Unicode Standard, table 3-7) of characters that take up to
  /// three bytes, which nearly all texts have only. Others may be UTF-8 too; this does not look
  /// closer, and neither at a text so short that it is not worth it. `String` looks at each
  /// character by itself, which is a large part of the time of reading a record.
  static func isSurelyValid(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let count = bytes.count
    guard count >= 16,
      // Between two ASCII characters on either side no character is cut.
      bytes[0] | bytes[1] | bytes[count - 1] | bytes[count - 2] < 0x80
    else { return false }
    return bytes.bits(fault) < 0x80
  }

  /// Has the highest bit when `byte` cannot stand there. In every value here only that bit counts;
  /// to add a value to itself moves the next bit there.
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
    // Whether what follows E0 or ED is allowed depends on more than that it follows.
    let isE0 = isLong & ~((byte & 0x0F) &+ 0x7F)
    let isED = isLong & ~(((byte & 0x0F) ^ 0x0D) &+ 0x7F)
    return (follows ^ belongs) | isTooShort | isTooLong | isE0 | isED
  }

  @inline(__always)
  private static func isLongLead(_ byte: UInt8) -> UInt8 {
    let second = byte &+ byte
    return byte & second & (second &+ second)
  }

  /// The text of bytes that are UTF-8.
  ///
  /// - Precondition: ``isSurelyValid(_:)`` said so, of these or of a text in which they are between
  ///   two ASCII characters.
  static func string(valid bytes: UnsafeRawBufferPointer) -> String {
    guard #available(macOS 26, *) else { return String(decoding: bytes, as: UTF8.self) }
    let text = UTF8Span(unchecked: bytes.bindMemory(to: UInt8.self).span)
    return String(copying: text)
  }
}
