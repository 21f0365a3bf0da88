import Testing

@testable import QuizExchange
@testable import QuizKit
@testable import QuizStore
@testable import QuizSupport

/// Tests cards, gaps, orders and pairs in a quiz.
@Suite struct PartSessionTests {
  private let test = TestWorld()

  static let card = QuestionContent(text: "Front", solution: .card(CardSolution(back: "Back")))
  static let gaps = QuestionContent(
    text: "[[1]] is [[2]].",
    solution: .gaps(
      GapsSolution([
        .typed(TextSolution(accepted: [AcceptedText("It")])),
        .picked(GapChoices(["here", "there", "b"], correct: 1)),
      ])))
  static let order = QuestionContent(
    text: "Sort", choices: ["1", "2", "3"].map { Choice($0) }, solution: .order)
  static let match = QuestionContent(
    text: "Match",
    solution: .match(MatchSolution([MatchPair("a", "1"), MatchPair("b", "2")], extra: ["3"])))

  private func start(
    _ contents: QuestionContent..., options: QuizOptions = QuizOptions()
  ) throws -> QuizSession {
    try test.add(contents)
    return try test.start(options)
  }

  private func answers() throws -> [Answer] {
    try test.world.store.fetch(FetchDescriptor<Answer>()).sorted { $0.position < $1.position }
  }

  @Test func `a card shows its back, and the learner grades it`() throws {
    let quiz = try start(Self.card, Self.card)
    #expect(!quiz.current.isBackShown)
    try quiz.showBack()
    #expect(quiz.current.isBackShown)
    try quiz.judge(.hard)
    #expect(quiz.position == 1 && !quiz.current.isBackShown)
    // The number of a grade is an answer, too.
    try quiz.choose([0])
    quiz.showResult()
    #expect(quiz.items.map(\.response) == [.recall(.hard), .recall(.again)])
    #expect(quiz.items.map(\.isCorrect) == [true, false])
    #expect(try answers().map(\.response) == [.recall(.hard), .recall(.again)])
    #expect(try answers().map { $0.guesses ?? $0.choices } == [0, 0])
  }

  @Test func `gaps are filled one by one, and all of them are the answer`() throws {
    let quiz = try start(Self.gaps, Self.card)
    try quiz.fill(0, with: " it ")
    #expect(quiz.position == 0 && quiz.current.draft == .gaps(["it", nil]))
    #expect(quiz.current.focus == 1)
    #expect(throws: QuizRefusal.noSuchGap(number: 3, count: 2)) { try quiz.fill(2, with: "x") }
    #expect(throws: QuizRefusal.notAGapChoice("x")) { try quiz.fill(1, with: "x") }
    try quiz.fill(1, with: "2")
    #expect(quiz.position == 1)
    #expect(quiz.items[0].response == .gaps(["it", "there"]) && quiz.items[0].isCorrect)
  }

  @Test(
    arguments: [
      ("HERE", "here"), ("b", "b"), ("a", "here"), ("3", "b"), ("イ", "there"), ("２", "there"),
    ])
  func `a gap with choices takes their texts, and then their numbers and letters`(
    _ text: String, _ choice: String
  ) throws {
    let quiz = try start(Self.gaps)
    try quiz.fill(1, with: text)
    #expect(quiz.current.draft == .gaps([nil, choice]))
  }

  @Test func `some gaps can be handed in, and a gap can be emptied again`() throws {
    let quiz = try start(Self.gaps, Self.card)
    #expect(throws: QuizRefusal.nothingFilled(.gaps)) { try quiz.choose([]) }
    try quiz.fill(0, with: "x")
    try quiz.fill(0, with: "")
    #expect(quiz.current.draft == nil)
    try quiz.fill(0, with: "It")
    try quiz.choose([])
    #expect(quiz.items[0].response == .gaps(["It", nil]))
    #expect(quiz.items[0].grade.points == 0)
  }

  @Test func `a whole answer puts down what was lifted`() throws {
    let quiz = try start(Self.order, Self.card)
    try quiz.lift(1)
    #expect(quiz.current.isLifted)
    try quiz.order([0, 1, 2])
    #expect(!quiz.items[0].isLifted && quiz.items[0].focus == 0)
  }

  @Test func `the right order is not the one on the screen`() throws {
    for _ in 0..<20 {
      let quiz = try start(Self.order)
      #expect(quiz.current.order != [0, 1, 2])
      let places = [0, 1, 2].map { place in quiz.current.order.firstIndex(of: place) ?? 0 }
      #expect(throws: QuizRefusal.orderIncomplete(count: 3)) { try quiz.order([0, 1]) }
      #expect(throws: QuizRefusal.orderIncomplete(count: 3)) { try quiz.order([0, 1, 1]) }
      #expect(throws: QuizRefusal.noSuchChoice(number: 4, count: 3)) { try quiz.order([0, 1, 3]) }
      try quiz.order(places)
      #expect(quiz.items[0].response == .order([0, 1, 2]) && quiz.items[0].isCorrect)
    }
  }

  @Test func `a choice that is lifted goes where the player goes`() throws {
    let quiz = try start(Self.order)
    let shown = quiz.current.order
    try quiz.lift(0)
    try quiz.focus(2)
    #expect(quiz.current.draft == .order([shown[1], shown[2], shown[0]]))
    try quiz.focus(0)
    try quiz.lift(0)
    try quiz.focus(1)
    #expect(quiz.current.shownOrder == [0, 1, 2])
  }

