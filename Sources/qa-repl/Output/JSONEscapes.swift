import Foundation

/// Escapes characters that JSON allows unescaped but that control a terminal or change the writing
/// direction, for example as `\u202E`: DEL, the C1 controls, direction marks and line separators.
enum JSONEscapes {
  /// The first UTF-8 bytes of all these scalars.
  private static let beginnings: [UInt8] = [0x7F, 0xC2, 0xD8, 0xE2]

  /// Returns the escaped JSON, in UTF-8. Outside of strings, JSON contains none of these scalars.
  static func escaping(_ json: [UInt8]) -> [UInt8] {
    guard mayNeed(json), let first = firstIndex(in: json, from: 0) else { return json }
    var result = Array(json[..<first])
    var index = first
    while index < json.count {
      let next = firstIndex(in: json, from: index) ?? json.count
      result += json[index..<next]
      index = next
      if let (value, length) = scalar(in: json, at: index) {
        let digits = String(value, radix: 16, uppercase: true)
        result += Array("\\u".utf8) + repeatElement(UInt8(ascii: "0"), count: 4 - digits.utf8.count)
        result += Array(digits.utf8)
        index += length
      }
    }
    return result
  }

  /// Most output contains none of these bytes, even when it is in Japanese, and can be returned
  /// unchanged.
  private static func mayNeed(_ json: [UInt8]) -> Bool {
    json.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return false }
      return beginnings.contains { memchr(start, Int32($0), bytes.count) != nil }
    }
  }

  private static func firstIndex(in json: [UInt8], from start: Int) -> Int? {
    json.withUnsafeBufferPointer { bytes in
      var index = start
      while index < bytes.count {
        switch bytes[index] {
        case 0x7F, 0xC2, 0xD8, 0xE2: if scalar(in: json, at: index) != nil { return index }
        default: break
        }
        index += 1
      }
      return nil
    }
  }

  /// The scalar at `index` and its length in UTF-8, if it must be escaped.
  private static func scalar(in json: [UInt8], at index: Int) -> (UInt32, Int)? {
    guard index < json.count else { return nil }
    if json[index] == 0x7F { return (0x7F, 1) }
    guard index + 1 < json.count else { return nil }
    let two = UInt32(json[index] & 0x1F) << 6 | UInt32(json[index + 1] & 0x3F)
    if json[index] < 0xE0 { return isEscaped(two) ? (two, 2) : nil }
    guard index + 2 < json.count else { return nil }
    let three =
      UInt32(json[index] & 0xF) << 12 | UInt32(json[index + 1] & 0x3F) << 6
      | UInt32(json[index + 2] & 0x3F)
    return isEscaped(three) ? (three, 3) : nil
  }

  private static func isEscaped(_ value: UInt32) -> Bool {
    (0x80..<0xA0).contains(value) || Unicode.Scalar(value)?.turnsDirection == true
  }
}
