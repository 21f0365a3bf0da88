import QuizExchange
import QuizKit
import QuizStore
import QuizSupport
import Testing

@testable import qa_repl

/// Scripts that go on after a line that failed, while a form is open.
@Suite struct KeptGoingFormsTests {
  private let store = FaultyStore()
  private let program: TestProgram

  init() throws {
    program = try TestProgram(samples: false, store: store)
    for text in ["first", "second"] {
      program.run(
        "register --deck A", "question \(text)", "choice 1 a", "choice 2 b", "remove-choice 4",
        "remove-choice 3", "correct 1", "commentary c", "register", "home")
    }
  }

  /// Runs a script, each command with its number, and returns the lines and codes of the failures.
  /// Saves fail at the commands with the numbers in `refused`.
  private func run(_ lines: [String], refused: Int = 0, keepsGoing: Bool = true) -> [String] {
    _ = (program.results.take(), program.diagnostics.take())
    var number = 0
    let runner = ScriptRunner(
      shell: program.shell, keepsGoing: keepsGoing, echoes: false,
      settle: { [store] in
        number += 1
        store.refusesSaves = number == refused
      })
    runner.run(lines.enumerated().map { .command($1, number: $0 + 1) })
    store.refusesSaves = false
    return program.diagnostics.take().split(separator: "\n").map { line in
      let place = line.split(separator: ":").dropFirst().first ?? ""
      let code = line.split(separator: "[").dropFirst().first?.prefix { $0 != "]" } ?? ""
      return "\(place) \(code)"
    }
  }

  /// The texts of the questions in the bank, in its order.
  private var questions: [String] {
    get throws {
      try program.shell.models.world.store.fetch().map { (q: Question) in q.content.text }
    }
  }

