/// The marks of letters, as properties and styles set them.
enum WordMarks {
  typealias Mark = WordParagraph.Mark

  /// The marks of a text with these properties.
  ///
  /// - Parameter inherited: The marks that the styles of the text have.
  static func marks(_ properties: MarkupElement?, over inherited: Set<Mark> = []) -> Set<Mark> {
    guard let properties else { return inherited }
    var marks = inherited
    func set(_ mark: Mark, _ isOn: Bool) {
      if isOn { marks.insert(mark) } else { marks.remove(mark) }
    }
    if let bold = properties["b"] { set(.bold, isOn(bold)) }
    if let italic = properties["i"] { set(.italic, isOn(italic)) }
    if let underline = properties["u"]?.attributes["val"] { set(.underline, underline != "none") }
    if let color = properties["color"]?.attributes["val"] { set(.color, isColor(color)) }
    if let highlight = properties["highlight"]?.attributes["val"] {
      set(.highlight, highlight != "none")
    }
    if hasFill(properties) { marks.insert(.highlight) }
    return marks
  }

  /// Whether the background of a text, a paragraph or a cell has a colour.
  static func hasFill(_ properties: MarkupElement?) -> Bool {
    let fill = properties?["shd"]?.attributes["fill"]?.lowercased() ?? "auto"
    return !["auto", "ffffff"].contains(fill)
  }

  static func isOn(_ element: MarkupElement?) -> Bool {
    guard let element else { return false }
    return !["0", "false", "off"].contains(element.attributes["val"] ?? "1")
  }

  /// Whether a colour is neither black nor grey.
  private static func isColor(_ hex: String) -> Bool {
    guard hex.count == 6, let code = UInt32(hex, radix: 16) else { return false }
    let parts = [code >> 16, code >> 8 & 0xFF, code & 0xFF]
    return (parts.max() ?? 0) - (parts.min() ?? 0) > 0x30
  }
}
