/// Converts a part of a file to the text of a question.
///
/// Blanks at both ends are removed, including no-break and ideographic spaces. Control characters
/// except newline and tab are removed as well: a file may come from anyone, and the terminal would
/// obey an escape character. Carriage returns, which JSON and entities may contain, become newlines.
/// Nothing else changes; in particular there is no normalisation: ① stays ①.
package enum FieldText {
  /// Converts valid UTF-8.
  static func make(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
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
  static func make(_ bytes: [UInt8], _ range: Range<Int>) -> String {
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
