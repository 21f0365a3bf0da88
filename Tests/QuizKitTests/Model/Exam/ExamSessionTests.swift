import Foundation
import Signals
import Testing

@testable import QuizExchange
@testable import QuizKit
@testable import QuizStore

/// Tests taking exams: marks, sections, going back, pausing, certainty.
@Suite struct ExamSessionTests {
  private let test = TestWorld()

  init() throws {
    try test.add((1...6).map { .sample("A\($0)") }, deck: "A")
    try test.add((1...6).map { .sample("B\($0)") }, deck: "B")
  }

  private func start(
    _ blueprint: ExamBlueprint, named name: String = "Mock"
  ) throws -> QuizSession {
    let exam = try test.exams.add(name, blueprint)
    return try test.begun { try test.quizzes.start(exam, seed: 1, isFresh: false) }
  }

  /// An exam of three questions of A and two of B.
  private func blueprint(
    time: Int? = 600, times: (Int?, Int?) = (nil, nil), pass: Int = 6000,
    marks: ExamBlueprint.Marks = ExamBlueprint.Marks(), back: Bool = true, pause: Bool = false
  ) -> ExamBlueprint {
    ExamBlueprint(
      questions: 5, timeLimit: time.map { $0 * 1000 }, passMark: Percent(hundredths: pass),
      marks: marks, allowsBack: back, allowsPause: pause,
      sections: [
        .init(
          "a", .number(questions: 3), of: [.deck(name: "A")],
          timeLimit: times.0.map { $0 * 1000 }),
        .init(
          "b", .number(questions: 2), of: [.deck(name: "B")],
          timeLimit: times.1.map { $0 * 1000 }),
      ])
  }

  private func answer(_ quiz: QuizSession, right: Bool) throws {
    let correct = try #require(quiz.current.shownCorrect)
    try quiz.select(right ? correct : (correct + 1) % 4)
  }

  /// The resumed exam after the program was closed for the duration `absence` and then started
  /// again.
  private func resumed(after absence: Duration) throws -> QuizSession {
    let later = TestWorld(store: test.store)
    later.scheduler.advance(by: test.scheduler.now + absence)
    return try later.begun { try later.quizzes.resume(number: nil) }
  }

  private func outcome(of world: TestWorld? = nil) throws -> Attempt.Outcome {
    let history = (world ?? test).history
    let id = try #require(try history.identifiers().first)
    return try #require(try history.attempt(id)?.outcome)
  }

  // MARK: - Marks

  @Test func `right, wrong and unanswered questions have their marks`() throws {
    let marks = ExamBlueprint.Marks(
      right: Fraction(3), wrong: Fraction(-1, 3), unanswered: Fraction(-1))
    let quiz = try start(blueprint(marks: marks))
    try answer(quiz, right: true)
    try answer(quiz, right: true)
    for _ in 0..<2 { try answer(quiz, right: false) }
    try quiz.skip()
    quiz.showResult()
    let score = try #require(try outcome().exam)
    #expect(abs(score.points - (6 - 2.0 / 3 - 1)) < 1e-9)
    #expect(score.possible == 15)
    #expect(!score.passed)
  }

