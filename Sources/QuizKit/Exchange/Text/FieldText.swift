/// Makes the text of a question out of a stretch of a file.
///
/// Blanks at the ends go, the no-break space and the ideographic space included. Control characters
/// but newline and tab go as well: a deck is somebody else's text, and an escape character in it would
/// be obeyed by the terminal. Nothing else is touched, above all no normalisation: ① stays ①.
enum FieldText {
  /// The text of a stretch of valid UTF-8.
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
    return ControlCharacters.firstIndex(in: stretch) == nil
      ? String(decoding: stretch, as: UTF8.self) : withoutControls(stretch)
  }

  /// The text of a stretch of valid UTF-8.
  static func make(_ bytes: [UInt8], _ range: Range<Int>) -> String {
    bytes.withUnsafeBufferPointer { make(UnsafeBufferPointer(rebasing: $0[range])) }
  }

  /// The text of a string that was decoded from somewhere else: JSON, an entity.
  static func make(_ text: String) -> String {
    var text = text
    return text.withUTF8 { make($0) }
  }

  private static func withoutControls(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    var text = ""
    text.unicodeScalars.append(
      contentsOf: String(decoding: bytes, as: UTF8.self).unicodeScalars.filter {
        $0 == "\n" || $0 == "\t" || $0.properties.generalCategory != .control
      })
    // A control character may have hidden a blank at an end.
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
