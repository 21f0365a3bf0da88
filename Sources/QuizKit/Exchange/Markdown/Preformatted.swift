/// The contents of a `<pre>` element: code, in which tags are dropped and references decoded.
package enum Preformatted {
  package static func piece(_ tag: String, _ content: String) -> MarkupPiece {
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

  /// The range of `</pre>`.
  static func end(in line: ArraySlice<UInt8>) -> Range<Int>? {
    let mark = Array("</pre>".utf8)
    var index = line.startIndex
    while let found = line[index...].firstIndex(of: mark[0]) {
      let end = found + mark.count
      if end <= line.endIndex, zip(line[found..<end], mark).allSatisfy({ $0 | 0x20 == $1 | 0x20 }) {
        return found..<end
      }
      index = found + 1
    }
    return nil
  }
}
