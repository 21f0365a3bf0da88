import QuizKit
import QuizSupport
import TestKit
import Testing

@testable import Terminal
@testable import qa_repl

@Suite struct ExamsScreenTests {
  private static let text = """
    exam Small exam
    questions 5, time 10m, pass 60%
    section English: 60% of deck "First Steps"
    section 日本: 40% of deck はじめての一問一答
    """

  private func program(
    _ language: Language = .english, json: Bool = false, columns: Int? = nil
  ) throws -> TestProgram {
    let program = try TestProgram(
      language: language, json: json, files: TestFiles(contents: ["x.exam": Self.text]),
      columns: columns)
    program.shell.confirmer.caution = .none
    program.run("import x.exam")
    return program
  }

  @Test func `back leaves the form of an exam`() throws {
    let program = try TestProgram()
    program.run("exams", "exam new Mock", "back")
    #expect(program.shell.screen == .exams)
  }

  @Test func `an import says how many exams it brought in`() throws {
    let program = try TestProgram(files: TestFiles(contents: ["x.exam": Self.text]))
    #expect(program.run("import x.exam").contains("x.exam: 1 exam\n"))
    #expect(program.run("import x.exam").contains("x.exam: nothing new, 1 there already\n"))
    #expect(program.run("exams").contains("5 questions, 10 min, pass mark 60 %"))
  }

  @Test func `an exam is taken by its name, with or without quotes`() throws {
    let program = try program()
    for line in [
      "exam Small exam --seed 7", "exam --seed 7 \"Small exam\"", "模擬試験 Small exam --seed ７",
    ] {
      program.run("home", line)
      #expect(program.state(QuizState.self)?.count == 5)
      #expect(program.state(QuizState.self)?.remaining == 600)
    }
    let other = program.run("home", "exam Small exam --seed 8", "state")
    #expect(other != program.run("home", "exam Small exam --seed 7", "state"))
  }

