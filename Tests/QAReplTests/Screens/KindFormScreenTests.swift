import QuizExchange
import QuizKit
import QuizSupport
import Testing

@testable import qa_repl

/// The forms of questions that do not have one right choice.
@Suite struct KindFormScreenTests {
  /// The last state of the form after these commands.
  private func fields(_ lines: String...) throws -> FormFields? {
    let program = try TestProgram()
    for line in ["register"] + lines { program.run(line) }
    return program.state(RegisterState.self)?.fields
  }

  @Test func `a script writes several right choices`() throws {
    let fields = try fields("kind several", "choice 1 a", "correct 1, 3-4")
    #expect(fields?.kind == .several)
    #expect(fields?.correctChoices == [1, 3, 4])
    #expect(fields?.correctChoice == nil)
  }

  @Test func `a script accepts texts and numbers`() throws {
    let texts = try fields("kind text", "accept Paris", "accept  two words", "case yes")
    #expect(texts?.accepted == ["Paris", "two words"])
    #expect(texts?.caseSensitive == true)
    #expect(texts?.choices == [])
    let numbers = try fields("種類 数値", "number 3.14 ± 0.01", "number 3 to 4", "unaccept 1")
    #expect(numbers?.accepted == ["3 – 4"])
  }

  @Test func `a kind that does not exist is refused with those that do`() throws {
    let program = try TestProgram()
    let text = program.run("register", "kind essay")
    #expect(text.contains("single, truefalse, several, text, number"))
  }

  @Test func `the right choices and the accepted answers are shown`() throws {
    let program = try TestProgram()
    let choices = program.run(
      "register", "kind several", "choice 1 a", "choice 3 c", "correct 1 3")
    #expect(choices.contains("〇 1. a  (right answer)") && choices.contains("〇 3. c"))
    let texts = program.run("cancel", "kind text", "accept Paris", "case yes")
    #expect(texts.contains("Kind: text") && texts.contains("〇 1. Paris"))
    #expect(texts.contains("Capital and small letters differ."))
  }

  @Test func `a question with all choices right is saved with a warning`() throws {
    let program = try TestProgram()
    let text = program.run(
      "register", "kind several", "question Q", "choice 1 a", "choice 2 b", "remove-choice 3",
      "remove-choice 3", "correct 1 2", "commentary c", "register")
    #expect(text.contains("All choices are right."))
    #expect(text.contains("Registered."))
  }

  @Test func `an edited question keeps its kind`() throws {
    let program = try TestProgram()
    _ = program.run(
      "register --deck Numbers", "kind number", "question Pi?", "number 3.14 ± 0.01",
      "commentary c", "register", "home", "manage --deck Numbers", "edit",
      "commentary d", "save")
    let fields = program.state(ManageState.self)?.fields
    #expect(fields?.kind == .number)
    #expect(fields?.accepted == ["3.14 ± 0.01"])
    #expect(fields?.commentary == "d")
  }

  // MARK: At a live terminal

  /// A desk with the form for a new question, with the kind chosen and the question written.
  private func register(_ kind: String, _ language: Language = .english) throws -> LiveDesk {
    let desk = try LiveDesk(language: language)
    desk.type("register\r")
    desk.type("\u{1B}[A")
    desk.type(String(repeating: "\u{7F}", count: 10) + kind + "\r")
    desk.type("Q\r")
    return desk
  }

  @Test func `one begins at the question, and the kind is above it`() throws {
    let desk = try LiveDesk()
    desk.type("register\r")
    #expect(desk.field == "> Question:")
    desk.type("\u{1B}[A")
    #expect(desk.field == "> Kind: < single >")
    #expect(desk.shows("<- -> another"))
  }

  @Test func `the right choices are one field`() throws {
    let desk = try register("several")
    for choice in ["a", "b", "c", "d"] { desk.type(choice + "\r") }
    #expect(desk.field == "> Right choices:")
    desk.type("1 3\r")
    #expect(desk.shows("Right choices: 1. a; 3. c"))
  }

  @Test func `answers are asked for until enter alone`() throws {
    let desk = try register("text")
    #expect(desk.field == "> Answer 1: (* stands for anything)")
    desk.type("Paris\r")
    #expect(desk.field == "> Answer 2: (Enter alone: no more)")
    desk.type("\r")
    #expect(desk.field == "> Case counts: no")
    desk.type("\r")
    #expect(desk.field == "> Commentary:")
  }

  @Test func `numbers are asked for in the words of the language`() throws {
    let desk = try register("数値", .japanese)
    #expect(desk.field.contains("解答1 :"))
    desk.type("abc\r")
    #expect(desk.shows("「abc」は数値ではありません"))
    desk.type("\u{7F}\u{7F}\u{7F}3 to 4\r")
    #expect(desk.field.contains("解答2 :"))
    #expect(desk.shows("3 – 4"))
  }

  @Test func `what is accepted can be written anew`() throws {
    let desk = try register("text")
    desk.type("Pari\r")
    desk.type("\u{1B}[A")
    desk.type("s\r")
    #expect(desk.field == "> Answer 2: (Enter alone: no more)")
    #expect(desk.rows.contains { $0.contains("Answer 1:") && $0.hasSuffix("Paris") })
  }
}
