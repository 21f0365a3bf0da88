/// The paragraphs of a Word text as the lines of a text, for a format that people also write in Word.
struct WordText {
  let source: SourceText
  /// The number of the paragraph of each line.
  let places: [Int]

  init(_ paragraphs: [WordParagraph], name: String) {
    var text = ""
    var places: [Int] = []
    for paragraph in paragraphs {
      // Empty paragraphs are left out, and one line stands for all of them.
      // Paragraphs look apart without one between them, so a question ends where its braces do.
      if let last = places.last, paragraph.number > last + 1 || text.hasSuffix("}\n") {
        text += "\n"
        places.append(paragraph.number - 1)
      }
      for line in Self.plain(paragraph.text).split(
        separator: "\n", omittingEmptySubsequences: false)
      {
        text += line + "\n"
        places.append(paragraph.number)
      }
    }
    self.places = places
    source = SourceText(Array(text.utf8), name: name)
  }

  /// The text with the signs of GIFT as they are typed. Word makes no-break spaces, dashes and arrows
  /// of some of them.
  private static func plain(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 >= 0x80 }) else { return text }
    var plain = String.UnicodeScalarView()
    let scalars = Array(text.unicodeScalars)
    var mark: Unicode.Scalar?
    for (index, scalar) in scalars.enumerated() {
      let before = index > 0 ? scalars[index - 1] : "\n"
      let next = index + 1 < scalars.count ? scalars[index + 1] : "\n"
      if scalar == "{" || scalar == "}" || scalar == "=" || scalar == "~" { mark = scalar }
      switch scalar {
      case "\u{A0}" where signs.contains(before) || signs.contains(next): plain.append(" ")
      case "–" where before == "%" || before == "#", "−" where before == "%" || before == "#":
        plain.append("-")
      case "→" where mark == "=":
        // One at a time: `append(contentsOf:)` would copy all of the text each time.
        plain.append("-")
        plain.append(">")
      default: plain.append(scalar)
      }
    }
    return String(plain)
  }

  private static let signs: Set<Unicode.Scalar> = ["{", "}", "=", "~", "#", "%", ":", "\u{A0}"]
}
