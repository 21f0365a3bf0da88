import QuizExchange

/// The tags that have a meaning within a line.
enum InlineTag {
  case style(InlineStyle)
  case script(Script)

  private static let underlines: Set = ["u", "ins"]
  private static let strikes: Set = ["s", "del", "strike"]

  /// What a pair of tags means; `nil` for tags without a meaning of their own.
  static func meaning(of name: String) -> InlineTag? {
    if MarkupRendering.emphasis[name] != nil { return .style(.emphasis) }
    if underlines.contains(name) { return .style(.underlined) }
    if strikes.contains(name) { return .style(.struck) }
    return name == "sub" ? .script(.below) : name == "sup" ? .script(.above) : nil
  }

  static func isLineBreak(_ name: String) -> Bool { MarkupRendering.breaks.contains(name) }

  static func isCode(_ name: String) -> Bool { MarkupRendering.codes.contains(name) }

  /// Whether a tag of this name is read. Any other is text.
  static func isKnown(_ name: String) -> Bool {
    name == "img" || meaning(of: name) != nil || isLineBreak(name) || isCode(name)
      || MarkupRendering.plain.contains(name)
  }
}
