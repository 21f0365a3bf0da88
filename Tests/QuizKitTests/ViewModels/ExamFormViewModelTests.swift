import Testing

@testable import QuizExchange
@testable import QuizKit
@testable import QuizSupport

@Suite struct ExamFormViewModelTests {
  private let test = TestWorld()

  private func form(_ subject: ExamSubject = .new("Final")) -> Screen<
    ExamFormCommand, ExamFormState
  > {
    Screen(ExamFormViewModel(book: test.exams, bank: test.bank, subject: subject))
  }

  @Test func `an exam is written field by field and saved`() throws {
    let screen = form()
    #expect(!screen.state.unsaved)
    screen.run(
      .write(.questions("１0")), .write(.time("1h")), .write(.passMark("72.5 %")),
      .write(.marks("1 -1/3")), .write(.back("no")), .write(.pause("はい")),
      .write(.addSection("A: 60% of tag a")), .write(.addSection("B: 40%")))
    #expect(screen.state.unsaved)
    screen.run(.save)
    #expect(screen.refusals.isEmpty)
    #expect(screen.state.message?.code == "saved")
    #expect(!screen.state.unsaved && screen.state.saved)
    let blueprint = try test.exams.exam(named: "Final").blueprint
    #expect(
      ExamWriter.text("Final", blueprint) == """
        exam Final
        questions 10, time 60m, pass 72.5%
        marks +1, -1/3, 0
        back no, pause yes
        section A: 60% of tag a
        section B: 40%

        """)
  }

  @Test func `a section of what is not in the bank is written, and it is said`() throws {
    try test.add([.sample("Q")], deck: "Security")
    let screen = form()
    screen.run(.write(.addSection("A: 50% of deck \"Securty\"")))
    #expect(screen.state.message?.code == "unknown-deck")
    #expect(screen.state.message?.text(in: .english).contains("“Security”") == true)
    #expect(screen.state.sectionTexts.count == 1 && screen.refusals.isEmpty)
    screen.run(.write(.section(1, "A: 50% of deck \"Security\"")))
    #expect(screen.state.message == nil)
    screen.run(.write(.addSection("B: 50% of tag b")))
    #expect(screen.state.message?.code == "unknown-tag")
    screen.run(.write(.section(2, "B: 50% of tag c")))
    #expect(screen.state.message?.text(in: .english).contains("“c”") == true)
    screen.run(.write(.section(2, "")))
    #expect(screen.state.message == nil)
  }

  @Test func `a text that is no field changes nothing and says why`() {
    let screen = form()
    screen.run(.write(.questions("5")))
    let before = screen.state
    screen.run(
      .write(.questions("many")), .write(.time("soon")), .write(.passMark("200%")),
      .write(.marks("0")), .write(.back("perhaps")), .write(.addSection("A")),
      .write(.section(1, "A: 5%")), .write(.removeSection(3)))
    #expect(
      screen.codes == [
        "not-a-number", "not-a-duration", "not-a-share", "marks-out-of-order", "not-yes-or-no",
        "not-a-section", "no-such-section", "no-such-section",
      ])
    #expect(screen.state == before)
  }

  @Test func `what is missing prevents saving and stays on the screen`() throws {
    let screen = form()
    screen.run(.save, .write(.questions("5")), .save)
    #expect(screen.codes == ["no-count", "no-pass-mark"])
    #expect(screen.state.message?.code == "no-pass-mark")
    #expect(try test.exams.exams().isEmpty)
  }

  @Test func `sections are changed, removed and not named twice`() {
    let screen = form()
    screen.run(
      .write(.addSection("A: 2")), .write(.addSection("B: 3")), .write(.addSection("")),
      .write(.section(2, "A: 4")), .write(.section(2, "C: 4 of deck \"D\"")),
      .write(.section(1, "A: 5")))
    #expect(screen.codes == ["section-twice"])
    #expect(screen.state.sectionTexts == ["A: 5", "C: 4 of deck D"])
    screen.run(.write(.section(1, " ")), .write(.addSection("E: 1")), .write(.removeSection(1)))
    #expect(screen.state.sectionTexts == ["E: 1"])
  }

  @Test func `an exam of the bank is changed, or left as it was`() throws {
    let exam = try test.exams.add("Old", ExamBookTests.blueprint())
    let screen = form(.known(exam))
    #expect(screen.state.saved && !screen.state.unsaved)
    screen.run(.write(.name("New")), .cancel)
    #expect(screen.state.name == "Old")
    screen.run(.write(.name("New")), .save, .write(.questions("9")), .save)
    #expect(screen.refusals.isEmpty)
    #expect(try test.exams.exam(named: "New").blueprint.questions == 9)
    #expect(try test.exams.exams().count == 1)
  }

  @Test func `an exam that was changed elsewhere is not overwritten`() throws {
    let exam = try test.exams.add("Old", ExamBookTests.blueprint())
    let screen = form(.known(exam))
    try test.exams.change(exam, to: "Old", ExamBookTests.blueprint(8))
    screen.run(.write(.questions("9")), .save)
    #expect(screen.refusals.count == 1)
    #expect(screen.state.unsaved)
    #expect(try test.exams.exam(named: "Old").blueprint.questions == 8)
  }
}

@Suite struct ExamsViewModelTests {
  private let test = TestWorld()

  @Test func `the list follows every save, in the order of the names`() throws {
    let screen = Screen(try ExamsViewModel(book: test.exams))
    #expect(screen.state.total == 0)
    try test.exams.add("B", ExamBookTests.blueprint(3, time: 90_500))
    try test.exams.add("A", ExamBookTests.blueprint(2))
    #expect(screen.state.items.map(\.name) == ["A", "B"])
    #expect(screen.state.items.map(\.timeLimit) == [nil, 91])
    #expect(screen.state.items[1].sections == [.init(name: "All", questions: 3)])
  }

  @Test func `exams are deleted by name and by number`() throws {
    for name in ["A", "B", "C", "D", "2"] { try test.exams.add(name, ExamBookTests.blueprint()) }
    let screen = Screen(try ExamsViewModel(book: test.exams))
    #expect(screen.state.items.map(\.name) == ["2", "A", "B", "C", "D"])
    // An exam with that name has priority over a number.
    screen.run(.delete(["2", "C"]))
    #expect(screen.state.items.map(\.name) == ["A", "B", "D"])
    #expect(screen.state.message?.code == "deleted")
    screen.run(.delete(["1-2"]))
    #expect(screen.state.items.map(\.name) == ["D"])
    screen.run(.delete(["7"]), .delete(["Z"]))
    #expect(screen.codes == ["no-such-line", "unknown-exam"])
  }

  @Test func `a long list has pages and windows`() throws {
    for number in 10..<40 { try test.exams.add("E\(number)", ExamBookTests.blueprint()) }
    let screen = Screen(try ExamsViewModel(book: test.exams))
    #expect(screen.state.items.count == 20)
    screen.run(.move(.nextPage))
    #expect(screen.state.items.map(\.number) == Array(21...30))
    screen.run(.move(.nextPage))
    #expect(screen.codes == ["last-page"])
    screen.run(.move(.show(ListWindow(first: 5, count: 3))))
    #expect(screen.state.items.map(\.number) == [6, 7, 8])
  }
}
