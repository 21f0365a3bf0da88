import Testing

@testable import QuizKit
@testable import QuizSupport
@testable import qa_repl

/// A quiz without options asks twenty questions, and the next twenty after it.
@Suite struct PlayingPartsTests {
  private func program(_ language: Language = .english, json: Bool = false) throws -> TestProgram {
    let rows = (1...45).map { "Q\($0)?,1,2,A\n" }.joined()
    let program = try TestProgram(
      language: language, json: json, samples: false,
      files: TestFiles(contents: ["many.csv": "question,a,b,answer\n" + rows]))
    program.run("import many.csv")
    return program
  }

  @Test func `it says how many of how many it asks`() throws {
    #expect(
      try program().run("quiz").contains(
        "20 of 45 questions; “quiz --count all” plays all of them."))
    #expect(
      try program(.japanese).run("quiz").contains(
        "全 45 問のうち 20 問です。quiz --count all ですべて出題します。"))
    #expect(
      try program(json: true).run("quiz").contains(#""part":{"first":1,"last":20,"total":45}"#))
  }

  @Test func `all are asked when that is said`() throws {
    let program = try program()
    #expect(!program.run("quiz --count all").contains("45 questions;"))
    #expect(program.state(QuizState.self)?.count == 45)
    program.run("home", "quiz --count すべて")
    #expect(program.state(QuizState.self)?.count == 45)
    #expect(program.run("home", "quiz --count some").contains("error[not-a-number]"))
  }

  @Test func `the result offers the next ones until there are none`() throws {
    let program = try program()
    program.run("quiz", "finish")
    #expect(program.run("result").contains("“more” plays the next 20 questions."))
    #expect(program.run("more").contains("Questions 21 to 40 of 45."))
    #expect(program.state(QuizState.self)?.question == "Q21?")
    program.run("finish")
    #expect(program.run("result").contains("“more” plays the next 5 questions."))
    program.run("more", "finish")
    #expect(!program.run("result").contains("“more”"))
    #expect(program.run("more").contains("error[nothing-more]"))
  }

  @Test func `a review asks twenty of what is due, then more, or all`() throws {
    let program = try program()
    program.run("quiz --count all", "finish", "result", "advance 24h")
    #expect(program.run("review").contains("“review --count all” plays all of them."))
    #expect(program.state(QuizState.self)?.questions == 20)
    program.run("home", "review --count all")
    #expect(program.state(QuizState.self)?.questions == 45)
  }
}
