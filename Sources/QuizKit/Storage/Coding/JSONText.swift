/// The two directions between a Swift string and what stands between quotation marks in JSON.
enum JSONText {
  /// Appends `text` with what JSON wants escaped, and nothing else: other characters stay readable.
  static func append(_ text: String, to bytes: inout [UInt8]) {
    var text = text
    text.withUTF8 { utf8 in
      var plain = 0
      for (index, byte) in utf8.enumerated() where byte < 0x20 || byte == 0x22 || byte == 0x5C {
        bytes.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[plain..<index]))
        appendEscape(of: byte, to: &bytes)
        plain = index + 1
      }
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[plain...]))
    }
  }

  /// The text with quotation marks.
  static func quoted(_ text: String) -> String {
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

  /// The string between two quotation marks; `nil` when it is not UTF-8 or an escape is wrong.
  static func string(_ bytes: UnsafeRawBufferPointer, isEscaped: Bool) -> String? {
    guard isEscaped else {
      return String(validating: bytes.bindMemory(to: UInt8.self), as: UTF8.self)
    }
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
        guard let scalar = scalar(bytes, &position) else { return nil }
        plain.append(contentsOf: UTF8.encode(scalar)?.map { $0 } ?? [])
      default: return nil
      }
    }
    return String(validating: plain, as: UTF8.self)
  }

  /// Reads the digits of `\uXXXX`, and those of its other half when there are two.
  private static func scalar(
    _ bytes: UnsafeRawBufferPointer, _ position: inout Int
  ) -> Unicode.Scalar? {
    guard let first = unit(bytes, &position) else { return nil }
    guard first & 0xFC00 == 0xD800 else { return Unicode.Scalar(first) }
    guard position + 1 < bytes.count, bytes[position] == UInt8(ascii: "\\"),
      bytes[position + 1] == UInt8(ascii: "u")
    else { return nil }
    position += 2
    guard let second = unit(bytes, &position), second & 0xFC00 == 0xDC00 else { return nil }
    return Unicode.Scalar(0x10000 + (first & 0x3FF) << 10 + (second & 0x3FF))
  }

  private static func unit(_ bytes: UnsafeRawBufferPointer, _ position: inout Int) -> UInt32? {
    guard position + 4 <= bytes.count else { return nil }
    var unit: UInt32 = 0
    for byte in bytes[position..<position + 4] {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
      unit = unit << 4 | UInt32(digit)
    }
    position += 4
    return unit
  }
}