  /// The marks for each choice of a question with weights in an exam.
  private func marks(right: Fraction, wrong: Fraction) throws -> [Double] {
    try (0..<4).map { choice in
      let test = TestWorld()
      try test.add([.weighted])
      let blueprint = ExamBlueprint(
        questions: 1, passMark: Percent(hundredths: 5000),
        marks: ExamBlueprint.Marks(right: right, wrong: wrong))
      let exam = try test.exams.add("Mock", blueprint)
      let quiz = try test.begun { try test.quizzes.start(exam, seed: 1, isFresh: false) }
      try quiz.choose([try #require(quiz.current.order.firstIndex(of: choice))])
      quiz.showResult()
      return try #require(try outcome(of: test).exam).points
    }
  }

  @Test func `a choice that the author has weighed gives its part of the marks`() throws {
    #expect(try marks(right: Fraction(1), wrong: Fraction(0)) == [-1, 1, 0.5, -0.3333333])
    #expect(try marks(right: Fraction(3), wrong: Fraction(0)) == [-3, 3, 1.5, -1])
  }

  @Test func `a choice that costs less than a wrong answer counts as one`() throws {
    #expect(
      try marks(right: Fraction(1), wrong: Fraction(-1, 2)) == [-1, 1, 0.5, -0.5])
  }

  @Test func `an exam that is resumed gives choices their weights`() throws {
    try test.add([.weighted], deck: "C")
    let blueprint = ExamBlueprint(
      questions: 1, timeLimit: 600_000, passMark: Percent(hundredths: 5000), allowsPause: true,
      sections: [.init("c", .number(questions: 1), of: [.deck(name: "C")])])
    let quiz = try start(blueprint)
    try quiz.choose([try #require(quiz.current.order.firstIndex(of: 2))])
    #expect(try resumed(after: .seconds(10)).items.map(\.grade.points) == [0.5])
  }

  @Test(arguments: [(6000, true), (6001, false)])
  func `who reaches the pass mark exactly has passed`(pass: Int, passes: Bool) throws {
    let quiz = try start(blueprint(pass: pass))
    for number in 1...5 { try answer(quiz, right: number <= 3) }
    quiz.showResult()
    #expect(try outcome().exam?.passed == passes)
    #expect(ResultState(quiz).passed == passes)
  }

  @Test func `thirds that make a whole are whole, and reach a mark`() throws {
    let marks = ExamBlueprint.Marks(right: Fraction(1), wrong: Fraction(-1, 3))
    let quiz = try start(
      ExamBlueprint(questions: 12, passMark: Percent(hundredths: 6667), marks: marks))
    for number in 1...12 { try answer(quiz, right: number <= 9) }
    quiz.showResult()
    #expect(try outcome().exam == ExamScore(points: 8, possible: 12, passed: false))
  }

  @Test func `each section has its own marks`() throws {
    let quiz = try start(blueprint(times: (60, 60)))
    for number in 1...5 { try answer(quiz, right: number != 2 && number != 5) }
    quiz.showResult()
    let sections = ResultState(quiz).sections
    #expect(sections.map(\.name) == ["a", "b"])
    #expect(sections.map(\.points) == [2, 1])
    #expect(sections.map(\.possible) == [3, 2])
    #expect(sections.map(\.passed) == [true, false])
  }

  @Test func `the mistakes of an exam, played once more, belong to no section`() throws {
    let quiz = try start(blueprint())
    for number in 1...5 { try answer(quiz, right: number != 2 && number != 5) }
    quiz.showResult()
    let again = try test.begun { try test.quizzes.replay(quiz, onlyMistakes: true) }
    #expect(again.items.map(\.section) == [nil, nil])
    let whole = try test.begun { try test.quizzes.replay(quiz, onlyMistakes: false) }
    #expect(whole.items.map(\.section) == quiz.items.map(\.section))
  }

  @Test func `a part of a point is a part of the marks, where parts are given`() throws {
    let world = TestWorld()
    var content = QuestionContent.sample("Which two?")
    content.solution = .several(SeveralSolution(correct: [0, 1]))
    try world.add([content])
    for (isPartial, points) in [(true, 1.0), (false, -1.0)] {
      let exam = try world.exams.add(
        "\(isPartial)",
        ExamBlueprint(
          questions: 1, passMark: Percent(hundredths: 5000),
          marks: ExamBlueprint.Marks(right: Fraction(2), wrong: Fraction(-1))))
      let quiz = try world.begun {
        try world.quizzes.start(exam, seed: 1, isFresh: false, isPartial: isPartial)
      }
      try quiz.choose([try #require(quiz.current.order.firstIndex(of: 0))])
      quiz.showResult()
      #expect(try outcome(of: world).exam?.points == points)
      #expect(try outcome(of: world).exam?.passed == isPartial)
    }
  }

  @Test func `a result stays as it was when the exam is changed or deleted`() throws {
    let exam = try test.exams.add("Mock", blueprint(times: (60, nil)))
    let quiz = try test.begun { try test.quizzes.start(exam, seed: 1, isFresh: false) }
    try answer(quiz, right: true)
    try test.exams.change(exam, to: "Other", ExamBlueprint(questions: 1, passMark: .all))
    try test.exams.delete(["Other"])
    let later = TestWorld(store: test.store)
    let second = try later.begun { try later.quizzes.resume(number: nil) }
    #expect(second.setup.title == "Mock")
    #expect(second.setup.exam == ExamRules(blueprint(times: (60, nil))))
    #expect(second.items.map(\.section) == [0, 0, 0, 1, 1])
    for _ in 0..<4 { try answer(second, right: false) }
    second.showResult()
    #expect(try outcome(of: later).exam == ExamScore(points: 1, possible: 5, passed: false))
  }

  @Test func `the questions that were wrong are played again without the exam's rules`() throws {
    let quiz = try start(blueprint(times: (60, 60)))
    for _ in 0..<5 { try answer(quiz, right: false) }
    quiz.showResult()
    let again = try test.begun { try test.quizzes.replay(quiz, onlyMistakes: true) }
    #expect(again.setup.exam == nil && again.setup.time == nil)
    #expect(ResultState(again).passed == nil)
    let whole = try test.begun { try test.quizzes.replay(quiz, onlyMistakes: false) }
    #expect(whole.setup.exam != nil && whole.items.map(\.section) == [0, 0, 0, 1, 1])
  }

  // MARK: - Going back and pausing

  @Test func `an exam without a way back shows no question again`() throws {
    let quiz = try start(blueprint(back: false))
    try answer(quiz, right: true)
    #expect(!quiz.canGoBack)
    #expect(throws: QuizRefusal.noGoingBack) { try quiz.back() }
    #expect(throws: QuizRefusal.noGoingBack) { try quiz.go(to: 0) }
    #expect(throws: QuizRefusal.noGoingBack) { try quiz.go(to: 3) }
    #expect(throws: QuizRefusal.noGoingBack) { try quiz.undoAnswer() }
    #expect(quiz.items[0].response != nil && quiz.position == 1)
  }

  @Test func `the list of answers leads back only to the question that was on the screen`() throws {
    let quiz = try start(blueprint(back: false))
    try answer(quiz, right: true)
    try quiz.finish()
    #expect(quiz.items.indices.map(quiz.canRevise) == [false, true, false, false, false])
    #expect(throws: QuizRefusal.noGoingBack) { try quiz.go(to: 0) }
    let list = Screen(ConfirmViewModel(session: quiz)).state.items
    #expect(list.map { $0.question == "…" } == [false, false, true, true, true])
    try quiz.reopen()
    try answer(quiz, right: true)
    #expect(quiz.phase == .asking && quiz.position == 2)
    for _ in 0..<3 { try answer(quiz, right: true) }
    #expect(quiz.phase == .confirming)
    #expect(throws: QuizRefusal.noGoingBack) { try quiz.reopen() }
    #expect(throws: QuizRefusal.noGoingBack) { try quiz.undoAnswer() }
  }

  @Test func `an exam with a way back lets answers be changed until the result`() throws {
    let quiz = try start(blueprint())
    for _ in 0..<5 { try answer(quiz, right: false) }
    try quiz.go(to: 2)
    #expect(quiz.isRevising)
    try answer(quiz, right: true)
    #expect(quiz.phase == .confirming && quiz.items.count(where: \.isCorrect) == 1)
    try quiz.undoAnswer()
    #expect(quiz.items.count(where: \.isCorrect) == 0)
  }

  @Test func `when the time of the exam is over nothing can be changed`() throws {
    let quiz = try start(blueprint())
    try answer(quiz, right: true)
    test.scheduler.advance(by: .seconds(600))
    #expect(quiz.phase == .confirming && quiz.isTimedOut)
    #expect(!quiz.items.indices.contains(where: quiz.canRevise))
    #expect(throws: QuizRefusal.timeIsUp) { try quiz.go(to: 0) }
    #expect(throws: QuizRefusal.timeIsUp) { try quiz.reopen() }
    #expect(throws: QuizRefusal.timeIsUp) { try quiz.undoAnswer() }
  }

  @Test func `an exam is paused only where its plan allows it`() throws {
    let quiz = try start(blueprint())
    #expect(throws: QuizRefusal.noPause) { try quiz.pause() }
    #expect(!quiz.isPaused)
    let other = try start(blueprint(pause: true), named: "Other")
    try other.pause()
    test.scheduler.advance(by: .seconds(60))
    #expect(other.secondsLeft == 600)
  }

  @Test func `an exam cannot be started again before its result`() throws {
    let quiz = try start(blueprint())
    try answer(quiz, right: true)
    try quiz.finish()
    let screen = Screen(ConfirmViewModel(session: quiz))
    #expect(screen.state.isExam)
    screen.run(.restart)
    #expect(quiz.phase == .confirming && quiz.items[0].response != nil)
  }

  // MARK: - Sections

  @Test func `a section closes when its time is over, and the next one begins`() throws {
    let quiz = try start(blueprint(times: (60, 90)))
    try answer(quiz, right: true)
    test.scheduler.advance(by: .seconds(60))
    #expect(quiz.position == 3 && quiz.phase == .asking && quiz.section?.name == "b")
    #expect(!quiz.canGoBack)
    #expect(throws: QuizRefusal.sectionClosed("a")) { try quiz.back() }
    #expect(throws: QuizRefusal.sectionClosed("a")) { try quiz.go(to: 0) }
    #expect(throws: QuizRefusal.sectionClosed("a")) { try quiz.undoAnswer() }
    try quiz.finish()
    #expect(quiz.items.indices.map(quiz.canRevise) == [false, false, false, true, true])
    #expect(quiz.anyTimeRanOut && !quiz.isTimedOut)
  }

  @Test func `the time of a section runs while its questions or the answers are on the screen`()
    throws
  {
    let quiz = try start(blueprint(times: (60, 90)))
    test.scheduler.advance(by: .seconds(10))
    try quiz.go(to: 3)
    test.scheduler.advance(by: .seconds(20))
    try quiz.finish()
    test.scheduler.advance(by: .seconds(5))
    #expect(quiz.clock.sectionTimesLeft == [.seconds(50), .seconds(65)])
    #expect(quiz.elapsed == .seconds(35))
  }

  @Test func `after the last section comes the list of answers`() throws {
    let quiz = try start(blueprint(times: (60, 90)))
    test.scheduler.advance(by: .seconds(150))
    #expect(quiz.phase == .confirming)
    #expect(!quiz.items.indices.contains(where: quiz.canRevise))
  }

  @Test func `a section that closes behind the list of answers leaves the list there`() throws {
    let quiz = try start(blueprint(times: (60, 90)))
    try quiz.finish()
    test.scheduler.advance(by: .seconds(60))
    #expect(quiz.phase == .confirming)
    #expect(quiz.items.indices.map(quiz.canRevise) == [false, false, false, true, true])
    try quiz.go(to: 3)
    test.scheduler.advance(by: .seconds(90))
    #expect(quiz.phase == .confirming)
  }

  @Test func `who goes on from a section before a closed one comes to the open one after it`()
    throws
  {
    var plan = blueprint(times: (60, 30))
    plan.sections[0].size = .number(questions: 2)
    plan.sections.append(.init("c", .number(questions: 1), of: [.deck(name: "A")]))
    let quiz = try start(plan)
    try quiz.go(to: 2)
    test.scheduler.advance(by: .seconds(30))
    #expect(quiz.section?.name == "c")
    try quiz.go(to: 1)
    try answer(quiz, right: true)
    #expect(quiz.section?.name == "c" && quiz.position == 4)
  }

  @Test func `a section and the exam that end at one instant end the exam`() throws {
    let quiz = try start(blueprint(time: 60, times: (60, 90)))
    test.scheduler.advance(by: .seconds(60))
    #expect(quiz.phase == .confirming && quiz.isTimedOut)
  }

  @Test func `both clocks of one instant give one tick`() throws {
    let quiz = try start(blueprint(times: (60, 90)))
    let screen = Screen(QuizViewModel(session: quiz))
    test.scheduler.advance(by: .seconds(3))
    #expect(
      screen.states.dropFirst().map { [$0.remaining, $0.sectionRemaining] }
        == [[599, 59], [598, 58], [597, 57]])
    #expect(screen.states.allSatisfy { $0.timeless == screen.state.timeless })
    #expect(screen.states.first?.section == "a")
    #expect(screen.states.first?.sectionTimeLimit == 60)
  }

  // MARK: - Killed and away

  @Test func `a killed exam goes on, and its time has gone on meanwhile`() throws {
    let quiz = try start(blueprint(times: (60, 90)))
    try answer(quiz, right: true)
    test.scheduler.advance(by: .milliseconds(7300))
    let second = try resumed(after: .seconds(20))
    #expect(second.position == 1 && second.items[0].isCorrect)
    #expect(second.secondsLeft == 573)
    #expect(second.clock.sectionTimesLeft?.first == .milliseconds(32_700))
    #expect(second.elapsed == .milliseconds(27_300))
  }

  @Test(arguments: [
    (59, 0, false), (60, 3, false), (149, 3, false), (150, 3, true), (599, 3, true),
  ])
  func `sections close while nobody is there`(seconds: Int, position: Int, isOver: Bool) throws {
    _ = try start(blueprint(times: (60, 90)))
    let second = try resumed(after: .seconds(seconds))
    #expect(second.position == position)
    #expect((second.phase == .confirming) == isOver)
    #expect(!second.isTimedOut)
  }

  @Test func `who comes back after the end finds the answers, and can change none`() throws {
    let quiz = try start(blueprint())
    try answer(quiz, right: true)
    quiz.leave()
    let later = TestWorld(store: test.store)
    later.scheduler.advance(by: .seconds(3600))
    let second = try later.begun { try later.quizzes.resume(number: nil) }
    #expect(second.phase == .confirming && second.isTimedOut && second.secondsLeft == 0)
    #expect(!second.canRevise(0))
    #expect(second.elapsed == .seconds(600))
    second.showResult()
    #expect(try outcome(of: later).timedOut)
  }

  @Test func `an exam that can be paused waits for who leaves it`() throws {
    let quiz = try start(blueprint(times: (60, 90), pause: true))
    test.scheduler.advance(by: .seconds(10))
    quiz.leave()
    let second = try resumed(after: .seconds(3600))
    #expect(second.secondsLeft == 590)
    #expect(second.clock.sectionTimesLeft?.first == .seconds(50))
  }

  @Test func `a clock that was set back gives no time`() throws {
    test.scheduler.advance(by: .seconds(1000))
    _ = try start(blueprint())
    let earlier = TestWorld(store: test.store)
    let second = try earlier.begun { try earlier.quizzes.resume(number: nil) }
    #expect(second.secondsLeft == 600)
  }

  @Test func `the list of what waits says how much time there is now`() throws {
    let quiz = try start(blueprint())
    quiz.leave()
    let later = TestWorld(store: test.store)
    later.scheduler.advance(by: .seconds(200))
    #expect(try later.quizzes.waiting().map(\.remaining) == [400])
    later.scheduler.advance(by: .seconds(399))
    #expect(try later.quizzes.waiting().map(\.remaining) == [1])
    later.scheduler.advance(by: .seconds(1))
    #expect(try later.quizzes.waiting().isEmpty)
  }

  // MARK: - Time over while the player was away

  /// The stored exam after the player was away for some time.
  private func closed(after seconds: Int) throws -> (attempt: Attempt, answers: [Answer]) {
    let later = TestWorld(store: test.store)
    later.scheduler.advance(by: .seconds(seconds))
    try later.quizzes.handInExpired()
    let context = StoreContext(test.store)
    return (
      try #require(try context.fetch(FetchDescriptor<Attempt>()).first),
      try context.fetch(FetchDescriptor<Answer>())
    )
  }

  @Test func `an exam whose time ran out counts as it was left, at the moment of its end`() throws {
    let quiz = try start(blueprint())
    try answer(quiz, right: true)
    test.scheduler.advance(by: .seconds(100))
    quiz.leave()
    #expect(try closed(after: 599).attempt.outcome == nil)
    let (attempt, answers) = try closed(after: 3600)
    let outcome = try #require(attempt.outcome)
    #expect(outcome.finishedAt == Date(timeIntervalSince1970: 600))
    #expect(outcome.score == 1 && outcome.timedOut && outcome.milliseconds == 600_000)
    #expect(outcome.exam?.passed == false)
    #expect(answers.count == attempt.items.count)
    #expect(answers.count { $0.response != nil } == 1)
    let progress = try StoreContext(test.store).fetch(FetchDescriptor<AttemptProgress>())
    #expect(progress.isEmpty)
  }

  @Test func `whichever device closes it, and when, comes to the same`() throws {
    var outcomes: [Attempt.Outcome?] = []
    for seconds in [600, 86_400] {
      let other = try ExamSessionTests()
      let quiz = try other.start(other.blueprint())
      try other.answer(quiz, right: true)
      quiz.leave()
      outcomes.append(try other.closed(after: seconds).attempt.outcome)
    }
    #expect(outcomes[0] != nil && outcomes[0] == outcomes[1])
  }

  @Test func `the exam that one has just left is closed too, and the next quiz begins`() throws {
    let quiz = try start(blueprint())
    quiz.leave()
    test.scheduler.advance(by: .seconds(601))
    try test.quizzes.handInExpired()
    #expect(try test.quizzes.waiting().isEmpty)
    var failures = 0
    let handle = test.quizzes.failures.observe { _ in failures += 1 }
    _ = try start(blueprint(), named: "Other")
    #expect(failures == 0)
    handle.dispose()
    let oldest = try #require(try test.history.identifiers().last)
    let end = try test.history.attempt(oldest)?.outcome?.finishedAt
    #expect(end == Date(timeIntervalSince1970: 600))
  }

  @Test func `an exam of which all sections are over has nothing left to wait for`() throws {
    _ = try start(blueprint(time: nil, times: (60, 90)))
    #expect(try closed(after: 149).attempt.outcome == nil)
    let outcome = try #require(try closed(after: 151).attempt.outcome)
    #expect(outcome.finishedAt == Date(timeIntervalSince1970: 150))
  }

  @Test func `a number of the list means the same quiz when the time of another has run out`()
    throws
  {
    try test.start(QuizOptions(deck: "B")).leave()
    try start(blueprint()).leave()
    #expect(try test.quizzes.waiting().map(\.title) == ["Mock", "B"])
    test.scheduler.advance(by: .seconds(700))
    #expect(try test.begun { try test.quizzes.resume(number: 2) }.setup.title == "B")
    #expect(try test.quizzes.waiting().map(\.number) == [2])
  }

  @Test
  func
    `the one quiz that waits goes on without being asked for when the time of another has run out`()
    throws
  {
    try test.start(QuizOptions(deck: "B")).leave()
    try start(blueprint()).leave()
    test.scheduler.advance(by: .seconds(700))
    #expect(try test.begun { try test.quizzes.resume(number: nil) }.setup.title == "B")
  }

  @Test func `who may only read sees no exam waiting that is over, and is told of no failure`()
    throws
  {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "exams-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    func open(_ access: StoreAccess) throws -> TestWorld {
      let path = folder.appending(path: "bank.journal").path
      let configuration = try #require(StoreConfiguration(specification: path, access: access))
      return TestWorld(store: try configuration.makeStore(schema: QuestionBank.schema))
    }
    let writer = try open(.writing)
    try writer.add((1...5).map { .sample("A\($0)") }, deck: "A")
    let exam = try writer.exams.add(
      "Mock", ExamBlueprint(questions: 5, timeLimit: 600_000, passMark: Percent(hundredths: 6000)))
    try writer.begun { try writer.quizzes.start(exam, seed: 1, isFresh: false) }.leave()
    try writer.store.close()
    let reader = try open(.reading)
    var failures = 0
    let handle = reader.quizzes.failures.observe { _ in failures += 1 }
    reader.scheduler.advance(by: .seconds(601))
    try reader.quizzes.handInExpired()
    #expect(try reader.quizzes.waiting().isEmpty)
    #expect(failures == 0)
    handle.dispose()
  }

  @Test func `what can be paused, and what is no exam, waits for ever`() throws {
    try start(blueprint(pause: true)).leave()
    try test.start(QuizOptions(time: .seconds(5))).leave()
    let later = TestWorld(store: test.store)
    later.scheduler.advance(by: .seconds(86_400))
    try later.quizzes.handInExpired()
    #expect(try later.quizzes.waiting().count == 2)
  }

  // MARK: - Certainty

  @Test func `how sure an answer is stays with it`() throws {
    let quiz = try start(blueprint())
    try quiz.judge(.sure)
    try answer(quiz, right: false)
    try quiz.judge(.guess)
    try answer(quiz, right: true)
    try quiz.judge(.guess)
    try quiz.judge(.sure)
    try quiz.judge(.sure)
    let second = try resumed(after: .zero)
    #expect(second.items.map(\.certainty) == [.sure, .guess, nil, nil, nil])
    second.showResult()
    #expect(ResultState(second).items.map(\.certainty) == [.sure, .guess, nil, nil, nil])
    #expect(throws: QuizRefusal.timeIsUp) {
      let other = try start(blueprint(), named: "Other")
      test.scheduler.advance(by: .seconds(600))
      try other.judge(.sure)
    }
  }

  // MARK: - Backups

  @Test func `a backup whose sections are not those of its exam is refused`() throws {
    let quiz = try start(blueprint())
    var attempt = Attempt(quiz.setup, startedAt: Date(timeIntervalSince1970: 0))
    #expect(attempt.isPlausible)
    attempt.items[0].section = 2
    #expect(!attempt.isPlausible)
    attempt.items = []
    attempt.exam = ExamRules(blueprint(times: (0, nil)))
    #expect(!attempt.isPlausible)
  }

  @Test func `a backup with a result out of no marks is refused`() throws {
    let quiz = try start(blueprint())
    var attempt = Attempt(quiz.setup, startedAt: Date(timeIntervalSince1970: 0))
    attempt.outcome = Attempt.Outcome(
      finishedAt: attempt.startedAt, score: 0, milliseconds: 1, timedOut: false,
      exam: ExamScore(points: 0, possible: 1, passed: false))
    #expect(attempt.isPlausible)
    attempt.outcome?.exam?.possible = 0
    #expect(!attempt.isPlausible)
  }

  @Test func `a backup has all that an attempt keeps of its exam`() throws {
    let quiz = try start(blueprint(times: (60, 90)))
    try quiz.judge(.sure)
    try answer(quiz, right: true)
    test.scheduler.advance(by: .seconds(5))
    quiz.leave()
    let context = StoreContext(test.store)
    let attempt = try #require(try context.fetch(FetchDescriptor<Attempt>()).first)
    let progress = try #require(try context.fetch(FetchDescriptor<AttemptProgress>()).first)
    #expect(progress.sectionTimesLeft == [55_000, 90_000])
    #expect(progress.runningSince == Date(timeIntervalSince1970: 5))
    try test.exporter.run(ExportOptions(file: "all.json", isBackup: true))
    let other = TestWorld(files: test.files.texts)
    try other.importer.run(ImportOptions(files: ["all.json"]))
    let there = StoreContext(other.store)
    let read = try #require(try there.fetch(FetchDescriptor<Attempt>()).first)
    #expect(read.exam == attempt.exam && read.items.map(\.section) == attempt.items.map(\.section))
    let readProgress = try #require(try there.fetch(FetchDescriptor<AttemptProgress>()).first)
    #expect(readProgress.sectionTimesLeft == progress.sectionTimesLeft)
    #expect(readProgress.runningSince == progress.runningSince)
    #expect(try there.fetch(FetchDescriptor<Answer>()).map(\.certainty) == [.sure])
    try other.importer.run(ImportOptions(files: ["all.json"]))
    #expect(try there.count(FetchDescriptor<Attempt>()) == 1)
  }
}
