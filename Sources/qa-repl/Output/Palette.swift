/// Colours by what they mean. Meaning is never carried by colour alone, so that nothing is lost without them.
struct Palette: Equatable {
  /// Whether colours are written at all.
  var isColored: Bool

  /// A heading.
  func heading(_ text: String) -> String { styled(text, "1") }
  /// Something right.
  func right(_ text: String) -> String { styled(text, "32") }
  /// Something wrong.
  func wrong(_ text: String) -> String { styled(text, "31") }
  /// Time, and what needs attention.
  func warning(_ text: String) -> String { styled(text, "33") }
  /// What the player chose.
  func chosen(_ text: String) -> String { styled(text, "36") }
  /// What matters less.
  func faint(_ text: String) -> String { styled(text, "2") }

  /// Select Graphic Rendition, ECMA-48 §8.3.117.
  private func styled(_ text: String, _ parameters: String) -> String {
    isColored && !text.isEmpty ? "\u{1B}[\(parameters)m\(text)\u{1B}[0m" : text
  }
}
