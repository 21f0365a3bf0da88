import QuizKit
import QuizSupport
import Testing

@testable import Terminal
@testable import qa_repl

@Suite struct ShellCompletionsTests {
  private func script(_ shell: String, _ language: Language = .english) throws -> String {
    let completions = ShellCompletions(
      strings: Strings(language: language), table: CommandTable(Screen.all))
    return try #require(completions.script(for: shell)).joined(separator: "\n")
  }

  @Test(arguments: ShellCompletions.shells)
  func `every option and every command of the first screen is completed`(shell: String) throws {
    let script = try script(shell)
    for option in OptionLine.table {
      #expect(script.contains(option.name.dropFirst(2)), "\(option.name)")
    }
    for command in CommandTable(Screen.all).entries(on: .start) {
      #expect(script.contains(command.name), "\(command.name)")
      for option in command.options { #expect(script.contains(option.name), "\(option.name)") }
    }
  }

  @Test(arguments: ["zsh", "fish"])
  func `explanations follow the language`(shell: String) throws {
    #expect(try script(shell, .japanese).contains("クイズを始めます"))
  }

  @Test(arguments: ShellCompletions.shells, Language.allCases)
  func `no text ends the quotes it stands in`(shell: String, language: Language) throws {
    for line in try script(shell, language).split(separator: "\n") where !line.hasPrefix("#") {
      #expect(line.count { $0 == "'" }.isMultiple(of: 2), "\(line)")
    }
  }

  @Test func `a shell that is not spoken gets nothing`() {
    let completions = ShellCompletions(
      strings: Strings(language: .english), table: CommandTable(Screen.all))
    #expect(completions.script(for: "ksh") == nil)
  }
}
