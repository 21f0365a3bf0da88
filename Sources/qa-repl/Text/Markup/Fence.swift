/// The line that begins a fenced block of code (CommonMark 0.31, 4.5).
struct Fence {
  let mark: UInt8
  let length: Int
  /// What follows the marks, usually the name of a language.
  let info: Substring
  private let indent: Int

  /// - Returns: `nil` for any other line.
  init?(opening line: Substring) {
    indent = line.leadingBlanks
    let rest = line.utf8.dropFirst(indent)
    guard indent < 4, let mark = rest.first, mark == Self.backquote || mark == Self.tilde else {
      return nil
    }
    self.mark = mark
    length = rest.prefix { $0 == mark }.count
    info = Substring(rest.dropFirst(length))
    guard length >= 3, mark == Self.tilde || !info.utf8.contains(Self.backquote) else { return nil }
  }

  func isClosed(by line: Substring) -> Bool {
    let blanks = line.leadingBlanks
    let rest = line.utf8.dropFirst(blanks)
    guard blanks < 4, rest.first == mark else { return false }
    let count = rest.prefix { $0 == mark }.count
    return count >= length && Substring(rest.dropFirst(count)).isBlankLine
  }

  /// A line of the block, without the indentation of the fence.
  func content(_ line: Substring) -> String {
    String(line.dropFirst(min(indent, line.leadingBlanks)))
  }

  private static let backquote = UInt8(ascii: "`")
  private static let tilde = UInt8(ascii: "~")
}

extension Substring {
  /// The number of blanks with which the line begins.
  var leadingBlanks: Int { utf8.prefix { $0 == 0x20 }.count }

  var isBlankLine: Bool {
    if let first = utf8.first, first > 0x20, first < 0x80 { return false }
    return allSatisfy(\.isWhitespace)
  }
}
