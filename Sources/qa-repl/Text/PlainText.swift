/// Reads a text whose every scalar is a character of its own: printable ASCII, kana, kanji, common
/// signs and colour sequences. Most rows are such texts, and need not be split by Unicode's rules
/// about clusters.
enum PlainText {
  /// One character of such a text.
  enum Part {
    case ascii(UInt8)
    /// Kana or kanji, which take two cells.
    case wide(Unicode.Scalar)
    /// A sign such as `·`, `▸` or `。`, or a letter of a European script.
    case sign(Unicode.Scalar)
    /// The bytes of a colour sequence.
    case style(Range<Int>)
  }

  /// Calls `body` with each part and the bytes of the text. Returns `false`, after some parts, when
  /// the text is not such a text.
  static func read(
    _ text: String, _ body: (Part, UnsafeBufferPointer<UInt8>) -> Void
  ) -> Bool {
    text.utf8.withContiguousStorageIfAvailable { bytes in
      var index = 0
      while index < bytes.count {
        guard let (part, end) = part(at: index, of: bytes) else { return false }
        body(part, bytes)
        index = end
      }
      return true
    } ?? false
  }

  private static func part(
    at index: Int, of bytes: UnsafeBufferPointer<UInt8>
  ) -> (Part, end: Int)? {
    let byte = bytes[index]
    if (0x20..<0x7F).contains(byte) { return (.ascii(byte), index + 1) }
    if byte == 0x1B {
      var end = index + 2
      while end < bytes.count, !(0x40...0x7E).contains(bytes[end]) {
        guard bytes[end] < 0x80 else { return nil }
        end += 1
      }
      return end < bytes.count ? (.style(index..<(end + 1)), end + 1) : nil
    }
    // The UTF-8 of a string is valid.
    if (0xC2...0xDF).contains(byte) {
      let value = UInt32(byte & 0x1F) << 6 | UInt32(bytes[index + 1] & 0x3F)
      guard let scalar = Unicode.Scalar(value), scalar.standsAlone else { return nil }
      return (.sign(scalar), index + 2)
    }
    guard (0xE0...0xEF).contains(byte) else { return nil }
    let value =
      UInt32(byte & 0x0F) << 12 | UInt32(bytes[index + 1] & 0x3F) << 6
      | UInt32(bytes[index + 2] & 0x3F)
    guard let scalar = Unicode.Scalar(value) else { return nil }
    if scalar.isSurelyWide { return (.wide(scalar), index + 3) }
    return scalar.standsAlone ? (.sign(scalar), index + 3) : nil
  }
}

extension Unicode.Scalar {
  /// Whether the scalar is a sign or a letter that does not combine with the one before it.
  fileprivate var standsAlone: Bool {
    switch value {
    case 0xA1...0xAC, 0xAE...0x2FF, 0x391...0x3C9, 0x401...0x451, 0x2010...0x2027,
      0x2030...0x205E, 0x2190...0x23FF, 0x2500...0x27BF, 0x3000...0x3029, 0xFF01...0xFF60:
      true
    default: false
    }
  }
}
