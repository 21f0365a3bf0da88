/// A run of `*`, `_` or `~` that may begin or end emphasis (CommonMark 0.31, 6.2).
///
/// A run of `*` between two letters or digits of ASCII does neither, so that `2*3*4` stays a
/// product.
struct Delimiter {
  let mark: UInt8
  let length: Int
  let opens, closes: Bool
  /// Whether there is a backslash before the mark. Two such marks show the place of an emphasis,
  /// and lose their backslashes.
  let isEscaped: Bool
  /// The number of its characters that do not belong to any emphasis.
  var left: Int

  static let marks = Array("*_~".utf8)

  /// - Parameters:
  ///   - before: The scalar before the run; a blank at the beginning.
  ///   - after: The scalar after the run; a blank at the end.
  init(
    _ mark: UInt8, _ length: Int, isEscaped: Bool = false, _ before: Unicode.Scalar,
    _ after: Unicode.Scalar
  ) {
    (self.mark, self.length, self.isEscaped, left) = (mark, length, isEscaped, length)
    let isBlankBefore = before.properties.isWhitespace
    let isBlankAfter = after.properties.isWhitespace
    let isLeft = !isBlankAfter && (!after.isSign || isBlankBefore || before.isSign)
    let isRight = !isBlankBefore && (!before.isSign || isBlankAfter || after.isSign)
    let isInWord = before.isWordASCII && after.isWordASCII
    let isUnderscore = mark == UInt8(ascii: "_")
    opens = isUnderscore ? isLeft && (!isRight || before.isSign) : isLeft && !isInWord
    closes = isUnderscore ? isRight && (!isLeft || after.isSign) : isRight && !isInWord
  }

  /// The style of the text between the run and its partner.
  var style: InlineStyle {
    isEscaped ? [] : mark == UInt8(ascii: "~") ? .struck : .emphasis
  }

  /// The characters that belong to no emphasis, as they are written.
  var source: String {
    (isEscaped && left > 0 ? "\\" : "") + marks(isEscaped ? length : left)
  }

  /// The whole run as it is written.
  var wholeSource: String { (isEscaped ? "\\" : "") + marks(length) }

  private func marks(_ count: Int) -> String {
    String(repeating: String(Unicode.Scalar(mark)), count: count)
  }

  /// Whether it may begin the emphasis that `closer` ends ("multiple of 3" rule).
  func matches(_ closer: Delimiter) -> Bool {
    guard opens, mark == closer.mark, isEscaped == closer.isEscaped, left > 0 else { return false }
    guard closes || closer.opens, style == .emphasis else { return true }
    return (length + closer.length) % 3 != 0 || (length % 3 == 0 && closer.length % 3 == 0)
  }

  /// Closers of the same kind find the same openers.
  var kind: [Int] { [Int(mark), isEscaped ? 1 : 0, opens ? 1 : 0, length % 3] }
}

extension Unicode.Scalar {
  /// A Unicode punctuation character of CommonMark.
  var isSign: Bool {
    if isASCII { return value > 0x20 && value < 0x7F && !isWordASCII }
    switch properties.generalCategory {
    case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation,
      .initialPunctuation, .finalPunctuation, .otherPunctuation, .mathSymbol, .currencySymbol,
      .modifierSymbol, .otherSymbol:
      return true
    default: return false
    }
  }

  /// A letter or a digit of ASCII.
  var isWordASCII: Bool { value < 0x80 && UInt8(value).isWordASCII }
}

extension UInt8 {
  /// A letter or a digit of ASCII.
  var isWordASCII: Bool {
    (0x30...0x39).contains(self) || (0x41...0x5A).contains(self & 0xDF)
  }
}
