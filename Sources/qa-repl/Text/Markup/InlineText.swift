import QuizExchange

/// The inside of a paragraph, a cell or an item: emphasis, code, formulas, links, images, HTML,
/// references.
struct InlineText {
  enum Piece {
    case text(String)
    case code(String, source: String)
    case delimiter(Delimiter)
    /// The character that a reference such as `&lt;` stands for.
    case reference(String, source: String)
    case tag(name: String, isEnd: Bool, source: String)
    case link(InlineText, address: String)
    /// A formula without anything unknown in it.
    case formula(Maths, source: String, isDisplayed: Bool)
    /// An image, by what it shows or the name of its file.
    case image(String)
  }

  var pieces: [Piece]
  /// How the style changes before each piece and at the end.
  var changes: [InlineStyle.Depth]

  /// - Parameters:
  ///   - isWhole: Whether there is nothing before or after the text. At the edges of other texts
  ///     `<br>` is dropped.
  ///   - isInLink: Whether it is the text of a link, in which there are no links.
  init(_ text: String, isWhole: Bool = true, isInLink: Bool = false) {
    pieces = InlineReader.pieces(of: text, isInLink: isInLink)
    changes = []
    // The question may be about the reference itself.
    if pieces.count == 1, case .reference(let character, let source) = pieces[0],
      character.allSatisfy({ $0.isWhitespace || "<>&\"'".contains($0) })
    {
      pieces[0] = .text(source)
    }
    changes = Array(repeating: InlineStyle.Depth(), count: pieces.count + 1)
    matchDelimiters()
    matchTags(isWhole: isWhole)
  }

  /// Each piece with its style.
  var styledPieces: [(piece: Piece, style: InlineStyle)] {
    var depth = InlineStyle.Depth()
    return zip(pieces, changes).map { piece, change in
      depth += change
      var style = depth.style
      if case .code = piece { style.insert(.code) }
      return (piece, style)
    }
  }

  /// The code that makes up the whole text; `nil` when the text contains anything else.
  var code: String? {
    guard pieces.count == 1, case .code(let text, _) = pieces[0] else { return nil }
    return text
  }

  /// Gives what is between two pieces a style.
  mutating func apply(_ style: InlineStyle, from start: Int, to end: Int) {
    changes[start + 1].change(style, by: 1)
    changes[end].change(style, by: -1)
  }
}