  @Test func `pairs are matched one by one, and all of them are the answer`() throws {
    let quiz = try start(Self.match, Self.card)
    let place = { (right: Int) in quiz.current.order.firstIndex(of: right) ?? 0 }
    #expect(throws: QuizRefusal.noSuchLine(number: 3, count: 2)) { try quiz.match([(2, 0)]) }
    #expect(throws: QuizRefusal.noSuchRight(number: 4, count: 3)) { try quiz.match([(0, 3)]) }
    try quiz.match([(0, place(2))])
    #expect(quiz.current.draft == .pairs([2, nil]))
    try quiz.match([(0, place(0)), (1, place(1))])
    #expect(quiz.position == 1 && quiz.items[0].isCorrect)
  }

  @Test func `at a terminal one line after the other is matched, and then handed in`() throws {
    let quiz = try start(Self.match, Self.card)
    try quiz.rotate()
    #expect(quiz.current.draft == .pairs([quiz.current.order[0], nil]))
    try quiz.choose([2])
    #expect(quiz.current.draft == .pairs([quiz.current.order[2], nil]) && quiz.current.focus == 1)
    try quiz.choose([1])
    #expect(quiz.position == 0)
    try quiz.choose([])
    #expect(quiz.position == 1)
  }

  @Test func `parts of the answer earn parts of the point`() throws {
    let quiz = try start(Self.gaps, Self.match, options: QuizOptions(isPartial: true))
    try quiz.fill(0, with: "It")
    try quiz.choose([])
    let place = { (right: Int) in quiz.current.order.firstIndex(of: right) ?? 0 }
    try quiz.match([(0, place(0)), (1, place(0))])
    quiz.showResult()
    #expect(quiz.items.map(\.grade.points) == [0.5, 0.5])
    #expect(quiz.items.allSatisfy { !$0.isCorrect })
    #expect(try answers().map(\.points) == [0.5, 0.5])
  }

  @Test func `what was not handed in is there after a restart`() throws {
    let quiz = try start(Self.gaps)
    try quiz.fill(0, with: "It")
    let later = TestWorld(store: test.store)
    let resumed = try later.begun { try later.quizzes.resume(number: nil) }
    #expect(resumed.current.draft == .gaps(["It", nil]))
    #expect(resumed.current.response == nil)
  }

  @Test func `an answer is taken back and given again`() throws {
    let quiz = try start(Self.card, Self.gaps)
    try quiz.judge(.good)
    try quiz.undoAnswer()
    #expect(quiz.position == 0 && quiz.current.response == nil)
    try quiz.redoAnswer()
    #expect(quiz.items[0].response == .recall(.good))
  }

  @Test func `each kind refuses the answers of others`() throws {
    let quiz = try start(Self.card, .sample("?"))
    #expect(throws: QuizRefusal.takesParts(.card)) { try quiz.answer("x") }
    #expect(throws: QuizRefusal.takesParts(.card)) { try quiz.choose([4]) }
    #expect(throws: QuizRefusal.takesParts(.card)) { try quiz.fill(0, with: "x") }
    try quiz.skip()
    for refused in [{ try quiz.showBack() }, { try quiz.judge(.good) }, { try quiz.order([0]) }] {
      #expect(throws: QuizRefusal.takesChoices(count: 4)) { try refused() }
    }
  }

  @Test func `a person practises cards, but hands them in where there is a limit`() throws {
    test.models.servePerson(byNeed: false)
    #expect(try start(Self.card).setup.mode == .practice)
    #expect(try test.start(QuizOptions(time: .seconds(60))).setup.mode == .exam)
    #expect(try test.start(QuizOptions(perQuestion: .seconds(9))).setup.mode == .exam)
  }

  @Test func `an exam asks no cards, and says so where questions are missing`() throws {
    try test.add([Self.card, Self.gaps, Self.order, Self.match])
    let blueprint = { ExamBlueprint(questions: $0, passMark: Percent(hundredths: 5000)) }
    let exam = try test.exams.add("Three", blueprint(3))
    for seed in 1...5 {
      let paper = try ExamPaper(of: exam, seed: seed, from: test.bank)
      #expect(Set(paper.items.map(\.question.content.kind)) == [.gaps, .order, .match])
    }
    let larger = try test.exams.add("Four", blueprint(4))
    let shortage = ExamRefusal.Shortage(section: "", needed: 4, available: 3, cards: 1)
    #expect(throws: ExamRefusal.tooFewQuestions([shortage])) {
      try ExamPaper(of: larger, seed: 1, from: test.bank)
    }
    // A card that is added later is known.
    try test.add([Self.card])
    #expect(try test.bank.pools(of: blueprint(3)).map(\.count) == [3])
  }

  @Test func `on paper gaps are lines, and orders and pairs are tables`() throws {
    try test.add([Self.gaps, Self.order, Self.match])
    try test.exams.add("E", ExamBlueprint(questions: 3, passMark: Percent(hundredths: 5000)))
    let wanted = ExamExport("E", seed: 7, language: .english)
    try test.examExporter.run(ExportOptions(file: "s.html", replaces: true, exam: wanted), wanted)
    let html = try #require(test.files.texts["s.html"])
    #expect(html.contains("(1) <span class=\"gap\"></span> is (2) <span class=\"gap\"></span>."))
    #expect(html.contains("<span>(2)</span><div><p>here / there / b</p></div>"))
    #expect(html.components(separatedBy: "<table class=\"parts\">").count == 3)
    #expect(html.contains("<p>1 → 2 → 3</p>"))
    #expect(html.contains("<p>(1) It</p><p>(2) there</p>"))
  }

  @Test func `a search finds backs, items, gaps and pairs`() throws {
    try test.add([Self.card, Self.gaps, Self.order, Self.match])
    #expect(Self.card.searchText.contains("back"))
    #expect(Self.gaps.searchText.contains("there"))
    #expect(Self.order.searchText.contains("3"))
    #expect(Self.match.searchText.contains("b\n2"))
  }
}
