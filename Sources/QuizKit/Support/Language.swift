/// A language of the user interface. Questions may be in any language.
public enum Language: String, Codable, Sendable, CaseIterable {
  /// English.
  case english = "en"
  /// Japanese.
  case japanese = "ja"

  /// Chooses between two texts with the same meaning, so that both translations are next to each
  /// other in the code.
  package func text(_ english: @autoclosure () -> String, _ japanese: @autoclosure () -> String)
    -> String
  {
    switch self {
    case .english: english()
    case .japanese: japanese()
    }
  }
}
