import QuizSupport

/// Draws what is inside a paragraph.
struct InlineDrawing {
  let theme: Theme
  let marks: Marks
  /// Whether the text is going to have the colour of a role.
  var isPainted = false

  func drawn(_ text: InlineText) -> String {
    var result = ""
    var depth = InlineStyle.Depth()
    // Neighbours with the same style are painted together.
    var run = ""
    var style: InlineStyle = []
    func endRun() {
      result += marks == .styled ? theme.palette.painted(run, style, isPainted: isPainted) : run
      run = ""
    }
    for (index, piece) in text.pieces.enumerated() {
      depth += text.changes[index]
      var next = depth.style
      if case .code = piece { next.insert(.code) }
      if next != style {
        endRun()
        style = next
      }
      run += shown(piece)
    }
    endRun()
    return result
  }

  private func shown(_ piece: InlineText.Piece) -> String {
    switch piece {
    case .text(let text): text
    case .reference(let character, _): character
    case .code(let code, let source): marks == .kept ? source : code
    case .delimiter(let delimiter):
      marks == .kept && !delimiter.isEscaped ? delimiter.wholeSource : delimiter.source
    case .tag(_, _, let source): marks == .kept ? source : ""
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
  /// What stands in place of an image.
  fileprivate func image(_ name: String) -> String {
    name.isEmpty ? self("[image]", "[画像]") : self("[image: \(name)]", "[画像: \(name)]")
  }
}
