import Foundation
import Testing

@testable import qa_repl

@Suite struct PaletteTests {
  @Test(arguments: Palette.Role.allCases)
  func `every exact colour can be read on black and on white`(role: Palette.Role) {
    guard let color = Style(role).direct else { return }
    #expect(Self.contrast(color, with: 0) >= 4.5)
    #expect(Self.contrast(color, with: 1) >= 4.5)
  }

  @Test(arguments: Palette.Role.allCases)
  func `every one of the 256 colours can be read on black and on white`(role: Palette.Role) throws {
    guard let index = Style(role).indexed else { return }
    let color = try #require(Self.color(of: index))
    #expect(Self.contrast(color, with: 0) >= 4.5)
    #expect(Self.contrast(color, with: 1) >= 4.5)
  }

  @Test(arguments: ColorDepth.allCases.dropFirst())
  func `right, wrong, attention and what is chosen differ`(depth: ColorDepth) {
    let roles: [Palette.Role] = [.right, .wrong, .warning, .chosen, .faint, .heading]
    #expect(Set(roles.compactMap { Style($0).parameters(depth) }).count == roles.count)
  }

  @Test(arguments: Palette.Role.allCases)
  func `without colours no byte is added`(role: Palette.Role) {
    #expect(Palette().painted("a\n〇", role) == "a\n〇")
    #expect(Palette(depth: .direct).painted("", role) == "")
  }

  @Test func `each depth has its own sequences`() {
    #expect(Palette(depth: .basic).right("a") == "\u{1B}[32ma\u{1B}[0m")
    #expect(Palette(depth: .indexed).right("a") == "\u{1B}[38;5;29ma\u{1B}[0m")
    #expect(Palette(depth: .direct).right("a") == "\u{1B}[38;2;7;136;50ma\u{1B}[0m")
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

  /// The contrast ratio of WCAG 2.2 between a colour and black (0) or white (1).
  private static func contrast(_ color: Style.Color, with background: Double) -> Double {
    let lights = [luminance(color), background].sorted()
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
