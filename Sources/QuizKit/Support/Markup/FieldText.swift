/// Converts a part of a file to the text of a question.
///
/// Blanks at both ends are removed, including no-break and ideographic spaces. Control characters
/// except newline and tab are removed as well: a file may come from anyone, and the terminal would
/// obey an escape character. Carriage returns, which JSON and entities may contain, become newlines.
/// Nothing else changes; in particular there is no normalisation: ① stays ①.
package enum FieldText {
  /// Converts valid UTF-8.
  package static func make(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    var start = 0
    var end = bytes.count
    while start < end, case let length = blankLength(at: start, in: bytes), length > 0 {
      start += length
    }
    while start < end, case let length = blankLength(before: end, in: bytes), length > 0 {
      end -= length
    }
    guard start < end else { return "" }
    let stretch = UnsafeBufferPointer(rebasing: bytes[start..<end])
    return ControlCharacters.firstIndex(in: stretch, allowsReturns: false) == nil
      ? String(decoding: stretch, as: UTF8.self) : withoutControls(stretch)
  }

  /// Converts a range of valid UTF-8.
  package static func make(_ bytes: [UInt8], _ range: Range<Int>) -> String {
    bytes.withUnsafeBufferPointer { make(UnsafeBufferPointer(rebasing: $0[range])) }
  }

  /// Converts a string that was already decoded, for example from JSON or an entity.
  package static func make(_ text: String) -> String {
    var text = text
    return text.withUTF8 { make($0) }
  }

  private static func withoutControls(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    let text = String(unsafeUninitializedCapacity: bytes.count) { text in
      var (index, count) = (0, 0)
      while index < bytes.count {
        let length = ControlCharacters.length(at: index, in: bytes)
        if length == 0 {
          text[count] = bytes[index]
          count += 1
        } else if bytes[index] == 0x0D, index + 1 == bytes.count || bytes[index + 1] != 0x0A {
          text[count] = 0x0A
          count += 1
        }
        index += max(length, 1)
      }
      return count
    }
    // Removing a control character may have exposed a blank at one end.
    return hasBlankEnd(text) ? make(text) : text
  }

  private static func hasBlankEnd(_ text: String) -> Bool {
    let blanks: Set<Unicode.Scalar> = [" ", "\n", "\t", "\u{A0}", "\u{3000}"]
    return text.unicodeScalars.first.map(blanks.contains) == true
      || text.unicodeScalars.last.map(blanks.contains) == true
  }

  @inline(__always)
  private static func blankLength(at index: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    switch bytes[index] {
    case 0x20, 0x09, 0x0A, 0x0D: 1
    case 0xC2 where index + 1 < bytes.count && bytes[index + 1] == 0xA0: 2
    case 0xE3
    where index + 2 < bytes.count && bytes[index + 1] == 0x80 && bytes[index + 2] == 0x80: 3
    default: 0
    }
  }

  @inline(__always)
  private static func blankLength(before end: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    switch bytes[end - 1] {
    case 0x20, 0x09, 0x0A, 0x0D: 1
    case 0xA0 where end >= 2 && bytes[end - 2] == 0xC2: 2
    case 0x80 where end >= 3 && bytes[end - 2] == 0x80 && bytes[end - 3] == 0xE3: 3
    default: 0
    }
  }
}

/// Finds characters that could control a terminal: C0 except newline and tab, DEL, and C1.
package enum ControlCharacters {
  /// The offset of the first control character in valid UTF-8.
  ///
  /// - Parameter allowsReturns: Whether carriage returns are passed over, because they end lines.
  package static func firstIndex(
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
  package static func length(at index: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    switch bytes[index] {
    case 0x09, 0x0A: 0
    case 0x00..<0x20, 0x7F: 1
    case 0xC2 where index + 1 < bytes.count && bytes[index + 1] < 0xA0: 2
    default: 0
    }
  }
}

/// Tests eight bytes at once, with the formulas of Bit Twiddling Hacks,
/// <https://graphics.stanford.edu/~seander/bithacks.html#ZeroInWord>.
private enum ByteWord {
  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let highBits: UInt64 = 0x8080_8080_8080_8080

  /// Whether any byte is less than `limit`, which must not exceed 0x80.
  @inline(__always)
  static func hasByte(below limit: UInt8, in word: UInt64) -> Bool {
    (word &- ones &* UInt64(limit)) & ~word & highBits != 0
  }

  /// Whether any byte equals `byte`.
  @inline(__always)
  static func has(_ byte: UInt8, in word: UInt64) -> Bool {
    hasByte(below: 1, in: word ^ (ones &* UInt64(byte)))
  }
}
