/// A label in an answer: the `B` of "B. Paris", the `A` and the `C` of "A and C".
struct KeyLabel {
  typealias Scalars = DumpText.Scalars

  var style: DumpLabel.Style
  var place: Int
  /// The label as it is written.
  var name: String
  /// Whether a mark such as a full stop or a parenthesis follows.
  var isEnded: Bool
  /// Whether nothing or the next label follows.
  var isAlone: Bool
  /// The text after the label and its mark.
  var rest: Scalars

  /// Reads the label at the beginning of a text; `nil` if there is none.
  init?(_ text: Scalars) {
    let label = text.drop { "([（［".unicodeScalars.contains($0) }
    guard let first = label.first, let (style, place, rest) = DumpLabel.series(label) else {
      return nil
    }
    let next = rest.first
    // 「アルミニウム」 begins with no label.
    if style == .kana || style == .iroha, next.map(DumpText.isKatakana) ?? false { return nil }
    if style.isOfWords, next?.properties.isAlphabetic == true { return nil }
    let isEnded = next.map { Self.ends.contains($0) && $0 != "-" && $0 != "–" } ?? false
    let after = DumpText.trimmed(rest)
    let isParted = next.map {
      Self.endsWord($0) || Self.joints.contains($0) || $0 == "`"
    }
    guard isEnded || isParted ?? true else { return nil }
    var joined = rest
    let isAlone =
      after.first.map { !$0.isLetterOrDigit } ?? true
      || next.map { Self.endsWord($0) && !DumpText.isBlank($0) } ?? true
      || Vocabulary.reasons.rest(of: after) != nil
      || Self.dropJoint(&joined) && Self.mayBegin(joined)
    // "A server" and "I think" do not begin with the letter of a choice.
    if !isEnded, !isAlone, "AaIiYyEeOo".unicodeScalars.contains(first),
      let letter = after.first, letter.isASCII, letter.properties.isAlphabetic
    {
      return nil
    }
    (self.style, self.place, self.isEnded, self.isAlone) = (style, place, isEnded, isAlone)
    name = String(Substring(text[label.startIndex..<rest.startIndex]))
    self.rest = isEnded ? rest.dropFirst() : rest
  }

  /// Whether a text is nothing but labels: "B", "A C", 「ア」.
  static func areAll(_ text: Scalars, withNumbers: Bool) -> Bool {
    var rest = text
    while let label = KeyLabel(rest), label.isAlone || label.isEnded,
      withNumbers || label.style != .digits
    {
      rest = label.rest
      if DumpText.trimmed(rest).isEmpty { return true }
      if !dropJoint(&rest) { return false }
    }
    return false
  }

  /// Whether a text begins with a letter or number that is a word of its own.
  private static func mayBegin(_ text: Scalars) -> Bool {
    let rest = text.drop { $0 == "(" || $0 == "[" }
    guard let first = rest.first else { return false }
    guard first.isASCII else { return true }
    let isDigit = ("0"..."9").contains(first)
    guard isDigit || first.properties.isAlphabetic else { return false }
    return rest.dropFirst().first.map { !$0.isASCII || !$0.properties.isAlphabetic } ?? true
  }

  /// Drops a word before a label: "option B".
  static func withoutOption(_ text: Scalars) -> Scalars {
    guard let rest = Vocabulary.options.rest(of: text), let next = rest.first,
      DumpText.isBlank(next) || !(text.first?.isASCII ?? true)
    else { return text }
    return rest
  }

  /// Removes what joins two labels: a comma, "and", or a blank before a single letter.
  static func dropJoint(_ text: inout Scalars) -> Bool {
    let start = DumpText.trimmed(text.drop { ".)。*`".unicodeScalars.contains($0) })
    var rest = start
    while let mark = rest.first, joints.contains(mark) {
      rest = DumpText.trimmed(rest.dropFirst())
    }
    let hasMark = rest.startIndex != start.startIndex
    for word in Vocabulary.joints where rest.starts(with: word.unicodeScalars) {
      let behind = rest.dropFirst(word.unicodeScalars.count)
      guard let next = behind.first, endsWord(next) || word == "と" else { continue }
      // `A e C` in Italian, but "a e c" are three letters.
      let isLetter = word.utf8.count == 1
      if isLetter, DumpText.trimmed(behind).first?.properties.isUppercase != true { continue }
      text = DumpText.trimmed(behind)
      return true
    }
    if hasMark {
      text = rest
      return !rest.isEmpty
    }
    // `A C`: a blank alone joins single letters and numbers. Circled ones need none.
    guard let first = rest.first else { return false }
    let isCircled = (0x2460...0x2473).contains(first.value)
    let isParted = rest.startIndex != text.startIndex
    guard isCircled || isParted && isSingle(rest) else { return false }
    text = rest
    return true
  }

  /// Whether a text begins with one letter or number that is not a part of a word.
  private static func isSingle(_ text: Scalars) -> Bool {
    guard let first = text.first else { return false }
    var rest = text.dropFirst()
    if DumpLabel.kana(first) != nil { return !(rest.first.map(DumpText.isKatakana) ?? false) }
    guard first.isASCII, first.isLetterOrDigit else { return false }
    if !first.properties.isAlphabetic {
      rest = rest.drop { $0.isASCII && $0.isLetterOrDigit && !$0.properties.isAlphabetic }
    }
    return rest.first.map { endsWord($0) || $0.isASCII && !$0.isLetterOrDigit && $0 != "'" } ?? true
  }

  /// Whether a letter before this character is a word of its own, which it is in Japanese: "Bです".
  private static func endsWord(_ next: Unicode.Scalar) -> Bool {
    DumpText.isBlank(next)
      || !next.isASCII
        && !(next.value < 0x2000
          && (next.properties.isAlphabetic
            || next.properties.canonicalCombiningClass != .notReordered))
  }

  static let joints: Set<Unicode.Scalar> = [
    ",", ";", "&", "/", "+", "、", "，", "・", "；", "＆", "／",
  ]
  static let ends: Set<Unicode.Scalar> = [
    ".", ")", "]", ":", "。", "．", "）", "：", "-", "–", "—", "*",
  ]
}
