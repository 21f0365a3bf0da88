import QuizExchange

/// Writes the HTML that makes lines, such as paragraphs and lists, as Markdown. HTML within a line
/// is left to ``InlineText``.
enum HTMLBlocks {
  private enum Kind {
    case paragraph, list, numbers, item
  }

  private static let kinds: [String: Kind] = [
    "p": .paragraph, "div": .paragraph, "ul": .list, "ol": .numbers, "li": .item,
  ]

  /// The deepest list whose items stand further to the right than those of the list around it.
  private static let deepestList = 20

  private static func isKnown(_ name: String) -> Bool { kinds[name] != nil || name == "pre" }

  /// The text with its blocks of HTML as Markdown. Tags without a partner and code stay.
  static func rewritten(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "<")), text.contains("</") else { return text }
    var result: [String] = []
    var prose: [Substring] = []
    var fence: Fence?
    func endProse() {
      if !prose.isEmpty { result.append(rewritten(prose: prose.joined(separator: "\n"))) }
      prose = []
    }
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if let open = fence {
        result.append(String(line))
        if open.isClosed(by: line) { fence = nil }
      } else if let opening = Fence(opening: line) {
        endProse()
        fence = opening
        result.append(String(line))
      } else {
        prose.append(line)
      }
    }
    endProse()
    return result.joined(separator: "\n")
  }

  private static func rewritten(prose text: String) -> String {
    let pieces = pieces(of: Array(text.utf8))
    let partners = MarkupRendering.partners(in: pieces)
    guard pieces.contains(where: { if case .text = $0 { false } else { true } }) else {
      return text
    }
    var output = MarkupOutput()
    // The lists around the current place, each with the number of its last item if it has numbers.
    var lists: [Int?] = []
    for (index, piece) in pieces.enumerated() {
      switch piece {
      case .text(let text):
        // Line ends in a list of HTML are blanks.
        output.append(lists.isEmpty ? text : onOneLine(text))
      case .preformatted(let code, let language): output.append(block: code, language: language)
      case .tag(let name, let isEnd, let raw):
        guard partners[index] != nil, let kind = kinds[name] else {
          output.append(raw)
          continue
        }
        switch kind {
        case .paragraph:
          if lists.isEmpty { output.endLine() } else if isEnd { output.append(" ") }
        case .list, .numbers:
          output.endLine()
          if isEnd { _ = lists.popLast() } else { lists.append(kind == .numbers ? 0 : nil) }
        case .item where isEnd: output.endLine()
        case .item:
          let number = lists.last.flatMap { $0 }.map { $0 + 1 }
          if let number { lists[lists.count - 1] = number }
          output.beginLine(
            String(repeating: "   ", count: min(max(0, lists.count - 1), deepestList))
              + (number.map { "\($0). " } ?? "- "))
        }
      }
    }
    let result = output.text
    // The end of the last block is not one more line.
    return result.hasSuffix("\n") && !text.hasSuffix("\n") ? String(result.dropLast()) : result
  }

  private static func onOneLine(_ text: String) -> String {
    text.contains("\n")
      ? text.split(separator: "\n").map { $0.drop { $0 == " " } }.joined(separator: " ") : text
  }

  private static func pieces(of bytes: [UInt8]) -> [MarkupPiece] {
    var constructs = MarkdownConstructs(bytes, isTag: isKnown)
    var pieces: [MarkupPiece] = []
    var start = 0
    var index = 0
    func text(to end: Int) -> [MarkupPiece] {
      start < end ? [.text(String(decoding: bytes[start..<end], as: UTF8.self))] : []
    }
    while index < bytes.count {
      if bytes[index] == CodeSpans.mark {
        index = constructs.end(ofBackticksAt: index)
      } else if bytes[index] == UInt8(ascii: "<"),
        case .tag(let name, let isEnd, let end)? = constructs.construct(at: index)
      {
        let raw = String(decoding: bytes[index..<end], as: UTF8.self)
        pieces += text(to: index)
        (index, start) = (end, end)
        if name == "pre", !isEnd, let close = constructs.preformattedEnd(from: end) {
          let content = String(decoding: bytes[end..<close.lowerBound], as: UTF8.self)
          pieces.append(Preformatted.piece(raw, content))
          (index, start) = (close.upperBound, close.upperBound)
        } else {
          pieces.append(.tag(name: name, isEnd: isEnd, raw: raw))
        }
      } else {
        index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
      }
    }
    return pieces + text(to: bytes.count)
  }
}
