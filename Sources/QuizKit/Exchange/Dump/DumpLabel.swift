/// The label of a choice: `A.`, `b)`, `(c)`, `**D.**`, `ア`, `①`, `2.`
struct DumpLabel {
  /// The series that a label belongs to.
  enum Style: UInt8 {
    case capital, small, kana, circled, digits
    /// イ, ロ, ハ, ニ. The first one is read as the second of ア, イ, ウ until another follows.
    case iroha
    case cyrillic, arabic, hangul

    /// Whether the series has letters of scripts with words of many letters, so that a label ends
    /// only where no letter follows.
    var isOfWords: Bool { self == .cyrillic || self == .arabic || self == .hangul }
  }

  var style: Style
  /// The place in the series, counted from 0.
  var place: Int
  /// The text after the label, without the emphasis that begins before the label.
  var text: String
  /// Whether the label has a star before it, which marks the right choice: `*b) 8`.
  private(set) var isStarred = false
  /// Whether the emphasis goes from before the label to the end of the text.
  private(set) var isEmphasized = false

  typealias Scalars = DumpText.Scalars

  /// Reads a label at the beginning of a text; `nil` if there is none.
  ///
  /// - Parameter isInList: Whether the text is an item of a list. Then `A:text` has a label, too.
  init?(_ text: Substring, isInList: Bool = false) {
    guard Self.mayBegin(text) else { return nil }
    var rest = text.unicodeScalars
    let emphasis = rest.prefix { $0 == "*" || $0 == "_" }.count
    guard emphasis <= 3 else { return nil }
    rest = rest.dropFirst(emphasis)
    let open = rest.first.flatMap { DumpText.closers[$0] }
    if open != nil { rest.removeFirst() }
    guard let (style, place, after) = Self.series(rest),
      (0..<QuestionContent.maximumChoices).contains(place)
    else { return nil }
    guard let end = Self.end(after, style, closer: open, isInList: isInList, emphasis: emphasis)
    else { return nil }
    (self.style, self.place) = (style, place)
    var kept = end
    if emphasis > 0 {
      if kept.first == "*" || kept.first == "_" {
        kept = kept.drop { $0 == "*" || $0 == "_" }
      } else {
        let whole = kept
        kept = DumpText.withoutOpenEmphasis(kept)
        isEmphasized = kept.count < DumpText.trimmedBehind(whole).count
        isStarred = emphasis == 1 && text.utf8.first == UInt8(ascii: "*") && whole.last != "*"
      }
    }
    self.text = String(DumpText.trimmed(kept))
  }

  /// Whether the first two bytes can be the beginning of a label; those of most lines cannot.
  private static func mayBegin(_ text: Substring) -> Bool {
    var bytes = text.utf8.makeIterator()
    guard let first = bytes.next() else { return false }
    switch first {
    case 0x41...0x5A, 0x61...0x7A:
      guard let second = bytes.next() else { return false }
      return second >= 0x80 || ".):]-–\\| *_".utf8.contains(second)
    case 0x30...0x39, 0x28, 0x5B, 0x2A, 0x5F, 0x80...0xFF: return true
    default: return false
    }
  }

  private static let kana = Array("アイウエオカキクケコ".unicodeScalars)
  private static let iroha = Array("イロハニホヘトチリヌ".unicodeScalars)

  /// The labels of other scripts. Small letters of Cyrillic stand for capital ones.
  private static let others: [(style: Style, labels: [Unicode.Scalar])] = [
    (.cyrillic, Array("АБВГДЕЖЗИК".unicodeScalars)),
    (.cyrillic, Array("абвгдежзик".unicodeScalars)),
    (.arabic, Array("أبجدهوزحطي".unicodeScalars)), (.arabic, Array("ابجدهوزحطي".unicodeScalars)),
    (.hangul, Array("가나다라마바사아자차".unicodeScalars)),
  ]

  /// The series and the place of a kana.
  static func kana(_ scalar: Unicode.Scalar) -> (style: Style, place: Int)? {
    kana.firstIndex(of: scalar).map { (.kana, $0) }
      ?? iroha.firstIndex(of: scalar).map { (.iroha, $0) }
  }

  /// The series and the place of a letter that is neither Latin nor kana.
  private static func other(_ scalar: Unicode.Scalar) -> (style: Style, place: Int)? {
    for (style, labels) in others {
      if let place = labels.firstIndex(of: scalar) { return (style, place) }
    }
    return nil
  }

  /// Reads the letter, or the number of one or two digits, that a text begins with.
  static func series(
    _ text: Scalars
  ) -> (style: Style, place: Int, rest: Scalars)? {
    guard let first = text.first else { return nil }
    let rest = text.dropFirst()
    let folded = DumpText.folded(first)
    switch folded.value {
    case 0x41...0x5A: return (.capital, Int(folded.value - 0x41), rest)
    case 0x61...0x7A: return (.small, Int(folded.value - 0x61), rest)
    case 0x30...0x39:
      var number = Int(folded.value - 0x30)
      var after = rest
      if let next = after.first.map(DumpText.folded), (0x30...0x39).contains(next.value) {
        number = number * 10 + Int(next.value - 0x30)
        after.removeFirst()
      }
      return (.digits, number - 1, after)
    case 0x2460...0x2473: return (.circled, Int(folded.value - 0x2460), rest)
    default:
      guard !first.isASCII else { return nil }
      return (kana(first) ?? other(first)).map { ($0.style, $0.place, rest) }
    }
  }

  /// Reads what ends a label; returns the rest of the text.
  private static func end(
    _ text: Scalars, _ style: Style, closer: Unicode.Scalar?, isInList: Bool, emphasis: Int
  ) -> Scalars? {
    var text = text
    if let closer {
      guard text.first == closer else { return nil }
      text.removeFirst()
      if let mark = text.first, mark == "." || mark == ":" || mark == "：" { text.removeFirst() }
      return text
    }
    if style == .circled {
      if let mark = text.first, ".):：．".unicodeScalars.contains(mark) { text.removeFirst() }
      return text
    }
    var inner = text
    // `**A**. text` and `A\. text`.
    let ended = inner.prefix { $0 == "*" || $0 == "_" }.count
    if ended > 0, ended == emphasis { inner = inner.dropFirst(ended) }
    if inner.first == "\\" { inner.removeFirst() }
    guard let mark = inner.first else { return nil }
    let rest = inner.dropFirst()
    switch mark {
    case ")", "）", "]", "．", "、": return rest
    case ".", ":", "：", "|", "｜":
      guard let next = rest.first else { return rest }
      let isParted = DumpText.isBlank(next) || next == "*" || next == "_" || !next.isASCII
      if isParted || isInList && mark != "." { return rest }
      // `A.text`, but not "A.M."
      // `Q.12` is a number.
      let isText =
        next.properties.isAlphabetic || "'\"`<($€£".unicodeScalars.contains(next)
      let isDirect =
        mark == "." && style == .capital && isText && rest.dropFirst().first != "."
      return isDirect ? rest : nil
    case " ", "\u{3000}":
      // 「ア 文」 needs no mark, and `A - text` has one behind the blank.
      if style == .kana || style == .iroha { return rest }
      let after = DumpText.trimmed(rest)
      guard style == .capital, let dash = after.first, dash == "-" || dash == "–" || dash == "—",
        after.dropFirst().first.map(DumpText.isBlank) == true
      else { return nil }
      return after.dropFirst()
    default: return nil
    }
  }
}
