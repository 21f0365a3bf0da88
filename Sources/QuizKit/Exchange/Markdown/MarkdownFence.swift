/// An open code fence.
struct MarkdownFence: Equatable {
  let mark: Unicode.Scalar
  let length: Int
  /// Whether a language follows the marks. Such a line never closes a fence.
  let hasInfo: Bool

  /// Returns `nil` if the line opens no fence.
  init?(_ raw: String) {
    // Few lines are fences, and looking at bytes is fast.
    guard let byte = raw.utf8.first(where: { $0 != 0x20 && $0 != 0x09 }),
      byte == UInt8(ascii: "`") || byte == UInt8(ascii: "~")
    else { return nil }
    let text = raw.unicodeScalars.drop(while: Self.isBlank)
    let first = Unicode.Scalar(byte)
    length = text.prefix { $0 == first }.count
    mark = first
    let info = text.dropFirst(length)
    hasInfo = !info.allSatisfy(Self.isBlank)
    // A line such as ```code``` is an inline code span, not a fence.
    if length < 3 || (first == "`" && info.contains("`")) { return nil }
  }

  func isClosed(by raw: String) -> Bool {
    let text = raw.unicodeScalars.drop(while: Self.isBlank)
    let marks = text.prefix { $0 == mark }.count
    return marks >= length && text.dropFirst(marks).allSatisfy(Self.isBlank)
  }

  private static func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "\t" }
}
