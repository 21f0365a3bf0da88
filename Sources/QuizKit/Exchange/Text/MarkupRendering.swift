/// Turns HTML into the Markdown that a terminal shows: line breaks, emphasis and code.
///
/// A tag without its partner stays as it is, because the question may be about it.
package struct MarkupRendering {
  /// Whether tags without a meaning here are removed. Otherwise they stay.
  var dropsOthers = false

  package static let breaks = ["br"]
  private static let blocks = ["p", "div", "details", "summary"]
  package static let plain = ["span", "u", "font", "center", "small", "big", "mark"]
  package static let codes = ["code", "kbd", "samp", "tt"]
  package static let emphasis = ["b": "**", "strong": "**", "i": "*", "em": "*"]

  /// Whether a tag of this name is read in Markdown, where other tags are text.
  package static func isKnown(_ name: String) -> Bool {
    name == "img" || name == "pre" || breaks.contains(name) || blocks.contains(name)
      || plain.contains(name) || codes.contains(name) || emphasis[name] != nil
  }

  func text(of pieces: [MarkupPiece]) -> String {
    let partners = Self.partners(in: pieces)
    var output = MarkupOutput()
    var index = 0
    while index < pieces.count {
      switch pieces[index] {
      case .text(let text):
        output.append(text)
      case .preformatted(let code, let language):
        output.append(block: code, language: language)
      case .tag(let name, let isEnd, let raw):
        if Self.breaks.contains(name) {
          if dropsOthers { output.append("\n") } else { output.breakLine() }
        } else if dropsOthers, Self.isBlock(name) {
          if isEnd { output.append("\n") }
        } else if let partner = partners[index] {
          if Self.codes.contains(name), !isEnd {
            let inside = pieces[(index + 1)..<partner]
            output.append(code: Self.codeText(of: inside))
            index = partner
          } else if let mark = Self.emphasis[name] {
            if isEnd { output.close(mark) } else { output.open(mark) }
          } else if Self.blocks.contains(name) {
            output.endLine()
          } else if !Self.plain.contains(name), !dropsOthers {
            output.append(raw)
          }
        } else if !dropsOthers {
          output.append(raw)
        }
      }
      index += 1
    }
    return output.text
  }

  private static func isBlock(_ name: String) -> Bool {
    blocks.contains(name) || name == "li" || name == "tr"
  }

  /// The partner of each tag that has one. A pair without content does not count.
  package static func partners(in pieces: [MarkupPiece]) -> [Int?] {
    var partners = [Int?](repeating: nil, count: pieces.count)
    var open: [String: [Int]] = [:]
    var lastContent = -1
    for (index, piece) in pieces.enumerated() {
      switch piece {
      case .text(let text): if text.contains(where: { !$0.isWhitespace }) { lastContent = index }
      case .preformatted: lastContent = index
      case .tag(let name, false, _): open[name, default: []].append(index)
      case .tag(let name, true, _):
        guard let begin = open[name]?.popLast(), lastContent > begin else { continue }
        (partners[begin], partners[index]) = (index, begin)
      }
    }
    return partners
  }

  private static func codeText(of pieces: ArraySlice<MarkupPiece>) -> String {
    pieces.map { piece in
      switch piece {
      case .text(let text): text
      case .preformatted(let code, _): code
      case .tag(let name, _, _): breaks.contains(name) ? "\n" : ""
      }
    }.joined()
  }
}

/// A part of a text that contains HTML, before it is decided which tags are markup.
package enum MarkupPiece: Equatable {
  /// Text that stays as it is.
  case text(String)
  /// A tag, with its name in lower case.
  case tag(name: String, isEnd: Bool, raw: String)
  /// The contents of a `<pre>` element, with the language of the code if it is named.
  case preformatted(String, language: String)
}
