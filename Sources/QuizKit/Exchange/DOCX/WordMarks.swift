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
    if let color = properties["color"]?.attributes["val"] {
      let hue = hue(of: color)
      for other in WordParagraph.Hue.allCases { set(.color(other), other == hue) }
    }
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

  /// The hue of a colour; `nil` for black, white and grey.
  private static func hue(of hex: String) -> WordParagraph.Hue? {
    guard hex.count == 6, let code = UInt32(hex, radix: 16) else { return nil }
    let parts = [code >> 16, code >> 8 & 0xFF, code & 0xFF]
    guard let most = parts.max(), let least = parts.min(), most - least > 0x30 else { return nil }
    return zip(WordParagraph.Hue.allCases, parts).first { $0.1 == most }?.0
  }
}
