import QuizSupport

/// Removes from a line what only decorates it, so that it can be compared with words and texts.
enum DumpText {
  typealias Scalars = Substring.UnicodeScalarView

  /// Returns the text without emphasis, quote marks, HTML wrappers and pictographs before it, and
  /// without blanks and the same emphasis after it.
  static func bare(_ text: String) -> Substring {
    var rest = Substring(MarkdownTags.stripped(text)).unicodeScalars
    while let first = rest.first, isDecoration(first) { rest.removeFirst() }
    while let last = rest.last, isBlank(last) || last == "*" || last == "_" { rest.removeLast() }
    return Substring(rest)
  }

  /// The text inside of bold marks that enclose all of it; `nil` for any other text.
  static func insideBold(_ text: String) -> String? {
    for mark in ["**", "__"] where text.hasPrefix(mark) && text.hasSuffix(mark) {
      let inside = text.dropFirst(2).dropLast(2)
      if !inside.isEmpty, !inside.contains(mark) { return String(inside) }
    }
    return nil
  }

  /// Returns the text in the form in which two texts are compared: without markup, quotes, case and
  /// full stop.
  static func comparable(_ text: String) -> String {
    var folded = ""
    var isAfterBlank = true
    let plain = FullWidth.folded(MarkdownTags.stripped(text))
    for scalar in plain.unicodeScalars {
      if isBlank(scalar) || scalar == "\n" {
        if !isAfterBlank { folded.unicodeScalars.append(" ") }
        isAfterBlank = true
      } else if !ignored.contains(scalar) {
        // One at a time: `append(contentsOf:)` would copy all of the text each time.
        for small in scalar.properties.lowercaseMapping.unicodeScalars {
          folded.unicodeScalars.append(small)
        }
        isAfterBlank = false
      }
    }
    while let last = folded.unicodeScalars.last, ends.contains(last) {
      folded.unicodeScalars.removeLast()
    }
    return folded
  }

  /// Drops blanks at the beginning.
  static func trimmed(_ text: Scalars) -> Scalars { text.drop(while: isBlank) }

  /// Drops blanks at the end.
  static func trimmedBehind(_ text: Scalars) -> Scalars {
    var text = text
    while let last = text.last, isBlank(last) { text.removeLast() }
    return text
  }

  static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    scalar == " " || scalar == "\t" || scalar == "\u{A0}" || scalar == "\u{3000}"
  }

  static func isKatakana(_ scalar: Unicode.Scalar) -> Bool {
    (0x30A1...0x30FE).contains(scalar.value) && scalar != "・"
  }

  /// Removes emphasis that ends behind the text although it begins before it, as in the rest of
  /// `**A. text**`.
  static func withoutOpenEmphasis(_ text: Scalars) -> Scalars {
    var text = trimmedBehind(text)
    for mark in ["**", "__"] where text.reversed().starts(with: mark.unicodeScalars) {
      if count(of: mark.unicodeScalars.first ?? "*", in: text) % 4 != 0 { text.removeLast(2) }
    }
    return text
  }

  private static func count(of mark: Unicode.Scalar, in text: Scalars) -> Int {
    text.count { $0 == mark }
  }

  /// The brackets around numbers, labels and words, by the one that opens.
  static let closers: [Unicode.Scalar: Unicode.Scalar] = [
    "(": ")", "（": "）", "[": "]", "［": "］", "【": "】",
  ]

  private static let ignored: Set<Unicode.Scalar> = ["*", "`", "\"", "“", "”", "„", "«", "»", "\r"]
  private static let ends: Set<Unicode.Scalar> = [" ", ".", "。", "．", ";", ":", ",", "、"]

  private static func isDecoration(_ scalar: Unicode.Scalar) -> Bool {
    if isBlank(scalar) || scalar == "*" || scalar == ">" || scalar == "_" { return true }
    guard scalar.value >= 0x2000 else { return false }
    // Circled digits and letters are labels of choices, circles the answers of statements.
    if (0x2460...0x24FF).contains(scalar.value) || "○〇◯×".unicodeScalars.contains(scalar) {
      return false
    }
    switch scalar.properties.generalCategory {
    case .otherSymbol, .mathSymbol, .modifierSymbol, .format, .nonspacingMark: return true
    default: return false
    }
  }

  /// How many scalars of a text make up a text that is ready to be compared; `nil` if the text
  /// begins otherwise.
  static func length(of comparable: String, in text: Scalars) -> Int? {
    guard !comparable.isEmpty else { return nil }
    var wanted = comparable.unicodeScalars[...]
    var length = 0
    var isAfterBlank = true
    for scalar in text {
      guard let next = wanted.first else { break }
      length += 1
      if ignored.contains(scalar) { continue }
      if isBlank(scalar) {
        if isAfterBlank { continue }
        guard next == " " else { return nil }
        wanted = wanted.dropFirst()
        isAfterBlank = true
        continue
      }
      let lower = folded(scalar).properties.lowercaseMapping.unicodeScalars
      guard wanted.starts(with: lower) else { return nil }
      wanted = wanted.dropFirst(lower.count)
      isAfterBlank = false
    }
    guard wanted.isEmpty else { return nil }
    let behind = text.dropFirst(length).first
    // 「Parisです」 contains a whole "Paris".
    let isLatin = comparable.utf8.last.map { $0 < 0x80 } ?? false
    let isWhole = behind.map { !$0.isLetterOrDigit || isLatin && $0.value >= 0x3000 } ?? true
    return isWhole ? length : nil
  }

  /// The ASCII character of a full-width one.
  static func folded(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    (0xFF01...0xFF5E).contains(scalar.value)
      ? Unicode.Scalar(UInt8(scalar.value - 0xFEE0)) : scalar
  }
}

extension Unicode.Scalar {
  /// Whether the character is a part of words or of numbers.
  var isLetterOrDigit: Bool { properties.isAlphabetic || ("0"..."9").contains(self) }
}
