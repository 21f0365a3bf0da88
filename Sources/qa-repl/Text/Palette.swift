/// Colours by meaning. The text never relies on colour alone.
struct Palette: Equatable {
  var isColored: Bool

  func heading(_ text: String) -> String { styled(text, "1") }
  func right(_ text: String) -> String { styled(text, "32") }
  func wrong(_ text: String) -> String { styled(text, "31") }
  /// The time, and anything that needs attention.
  func warning(_ text: String) -> String { styled(text, "33") }
  /// The player's choice.
  func chosen(_ text: String) -> String { styled(text, "36") }
  /// Less important text.
  func faint(_ text: String) -> String { styled(text, "2") }

  /// Select Graphic Rendition, ECMA-48 §8.3.117.
  private func styled(_ text: String, _ parameters: String) -> String {
    isColored && !text.isEmpty ? "\u{1B}[\(parameters)m\(text)\u{1B}[0m" : text
  }
}
