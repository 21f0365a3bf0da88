/// The contents of a `<pre>` element: code, in which tags are dropped and references decoded.
enum Preformatted {
  static func piece(_ tag: String, _ content: String) -> MarkupPiece {
    var language = language(of: tag)
    var text: [UInt8] = []
    var constructs = MarkdownConstructs(Array(content.utf8))
    let bytes = constructs.line
    var index = 0
    while index < bytes.count {
      if bytes[index] != UInt8(ascii: "!"), let construct = constructs.construct(at: index) {
        switch construct {
        case .reference(let character, _): text += character.utf8
        case .tag("br", _, _): text.append(UInt8(ascii: "\n"))
        case .tag, .image:
          let raw = String(decoding: bytes[index..<construct.end], as: UTF8.self)
          if language.isEmpty { language = Self.language(of: raw) }
        }
        index = construct.end
      } else {
        text.append(bytes[index])
        index += 1
      }
    }
    return .preformatted(String(decoding: text, as: UTF8.self), language: language)
  }

  /// The language that a class such as `language-swift` names.
  private static func language(of tag: String) -> String {
    guard let start = tag.firstRange(of: "language-")?.upperBound else { return "" }
    return String(tag[start...].prefix { $0.isLetter || $0.isNumber || "+-#_".contains($0) })
  }
}
