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
    #expect(options?.longest == 128_000_000)
    #expect(options?.encoding == TextEncoding(named: "shift_jis"))
    #expect(options?.delimiter == "\t")
    #expect(options?.keyBase == 0)
    #expect(options?.triviaEncoding == .base64)
    #expect(options?.makesChoices == true)
    #expect(options?.columns == [NamedColumn(.question): "設問", NamedColumn(.correct): "正"])
  }

  @Test(arguments: [
    "--encoding klingon", "--delimiter ab", "--key-base 2", "--encode rot13", "--map colour=x",
    "--map question", "--longest 0", "--longest long",
  ])
  func `a value that cannot be is refused with those that can`(options: String) {
    #expect(throws: CommandError.self) { try reading(options) }
  }
}
