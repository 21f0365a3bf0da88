import QuizExchange
import QuizKit
import QuizSupport
import Testing

@testable import Terminal
@testable import qa_repl

/// What a person reads who mistypes.
@Suite struct CommandWordsTests {
  private let table = CommandTable(Screen.all)

  private func english(_ error: some ReportableError) -> String {
    Strings(language: .english)(error)
  }
  private func japanese(_ error: some ReportableError) -> String {
    Strings(language: .japanese)(error)
  }

  @Test func `a list of values reads like a sentence`() {
    let error = CommandError.badValue(
      option: "--delimiter", value: "x", allowed: ["comma", "semicolon", "tab"])
    #expect(english(error) == "--delimiter cannot be “x”; it takes comma, semicolon or tab.")
    #expect(japanese(error).contains("comma、semicolon、tab"))
  }

  @Test func `a word of one other screen says which word leads there`() {
    let error = CommandError.notOnThisScreen(
      "restore", screen: table.titles(of: [.start])[0], elsewhere: table.titles(of: [.trash]),
      way: table.way(to: [.trash]))
    #expect(english(error).hasSuffix("it belongs to: trash. Type “trash” first."))
    #expect(japanese(error).hasSuffix("先に trash と入力してください。"))
    #expect(table.way(to: [.manage, .register]) == nil)
  }

  @Test func `who looks for the manual inside is told where it is`() {
    #expect(
      english(CommandError.unknownCommand("man", suggestion: nil)).contains(
        "qa-repl man | man -l -"))
    #expect(english(UsageError.notInManual("quiz", isCommand: true)).contains("qa-repl help quiz"))
    #expect(!english(UsageError.notInManual("x", isCommand: false)).contains("help x"))
  }

  @Test func `the help on save and on register share no names`() throws {
    let save = try HelpTopic("save", screen: .start, table).aliases
    let register = try HelpTopic("register", screen: .start, table).aliases
    #expect(!save.isEmpty && !register.isEmpty)
    #expect(Set(save).isDisjoint(with: register))
    #expect(!register.contains("save") && !save.contains("register"))
  }

  @Test func `the manual says that letters are typed`() throws {
    let letters = try #require(
      KeyHelp.all(Strings(language: .english)).first { $0.keys.hasPrefix("a-i") })
    #expect(letters.meaning.contains("Enter"))
    let digits = try #require(
      KeyHelp.all(Strings(language: .english)).first { $0.keys == "1-9" })
    #expect(digits.meaning.contains("at once"))
  }

  /// The messages with a number, each with 1 of them.
  @Test func `one of a thing is not called several`() {
    func text(_ fault: Fault) -> String { Problem(fault, file: "f").message(in: .english) }
    let messages = [
      english(ExamFault.numbersSum(1, questions: 2)),
      english(ExportError.unencodable(file: "f", count: 1, encoding: .shiftJIS)),
      english(FitRefusal.tooFewAnswers(1, needed: 400)),
      english(QuizRefusal.otherCountTicked(choose: 1)),
      text(.nothingInFolder(read: 1)), text(.tooFewColumns(1)),
    ]
    for message in messages {
      #expect(!message.contains(/\b1 [a-z]+s\b/), "\(message)")
      #expect(message.contains(/\b1 [a-z]+/), "\(message)")
    }
  }
}
