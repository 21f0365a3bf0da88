/// An open code fence.
struct MarkdownFence: Equatable {
  let mark: Unicode.Scalar
  let length: Int
  /// Whether a language follows the marks. Such a line never closes a fence.
  let hasInfo: Bool

  /// Returns `nil` if the line opens no fence.
  init?(_ raw: String) {
    let text = raw.unicodeScalars.drop(while: Self.isBlank)
    guard let first = text.first, first == "`" || first == "~" else { return nil }
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
