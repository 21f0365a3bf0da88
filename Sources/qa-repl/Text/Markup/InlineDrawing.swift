import QuizSupport

/// Draws what is inside a paragraph.
struct InlineDrawing {
  let theme: Theme
  let marks: Marks
  /// Whether the text is going to have the colour of a role.
  var isPainted = false

  /// A part of a paragraph with rows of its own.
  enum Part {
    case prose(String)
    /// The rows of a displayed formula.
    case formula([String])
  }

  /// Whether the terminal shows the signs of formulas. Elsewhere, and where programs read the text,
  /// a formula stands as it is written.
  private var drawsFormulas: Bool { theme.signs == .unicode }

  /// The text with each formula in one row.
  func drawn(_ text: InlineText) -> String {
    parts(text) { _ in nil }.reduce("") { result, part in
      if case .prose(let text) = part { result + text } else { result }
    }
  }

  /// The text, with the displayed formulas between its parts that need more than one row.
  ///
  /// - Parameter columns: The room for a formula.
  func parts(_ text: InlineText, _ columns: Int?) -> [Part] {
    parts(text) { formula in
      let rows = drawsFormulas ? formula.rows(columns: columns, theme.ambiguous) : []
      return rows.count > 1 ? rows : nil
    }.filter { if case .prose(let text) = $0 { !text.isBlank } else { true } }
  }

  /// - Parameter rows: The rows of a displayed formula; `nil` when one is enough.
  private func parts(_ text: InlineText, rows: (Maths) -> [String]?) -> [Part] {
    var parts: [Part] = []
    var runs = StyledRuns { run, style in
      marks == .styled ? theme.palette.painted(run, style, isPainted: isPainted) : run
    }
    for (piece, style) in text.styledPieces {
      if case .formula(let maths, _, isDisplayed: true) = piece, let rows = rows(maths) {
        parts += [.prose(Self.trimmed(runs.take())), .formula(rows)]
      } else {
        runs.append(shown(piece), style)
      }
    }
    let rest = runs.take()
    return parts + [.prose(parts.isEmpty ? rest : Self.trimmed(rest))]
  }

  /// The text without the blanks and line ends beside a formula.
  private static func trimmed(_ text: String) -> String {
    let blanks: Set<Character> = [" ", "\n"]
    var rest = text.drop(while: blanks.contains)
    while let last = rest.last, blanks.contains(last) { rest.removeLast() }
    return String(rest)
  }

  private func shown(_ piece: InlineText.Piece) -> String {
    switch piece {
    case .text(let text): text
    case .reference(let character, _): character
    case .code(let code, let source): marks == .kept ? source : code
    case .delimiter(let delimiter):
      marks == .kept && !delimiter.isEscaped ? delimiter.wholeSource : delimiter.source
    case .tag(_, _, let source): marks == .kept ? source : ""
    case .formula(let maths, let source, _): drawsFormulas ? maths.line : source
    case .image(let name): theme.strings.image(name)
    case .link(let text, let address): link(text, address)
    }
  }

  /// The text of a link, with the address dim behind it.
  private func link(_ text: InlineText, _ address: String) -> String {
    let shown = drawn(text)
    if marks == .dropped || shown == address { return shown }
    let rest = "(\(address))"
    return shown + " " + (isPainted ? rest : theme.palette.painted(rest, .address))
  }
}

extension Strings {
  /// The text in place of an image.
  func image(_ name: String) -> String {
    name.isEmpty ? self("[image]", "[画像]") : self("[image: \(name)]", "[画像: \(name)]")
  }
}
