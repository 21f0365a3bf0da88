/// What an item of a list begins with: `-`, `*`, `+`, or a number with `.` or `)`.
struct ListMarker {
  /// The number with its sign; `nil` for an item without a number.
  let number: String?
  /// The character that tells one list from the next.
  let sign: UInt8
  /// The cells before the marker, and before the text behind it.
  let indent, width: Int
  /// What the item says in this line.
  let text: Substring

  /// - Returns: `nil` for any other line.
  init?(_ line: Substring) {
    indent = line.leadingBlanks
    var rest = line.utf8.dropFirst(indent)
    let digits = rest.prefix { (0x30...0x39).contains($0) }
    rest = rest.dropFirst(digits.count)
    guard indent < 4, digits.count <= 9, let sign = rest.first,
      (digits.isEmpty ? Self.bullets : Self.numberEnds).contains(sign)
    else { return nil }
    self.sign = sign
    number = digits.isEmpty ? nil : String(Substring(digits)) + String(Unicode.Scalar(sign))
    rest = rest.dropFirst()
    let blanks = rest.prefix { $0 == 0x20 }.count
    text = Substring(rest.dropFirst(blanks))
    guard blanks > 0, !text.isBlankLine else { return nil }
    // What is five blanks behind the marker is indented text.
    width = indent + digits.count + 1 + (blanks > 4 ? 1 : blanks)
  }

  private static let bullets = Array("-*+".utf8)
  private static let numberEnds = Array(".)".utf8)
}

extension Substring {
  /// Whether it is only a number or a calculation, so that a mark before it may be its sign.
  var isCalculation: Bool {
    utf8.allSatisfy { (0x30...0x39).contains($0) || " .,:+-*/=%()^_".utf8.contains($0) }
  }
}
