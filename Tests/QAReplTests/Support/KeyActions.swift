@testable import QuizKit
@testable import QuizSupport
@testable import qa_repl

extension KeyBinding.Action {
  /// Answers a question with this choice.
  static func choice(_ number: Int) -> KeyBinding.Action {
    .perform(.screen(QuizCommand.choose([number])))
  }

  /// Marks a question.
  static var flag: KeyBinding.Action { .perform(.screen(QuizCommand.flag)) }
}
