/// A language that the program speaks. Questions may be in any language; this is for what surrounds them.
public enum Language: String, Codable, Sendable, CaseIterable {
  /// English.
  case english = "en"
  /// Japanese.
  case japanese = "ja"

  /// Chooses between two texts of the same meaning, side by side where they are used.
  public func text(_ english: @autoclosure () -> String, _ japanese: @autoclosure () -> String)
    -> String
  {
    switch self {
    case .english: english()
    case .japanese: japanese()
    }
  }
}
