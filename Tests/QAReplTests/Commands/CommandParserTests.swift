import QuizKit
import QuizSupport
import Testing

@testable import qa_repl

@Suite struct CommandParserTests {
  let table = CommandTable(Screen.all)

  func parse(_ line: String, on screen: ScreenName = .start) throws -> Command? {
    try CommandParser(table: table, screen: screen, language: .english).command(line: line)
  }

  @Test(arguments: ["", "   ", "# a remark", "  # another", "　# 全角"])
  func `blank lines and remarks do nothing`(line: String) throws {
    #expect(try parse(line) == nil)
  }

  @Test func `a quiz takes its options in any order and form`() throws {
    let expected = QuizOptions(
      deck: "Swift", time: .seconds(60), perQuestion: .seconds(10), count: 5, order: .random)
    let line = "quiz --shuffle --count 5 --deck Swift --time=60s --per-question 10"
    #expect(try parse(line) == .application(.quiz(expected)))
  }

  @Test func `full-width letters, digits and signs read like ASCII, but not in a name`() throws {
    #expect(
      try parse("ｑｕｉｚ　－－ｃｏｕｎｔ　１０　--deck ＡＢＣ")
        == .application(.quiz(QuizOptions(deck: "ＡＢＣ", count: 10))))
  }

  @Test func `Japanese words mean the same as English ones`() throws {
    #expect(try parse("クイズ") == parse("quiz"))
    #expect(try parse("戻る", on: .quiz) == .screen(QuizCommand.back))
    #expect(try parse("やり直す", on: .confirm) == .screen(ConfirmCommand.restart))
  }

  @Test(arguments: [("1", 1), ("9", 9), ("a", 1), ("I", 9), ("ア", 1), ("ケ", 9), ("３", 3), ("Ｂ", 2)])
  func `numbers, letters and kana answer a question`(word: String, number: Int) throws {
    #expect(try parse(word, on: .quiz) == .screen(QuizCommand.choose([number])))
  }

  private func answer(_ word: String, among choices: [String]) throws -> Command? {
    try CommandParser(table: table, screen: .quiz, language: .english, choices: choices)
      .command(line: word)
  }

  @Test(arguments: ["c", "t", "z", "ウ", "ケ"])
  func `a letter beyond the choices is a word and no choice`(word: String) {
    #expect(throws: CommandError.unknownCommand(word, suggestion: nil)) {
      try answer(word, among: ["Paris", "Rome"])
    }
  }

  @Test func `a number beyond the choices is still a number`() throws {
    #expect(try answer("7", among: ["Paris", "Rome"]) == .screen(QuizCommand.choose([7])))
  }

  @Test(arguments: [
    ["True", "False"], ["Yes", "No"], ["正しい", "誤り"], ["〇", "×"], ["はい", "いいえ"],
  ])
  func `a word for true or false answers the choice with that meaning`(choices: [String]) throws {
    for (words, isTrue) in [
      (["t", "T", "true", "y", "yes", "正", "はい", "〇", "ｔ", "正しい"], true),
      (["f", "F", "false", "n", "no", "誤", "いいえ", "×", "ｎ", "誤り"], false),
    ] {
      for word in words {
        let number = isTrue ? 1 : 2
        #expect(
          try answer(word, among: choices) == .screen(QuizCommand.choose([number])), "\(word)")
        let turned = Array(choices.reversed())
        #expect(try answer(word, among: turned) == .screen(QuizCommand.choose([3 - number])))
      }
    }
  }

  @Test func `a number answers nothing where no question is asked`() {
    #expect(throws: CommandError.self) { try parse("1") }
  }

  @Test func `the same word means what its screen makes of it`() throws {
    #expect(try parse("resume", on: .start) == .application(.resume(nil)))
    #expect(try parse("resume", on: .quiz) == .screen(QuizCommand.resume))
    #expect(try parse("back", on: .quiz) == .screen(QuizCommand.back))
    #expect(try parse("back", on: .result) == .back)
  }

  @Test func `a word of another screen is told where it belongs`() {
    #expect(
      throws: CommandError.notOnThisScreen(
        "retry", screen: table.titles(of: [.start])[0], elsewhere: table.titles(of: [.result]),
        way: nil)
    ) { try parse("retry") }
  }

  @Test(arguments: [
    ("create", "register"), ("study", "review"), ("learn", "review"),
    ("practice", "quiz --practice"), ("print", "export FILE.html"), ("shuffle", "ways"),
  ])
  func `a word of other programs leads to the command that is meant`(_ word: String, _ line: String)
  {
    #expect(throws: CommandError.unknownCommand(word, suggestion: line)) {
      try parse(word)
    }
  }

  @Test(arguments: ["delet", "renam"])
  func `no mistyped word leads to a command that deletes or rewrites`(_ word: String) {
    #expect(throws: CommandError.unknownCommand(word, suggestion: nil)) {
      try parse(word, on: .decks)
    }
  }

  @Test func `a mistyped word gets a suggestion`() {
    #expect(throws: CommandError.unknownCommand("imprt", suggestion: "import")) {
      try parse("imprt x.csv")
    }
  }

  @Test func `what is too much or missing is named with the usage`() {
    #expect(throws: CommandError.unexpectedArgument("now", command: "skip", usage: "skip")) {
      try parse("skip now", on: .quiz)
    }
    #expect(throws: CommandError.missingArgument("N", command: "go", usage: "go N")) {
      try parse("go", on: .quiz)
    }
    #expect(throws: CommandError.missingValue(option: "--deck", command: "quiz")) {
      try parse("quiz --deck")
    }
  }

  @Test func `a name without its quotes is told with them`() {
    #expect(throws: CommandError.unquotedValue("Of", option: "--deck", value: "List Of Words")) {
      try parse("quiz --count 3 --deck List Of Words --shuffle")
    }
    #expect(throws: CommandError.unquotedValue("Of", option: "--deck", value: "List Of")) {
      try parse("quiz --deck List Of --shuffle more")
    }
    #expect(
      throws: CommandError.unexpectedArgument("more", command: "quiz", usage: "quiz [OPTIONS]")
    ) { try parse("quiz --deck List --shuffle more") }
    #expect(
      throws: CommandError.unexpectedArgument("more", command: "quiz", usage: "quiz [OPTIONS]")
    ) { try parse(#"quiz --deck "First Steps" more"#) }
    #expect(
      throws: CommandError.unexpectedArgument("more", command: "quiz", usage: "quiz [OPTIONS]")
    ) { try parse("quiz --count 3 more") }
  }

  @Test(arguments: ["go 0", "go -1", "go x", "go 1.5"])
  func `a number has to be whole and from 1`(line: String) {
    #expect(throws: CommandError.self) { try parse(line, on: .quiz) }
  }

  @Test func `a quoted word is never an option`() throws {
    let command = try parse(#"import "--dry-run""#)
    #expect(command == .application(.importFiles(ImportOptions(files: ["--dry-run"]))))
  }

  @Test func `every command of the table can be found on its own screens`() throws {
    for entry in table.entries {
      for screen in entry.screens.isEmpty ? table.screens.map(\.name) : entry.screens {
        do throws(CommandError) {
          _ = try CommandParser(table: table, screen: screen, language: .english).command(
            line: entry.name)
        } catch .missingArgument {
          // The command exists, but needs arguments.
        } catch {
          Issue.record("\(entry.name) on \(screen): \(error)")
        }
      }
    }
  }

  @Test func `no two commands of one screen answer to the same word`() {
    for screen in table.screens.map(\.name) {
      var seen: [String: String] = [:]
      for entry in table.entries where entry.screens.contains(screen) {
        for word in [entry.name] + entry.aliases {
          #expect(seen[word] == nil, "\(word) on \(screen)")
          seen[word] = entry.name
        }
      }
    }
  }
}
