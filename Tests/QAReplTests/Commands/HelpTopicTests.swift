import QuizKit
import QuizSupport
import Testing

@testable import qa_repl

/// What `help COMMAND` says.
@Suite struct HelpTopicTests {
  private func help(_ word: String) throws -> [String] {
    let text = try TestProgram().run("help \(word)")
    return text.split(separator: "\n").map(String.init)
  }

  @Test(arguments: ["search", "manage", "notes", "resume", "quiz", "delete", "undo", "back"])
  func `a line that holds for several screens is there once`(word: String) throws {
    let lines = try help(word)
    #expect(lines.count == Set(lines).count, "\(lines)")
    #expect(lines.count { $0.hasSuffix("mean the same") } == 1)
  }

  @Test func `each meaning of a word has a line, and its aliases follow`() throws {
    let lines = try help("delete")
    #expect(lines.count { $0.hasPrefix("delete ") } == 6)
    #expect(lines.last?.hasPrefix("削除 ") == true)
  }

  @Test func `effects begin in one column, below a command that is longer than the others`() throws
  {
    let lines = try TestProgram().run("help all").split(separator: "\n").map(String.init)
    let row = try #require(lines.firstIndex { $0 == "exam [new|edit|delete] EXAM" }, "\(lines)")
    #expect(lines[row + 1].hasPrefix(String(repeating: " ", count: 26) + "take an exam"))
  }

  @Test func `the options of a word that opens and plays are listed once`() throws {
    let lines = try help("review")
    for option in ["--deck DECK", "--time 60s", "--ahead N"] {
      #expect(lines.count { $0.contains(option) } == 1, "\(option)")
    }
    #expect(lines.count { $0.hasPrefix("復習 ") } == 1)
  }
}
