@testable import QuizKit
@testable import QuizSupport
@testable import qa_repl

extension Command {
  /// The command that a line means on a screen.
  static func typed(_ line: String, on screen: ScreenName) throws -> Command {
    let parser = CommandParser(
      table: CommandTable(Screen.all), screen: screen, language: .english)
    return try parser.command(line: line) ?? .state
  }
}

extension KeyBinding.Action {
  /// Answers a question with this choice.
  static func choice(_ number: Int) -> KeyBinding.Action {
    .perform(.screen(QuizCommand.choose([number])))
  }

  /// Marks a question.
  static var flag: KeyBinding.Action { .perform(.screen(QuizCommand.flag)) }
}