  @Test func `an exam that is not there is refused with a suggestion`() throws {
    let output = try program().run("exam Smal exam")
    #expect(
      output.contains(
        "error[unknown-exam]: There is no exam “Smal exam”. Did you mean “Small exam”?"))
  }

  @Test func `an exam without enough questions says how many are missing`() throws {
    let program = try program()
    let output = program.run(
      "exam edit Small exam", "questions 60", "save", "exam Small exam")
    #expect(
      output.contains(
        "error[too-few-questions]: There are too few questions: “English” asks 36 and has 20, "
          + "16 missing; “日本” asks 24 and has 20, 4 missing."))
    #expect(program.shell.screen == .exam)
  }

  @Test func `an exam is deleted after a question, and comes back by undo`() throws {
    let program = try program()
    program.shell.confirmer.caution = .refuse
    #expect(program.run("exam delete Small exam").contains("error[confirm-required]"))
    #expect(program.run("exams", "delete 1").contains("Delete the exam “Small exam”?"))
    program.shell.confirmer.caution = .none
    program.run("exam delete Small exam")
    #expect(program.state(ExamsState.self)?.total == 0)
    #expect(program.run("undo").contains("undone: deletion of 1 exam"))
    #expect(program.state(ExamsState.self)?.total == 1)
    program.run("delete 1")
    #expect(program.run("trash").contains("exam"))
    program.run("restore 1", "exams")
    #expect(program.state(ExamsState.self)?.total == 1)
  }

  @Test func `leaving a form with unsaved text asks first`() throws {
    let program = try program()
    program.shell.confirmer.caution = .refuse
    #expect(program.run("exam new B", "questions 3", "home").contains("error[unsaved-text]"))
    #expect(program.run("exam new Small exam").contains("error[unsaved-text]"))
    program.run("cancel", "home")
    #expect(program.run("exam new Small exam").contains("error[name-taken]"))
  }

  @Test func `a chance is told with its interval, what costs most, and what studying would change`()
    throws
  {
    let program = try program()
    #expect(program.run("chance Small exam").contains("error[too-few-answers]"))
    program.run("decks", "select", "quiz --count all --practice")
    for _ in 0..<40 { program.run("1", "next") }
    program.run("home")
    let output = program.run("chance Small exam --on 2000-02-01 --per-day 5")
    #expect(output.contains("Chance of passing Small exam on 2000-02-01: "))
    #expect(output.contains("95 times of 100 from"))
    #expect(output.contains("English") && output.contains("日本"))
    #expect(output.contains("With 5 questions a day"))
    #expect(program.run("chance Small exam --per-day 5").contains("“--on DAY” says until when"))
    #expect(program.run("chance Small exam --on 1999-01-01").contains("error[past-day]"))
  }

  @Test func `where rows have no room for words the heading says what their numbers are`() throws {
    let program = try program(columns: 32)
    program.run("decks", "select", "quiz --count all --practice")
    for _ in 0..<40 { program.run("1", "next") }
    program.run("home")
    let output = program.run("chance Small exam")
    #expect(output.contains("Expected marks, share of the"))
    #expect(!output.contains("% of the loss"))
  }

  @Test func `a chance has its numbers in JSON`() throws {
    let program = try program(json: true)
    program.run("decks", "select", "quiz --count all --practice")
    for _ in 0..<40 { program.run("1", "next") }
    let output = program.run("chance Small exam --per-day 3")
    for key in [
      "\"chance\":", "\"low\":", "\"high\":", "\"answers\":40", "\"sections\":[{", "\"expected\":",
      "\"share\":", "\"plan\":{", "\"perDay\":3", "\"type\":\"report\"",
    ] { #expect(output.contains(key), "\(key) in \(output)") }
    let exact = output.matches(of: /"(chance|low|high)":0\.\d{5}/).map { String($0.output.0) }
    #expect(exact.isEmpty, "more precise than a chance can be known")
  }

  @Test(arguments: Language.allCases, [39, 79])
  func `no line is wider than the terminal`(language: Language, columns: Int) throws {
    let program = try program(language, columns: columns)
    let output =
      [
        "exams", "chance Small exam", "exam edit Small exam", "pass 200%", "time 90m", "save",
        "export s.exam --exam \"Small exam\"", "export s.html --exam \"Small exam\" --seed 7",
        "decks", "select", "quiz --count all --practice",
      ].map { program.run($0) }.joined()
      + (0..<40).map { _ in program.run("1", "next") }.joined()
      + program.run("home", "chance Small exam --on 2000-03-01 --per-day 10")
    let widest = output.split(separator: "\n").map { displayWidth(String($0)) }.max() ?? 0
    #expect(widest <= columns, "\(output)")
  }

  /// An exam of a day, or of a tenth of it.
  @Test func `a long exam that is replayed says the same to the byte`() throws {
    let hour = Thoroughness.share(of: 3600)
    func replayed() throws -> String {
      let program = try program()
      program.run("exam edit Small exam", "time \(24 * hour)s", "save")
      return program.run(
        "exam Small exam --seed 7", "1", "advance \(4 * hour)s", "2", "advance \(12 * hour)s", "3",
        "advance \(8 * hour - 60)s", "advance 120s", "result")
    }
    let first = try replayed()
    #expect(first.contains("Time ran out."))
    #expect(try replayed() == first)
  }

  @Test func `an exam has notes of its own`() throws {
    let program = try program()
    program.run("exams", "notes Small exam", "new", "title Hard", "save", "back")
    #expect(program.run("state").contains("[Small exam]"))
    #expect(program.state(NotesState.self)?.items.map(\.exam) == ["Small exam"])
    program.run("home", "notes --exam \"Small exam\"")
    #expect(program.state(NotesState.self)?.total == 1)
    program.run("home", "notes")
    #expect(program.state(NotesState.self)?.exam == nil)
  }

  @Test func `what is exported names its seed`() throws {
    let program = try program()
    #expect(
      program.run("export s.html --exam \"Small exam\" --seed 7")
        .contains("5 questions of “Small exam” written to s.html (seed 7)."))
    #expect(program.run("export s.exam").contains("error[exam-not-named]"))
    #expect(program.run("export s.gift --seed 7").contains("error[missing-argument]"))
    #expect(program.files.contents["s.html"]?.contains("seed 7") == true)
  }
}
