/// The appearance of a role at each depth.
///
/// The user chooses the 16 basic colours and is responsible for their contrast. The others are
/// fixed: each has a contrast of at least 4.5 : 1 with black and with white, as WCAG 2.2, 1.4.3
/// asks for text. Few of the 256 colours have that contrast, so some roles share a colour there.
struct Style: Equatable {
  /// A colour by the amounts of its parts, 0 to 255.
  struct Color: Equatable {
    let red, green, blue: Int
  }

  /// Parameters of Select Graphic Rendition (ECMA-48 §8.3.117) for the basic colours.
  let basic: String
  /// The index among the 256 colours, and the exact colour; `nil` when the style has no colour.
  let indexed: Int?
  let direct: Color?

  init(_ role: Palette.Role) {
    switch role {
    case .heading, .code: self.init("1")
    case .struck: self.init("9")
    case .underlined: self.init("4")
    case .accent, .chosen: self.init("36", 63, Color(red: 38, green: 111, blue: 237))
    case .right: self.init("32", 29, Color(red: 7, green: 136, blue: 50))
    case .wrong: self.init("31", 131, Color(red: 224, green: 46, blue: 39))
    case .time: self.init("33", 98, Color(red: 0, green: 128, blue: 154))
    case .warning: self.init("33", 163, Color(red: 165, green: 104, blue: 0))
    case .keyword: self.init("35", 98, Color(red: 135, green: 90, blue: 226))
    case .string: self.init("36", 29, Color(red: 0, green: 128, blue: 154))
    case .number: self.init("33", 131, Color(red: 165, green: 104, blue: 0))
    case .faint, .hint, .comment, .address:
      self.init("2", 243, Color(red: 117, green: 117, blue: 117))
    }
  }

  private init(_ basic: String, _ indexed: Int? = nil, _ direct: Color? = nil) {
    (self.basic, self.indexed, self.direct) = (basic, indexed, direct)
  }

  /// The parameters at `depth`; `nil` when nothing may be painted.
  func parameters(_ depth: ColorDepth) -> String? {
    switch depth {
    case .none: nil
    case .basic: basic
    case .indexed: indexed.map { "38;5;\($0)" } ?? basic
    case .direct: direct.map { "38;2;\($0.red);\($0.green);\($0.blue)" } ?? basic
    }
  }
}
