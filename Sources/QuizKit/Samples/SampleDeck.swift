import QuizExchange
import QuizSupport

/// A deck that comes with the program, so that new users can start at once. The questions were
/// written for this program and are free to use.
package struct SampleDeck: Sendable {
  /// The deck's name.
  package let name: String
  /// The language of its questions.
  package let language: Language
  /// Its questions, in order.
  package let questions: [QuestionContent]

  /// All sample decks.
  package static let all: [SampleDeck] = [japanese, english]

  /// Creates the content of one sample question. `correct` is counted from 1.
  static func question(
    _ text: String, _ choices: [String], correct: Int, _ commentary: String, tag: String
  ) -> QuestionContent {
    QuestionContent(
      text: text, choices: choices.map { Choice($0) }, correct: correct - 1,
      commentary: commentary, tags: [tag])
  }
}
