/// Converts the HTML that Anki and Moodle store to plain text.
enum HTMLText {
  /// Returns the text without tags. Line breaks and block ends become newlines, an image becomes
  /// its name in brackets, sounds are removed.
  ///
  /// - Parameter images: Called with the name of each replaced image.
  static func plain(_ html: String, images: ((String) -> Void)? = nil) -> String {
    guard html.utf8.contains(where: { "<[&".utf8.contains($0) }) else {
      return FieldText.make(html)
    }
    var text = ""
    var rest = Substring(html)
    var ends = TagEnds()
    while let open = rest.firstIndex(where: { $0 == "<" || $0 == "[" }) {
      text += rest[..<open]
      rest = rest[open...]
      if rest.hasPrefix("[sound:"), let close = ends.sound(rest) {
        rest = rest[close...]
      } else if rest.first == "<", let close = ends.tag(rest) {
        text += replacement(for: Tag(rest[..<close]), images)
        rest = rest[close...]
      } else {
        text.append(rest.removeFirst())
      }
    }
    return FieldText.make(HTMLEntities.decode(text + rest))
  }

  /// Returns the text with line breaks, emphasis and code as Markdown, and without other tags.
  ///
  /// - Parameter images: Called with the name of each replaced image.
  static func markdown(_ html: String, images: ((String) -> Void)? = nil) -> String {
    guard html.utf8.contains(where: { "<&".utf8.contains($0) }) else { return FieldText.make(html) }
    var pieces: [MarkupPiece] = []
    var rest = Substring(html)
    var ends = TagEnds()
    var text = ""
    while let open = rest.firstIndex(of: "<") {
      text += rest[..<open]
      rest = rest[open...]
      guard let close = ends.tag(rest) else {
        text.append(rest.removeFirst())
        continue
      }
      let tag = Tag(rest[..<close])
      rest = rest[close...]
      if tag.raw.hasPrefix("<!--") { continue }
      if tag.name == "img" {
        text += placeholder(for: tag, images)
        continue
      }
      pieces.append(.text(HTMLEntities.decode(text)))
      text = ""
      if tag.name == "pre", !tag.isEnd, let end = ends.preformatted(rest) {
        pieces.append(Preformatted.piece(String(tag.raw), String(rest[..<end.lowerBound])))
        rest = rest[end.upperBound...]
      } else {
        pieces.append(.tag(name: tag.name, isEnd: tag.isEnd, raw: String(tag.raw)))
      }
    }
    pieces.append(.text(HTMLEntities.decode(text + rest)))
    return FieldText.make(MarkupRendering(dropsOthers: true).text(of: pieces))
  }

  private struct Tag {
    var raw: Substring
    var isEnd: Bool
    /// In lower case.
    var name: String

    init(_ raw: Substring) {
      self.raw = raw
      isEnd = raw.dropFirst().first == "/"
      name = raw.dropFirst(isEnd ? 2 : 1).prefix { $0.isLetter || $0.isNumber }.lowercased()
    }
  }

  private static func replacement(for tag: Tag, _ images: ((String) -> Void)?) -> String {
    switch tag.name {
    case "br": "\n"
    case "p", "div", "li", "tr": tag.isEnd ? "\n" : ""
    case "img": placeholder(for: tag, images)
    default: ""
    }
  }

  private static func placeholder(for tag: Tag, _ images: ((String) -> Void)?) -> String {
    let image = imageName(tag.raw)
    images?(image)
    return placeholder(image)
  }

  /// The text that replaces an image.
  static func placeholder(_ image: String) -> String { "[image: \(image)]" }

  /// The name of an image: its description if it has one, otherwise its file name.
  static func imageName(_ tag: Substring) -> String {
    if let description = attribute("alt", of: tag), !description.isEmpty { return description }
    let source = attribute("src", of: tag) ?? ""
    if source.hasPrefix("data:") { return "" }
    return source.split(separator: "/").last.map(String.init) ?? ""
  }

  /// Whether the tag of an image says which image it is.
  static func namesImage(_ tag: Substring) -> Bool {
    attribute("src", of: tag) != nil || attribute("alt", of: tag) != nil
  }

  /// The value of an attribute, whose name may be in capitals; `nil` if the tag has none.
  private static func attribute(_ name: String, of tag: Substring) -> String? {
    guard let start = value(of: name, in: tag) else { return nil }
    let rest = tag[start...]
    guard let quote = rest.first, quote == "\"" || quote == "'" else {
      return String(rest.prefix { !$0.isWhitespace && $0 != ">" })
    }
    return String(rest.dropFirst().prefix { $0 != quote })
  }

  /// Where the value of an attribute begins.
  private static func value(of name: String, in tag: Substring) -> Substring.Index? {
    let bytes = tag.utf8
    var index = bytes.startIndex
    while let blank = bytes[index...].firstIndex(where: { $0 <= 0x20 }) {
      index = bytes.index(after: blank)
      let found = bytes[index...].prefix(name.utf8.count)
      guard found.count == name.utf8.count, zip(found, name.utf8).allSatisfy({ $0 | 0x20 == $1 })
      else { continue }
      let behind = bytes[found.endIndex...].drop { $0 <= 0x20 }
      guard behind.first == UInt8(ascii: "=") else { continue }
      let value = behind.dropFirst().drop { $0 <= 0x20 }
      return value.isEmpty ? nil : value.startIndex
    }
    return nil
  }
}

/// Finds the ends of tags. Remembers unsuccessful searches, because a text of many opening marks
/// without an end would otherwise be searched to its end for each of them.
private struct TagEnds {
  private var hasCommentEnd = true
  private var hasSoundEnd = true
  private var hasTagEnd = true
  private var hasPreformattedEnd = true
  private var hasBalancedQuotes = true

  /// The index after `[sound:…]`.
  mutating func sound(_ text: Substring) -> Substring.Index? {
    guard hasSoundEnd, let close = text.firstIndex(of: "]") else {
      hasSoundEnd = false
      return nil
    }
    return text.index(after: close)
  }

  /// The range of the `</pre>` that ends an element.
  mutating func preformatted(_ text: Substring) -> Range<Substring.Index>? {
    guard hasPreformattedEnd else { return nil }
    let end = text.firstRange(of: "</pre>") ?? text.firstRange(of: "</PRE>")
    hasPreformattedEnd = end != nil
    return end
  }

  /// The index after a tag or comment; `nil` if the `<` is ordinary text.
  mutating func tag(_ text: Substring) -> Substring.Index? {
    if hasCommentEnd, text.hasPrefix("<!--") {
      if let end = text.firstRange(of: "-->")?.upperBound { return end }
      hasCommentEnd = false
    }
    guard hasTagEnd, let next = text.dropFirst().first,
      next.isLetter || next == "/" || next == "!"
    else { return nil }
    if hasBalancedQuotes {
      if let end = endOutsideQuotes(text) { return end }
      hasBalancedQuotes = false
    }
    guard let close = text.firstIndex(of: ">") else {
      hasTagEnd = false
      return nil
    }
    return text.index(after: close)
  }

  private func endOutsideQuotes(_ text: Substring) -> Substring.Index? {
    var quote: Character?
    for index in text.indices {
      let character = text[index]
      if character == quote {
        quote = nil
      } else if quote == nil, character == "\"" || character == "'" {
        quote = character
      } else if quote == nil, character == ">" {
        return text.index(after: index)
      }
    }
    return nil
  }
}
