/// Converts the HTML that Anki and Moodle store to plain text.
enum HTMLText {
  /// Returns the text without tags. Line breaks and block ends become newlines, an image becomes
  /// its name in brackets, sounds are removed.
  ///
  /// - Parameter images: Called with the name of each replaced image.
  static func plain(_ html: String, images: ((String) -> Void)? = nil) -> String {
    var html = html
    let text: String? = html.withUTF8 { bytes in
      guard bytes.contains(where: { $0 == 0x3C || $0 == 0x5B || $0 == 0x26 }) else { return nil }
      var text = ""
      var tags = HTMLTags(bytes)
      // Where the text begins that was not taken over yet.
      var (start, index) = (0, 0)
      while index < bytes.count {
        if bytes[index] == UInt8(ascii: "["), let end = tags.soundEnd(at: index) {
          text += tags.text(start..<index)
          (start, index) = (end, end)
        } else if bytes[index] == UInt8(ascii: "<"), let tag = tags.tag(at: index) {
          text += tags.text(start..<index)
          text += replacement(for: tag, tags, images)
          (start, index) = (tag.range.upperBound, tag.range.upperBound)
        } else {
          index += 1
        }
      }
      return HTMLEntities.decode(text + tags.text(start..<bytes.count))
    }
    return FieldText.make(text ?? html)
  }

  /// Returns the text with line breaks, emphasis and code as Markdown, and without other tags.
  ///
  /// - Parameter images: Called with the name of each replaced image.
  static func markdown(_ html: String, images: ((String) -> Void)? = nil) -> String {
    var html = html
    let text: String? = html.withUTF8 { bytes in
      guard bytes.contains(where: { $0 == 0x3C || $0 == 0x26 }) else { return nil }
      return MarkupRendering(dropsOthers: true).text(of: pieces(of: bytes, images))
    }
    return FieldText.make(text ?? html)
  }

  private static func pieces(
    of bytes: UnsafeBufferPointer<UInt8>, _ images: ((String) -> Void)?
  ) -> [MarkupPiece] {
    var pieces: [MarkupPiece] = []
    var tags = HTMLTags(bytes)
    var text = ""
    var (start, index) = (0, 0)
    func take(to end: Int) { if start < end { text += tags.text(start..<end) } }
    func finishText() {
      if !text.isEmpty { pieces.append(.text(HTMLEntities.decode(text))) }
      text = ""
    }
    while index < bytes.count {
      guard bytes[index] == UInt8(ascii: "<"), let tag = tags.tag(at: index) else {
        index += 1
        continue
      }
      take(to: index)
      (start, index) = (tag.range.upperBound, tag.range.upperBound)
      if tag.isComment { continue }
      let raw = tags.text(tag.range)
      if tag.name == "img" {
        text += placeholder(for: raw, images)
        continue
      }
      finishText()
      if tag.name == "pre", !tag.isEnd, let end = tags.preformattedEnd(from: index) {
        pieces.append(Preformatted.piece(raw, tags.text(index..<end.lowerBound)))
        (start, index) = (end.upperBound, end.upperBound)
      } else {
        pieces.append(.tag(name: tag.name, isEnd: tag.isEnd, raw: raw))
      }
    }
    take(to: bytes.count)
    finishText()
    return pieces
  }

  private static func replacement(
    for tag: HTMLTags.Tag, _ tags: HTMLTags, _ images: ((String) -> Void)?
  ) -> String {
    switch tag.name {
    case "br": "\n"
    case "p", "div", "li", "tr": tag.isEnd ? "\n" : ""
    case "img": placeholder(for: tags.text(tag.range), images)
    default: ""
    }
  }

  private static func placeholder(for tag: String, _ images: ((String) -> Void)?) -> String {
    let image = imageName(tag[...])
    images?(image)
    return placeholder(image)
  }

  /// Whether HTML has an element with code, in which all blanks count.
  static func mayHaveCode(_ html: String) -> Bool {
    var html = html
    return html.withUTF8 { HTMLTags($0).firstRange(of: "<pre", from: 0) != nil }
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
