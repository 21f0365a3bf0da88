import Foundation
import Testing

@testable import Terminal
@testable import qa_repl

@Suite struct PaletteTests {
  @Test(arguments: Palette.Role.allCases, ColorScheme.allCases)
  func `every exact colour can be read on the backgrounds of its scheme`(
    role: Palette.Role, scheme: ColorScheme
  ) {
    guard let tint = Style(role).tint(scheme) else { return }
    for background in Self.backgrounds(scheme) {
      #expect(Self.contrast(tint.direct, with: background) >= Self.least(scheme))
    }
  }

  @Test(arguments: Palette.Role.allCases, ColorScheme.allCases)
  func `every one of the 256 colours can be read on the backgrounds of its scheme`(
    role: Palette.Role, scheme: ColorScheme
  ) throws {
    guard let tint = Style(role).tint(scheme) else { return }
    let color = try #require(Self.color(of: tint.indexed))
    for background in Self.backgrounds(scheme) {
      #expect(Self.contrast(color, with: background) >= Self.least(scheme))
    }
  }

  @Test(arguments: [ColorDepth.basic, .indexed, .direct], ColorScheme.allCases)
  func `right, wrong, attention and what is chosen differ`(
    depth: ColorDepth, scheme: ColorScheme
  ) {
    let roles: [Palette.Role] = [.right, .wrong, .warning, .chosen, .faint, .heading]
    #expect(Set(roles.compactMap { Style($0).parameters(depth, scheme) }).count == roles.count)
  }

  @Test func `without colours, what is read first is bold and nothing else has a style`() {
    for role in Palette.Role.allCases {
      let style = Style(role).parameters(.shapes, .dark)
      let shape: [Palette.Role: String] = [
        .heading: "1", .code: "1", .struck: "9", .underlined: "4",
      ]
      #expect(style == shape[role], "\(role)")
    }
  }

  @Test(arguments: [ColorDepth.basic, .indexed, .direct], ColorScheme.allCases)
  func `the parts of code differ from each other and from verdicts`(
    depth: ColorDepth, scheme: ColorScheme
  ) {
    let roles: [Palette.Role] = [.right, .wrong, .keyword, .string, .comment, .number]
    #expect(Set(roles.compactMap { Style($0).parameters(depth, scheme) }).count == roles.count)
  }

  @Test(arguments: Palette.Role.allCases)
  func `the terminal's own colours are the same on every background`(role: Palette.Role) {
    #expect(Style(role).parameters(.basic, .dark) == Style(role).parameters(.basic, .light))
  }

  @Test(arguments: Palette.Role.allCases)
  func `without colours no byte is added`(role: Palette.Role) {
    #expect(Palette().painted("a\n〇", role) == "a\n〇")
    #expect(Palette(depth: .direct).painted("", role) == "")
  }

  @Test func `each depth has its own sequences`() {
    #expect(Palette(depth: .basic).right("a") == "\u{1B}[32ma\u{1B}[0m")
    #expect(Palette(depth: .indexed).right("a") == "\u{1B}[38;5;77ma\u{1B}[0m")
    #expect(Palette(depth: .direct).right("a") == "\u{1B}[38;2;86;211;100ma\u{1B}[0m")
    #expect(
      Palette(depth: .direct, scheme: .light).right("a") == "\u{1B}[38;2;26;127;55ma\u{1B}[0m")
    #expect(Palette(depth: .direct).heading("a") == "\u{1B}[1ma\u{1B}[0m")
  }

  @Test func `a style goes on after one inside it`() {
    let palette = Palette(depth: .basic)
    #expect(
      palette.right("a " + palette.heading("b") + " c")
        == "\u{1B}[32ma \u{1B}[1mb\u{1B}[0m\u{1B}[32m c\u{1B}[0m")
  }

  @Test func `the last ten seconds need attention`() {
    let palette = Palette(depth: .direct)
    #expect(palette.time("a", seconds: 10) == palette.painted("a", .time))
    #expect(palette.time("a", seconds: 9) == palette.warning("a"))
  }

  @Test func `each line has its style for itself`() {
    #expect(
      Palette(depth: .basic).wrong("a\n\nb")
        == "\u{1B}[31ma\u{1B}[0m\n\n\u{1B}[31mb\u{1B}[0m")
  }

  /// The backgrounds that many people have: black or white, that of dark editors, and Solarized.
  private static func backgrounds(_ scheme: ColorScheme) -> [Style.Color] {
    switch scheme {
    case .dark:
      [
        Style.Color(red: 0, green: 0, blue: 0), Style.Color(red: 0x1E, green: 0x1E, blue: 0x1E),
        Style.Color(red: 0, green: 0x2B, blue: 0x36),
      ]
    case .light:
      [
        Style.Color(red: 0xFF, green: 0xFF, blue: 0xFF),
        Style.Color(red: 0xFD, green: 0xF6, blue: 0xE3),
      ]
    case .unknown: Array(backgrounds(.dark).prefix(1) + backgrounds(.light).prefix(1))
    }
  }

  /// The contrast that each colour has. No colour has 4.6 : 1 on both black and white.
  private static func least(_ scheme: ColorScheme) -> Double { scheme == .unknown ? 3 : 4.5 }

  /// The contrast ratio of WCAG 2.2 between two colours.
  private static func contrast(_ color: Style.Color, with background: Style.Color) -> Double {
    let lights = [luminance(color), luminance(background)].sorted()
    return (lights[1] + 0.05) / (lights[0] + 0.05)
  }

  /// The relative luminance of WCAG 2.2.
  private static func luminance(_ color: Style.Color) -> Double {
    func linear(_ part: Int) -> Double {
      let part = Double(part) / 255
      return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear(color.red) + 0.7152 * linear(color.green) + 0.0722 * linear(color.blue)
  }

  /// The colours of xterm from 16 on: a cube and a ramp of greys.
  private static func color(of index: Int) -> Style.Color? {
    if (232...255).contains(index) {
      let part = 8 + 10 * (index - 232)
      return Style.Color(red: part, green: part, blue: part)
    }
    guard (16...231).contains(index) else { return nil }
    let levels = [0, 95, 135, 175, 215, 255]
    return Style.Color(
      red: levels[(index - 16) / 36], green: levels[(index - 16) / 6 % 6],
      blue: levels[(index - 16) % 6])
  }
}