  @Test func `a save that fails keeps the form with its text, and a later line corrects it`() throws
  {
    #expect(
      run(["manage", "edit", "question ", "choice 1 x", "save", "question one", "save"]) == [
        "5 empty-question"
      ])
    #expect(try questions == ["one", "second"])
    #expect(try stored("one").choices.map(\.text) == ["x", "b"])
    #expect(
      run(["manage", "edit", "question 1", "save", "save"], refused: 4) == ["4 save-failed"])
    #expect(try questions == ["1", "second"])
  }

  @Test func `a new question that cannot be registered is corrected as well`() throws {
    let lines = ["question one", "choice 1 a", "choice 2 a", "remove-choice 4", "remove-choice 3"]
    #expect(
      run(
        ["register"] + lines + [
          "register", "choice 2 b", "register", "correct 2", "commentary c", "register",
        ]) == ["7 equal-choices", "9 no-correct-choice"])
    #expect(try questions == ["first", "second", "one"])
    #expect(try stored("one").choices.map(\.text) == ["a", "b"])
  }

  @Test func `a question without a text gets its text, and is not taken for the next one`() throws {
    let lines = ["choice 1 a", "choice 2 b", "remove-choice 4", "remove-choice 3", "correct 1"]
    #expect(
      run(["register"] + lines + ["commentary c", "register", "question one", "register"])
        == ["8 empty-question"])
    #expect(try questions == ["first", "second", "one"])
  }

  @Test func `a note without a text is corrected`() throws {
    #expect(run(["notes", "new", "save", "title one", "save"]) == ["3 empty-note"])
    let notes: [StudyNote] = try program.shell.models.world.store.fetch()
    #expect(notes.map(\.title) == ["one"])
  }

  @Test func `an exam that cannot be saved is corrected`() throws {
    #expect(
      run(["exam new E", "questions 2", "save", "pass 50%", "save"]) == ["3 no-pass-mark"])
    #expect(try program.shell.models.exams.exam(named: "E").blueprint.questions == 2)
  }

  @Test func `a correction that fails closes the form, because what it should say is missing`()
    throws
  {
    let failed = run(
      ["manage", "edit", "question ", "save", "choice 9 x", "question one", "save"])
    #expect(
      failed == [
        "4 empty-question", "5 no-such-choice", "5 discarded", "6 form-not-open", "7 form-not-open",
      ])
    #expect(try questions == ["first", "second"])
  }

  @Test func `help and state leave a form whose saving failed open`() throws {
    let failed = run(
      ["manage", "edit", "question ", "save", "help", "state", "question one", "save"])
    #expect(failed == ["4 empty-question"])
    #expect(try questions == ["one", "second"])
  }

  @Test func `a form whose saving failed is cancelled without a failure`() throws {
    let failed = run(
      ["manage", "edit", "question ", "save", "cancel", ">>", "edit", "question two", "save"])
    #expect(failed == ["4 empty-question"])
    #expect(try questions == ["first", "two"])
  }

  @Test func `a form whose saving failed is discarded before anything else is done`() throws {
    #expect(
      run(["manage", "edit", "question ", "save", "home"]) == ["4 empty-question", "5 discarded"])
    #expect(program.shell.screen == .start)
    #expect(try questions == ["first", "second"])
  }

  private func stored(_ text: String) throws -> QuestionContent {
    let questions: [Question] = try program.shell.models.world.store.fetch()
    return try #require(questions.first { $0.content.text == text }).content
  }

  @Test func `after a failed save later lines edit the question they are meant for`() throws {
    let failed = run(
      [
        "manage", "edit", "question one", "save", ">>", "edit", "question two", "save",
      ], refused: 4)
    #expect(failed == ["4 save-failed", "5 discarded"])
    #expect(try questions == ["first", "two"])
  }

  @Test func `lines that belong to a form which was not opened are refused and say why`() throws {
    let failed = run(
      ["manage", "edit", "question one", "choice 9 x", "question one more", "save", "go 2", "save"])
    #expect(
      failed == [
        "4 no-such-choice", "4 discarded", "5 form-not-open", "6 form-not-open", "8 form-not-open",
      ])
    #expect(try questions == ["first", "second"])
    #expect(run(["edit", "question two", "save"]).isEmpty)
    #expect(try questions == ["first", "two"])
  }

  @Test(arguments: [Language.english, .japanese])
  func `the refusal names the line that failed`(language: Language) {
    let error = FormNotOpen(failed: Place(file: "s", line: 3))
    #expect(error.text(in: language).contains("s:3"))
  }

  @Test func `a mistyped command closes the form too`() throws {
    let failed = run([
      "manage", "edit", "question one", "svae", ">>", "edit", "question two", "save",
    ])
    #expect(failed == ["4 unknown-command", "4 discarded"])
    #expect(try questions == ["first", "two"])
  }

  @Test func `cancel after a failure is no failure`() throws {
    let failed = run(
      ["manage", "edit", "nonsense", "cancel", "edit", "question one", "save"])
    #expect(failed == ["3 unknown-command"])
    #expect(try questions == ["one", "second"])
  }

  @Test func `a question that cannot be registered leaves nothing in the next one`() throws {
    let first = [
      "question one", "choice 1 a", "choice 2 a", "choice 3 c", "choice 4 d", "add-choice e",
    ]
    let second = [
      "question two", "choice 1 a", "choice 2 b", "choice 3 c", "choice 4 d", "correct 2",
      "commentary c", "register",
    ]
    let failed = run(["register"] + first + ["register"] + second)
    #expect(failed == ["8 equal-choices", "9 discarded"])
    #expect(try questions == ["first", "second", "two"])
    let last = try program.shell.models.world.store.fetch(FetchDescriptor<Question>()).last
    #expect(last?.content.choices.count == 4)
  }

  @Test func `a line that fails within a new question takes the question with it, up to its end`()
    throws
  {
    let rest = ["choice 1 a", "choice 2 b", "remove-choice 4", "remove-choice 3", "correct 1"]
    let failed = run(
      ["register", "qestion one"] + rest + ["commentary c", "register", "question two"] + rest
        + ["commentary c", "register"])
    #expect(failed.first == "2 unknown-command")
    #expect(failed.dropFirst() == (3...9).map { "\($0) form-not-open" }[...])
    #expect(try questions == ["first", "second", "two"])
  }

  @Test func `a note that was not opened or begun is not written into the one that was open`()
    throws
  {
    let failed = run(
      [
        "notes --deck A", "new", "title one", "save", "new --deck None", "title two", "save",
        "open 7",
        "body two", "save", "new", "title three", "save",
      ])
    #expect(
      failed == [
        "5 unknown-deck", "6 form-not-open", "7 form-not-open", "8 no-such-line", "9 form-not-open",
        "10 form-not-open",
      ])
    let notes: [StudyNote] = try program.shell.models.world.store.fetch()
    #expect(notes.map(\.title) == ["one", "three"])
  }

  /// Runs the lines. Another program saves before the command that is marked with a number.
  private func runContested(_ lines: [String]) throws -> [String] {
    program.run("manage", "edit", "question mine")
    let other = StoreContext(store)
    var question = try #require(try other.fetch(FetchDescriptor<Question>()).first)
    question.content.text = "theirs"
    try other.update(question)
    try other.save()
    return run(lines)
  }

  @Test func `a contested form may still be saved over what somebody else has saved`() throws {
    #expect(
      try runContested(["save", "overwrite", "edit", "question two", "save"]) == ["1 conflict"])
    #expect(try questions == ["two", "second"])
  }

  @Test func `a contested form is closed before anything else is done`() throws {
    let failed = try runContested(["save", "question x", ">>", "edit", "question two", "save"])
    #expect(failed == ["1 conflict", "3 discarded"])
    #expect(try questions == ["theirs", "two"])
  }

  @Test func `where a script stops at a failure the form stays as it was`() throws {
    let failed = run(["manage", "edit", "question one", "nonsense"], keepsGoing: false)
    #expect(failed == ["4 unknown-command"])
    #expect(program.state(ManageState.self)?.fields.question == "one")
  }

  @Test func `a person who goes on after a script is not held to it`() {
    _ = run(["manage", "nonsense"])
    #expect(program.run("edit", "question x").contains("x"))
    #expect(program.run("nonsense", "question y").contains("Question 1: y"))
  }

  @Test func `a save that failed names the line of its command`() throws {
    let program = try TestProgram(json: true, samples: false, store: store)
    store.refusesSaves = true
    program.shell.run(line: "decks", at: Place(file: "s", line: 1))
    program.shell.run(line: "new B", at: Place(file: "s", line: 2))
    let line = try #require(program.results.text.split(separator: "\n").last)
    #expect(line.contains(#""file":"s","line":2,"#), "\(line)")
    #expect(line.contains(#""text":"Not saved: bank.json: "#), "\(line)")
    #expect(program.diagnostics.text.hasPrefix("s:2: error[save-failed]: Not saved: bank.json: "))
  }

  @Test func `an error in another file names the line of the command as well`() throws {
    let program = try TestProgram(json: true, samples: false)
    program.shell.run(line: "import none.csv", at: Place(file: "s", line: 2))
    let line = try #require(program.results.text.split(separator: "\n").last)
    #expect(
      line.contains(#""commandPlace":{"file":"s","line":2},"file":"none.csv","line":null"#),
      "\(line)")
  }
}
