import QuizExchange
import QuizKit
import QuizSupport
import Testing

@testable import qa_repl

@Suite struct ReadingArgumentsTests {
  func reading(_ options: String) throws -> ReadingOptions? {
    let parser = CommandParser(
      table: CommandTable(Screen.all), screen: .start, language: .english)
    guard
      case .application(.importFiles(let found)) = try parser.command(line: "import x \(options)")
    else { return nil }
    return found.reading
  }

  @Test func `what is said about a file reaches its reader`() throws {
    let options = try reading(
      "--encoding shift_jis --delimiter tab --key-base 0 --encode base64 --make-choices "
        + "--map question=設問,correct=正 --longest １２８MB")
    #expect(options?.maximumBytes == 128_000_000)
    #expect(options?.encoding == TextEncoding(named: "shift_jis"))
    #expect(options?.delimiter == "\t")
    #expect(options?.answers == .numbersFromZero)
    #expect(options?.triviaEncoding == .base64)
    #expect(options?.makesChoices == true)
    #expect(
      options?.columns == [
        NamedColumn(.question): .named("設問"), NamedColumn(.correct): .named("正"),
      ])
  }

  @Test func `columns can be told by number, and that there is none`() throws {
    let options = try reading(
      "--map question=#2,choices=#３-5,right=#6,commentary= --heading no --split / --answers first")
    #expect(
      options?.columns == [
        NamedColumn(.question): .number(2), NamedColumn(.choice, number: 1): .number(3),
        NamedColumn(.choice, number: 2): .number(4), NamedColumn(.choice, number: 3): .number(5),
        NamedColumn(.correct): .number(6), NamedColumn(.explanation): ReadingOptions.Column.none,
      ])
    #expect(options?.hasHeading == false)
    #expect(options?.choiceSeparator == "/")
    #expect(options?.answers == .first)
  }

  @Test(arguments: [
    "--encoding klingon", "--delimiter ab", "--key-base 2", "--encode rot13", "--map colour=x",
    "--map question", "--map right=#0", "--map right=#2,question=#2", "--map right=#2-3",
    "--map choices=#5-3",
    "--map choices=#1-999",
    "--map right=#x", "--heading maybe", "--answers kana", "--split ab", "--longest 0",
    "--longest long",
  ])
  func `a value that cannot be is refused with those that can`(options: String) {
    #expect(throws: CommandError.self) { try reading(options) }
  }
}
