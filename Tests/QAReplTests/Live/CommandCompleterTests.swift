import QuizKit
import Testing

@testable import Terminal
@testable import qa_repl

@Suite struct CommandCompleterTests {
  private let program: TestProgram
  private let completer: CommandCompleter

  init() throws {
    program = try TestProgram()
    completer = CommandCompleter(shell: program.shell)
  }

  private func candidates(_ head: String) -> [String] {
    completer.completion(of: head).candidates
  }

  @Test func `commands of the screen in front are offered`() {
    #expect(candidates("qui") == ["quiz", "quit"])
    #expect(!candidates("").contains("pause"))
    program.run("quiz")
    #expect(candidates("pa") == ["pause"])
  }

  @Test func `japanese words are offered to whoever begins with them`() {
    #expect(candidates("クイ") == ["クイズ", "クイズ履歴"])
    #expect(candidates("ｑｕ") == ["quiz", "quit"])
  }

  @Test func `options are offered once`() {
    #expect(candidates("quiz --sh") == ["--shuffle"])
    #expect(candidates("quiz --shuffle --sh") == [])
  }

  @Test func `decks are offered in quotes where they have blanks`() {
    #expect(candidates("quiz --deck f") == ["\"First Steps\""])
    #expect(candidates("quiz --deck \"Fi") == ["\"First Steps\""])
    #expect(completer.completion(of: "quiz --deck \"Fi").replaced == 3)
  }

  @Test func `tags and formats are offered where they belong`() throws {
    #expect(candidates("quiz --tag ") == (try program.shell.models.bank.tags()))
    #expect(candidates("import --format hasc") == ["hascard"])
  }

  @Test func `help takes every command`() {
    #expect(candidates("help pau") == ["pause"])
  }

  @Test func `files are offered with folders to go on into`() throws {
    #expect(candidates("import /et").contains("/etc/"))
    #expect(candidates("import /no-such-folder/x") == [])
  }

  @Test func `a synchronization is offered its words and folders, but no files`() throws {
    #expect(candidates("sync st") == ["status"])
    #expect(candidates("sync /et").contains("/etc/"))
    #expect(candidates("sync /etc/pass") == [])
    #expect(candidates("sync /etc --auto o") == ["on", "off"])
  }

  @Test func `the letter of a choice is not taken for the beginning of a command`() {
    #expect(completer.hint(for: "b") == Hint(text: "ack", continues: true))
    program.run("quiz")
    #expect(completer.hint(for: "b") == nil)
    #expect(completer.hint(for: "ba") == Hint(text: "ck", continues: true))
  }

  @Test func `the rest of a command stands behind it as a hint`() {
    #expect(completer.hint(for: "qui") == Hint(text: "z", continues: true))
    #expect(completer.hint(for: "lang ") == Hint(text: "ja|en", continues: false))
    #expect(completer.hint(for: "quiz ")?.text.hasPrefix("[--deck DECK]") == true)
    #expect(completer.hint(for: "nothing like it") == nil)
  }
}
