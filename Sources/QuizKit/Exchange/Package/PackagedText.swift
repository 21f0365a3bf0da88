import QuizSupport

/// Decodes the text of a file in a package.
enum PackagedText {
  /// The text, in the encoding that an XML declaration names, unless the bytes are UTF-8.
  static func source(_ bytes: [UInt8], name: String) -> SourceText {
    SourceText(bytes, name: name, encoding: encoding(of: bytes))
  }

  /// How many bytes decoding takes beside the bytes themselves: those that are not UTF-8 are decoded
  /// to up to three times as many.
  static func room(for bytes: [UInt8]) -> Int {
    let isUTF8 = bytes.withUnsafeBufferPointer(UTF8Scan.firstInvalidIndex) == nil
    return isUTF8 && encoding(of: bytes) == nil ? 0 : 3 * bytes.count
  }

  /// The encoding that the file itself names; `nil` to detect it.
  static func encoding(of bytes: [UInt8]) -> TextEncoding? {
    // UTF-16 without a mark is recognised by the first character.
    if bytes.starts(with: [0x3C, 0]) { return .utf16LittleEndian }
    if bytes.starts(with: [0, 0x3C]) { return .utf16BigEndian }
    let head = String(decoding: bytes.prefix(200), as: UTF8.self)
    guard head.hasPrefix("<?xml"), let start = head.firstRange(of: "encoding=")?.upperBound,
      let quote = head[start...].first, quote == "\"" || quote == "'"
    else { return nil }
    let name = head[head.index(after: start)...].prefix { $0 != quote }
    guard let named = TextEncoding(named: String(name)), named != .utf8 else { return nil }
    let isUTF8 = bytes.withUnsafeBufferPointer(UTF8Scan.firstInvalidIndex) == nil
    return isUTF8 ? nil : named
  }
}
