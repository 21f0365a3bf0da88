import Foundation

/// Text prepared for searching, so that different forms of a letter match.
package enum SearchText {
  /// `text` with width, case and kana unified: `ﾃｽﾄ`, `テスト` and `てすと` become equal, and so do
  /// `Ｓｗｉｆｔ` and `swift`.
  ///
  /// Widths are unified by Unicode's compatibility forms (NFKC, UAX #15). Voicing marks are kept: か
  /// and が are different letters.
  package static func folded(_ text: String) -> String {
    if let folded = foldedByBytes(text) { return folded }
    var scalars = String.UnicodeScalarView()
    for scalar in joined(text.precomposedStringWithCompatibilityMapping).lowercased().unicodeScalars
    {
      scalars.append(katakana(scalar))
    }
    return String(scalars)
  }

  /// The text with voicing marks joined to their kana. Foundation on Linux leaves half-width marks
  /// separate.
  private static func joined(_ text: String) -> String {
    text.unicodeScalars.contains { $0 == "\u{3099}" || $0 == "\u{309A}" }
      ? text.precomposedStringWithCanonicalMapping : text
  }

  /// The words of a search query, folded. A match must contain all of them.
  package static func words(_ query: String) -> [String] {
    folded(query).split(whereSeparator: \.isWhitespace).map(String.init)
  }

  /// A faster version without Unicode tables, for texts that contain only ASCII, kana and Chinese
  /// characters. Most Japanese texts do. `nil` for other texts.
  private static func foldedByBytes(_ text: String) -> String? {
    var text = text
    return text.withUTF8 { bytes in
      var isPlain = true
      let folded = String(unsafeUninitializedCapacity: bytes.count) { buffer in
        var position = 0
        while position < bytes.count, isPlain {
          let byte = bytes[position]
          if byte < 0x80 {
            buffer[position] = (0x41...0x5A).contains(byte) ? byte + 0x20 : byte
            position += 1
          } else if (0xE3...0xE9).contains(byte) {
            let code =
              UInt32(byte & 0x0F) << 12 | UInt32(bytes[position + 1] & 0x3F) << 6
              | UInt32(bytes[position + 2] & 0x3F)
            isPlain = isUnchangedByWidth(code)
            let folded = (0x3041...0x3096).contains(code) ? code + 0x60 : code
            buffer[position] = UInt8(0xE0 | folded >> 12)
            buffer[position + 1] = UInt8(0x80 | folded >> 6 & 0x3F)
            buffer[position + 2] = UInt8(0x80 | folded & 0x3F)
            position += 3
          } else {
            isPlain = false
          }
        }
        return position
      }
      return isPlain ? folded : nil
    }
  }

  /// Whether a character is its own compatibility form and never joins the one before it: 、。and
  /// brackets, kana, Chinese characters.
  private static func isUnchangedByWidth(_ code: UInt32) -> Bool {
    switch code {
    case 0x3001...0x3002, 0x3005...0x3011, 0x3041...0x3096, 0x30A1...0x30FE, 0x4E00...0x9FFF: true
    default: false
    }
  }

  /// The katakana for a hiragana. The two blocks have the same order, 0x60 apart.
  private static func katakana(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch scalar.value {
    case 0x3041...0x3096, 0x309D...0x309E: Unicode.Scalar(scalar.value + 0x60) ?? scalar
    default: scalar
    }
  }
}

