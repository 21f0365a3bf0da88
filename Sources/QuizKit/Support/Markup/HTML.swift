/// An image to which a text refers.
package struct ImageReference: Hashable, Sendable {
  /// Its description, or the name of its file where it has none. The text has it in brackets.
  package var label: String
  /// Where it is: a path, an address or the image itself (`data:`), as the text says it.
  package var source: String

  package init(label: String, source: String) { (self.label, self.source) = (label, source) }
}

/// Converts the HTML that Anki and Moodle store to plain text.
package enum HTMLText {
  /// Returns the text without tags. Line breaks and block ends become newlines, an image becomes
  /// its name in brackets, sounds are removed.
  ///
  /// - Parameter images: Called with each replaced image.
  package static func plain(_ html: String, images: ((ImageReference) -> Void)? = nil) -> String {
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
  /// - Parameter images: Called with each replaced image.
  package static func markdown(_ html: String, images: ((ImageReference) -> Void)? = nil) -> String
  {
    var html = html
    let text: String? = html.withUTF8 { bytes in
      guard bytes.contains(where: { $0 == 0x3C || $0 == 0x26 }) else { return nil }
      return MarkupRendering(dropsOthers: true).text(of: pieces(of: bytes, images))
    }
    return FieldText.make(text ?? html)
  }

  /// The images of a text, in their order.
  package static func images(in html: String) -> [ImageReference] {
    var images: [ImageReference] = []
    _ = markdown(html) { images.append($0) }
    return images
  }

  private static func pieces(
    of bytes: UnsafeBufferPointer<UInt8>, _ images: ((ImageReference) -> Void)?
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
    for tag: HTMLTags.Tag, _ tags: HTMLTags, _ images: ((ImageReference) -> Void)?
  ) -> String {
    switch tag.name {
    case "br": "\n"
    case "p", "div", "li", "tr": tag.isEnd ? "\n" : ""
    case "img": placeholder(for: tags.text(tag.range), images)
    default: ""
    }
  }

  private static func placeholder(for tag: String, _ images: ((ImageReference) -> Void)?) -> String
  {
    let image = imageName(tag[...])
    images?(imageReference(tag[...]))
    return placeholder(image)
  }

  /// Whether HTML has an element with code, in which all blanks count.
  package static func mayHaveCode(_ html: String) -> Bool {
    var html = html
    return html.withUTF8 { HTMLTags($0).firstRange(of: "<pre", from: 0) != nil }
  }

  /// The text that replaces an image.
  package static func placeholder(_ image: String) -> String { "[image: \(image)]" }

  /// The name of an image: its description if it has one, otherwise its file name.
  static func imageName(_ tag: Substring) -> String {
    if let description = attribute("alt", of: tag), !description.isEmpty { return description }
    let source = attribute("src", of: tag) ?? ""
    if source.hasPrefix("data:") { return "" }
    return source.split(separator: "/").last.map(String.init) ?? ""
  }

  /// The image of a tag. Its label is the text that is shown.
  static func imageReference(_ tag: Substring) -> ImageReference {
    ImageReference(
      label: FieldText.make(HTMLEntities.decode(imageName(tag))),
      source: HTMLEntities.decode(attribute("src", of: tag) ?? ""))
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

/// Finds the tags of HTML.
///
/// It remembers unsuccessful searches, because a text of many opening marks without an end would
/// otherwise be searched to its end for each of them.
struct HTMLTags {
  /// A tag or a comment.
  struct Tag {
    package var range: Range<Int>
    var isComment = false
    package var isEnd = false
    /// In lower case.
    package var name = ""
  }

  private let bytes: UnsafeBufferPointer<UInt8>
  private var hasCommentEnd = true
  private var hasSoundEnd = true
  private var hasTagEnd = true
  private var hasPreformattedEnd = true
  private var hasBalancedQuotes = true

  /// - Parameter bytes: Valid UTF-8.
  package init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  /// The text of a range.
  package func text(_ range: Range<Int>) -> String {
    String(decoding: UnsafeBufferPointer(rebasing: bytes[range]), as: UTF8.self)
  }

  /// The tag or comment that begins with the `<` at an index; `nil` if that is ordinary text.
  package mutating func tag(at start: Int) -> Tag? {
    if hasCommentEnd, starts("<!--", at: start) {
      if let end = firstRange(of: "-->", from: start) {
        return Tag(range: start..<end.upperBound, isComment: true)
      }
      hasCommentEnd = false
    }
    guard hasTagEnd, let end = end(ofTagAt: start) else { return nil }
    let isEnd = bytes[start + 1] == UInt8(ascii: "/")
    let name = start + (isEnd ? 2 : 1)
    var index = name
    while case let length = nameLength(at: index), length > 0 { index += length }
    return Tag(range: start..<end, isEnd: isEnd, name: text(name..<index).lowercased())
  }

  /// The index after `[sound:…]`; `nil` if the bracket begins something else.
  mutating func soundEnd(at start: Int) -> Int? {
    guard hasSoundEnd, starts("[sound:", at: start) else { return nil }
    let close = bytes[start...].firstIndex(of: UInt8(ascii: "]"))
    hasSoundEnd = close != nil
    return close.map { $0 + 1 }
  }

  /// The range of the `</pre>` that ends an element.
  package mutating func preformattedEnd(from index: Int) -> Range<Int>? {
    guard hasPreformattedEnd else { return nil }
    let end = firstRange(of: "</pre>", from: index) ?? firstRange(of: "</PRE>", from: index)
    hasPreformattedEnd = end != nil
    return end
  }

  private mutating func end(ofTagAt start: Int) -> Int? {
    guard start + 1 < bytes.count, case let next = bytes[start + 1],
      next == UInt8(ascii: "/") || next == UInt8(ascii: "!") || isLetter(at: start + 1)
    else { return nil }
    if hasBalancedQuotes {
      if let end = Self.endOutsideQuotes(from: start, in: bytes) { return end + 1 }
      hasBalancedQuotes = false
    }
    let close = bytes[start...].firstIndex(of: UInt8(ascii: ">"))
    hasTagEnd = close != nil
    return close.map { $0 + 1 }
  }

  /// Where the `>` is that ends a tag; `nil` if there is none outside of quotes.
  ///
  /// - Parameter beforeNext: Whether the end has to come before another tag begins.
  static func endOutsideQuotes<Bytes: RandomAccessCollection<UInt8>>(
    from start: Int, in bytes: Bytes, beforeNext: Bool = false
  ) -> Int? where Bytes.Index == Int {
    var quote: UInt8?
    for index in start..<bytes.endIndex {
      let byte = bytes[index]
      if byte == quote {
        quote = nil
      } else if quote == nil {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = byte
        case UInt8(ascii: ">"): return index
        case UInt8(ascii: "<") where beforeNext: return nil
        default: break
        }
      }
    }
    return nil
  }

  // MARK: Characters

  private func isLetter(at index: Int) -> Bool {
    let length = nameLength(at: index)
    return length > 0 && text(index..<index + length).first?.isLetter == true
  }

  /// The length of the letter or digit at an index; 0 if there is none.
  private func nameLength(at index: Int) -> Int {
    guard index < bytes.count else { return 0 }
    switch bytes[index] {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: return 1
    case 0x00...0x7F: return 0
    default:
      let length = max(1, UTF8Scan.sequenceLength(at: index, in: bytes))
      let character = text(index..<index + length).first
      return character.map { $0.isLetter || $0.isNumber } == true ? length : 0
    }
  }

  private func starts(_ mark: StaticString, at index: Int) -> Bool {
    let count = mark.utf8CodeUnitCount
    guard index + count <= bytes.count else { return false }
    return (0..<count).allSatisfy { bytes[index + $0] == mark.utf8Start[$0] }
  }

  /// Where the first of a text is.
  package func firstRange(of mark: StaticString, from start: Int) -> Range<Int>? {
    var index = start
    while index < bytes.count {
      if starts(mark, at: index) { return index..<index + mark.utf8CodeUnitCount }
      index += 1
    }
    return nil
  }
}

/// Decodes HTML character references.
package enum HTMLEntities {
  /// Replaces each reference by its character, exactly once: `&amp;lt;` becomes `&lt;`.
  ///
  /// Names need their semicolon, so that `AT&T` and `R&D` are kept. Unknown names are kept as well.
  package static func decode(_ text: String) -> String {
    var text = text
    let decoded = text.withUTF8 { decode($0) { characters[Substring(self.text($0))] } }
    return decoded ?? text
  }

  /// Decodes the references that XML defines; all others belong to the HTML in the text.
  ///
  /// - Parameter bytes: Valid UTF-8.
  package static func decodeXML(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    let decoded = decode(bytes) { name in
      switch text(name) {
      case "lt": "<"
      case "gt": ">"
      case "amp": "&"
      case "quot": "\""
      case "apos": "'"
      default: nil
      }
    }
    return decoded ?? text(bytes)
  }

  /// - Parameter character: The character of a name of at least two bytes.
  /// - Returns: `nil` if there is nothing to decode.
  private static func decode(
    _ bytes: UnsafeBufferPointer<UInt8>,
    _ character: (_ name: UnsafeBufferPointer<UInt8>) -> String?
  ) -> String? {
    guard bytes.contains(UInt8(ascii: "&")) else { return nil }
    var decoded: [UInt8] = []
    decoded.reserveCapacity(bytes.count)
    // Where the text begins that was not taken over yet.
    var (start, index) = (0, 0)
    while index < bytes.count {
      guard bytes[index] == UInt8(ascii: "&"), let end = nameEnd(after: index, in: bytes) else {
        index += 1
        continue
      }
      let name = UnsafeBufferPointer(rebasing: bytes[(index + 1)..<end])
      let found = name[0] == UInt8(ascii: "#") ? numbered(name) : character(name)
      if let found {
        decoded += bytes[start..<index]
        decoded += found.utf8
        start = end + 1
      }
      // There is no ampersand in a name.
      index = end + 1
    }
    decoded += bytes[start...]
    return String(decoding: decoded, as: UTF8.self)
  }

  private static func text(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    String(decoding: bytes, as: UTF8.self)
  }

  /// Where the semicolon is that ends the name after an ampersand; `nil` if there is none, or if the
  /// name is shorter than any.
  private static func nameEnd(
    after ampersand: Int, in bytes: UnsafeBufferPointer<UInt8>
  ) -> Int? {
    // The longest name has 31 letters.
    for index in (ampersand + 1)..<min(ampersand + 33, bytes.count) {
      switch bytes[index] {
      case UInt8(ascii: ";"): return index - ampersand > 2 ? index : nil
      case UInt8(ascii: "#"), 0x30...0x39, 0x41...0x5A, 0x61...0x7A: continue
      default: return nil
      }
    }
    return nil
  }

  /// The character of the reference that begins with the ampersand at `index`, and the position
  /// after it. `nil` for a reference to no character or to an invisible one. Such a reference stays
  /// as it is written.
  package static func reference(at index: Int, in bytes: [UInt8]) -> (character: String, end: Int)?
  {
    let window = bytes[(index + 1)...].prefix(32)
    guard let semicolon = window.firstIndex(of: UInt8(ascii: ";")),
      let character = character(
        named: String(decoding: bytes[(index + 1)..<semicolon], as: UTF8.self)[...]),
      character.unicodeScalars.allSatisfy({ isVisible($0) })
    else { return nil }
    return (character, semicolon + 1)
  }

  private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\n" || scalar == "\t"
      || (scalar != "\u{FFFD}" && scalar.properties.generalCategory != .control)
  }

  private static func character(named name: Substring) -> String? {
    var text = String(name)
    return name.utf8.first == UInt8(ascii: "#")
      ? text.withUTF8 { numbered($0) } : characters[name]
  }

  /// The character of a name such as `#65` or `#x41`.
  private static func numbered(_ name: UnsafeBufferPointer<UInt8>) -> String? {
    let isHexadecimal = name.count > 1 && name[1] | 0x20 == UInt8(ascii: "x")
    let digits = name[(isHexadecimal ? 2 : 1)...]
    guard !digits.isEmpty else { return nil }
    var code: UInt32 = 0
    for byte in digits {
      switch byte {
      case 0x30...0x39: code = code * (isHexadecimal ? 16 : 10) + UInt32(byte - 0x30)
      case 0x41...0x46 where isHexadecimal, 0x61...0x66 where isHexadecimal:
        code = code * 16 + UInt32(byte & 0xDF) - 0x37
      default: return nil
      }
      if code > 0x10_FFFF { return nil }
    }
    // The HTML standard reads the numbers 80 to 9F as Windows-1252, which is what authors meant.
    if (0x80...0x9F).contains(code) {
      return String(windows1252[Int(code) - 0x80])
    }
    return Unicode.Scalar(code).map { code == 0 ? "\u{FFFD}" : String($0) }
  }

  /// The characters of the bytes 80 to 9F in Windows-1252.
  private static let windows1252 = Array("€�‚ƒ„…†‡ˆ‰Š‹Œ�Ž��‘’“”•–—˜™š›œ�žŸ")

  private static let characters: [Substring: String] = {
    var characters: [Substring: String] = [:]
    characters.reserveCapacity(2_200)
    for entry in HTMLEntityTable.names.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
      guard let equals = entry.firstIndex(of: "=") else { continue }
      var character = ""
      for code in entry[entry.index(after: equals)...].split(separator: "+") {
        guard let scalar = UInt32(code, radix: 16).flatMap(Unicode.Scalar.init) else { continue }
        character.unicodeScalars.append(scalar)
      }
      for name in entry[..<equals].split(separator: ",") { characters[name] = character }
    }
    return characters
  }()
}

/// Text within HTML.
package enum HTML {
  /// The text with the special characters of HTML escaped, and without control characters.
  package static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      case "\n", "\t": escaped.unicodeScalars.append(scalar)
      default:
        if scalar.properties.generalCategory == .control { continue }
        escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
