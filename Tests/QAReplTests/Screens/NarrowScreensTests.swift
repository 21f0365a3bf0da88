import QuizSupport
import Testing

@testable import Terminal
@testable import qa_repl

/// Screens that are laid out in columns keep to the width they are given.
@Suite struct NarrowScreensTests {
  static let sessions: [[String]] = [
    ["timer 90s", "start", "advance 5s"],
    [
      "notes", "new --deck はじめての一問一答 --question 2", "title とても長い題名のノートをここに書いておきます",
      "body A body that is much longer than any line of any terminal that anyone ever had here.",
      "save", "back", "new", "body と本文だけのノート、これもまたそれなりに長いものです。まだまだ続きます。", "save", "back",
    ],
    [
      "quiz --count 3 --time 5s --deck はじめての一問一答", "1", "advance 5s", "result", "history", "open 1",
      "back",
      "stats",
    ],
    ["quiz --practice", "1", "home", "history"],
    ["quiz --count 5", "1", "finish", "result", "due", "home", "advance 48h", "due"],
  ]

  @Test(arguments: sessions, [39, 79])
  func `no line is wider than the terminal`(commands: [String], columns: Int) throws {
    for language in Language.allCases {
      let program = try TestProgram(language: language, columns: columns)
      let output = commands.map { program.run($0) }.joined()
      let widest = output.split(separator: "\n").map { displayWidth(String($0)) }.max() ?? 0
      #expect(widest <= columns, "\(output)")
    }
  }

  @Test func `in a narrow window the help has what a command does below it`() throws {
    let narrow = try TestProgram(columns: 40).run("help")
    #expect(narrow.contains("quiz [OPTIONS]\n    play a quiz\n"))
    let wide = try TestProgram(columns: 80).run("help")
    #expect(wide.contains("quiz [OPTIONS]            play a quiz\n"))
  }
}
