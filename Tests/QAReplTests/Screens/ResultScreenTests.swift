import QuizSupport
import Testing

@testable import QuizKit
@testable import Terminal
@testable import qa_repl

@Suite struct ResultScreenTests {
  private func result(isForPerson: Bool) throws -> ResultState {
    let program = try TestProgram(isForPerson: isForPerson)
    program.run("quiz --count 2 --in-order", "1", "1", "result")
    return try #require(program.state(ResultState.self))
  }

  private func view(_ state: ResultState, _ language: Language) -> String {
    state.view(Theme(strings: Strings(language: language), palette: Palette(), columns: 80))
      .joined(separator: "\n")
  }

  @Test(arguments: [
    (Language.english, "best so far - 3 days in a row"), (.japanese, "これまでの最高 - 3 日連続"),
  ])
  func `what a person may be glad of is one row`(language: Language, row: String) throws {
    var state = try result(isForPerson: true)
    state.praise = ResultState.Praise(isBest: true, days: 3)
    #expect(view(state, language).contains(row), "\(view(state, language))")
    state.praise = ResultState.Praise(isBest: false, days: 1)
    #expect(!view(state, language).contains(" - 1"))
  }

  @Test func `a script is not praised`() throws {
    #expect(try result(isForPerson: true).praise != nil)
    #expect(try result(isForPerson: false).praise == nil)
  }
}
