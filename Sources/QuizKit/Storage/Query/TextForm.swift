import Foundation

/// Whether equal texts have equal bytes.
///
/// Swift takes が in one code point and か with a combining mark for the same character. A search
/// of bytes does not, so it may be used only on texts that are surely in the composed form (NFC).
enum TextForm {
  /// The bytes that stand for `text` in JSON, wherever it occurs in a text that is surely composed;
  /// `nil` when bytes do not tell.
  static func searchBytes(_ text: String) -> [UInt8]? {
    var bytes: [UInt8] = []
    JSONText.append(text.precomposedStringWithCanonicalMapping, to: &bytes)
    return bytes.isEmpty || !bytes.withUnsafeBytes(isSurelyComposed) ? nil : bytes
  }

  /// Whether all characters are of kinds that have no other form in NFC and combine with nothing:
  /// ASCII, Latin, Cyrillic, kana, Chinese characters, Hangul syllables, full-width forms, emoji
  /// and common signs (UAX #15). Other texts may be composed too; this does not look closer.
  static func isSurelyComposed(_ bytes: UnsafeRawBufferPointer) -> Bool {
    isEveryday(bytes) || areAllSafe(bytes)
  }

  /// The same for texts of ASCII, kana, Chinese characters and full-width forms only, in half the time.
  private static func isEveryday(_ bytes: UnsafeRawBufferPointer) -> Bool {
    bytes.count >= 16 && bytes[0] | bytes[1] < 0x80 && bytes.bits(isDoubtful) < 0x80
  }

  /// Has the highest bit, the only one that counts in every value here, when `byte` needs a closer
  /// look.
  @inline(__always)
  private static func isDoubtful(_ byte: UInt8, _ last: UInt8, _ secondLast: UInt8) -> UInt8 {
    let second = byte &+ byte
    let third = second &+ second
    let low = byte & 0x0F
    // E3 to E9, and EF.
    let isKnown =
      third & ~(third &+ third) & (low &+ 0x7D) & (~(low &+ 0x76) | (low &+ 0x71))
    // Behind E3: 80 with anything from AA on, 82 with 99 or 9A.
    let is82 = (last & 2) &+ 0x7E
    let isMark =
      isZero(secondLast ^ 0xE3) & isZero((last & 0xFD) ^ 0x80)
      & ((is82 & isZero((byte &- 0x99) & 0xFE)) | (~is82 & ((byte & 0x3F) &+ 0x56)))
    // Behind EF: anything before BC.
    let isForm = isZero(last ^ 0xEF) & ~((byte & 0x3F) &+ 0x44)
    return (byte & second & ~isKnown) | isMark | isForm
  }

  @inline(__always)
  private static func isZero(_ byte: UInt8) -> UInt8 { ~(((byte & 0x7F) &+ 0x7F) | byte) }

  private static func areAllSafe(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var position = 0
    while position < bytes.count {
      let lead = bytes[position]
      if lead < 0x80 {
        position = endOfASCII(in: bytes, from: position)
        continue
      }
      let length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
      guard position + length <= bytes.count else { return false }
      // Most of a Japanese text: Chinese characters, and kana with one more look.
      if lead &- 0xE3 <= 6, lead != 0xE3 || isKana(bytes[position + 1], bytes[position + 2]) {
        position += 3
        continue
      }
      guard isSafe(lead, bytes[position + 1], length > 2 ? bytes[position + 2] : 0) else {
        return false
      }
      position += length
    }
    return true
  }

  /// Where the first byte is that is not ASCII, or the end; eight at a time.
  private static func endOfASCII(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
    var position = start
    while position + 8 <= bytes.count {
      let word = UInt64(
        littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self))
      let flags = word & 0x8080_8080_8080_8080
      if flags != 0 { return position + flags.trailingZeroBitCount / 8 }
      position += 8
    }
    while position < bytes.count, bytes[position] < 0x80 { position += 1 }
    return position
  }

  /// From U+3040 on, without the combining voice marks U+3099 and U+309A.
  private static func isKana(_ second: UInt8, _ third: UInt8) -> Bool {
    second > 0x80 && (second != 0x82 || third &- 0x99 > 1)
  }

  private static func isSafe(_ lead: UInt8, _ second: UInt8, _ third: UInt8) -> Bool {
    switch lead {
    case 0xE3:
      // Not the tone marks U+302A–302F.
      isKana(second, third) || second == 0x80 && !(0xAA...0xAF).contains(third)
    case 0xE4...0xE9, 0xEB, 0xEC: true
    case 0xC2...0xCB, 0xD0, 0xD1: true
    case 0xE2:
      // Not U+2000, U+2001, marks for signs (U+20C0–20FF), letter-like signs (U+2100–213F), U+2329.
      second == 0x80
        ? third > 0x81
        : (0x81...0xAA).contains(second) && !(0x83...0x84).contains(second) && second != 0x8C
    case 0xEA: second >= 0xB0
    case 0xED: second < 0x9E
    case 0xEF: second >= 0xBC
    case 0xF0: second == 0x9F || (0xA0...0xAE).contains(second)
    default: false
    }
  }
}
