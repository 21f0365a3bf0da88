/// The appearance of a role at each depth, on a dark background and on a light one.
///
/// The user chooses the 16 basic colours and is responsible for their contrast. The others are
/// fixed: each has a contrast of at least 4.5 : 1, as WCAG 2.2, 1.4.3 asks for text. The colours
/// for dark backgrounds have it on black, #1e1e1e and #002b36, those for light ones on white and
/// #fdf6e3. Few of the 256 colours have that contrast, so some roles share a colour there.
struct Style: Equatable {
  /// A colour by the amounts of its parts, 0 to 255.
  struct Color: Equatable {
    let red, green, blue: Int
  }

  /// A colour as terminals of both depths show it: its index among the 256 colours, and the exact
  /// colour.
  struct Tint: Equatable {
    let indexed: Int
    let direct: Color
  }

  /// Parameters of Select Graphic Rendition (ECMA-48 §8.3.117) for the basic colours.
  private let basic: String
  /// The colours for each scheme; `nil` when the style has no colour.
  private let dark, light: Tint?

  init(_ role: Palette.Role) {
    switch role {
    case .heading, .code: self.init("1")
    case .struck: self.init("9")
    case .underlined: self.init("4")
    case .accent, .chosen: self.init("36", dark: Tint(75, 0x6CB6FF), light: Tint(26, 0x0A5FD0))
    case .right: self.init("32", dark: Tint(77, 0x56D364), light: Tint(22, 0x1A7F37))
    case .wrong: self.init("31", dark: Tint(210, 0xFF8078), light: Tint(160, 0xCF222E))
    case .time: self.init("33", dark: Tint(80, 0x56D4DD), light: Tint(24, 0x0B7285))
    case .warning: self.init("33", dark: Tint(221, 0xE3B341), light: Tint(94, 0x8F5A00))
    case .faint, .hint, .comment, .address:
      self.init("2", dark: Tint(246, 0x8F99A3), light: Tint(242, 0x5F6770))
    case .keyword: self.init("35", dark: Tint(183, 0xD2A8FF), light: Tint(92, 0x7C3FD6))
    case .string: self.init("36", dark: Tint(153, 0xA5D6FF), light: Tint(24, 0x0A4B78))
    case .number: self.init("33", dark: Tint(216, 0xFFAB70), light: Tint(94, 0xA3460B))
    }
  }

  private init(_ basic: String, dark: Tint? = nil, light: Tint? = nil) {
    (self.basic, self.dark, self.light) = (basic, dark, light)
  }

  /// The colour for a scheme; `nil` when the style has none.
  func tint(_ scheme: ColorScheme) -> Tint? {
    switch scheme {
    case .dark: dark
    case .light: light
    }
  }

  /// The parameters at `depth`; `nil` when nothing may be painted.
  func parameters(_ depth: ColorDepth, _ scheme: ColorScheme) -> String? {
    let tint = tint(scheme)
    return switch depth {
    case .none: nil
    case .shapes: tint == nil ? basic : nil
    case .basic: basic
    case .indexed: tint.map { "38;5;\($0.indexed)" } ?? basic
    case .direct:
      tint.map { "38;2;\($0.direct.red);\($0.direct.green);\($0.direct.blue)" } ?? basic
    }
  }
}

extension Style.Tint {
  /// - Parameter direct: The exact colour as it is written in hexadecimal digits, 0xRRGGBB.
  fileprivate init(_ indexed: Int, _ direct: Int) {
    self.init(
      indexed: indexed,
      direct: Style.Color(red: direct >> 16, green: direct >> 8 & 0xFF, blue: direct & 0xFF))
  }
}
