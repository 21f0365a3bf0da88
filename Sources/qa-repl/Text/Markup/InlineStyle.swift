/// How a part of a paragraph looks.
struct InlineStyle: OptionSet {
  let rawValue: UInt8

  static let emphasis = InlineStyle(rawValue: 1)
  static let underlined = InlineStyle(rawValue: 2)
  static let struck = InlineStyle(rawValue: 4)
  static let code = InlineStyle(rawValue: 8)

  /// A style for each kind of emphasis that is on; the same kind may be on more than once.
  struct Depth {
    private var counts = SIMD4<Int>()

    var style: InlineStyle {
      var style: InlineStyle = []
      for bit in 0..<3 where counts[bit] > 0 { style.insert(InlineStyle(rawValue: 1 << bit)) }
      return style
    }

    mutating func change(_ style: InlineStyle, by count: Int) {
      for bit in 0..<3 where style.contains(InlineStyle(rawValue: 1 << bit)) {
        counts[bit] += count
      }
    }

    static func += (depth: inout Depth, change: Depth) { depth.counts &+= change.counts }
  }
}

/// Puts the parts of a paragraph together. Neighbours with the same style are drawn together.
struct StyledRuns {
  private let drawn: (_ run: String, InlineStyle) -> String
  private var text = ""
  private var run = ""
  private var style: InlineStyle = []

  /// - Parameter drawn: Draws neighbours with the same style.
  init(drawn: @escaping (_ run: String, InlineStyle) -> String) { self.drawn = drawn }

  mutating func append(_ part: String, _ style: InlineStyle) {
    if style != self.style {
      endRun()
      self.style = style
    }
    run += part
  }

  /// The text so far. What follows begins anew.
  mutating func take() -> String {
    endRun()
    defer { text = "" }
    return text
  }

  private mutating func endRun() {
    if !run.isEmpty { text += drawn(run, style) }
    run = ""
  }
}

extension Palette {
  /// - Parameter isPainted: Whether the text is going to have the colour of a role. Code then has
  ///   no style of its own.
  func painted(_ text: String, _ style: InlineStyle, isPainted: Bool) -> String {
    var text = text
    if style.contains(.code), !isPainted { text = code(text) }
    if style.contains(.struck) { text = painted(text, .struck) }
    if style.contains(.underlined) { text = painted(text, .underlined) }
    return style.contains(.emphasis) ? heading(text) : text
  }
}