/// Decides whether texts that compare equal also have equal bytes.
///
/// Swift treats が as one code point and か with a combining mark as the same character. A byte
/// search does not, so it may be used only on texts that are certain to be in composed form (NFC).
package enum TextForm {
  /// The bytes that `text` has in JSON, wherever it occurs in a text in composed form; `nil` when a
  /// byte search could miss it.
  package static func searchBytes(_ text: String) -> [UInt8]? {
    var bytes: [UInt8] = []
    JSONText.append(text.precomposedStringWithCanonicalMapping, to: &bytes)
    return bytes.isEmpty || !bytes.withUnsafeBytes(isSurelyComposed) ? nil : bytes
  }

  /// Whether all characters are of kinds that have no other form in NFC and combine with nothing:
  /// ASCII, Latin, Cyrillic, kana, Chinese characters, Hangul syllables, full-width forms, emoji
  /// and common signs (UAX #15). False does not mean that the text is not composed.
  package static func isSurelyComposed(_ bytes: UnsafeRawBufferPointer) -> Bool {
    isEveryday(bytes) || areAllSafe(bytes)
  }

  /// A faster check for texts of only ASCII, kana, Chinese characters and full-width forms. False
  /// means that the text needs the full check.
  private static func isEveryday(_ bytes: UnsafeRawBufferPointer) -> Bool {
    bytes.count >= 16 && bytes[0] | bytes[1] < 0x80 && bytes.bits(isDoubtful) < 0x80
  }

  /// Sets the highest bit of the result when `byte` needs a closer look. Only the highest bit
  /// counts in every value here.
  @inline(__always)
  private static func isDoubtful(_ byte: UInt8, _ last: UInt8, _ secondLast: UInt8) -> UInt8 {
    let second = byte &+ byte
    let third = second &+ second
    let low = byte & 0x0F
    // Lead bytes E3 to E9, and EF.
    let isKnown =
      third & ~(third &+ third) & (low &+ 0x7D) & (~(low &+ 0x76) | (low &+ 0x71))
    // After E3: 80 followed by AA or more, or 82 followed by 99 or 9A.
    let is82 = (last & 2) &+ 0x7E
    let isMark =
      isZero(secondLast ^ 0xE3) & isZero((last & 0xFD) ^ 0x80)
      & ((is82 & isZero((byte &- 0x99) & 0xFE)) | (~is82 & ((byte & 0x3F) &+ 0x56)))
    // After EF: any byte less than BC.
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
      // Most of a Japanese text: Chinese characters pass at once, kana after one more check.
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

  /// The position of the first byte that is not ASCII, or the end. Checks eight bytes at a time.
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

  /// U+3040 or above, except the combining voice marks U+3099 and U+309A.
  private static func isKana(_ second: UInt8, _ third: UInt8) -> Bool {
    second > 0x80 && (second != 0x82 || third &- 0x99 > 1)
  }

  private static func isSafe(_ lead: UInt8, _ second: UInt8, _ third: UInt8) -> Bool {
    switch lead {
    case 0xE3:
      // Excludes the tone marks U+302A–302F.
      isKana(second, third) || second == 0x80 && !(0xAA...0xAF).contains(third)
    case 0xE4...0xE9, 0xEB, 0xEC: true
    case 0xC2...0xCB, 0xD0, 0xD1: true
    case 0xE2:
      // Excludes U+2000, U+2001, combining marks for symbols (U+20C0–20FF), letter-like symbols
      // (U+2100–213F) and U+2329.
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

/// Finds a byte sequence by searching for one of its bytes and then comparing the bytes around it.
///
/// It is faster than `memmem`, which the Glibc module does not declare, on Japanese text: there
/// every third byte is one of only a few values, and `memmem` cannot avoid searching for them.
package struct ByteSearch: Sendable {
  private let needle: [UInt8]
  /// The position of the byte to search for, within the needle.
  private let pivot: Int

  /// - Parameter needle: at least one byte.
  package init(_ needle: [UInt8]) {
    // The last byte of a character in UTF-8 is rarer than its first.
    self.init(needle, pivot: needle.count - 1)
  }

  private init(_ needle: [UInt8], pivot: Int) {
    self.needle = needle
    self.pivot = pivot
  }

  package var count: Int { needle.count }

  /// The same search for texts like `sample`: it searches for the byte that is rarest there.
  package func tuned(to sample: UnsafeRawBufferPointer) -> ByteSearch {
    var counts = [Int](repeating: 0, count: 256)
    for byte in sample.prefix(1024) { counts[Int(byte)] += 1 }
    let rarest = needle.indices.min { counts[Int(needle[$0])] < counts[Int(needle[$1])] }
    return ByteSearch(needle, pivot: rarest ?? pivot)
  }

  /// The first position of the needle in `bytes` at or after `start`.
  package func first(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
    let last = bytes.count - needle.count
    return needle.withUnsafeBytes { needle in
      var position = start
      while position <= last,
        let hit = bytes.first(needle[pivot], in: position + pivot..<last + pivot + 1)
      {
        position = hit - pivot
        let found = UnsafeRawBufferPointer(rebasing: bytes[position..<position + needle.count])
        if found.hasBytes(needle) { return position }
        position += 1
      }
      return nil
    }
  }
}
