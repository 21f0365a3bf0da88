import Foundation

/// Writes as `\u202E` what JSON allows as it is but a terminal obeys, or what turns the direction of
/// writing: DEL, the controls of C1, the marks of direction, the separators of lines.
enum JSONEscapes {
  /// The bytes with which one of these scalars begins in UTF-8.
  private static let beginnings: [UInt8] = [0x7F, 0xC2, 0xD8, 0xE2]

  /// The same JSON, in UTF-8. All of these scalars can only stand within its texts.
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

  /// Most lines, also of thousands of Japanese texts, have none of the bytes.
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

  /// The scalar that begins there, when it is one of them, and its length in UTF-8.
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
