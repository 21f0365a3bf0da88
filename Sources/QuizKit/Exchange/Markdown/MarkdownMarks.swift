import QuizSupport

/// A list item with `A. text`, `A: text` or `A) text`. The dot must be followed by a blank, unlike
/// in `A.M.`
struct LetteredChoice {
  var letter: Character
  var text: String

  /// - Parameter place: The number of choices before this one.
  init?(_ item: String, at place: Int = 0) {
    if let text = ChoiceLabel.textBehindLetters(of: item, at: place) {
      (letter, self.text) = ("?", FieldText.make(String(text)))
      return
    }
    let bytes = item.utf8
    guard let first = bytes.first, (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(first),
      let mark = bytes.dropFirst().first, ".:)".utf8.contains(mark)
    else { return nil }
    let rest = item.unicodeScalars.dropFirst(2)
    let isParted = rest.isEmpty || rest.first == " " || rest.first == "\t"
    guard isParted || mark != UInt8(ascii: ".") else { return nil }
    letter = Character(Unicode.Scalar(first))
    text = String(rest.drop { $0 == " " || $0 == "\t" })
  }
}

/// An item with `[ ] text` or `[x] text`. Some programs write `( )`, or a star for the cross.
struct CheckBox {
  var isChecked: Bool
  var text: String

  /// Whether an item has a box, without making its text.
  static func isIn(_ item: String) -> Bool { mark(of: item) != nil }

  init?(_ item: String) {
    guard let mark = Self.mark(of: item) else { return nil }
    isChecked = mark != UInt8(ascii: " ")
    text = String(item.unicodeScalars.dropFirst(3).drop { $0 == " " || $0 == "\t" })
  }

  /// The character between the brackets; `nil` if the item has no box.
  private static func mark(of item: String) -> UInt8? {
    var bytes = item.utf8.makeIterator()
    guard let open = bytes.next(), open == UInt8(ascii: "[") || open == UInt8(ascii: "("),
      let mark = bytes.next(),
      bytes.next() == (open == UInt8(ascii: "[") ? UInt8(ascii: "]") : UInt8(ascii: ")"))
    else { return nil }
    // A round box has a blank behind it; `(x)(y)` is a formula.
    if open == UInt8(ascii: "("), let next = bytes.next(), next != 0x20, next != 0x09 { return nil }
    return mark == 0x20 || mark | 0x20 == UInt8(ascii: "x") || mark == UInt8(ascii: "*")
      ? mark : nil
  }
}

/// The HTML tags that question lists put around their answers.
enum MarkdownTags {
  /// The letters of the names: "h" stands for `<h1>` to `<h6>`.
  private static let wrappers = ["p", "br", "details", "summary", "b", "strong", "h"]
  private static let blocks = ["p", "details", "summary"]

  /// Returns the text without tags around it, and without line breaks and bold marks. Other HTML is
  /// part of the text.
  static func stripped(_ text: String) -> String { stripped(text, of: wrappers) }

  /// Returns the text without the tags of paragraphs and folded sections.
  static func withoutBlocks(_ text: String) -> String { stripped(text, of: blocks) }

  private static func stripped(_ text: String, of names: [String]) -> String {
    guard text.utf8.contains(UInt8(ascii: "<")) else { return text }
    var kept = ""
    var rest = Substring(text)
    while let open = rest.firstIndex(of: "<") {
      kept += rest[..<open]
      rest = rest[open...]
      guard let close = rest.firstIndex(of: ">") else { break }
      let tag = rest[open...close]
      if !isTag(tag, of: names) { kept += tag }
      rest = rest[rest.index(after: close)...]
    }
    return kept + rest
  }

  /// Whether a line contains only wrapping tags.
  static func isOnlyWrappers(_ text: String) -> Bool {
    text.hasPrefix("<") && FieldText.make(stripped(text)).isEmpty
  }

  private static func isTag(_ tag: Substring, of names: [String]) -> Bool {
    let name = tag.dropFirst().drop { $0 == "/" }.prefix { $0.isLetter }
    return names.contains(name.lowercased())
  }
}

/// The number of a question in a list, which is not part of its text.
enum QuestionNumber {
  /// Whether a text begins with the letter of `Q12.`, which no item of another list has.
  static func hasLetter(_ text: String) -> Bool {
    text.utf8.first.map { $0 | 0x20 == UInt8(ascii: "q") } ?? false
  }

  /// Whether a text is only a number.
  static func isAlone(_ text: String) -> Bool {
    (1...5).contains(text.utf8.count) && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
  }

  /// Returns the text after `12.`, `12)`, `Q12.`, `Q12:` or `Q12.b.`; `nil` if there is no number.
  ///
  /// An anchor may precede the number. Japanese text may follow without a blank, and any text after
  /// a number with its Q.
  static func dropped(from text: String) -> String? {
    var rest = text.unicodeScalars[...]
    if text.hasPrefix("<a "), let end = text.firstRange(of: "</a>")?.upperBound {
      rest = rest[end...]
    }
    var hasLetter = false
    if let first = rest.first, first == "Q" || first == "q" {
      hasLetter = true
      rest.removeFirst()
    }
    let digits = rest.prefix { ("0"..."9").contains($0) }
    guard !digits.isEmpty, digits.count <= 5 else { return nil }
    rest = rest.dropFirst(digits.count)
    guard let mark = rest.popFirst(), isMark(mark) else { return nil }
    if hasLetter { rest = withoutPart(rest) }
    guard let next = rest.first else { return "" }
    let isParted = next == " " || next == "\t" || !next.isASCII
    guard isParted || hasLetter && !("0"..."9").contains(next) else { return nil }
    return String(rest.drop { $0 == " " || $0 == "\t" })
  }

  /// Drops the letter of a part: the `b.` of `Q12.b.`
  private static func withoutPart(
    _ text: Substring.UnicodeScalarView
  ) -> Substring.UnicodeScalarView {
    let rest = text.dropFirst(2)
    guard let letter = text.first, letter.isASCII, letter.properties.isAlphabetic,
      let mark = text.dropFirst().first, isMark(mark),
      rest.first.map({ $0 == " " || $0 == "\t" }) ?? true
    else { return text }
    return rest
  }

  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "." || scalar == ")" || scalar == ":"
  }
}
