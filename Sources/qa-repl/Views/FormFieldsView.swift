import QuizKit

extension FormFields {
  /// The fields, below each other; what is missing is said to be missing.
  func view(_ look: Look, question label: String) -> [String] {
    let strings = look.strings
    var lines = look.labelled(look.palette.heading(label), shown(question, look))
    for (index, choice) in choices.enumerated() {
      let isRight = index + 1 == correct
      let text = "\(isRight ? "〇" : "  ") \(index + 1). \(shown(choice, look))"
      lines += look.lines(isRight ? look.palette.right(text) : text, indent: 6)
    }
    if correct == nil { lines += look.labelled(strings.verdict, missing(look)) }
    lines += look.labelled(strings.commentary, shown(commentary, look))
    if !tags.isEmpty {
      lines += look.labelled(strings.tags, tags.map(\.sanitisedLine).joined(separator: ", "))
    }
    return lines
  }

  private func shown(_ text: String, _ look: Look) -> String {
    text.isEmpty ? missing(look) : text.sanitised
  }

  private func missing(_ look: Look) -> String {
    look.palette.faint(look.strings.missing)
  }
}

extension Message {
  /// What is said at the end of a screen. Failures are said once, as the errors that they are.
  func view(_ look: Look) -> [String] {
    guard ["saved", "deleted", "registered"].contains(code) else { return [] }
    return look.lines(look.palette.right(text(in: look.strings.language)))
  }
}

extension Strings {
  var tags: String { self("Tags: ", "タグ : ") }
  fileprivate var missing: String { self("(empty)", "(未入力)") }
}
