import QuizKit
import QuizSupport

/// A screen's name in scripts and for people.
struct ScreenTitle: Equatable, Sendable {
  let name: ScreenName
  let english, japanese: String

  /// The name for people.
  func text(in language: Language) -> String { language.text(english, japanese) }
}
