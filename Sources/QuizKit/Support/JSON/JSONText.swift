/// Converts between Swift strings and the text between quotation marks in JSON.
package enum JSONText {
  /// Appends `text`. Escapes only what JSON requires, so that all other characters stay readable.
  package static func append(_ text: String, to bytes: inout [UInt8]) {
    var text = text
    text.withUTF8 { utf8 in
      let utf8 = UnsafeRawBufferPointer(utf8)
      var plain = 0
      while plain < utf8.count {
        let special = firstSpecial(in: utf8, from: plain)
        bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: utf8[plain..<special]))
        if special < utf8.count { appendEscape(of: utf8[special], to: &bytes) }
        plain = special + 1
      }
    }
  }

  /// Appends the digits of a number without creating a `String`.
  package static func append(_ number: some FixedWidthInteger, to bytes: inout [UInt8]) {
    if number < 0 { bytes.append(UInt8(ascii: "-")) }
    var rest = UInt64(number.magnitude)
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
      var start = digits.count
      repeat {
        start -= 1
        digits[start] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
        rest /= 10
      } while rest > 0
      bytes.append(contentsOf: digits[start...])
    }
  }

  /// The position of the first byte with a special meaning in a JSON string (a quotation mark, a
  /// backslash or a control character), or the end.
  ///
  /// It checks eight bytes at a time. `(x - 1) & ~x` has the high bit set for a byte that is zero.
  static func firstSpecial(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let highs: UInt64 = 0x8080_8080_8080_8080
    var position = start
    while position + 8 <= bytes.count {
      let word = UInt64(
        littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self))
      let quote = word ^ (ones &* 0x22)
      let backslash = word ^ (ones &* 0x5C)
      let found =
        ((quote &- ones) & ~quote) | ((backslash &- ones) & ~backslash)
        | ((word &- ones &* 0x20) & ~word)
      let flags = found & highs
      if flags != 0 { return position + flags.trailingZeroBitCount / 8 }
      position += 8
    }
    while position < bytes.count {
      let byte = bytes[position]
      if byte == 0x22 || byte == 0x5C || byte < 0x20 { return position }
      position += 1
    }
    return position
  }

  /// The text in quotation marks.
  package static func quoted(_ text: String) -> String {
    var bytes: [UInt8] = []
    append(text, to: &bytes)
    return "\"" + String(decoding: bytes, as: UTF8.self) + "\""
  }

  private static func appendEscape(of byte: UInt8, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\\"))
    switch byte {
    case 0x22, 0x5C: bytes.append(byte)
    case 0x0A: bytes.append(UInt8(ascii: "n"))
    case 0x0D: bytes.append(UInt8(ascii: "r"))
    case 0x09: bytes.append(UInt8(ascii: "t"))
    default:
      let digits = Array("0123456789abcdef".utf8)
      bytes.append(contentsOf: Array("u00".utf8))
      bytes.append(digits[Int(byte >> 4)])
      bytes.append(digits[Int(byte & 15)])
    }
  }

  /// Decodes the text between two quotation marks; `nil` when it is not UTF-8 or contains an
  /// invalid escape.
  ///
  /// - Parameter replacesHalves: whether an escape for half of a surrogate pair becomes U+FFFD.
  package static func string(
    _ bytes: UnsafeRawBufferPointer, isEscaped: Bool, replacesHalves: Bool = false
  ) -> String? {
    guard isEscaped else { return valid(bytes) }
    var plain: [UInt8] = []
    plain.reserveCapacity(bytes.count)
    var position = 0
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      guard byte == UInt8(ascii: "\\") else {
        plain.append(byte)
        continue
      }
      guard position < bytes.count else { return nil }
      let escape = bytes[position]
      position += 1
      switch escape {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): plain.append(escape)
      case UInt8(ascii: "n"): plain.append(0x0A)
      case UInt8(ascii: "r"): plain.append(0x0D)
      case UInt8(ascii: "t"): plain.append(0x09)
      case UInt8(ascii: "b"): plain.append(0x08)
      case UInt8(ascii: "f"): plain.append(0x0C)
      case UInt8(ascii: "u"):
        let found = scalar(bytes, &position)
        guard let scalar = found ?? (replacesHalves ? "\u{FFFD}" : nil) else { return nil }
        plain.append(contentsOf: UTF8.encode(scalar)?.map { $0 } ?? [])
      default: return nil
      }
    }
    return plain.withUnsafeBytes(valid)
  }

  /// The bytes as a string; `nil` when they are not UTF-8, because `String` then replaces some of
  /// them. `String(validating:)` gives the same result, but looks up two types on each call.
  private static func valid(_ bytes: UnsafeRawBufferPointer) -> String? {
    var text = String(decoding: bytes.bindMemory(to: UInt8.self), as: UTF8.self)
    let isSame = text.withUTF8 { UnsafeRawBufferPointer($0).hasBytes(bytes) }
    return isSame ? text : nil
  }

  /// Decodes the digits of `\uXXXX`, and of a second escape when the two form a surrogate pair.
  /// `nil` for half a pair alone, which is skipped.
  private static func scalar(
    _ bytes: UnsafeRawBufferPointer, _ position: inout Int
  ) -> Unicode.Scalar? {
    guard let first = codeUnit(in: bytes, at: position) else { return nil }
    position += 4
    guard first & 0xFC00 == 0xD800 else { return Unicode.Scalar(first) }
    guard position + 1 < bytes.count, bytes[position] == UInt8(ascii: "\\"),
      bytes[position + 1] == UInt8(ascii: "u"),
      let second = codeUnit(in: bytes, at: position + 2), second & 0xFC00 == 0xDC00
    else { return nil }
    position += 6
    return Unicode.Scalar(0x10000 + (first & 0x3FF) << 10 + (second & 0x3FF))
  }

  /// The value of the four hexadecimal digits at `position`, or `nil`.
  static func codeUnit(in bytes: UnsafeRawBufferPointer, at position: Int) -> UInt32? {
    guard position + 4 <= bytes.count else { return nil }
    var unit: UInt32 = 0
    for byte in bytes[position..<position + 4] {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
      unit = unit << 4 | UInt32(digit)
    }
    return unit
  }
}
