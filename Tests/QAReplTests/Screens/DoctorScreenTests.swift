import QuizKit
import Testing

@testable import qa_repl

@Suite struct DoctorScreenTests {
  private let program: TestProgram

  init() throws {
    program = try TestProgram(samples: false)
    program.run(
      "register", "question Which is a bird?", "choice 1 owl", "choice 2 cod", "choice 3 bat",
      "choice 4 bee", "correct 1",
      "commentary Owls fly.", "register", "home")
  }

  @Test func `a question is listed with the reason and opened by its number`() {
    program.run(
      "register", "question Which?", "choice 1 red", "choice 2 blue", "choice 3 green",
      "choice 4 any two of the above", "correct 1",
      "commentary Two.", "register", "home")
    let said = program.run("doctor")
    #expect(said.contains("1 thing to check in 2 questions"), "\(said)")
    #expect(
      said.contains(
        "  2. Which?\n     “any two of the above” refers to the other choices, which are shuffled\n"
      ), "\(said)")
    #expect(program.run("go 2").contains("Which?"))
    #expect(program.run("back", "go 3").contains("error[no-such-question]"))
  }

  @Test func `a bank without faults says so`() {
    #expect(program.run("doctor").contains("Nothing to check in 1 question."))
    #expect(program.run("doctor --deck Nowhere").contains("error[unknown-deck]"))
  }

  @Test func `json has number, kind, reason and the others`() throws {
    let program = try TestProgram(json: true, samples: false)
    for _ in 1...2 {
      program.run(
        "register", "question Which is a bird?", "choice 1 owl", "choice 2 cod", "choice 3 bat",
        "choice 4 bee", "correct 1",
        "commentary Owls fly.", "register", "home")
    }
    let said = program.run("doctor")
    #expect(
      said.contains(
        #""items":[{"file":null,"id":1,"kind":"equal-questions","line":null,"number":1,"others":[2],"question":"Which is a bird?","#
          + #""reason":"the same as question 2"}]"#), "\(said)")
  }
}
