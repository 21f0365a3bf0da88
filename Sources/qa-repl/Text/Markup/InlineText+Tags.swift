import QuizExchange

extension InlineText {
  /// Reads the tags that come in pairs, and the line breaks between words. Every other tag stays as
  /// it is written, because the question may be about it.
  mutating func matchTags(isWhole: Bool) {
    let parts = pieces.map(\.asMarkup)
    let partners = MarkupRendering.partners(in: parts)
    let words = parts.indices.filter { !parts[$0].isBlank }
    for index in pieces.indices {
      guard case .tag(let name, let isEnd, let source) = pieces[index] else { continue }
      if InlineTag.isLineBreak(name) {
        breakLine(at: index, source, words, isWhole: isWhole)
      } else if let partner = partners[index] {
        if isEnd { continue }
        switch InlineTag.meaning(of: name) {
        case .script(let script): write(script, from: index, to: partner)
        case .style(let style): apply(style, from: index, to: partner)
        case nil: break
        }
      } else {
        pieces[index] = .text(source)
      }
    }
  }

  private mutating func breakLine(at index: Int, _ source: String, _ words: [Int], isWhole: Bool) {
    guard let first = words.first, let last = words.last,
      !isWhole || (first < index && index < last)
    else {
      pieces[index] = .text(source)
      return
    }
    // A line end beside the tag is the same one.
    if index > 0, case .text(let text) = pieces[index - 1] {
      let line = text.trimmingTrailingBlanks
      pieces[index - 1] = .text(line.last == "\n" ? String(line.dropLast()) : line)
    }
    if index + 1 < pieces.count, case .text(let text) = pieces[index + 1] {
      let line = text.drop { $0 == " " }
      let next = line.first == "\n" ? line.dropFirst().drop { $0 == " " } : line
      pieces[index + 1] = .text(String(next))
    }
    pieces[index] = .reference(first < index && index < last ? "\n" : "", source: source)
  }

  /// Writes what is between two tags above or below the line.
  private mutating func write(_ script: Script, from start: Int, to end: Int) {
    if let small = plain(start + 1..<end).flatMap(script.small) {
      pieces[start] = .text(small)
      for index in (start + 1)...end { pieces[index] = .text("") }
    } else {
      (pieces[start], pieces[end]) = (.text(script.sign + "("), .text(")"))
    }
  }
}

extension InlineText {
  /// The text of some pieces; `nil` where one of them is more than text. What follows that one is not
  /// looked at, or tags within tags would each read all that is in them.
  private func plain(_ range: Range<Int>) -> String? {
    var content = ""
    for piece in pieces[range] {
      switch piece {
      case .text(let text), .reference(let text, _): content += text
      case .delimiter(let delimiter): content += delimiter.wholeSource
      case .code, .formula, .image, .link, .tag: return nil
      }
    }
    return content
  }
}

extension InlineText.Piece {
  /// The piece as far as the pairs of tags are concerned.
  fileprivate var asMarkup: MarkupPiece {
    switch self {
    case .text(let text): .text(text)
    case .tag(let name, let isEnd, let source): .tag(name: name, isEnd: isEnd, raw: source)
    case .reference(let text, _): .text(text)
    case .delimiter(let delimiter): .text(delimiter.wholeSource)
    case .code, .link, .image, .formula: .text("\u{FFFC}")
    }
  }
}

extension MarkupPiece {
  fileprivate var isBlank: Bool {
    if case .text(let text) = self { return text.allSatisfy(\.isWhitespace) }
    return true
  }
}
