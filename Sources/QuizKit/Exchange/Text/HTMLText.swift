/// Makes plain text of the HTML that Anki and Moodle keep their texts in.
enum HTMLText {
  /// The text without its tags: line and block ends become newlines, an image its name in brackets,
  /// sounds nothing.
  ///
  /// - Parameter images: Takes the name of each image that was left out.
  static func plain(_ html: String, images: ((String) -> Void)? = nil) -> String {
    var text = ""
    var rest = Substring(html)
    while let open = rest.firstIndex(where: { $0 == "<" || $0 == "[" }) {
      text += rest[..<open]
      rest = rest[open...]
      if rest.hasPrefix("[sound:"), let close = rest.firstIndex(of: "]") {
        rest = rest[rest.index(after: close)...]
      } else if rest.first == "<", let close = endOfTag(rest) {
        text += replacement(for: rest[..<close], images)
        rest = rest[close...]
      } else {
        text.append(rest.removeFirst())
      }
    }
    return FieldText.make(HTMLEntities.decode(text + rest))
  }

  /// The place behind a tag or comment; `nil` if the `<` is a character of the text.
  private static func endOfTag(_ text: Substring) -> Substring.Index? {
    if text.hasPrefix("<!--") { return text.firstRange(of: "-->")?.upperBound }
    guard let next = text.dropFirst().first, next.isLetter || next == "/" || next == "!" else {
      return nil
    }
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

  private static func replacement(for tag: Substring, _ images: ((String) -> Void)?) -> String {
    let isEnd = tag.dropFirst().first == "/"
    let name = tag.dropFirst(isEnd ? 2 : 1).prefix { $0.isLetter || $0.isNumber }.lowercased()
    switch name {
    case "br": return "\n"
    case "p", "div", "li", "tr": return isEnd ? "\n" : ""
    case "img":
      let image = imageName(tag)
      images?(image)
      return "[image: \(image)]"
    default: return ""
    }
  }

  /// What an image is called: its description, else its file.
  private static func imageName(_ tag: Substring) -> String {
    if let description = attribute("alt", of: tag), !description.isEmpty { return description }
    let source = attribute("src", of: tag) ?? ""
    if source.hasPrefix("data:") { return "" }
    return source.split(separator: "/").last.map(String.init) ?? ""
  }

  private static func attribute(_ name: String, of tag: Substring) -> String? {
    guard let start = tag.firstRange(of: " \(name)=")?.upperBound, start < tag.endIndex else {
      return nil
    }
    let rest = tag[start...]
    guard let quote = rest.first, quote == "\"" || quote == "'" else {
      return String(rest.prefix { $0 != " " && $0 != ">" })
    }
    return String(rest.dropFirst().prefix { $0 != quote })
  }
}
