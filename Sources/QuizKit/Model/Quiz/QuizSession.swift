import QuizExchange
import QuizSupport
import Signals

/// One run of a quiz: asking the questions, confirming the answers, showing the result.
///
/// Time may run out for the whole quiz or for one question. From then on, the answers that it
/// concerns are final. Until then, an answer can be changed from the list of answers.
public final class QuizSession {
  package typealias Phase = QuizPhase
  package typealias Change = QuizChange

  /// The title, questions and rules of the quiz.
  package var setup: QuizSetup { course.setup }
  /// The questions with their answers so far.
  package var items: [QuizItem] { sheet.items }
  /// The position of the question on the screen, counted from 0.
  package var position: Int { course.position }
  /// The part of the quiz that is on the screen.
  package var phase: Phase { course.phase }
  /// Whether the quiz is paused.
  package var isPaused: Bool { course.isPaused }
  /// Whether the time of the whole quiz ran out.
  package var isTimedOut: Bool { course.isTimedOut }
  /// Whether the question was opened from the list of answers, which is shown again after it.
  package var isRevising: Bool { course.isRevising }

  /// Emits everything that happens, in order.
  package var changes: Signal<Change> { changed.signal }

  let scheduler: any TimeScheduler
  /// The questions and answers, as the record of the quiz has them.
  var sheet: AnswerSheet { course.sheet }
  /// The times of the quiz.
  var clock: QuizClock { course.clock }
  private let course: QuizCourse
  private let changed = PublishSubject<Change>()
  private let bag = DisposeBag()

  /// Starts a quiz, or resumes one from `progress`.
  ///
  /// - Precondition: `setup` has at least one question.
  package init(setup: QuizSetup, progress: QuizProgress? = nil, scheduler: any TimeScheduler) {
    precondition(!setup.items.isEmpty, "a quiz needs at least one question")
    self.scheduler = scheduler
    course = QuizCourse(setup, from: progress, scheduler: scheduler)
    clock.events.observe { [unowned self] event in
      changed.emit(course.goOn(after: event))
    }.disposed(by: bag)
    course.runClock()
  }

  /// The question on the screen.
  package var current: QuizItem { course.current }

  /// The section of that question; `nil` outside exams with sections.
  package var section: ExamRules.Section? { course.section(at: position) }

  /// Whole seconds left for the quiz, rounded up; `nil` when there is no limit.
  package var secondsLeft: Int? { countdown?.state.secondsLeft }

  /// Whole seconds left for the question on the screen, rounded up; `nil` when there is no limit.
  package var questionSecondsLeft: Int? { questionCountdown?.state.secondsLeft }

  /// The countdown of the whole quiz; `nil` when there is no limit.
  package var countdown: CountdownTimer? { clock.countdown }

  /// The countdown of the question on the screen; `nil` when there is no limit.
  package var questionCountdown: CountdownTimer? { clock.questionCountdown }

  /// The total time during which questions were on the screen, without pauses.
  package var elapsed: Duration { clock.elapsed }

  /// The state needed to resume this quiz later, in addition to the answers.
  package var progress: QuizProgress { course.progress }

  /// The sum of the points for the answers, at most one point each.
  package var points: Double { items.points }

  /// The questions whose last answer was wrong or missing, each once and in its original form. For
  /// a repeated question, the last answer counts.
  var mistakes: [QuizItem] { sheet.mistakes(among: setup.items) }

  /// Whether time ran out, for the whole quiz, for a section or for any question.
  package var anyTimeRanOut: Bool { course.anyTimeRanOut }

  /// The time to wait until the question on the screen may be asked again; `nil` when there is
  /// nothing to wait for.
  package var untilAgain: Duration? { course.untilAgain }

  /// Whether the question on the screen can be answered now.
  package var canAnswer: Bool { course.refusalToAnswer == nil }

  /// Whether the answer at `index`, counted from 0, can be changed from the list of answers. It
  /// cannot once its time has run out, or if the exam does not show the question again.
  package func canRevise(_ index: Int) -> Bool { course.refusal(toRevise: index) == nil }

  /// Whether an exam shows the question at `index`; always `true` for all other quizzes.
  func canShow(_ index: Int) -> Bool { course.refusal(toShow: index) == nil }

  // MARK: Answers

  /// Answers the question on the screen with the choice shown at `index`, counted from 0. An exam
  /// then moves on; practice shows the right answer.
  ///
  /// - Throws: ``QuizRefusal`` when there is no such choice, time is up, the right answer has been
  ///   shown, or the quiz is paused.
  package func select(_ index: Int) throws(QuizRefusal) {
    try choose([index])
  }

  /// Answers the question on the screen with the choices shown at `indices`, counted from 0.
  /// Without indices, submits the ticked choices.
  ///
  /// - Throws: ``QuizRefusal`` when there is no such choice, the question takes only one choice or
  ///   none, or nothing is ticked; otherwise as ``select(_:)`` does.
  package func choose(_ indices: [Int]) throws(QuizRefusal) {
    if try matched(indices) { return }
    give(try input().choosing(indices))
  }

  /// Answers the question on the screen with a text or a number.
  ///
  /// - Throws: ``QuizRefusal`` when the question takes choices, when the text is empty, or when the
  ///   question asks for a number and the text is not a number; otherwise as ``select(_:)`` does.
  package func answer(_ text: String) throws(QuizRefusal) {
    give(try input().typing(text))
  }

  /// Ticks or unticks the choices shown at `indices`, counted from 0. This does not answer the
  /// question yet: ``choose(_:)`` without indices submits the ticked choices.
  ///
  /// - Throws: ``QuizRefusal`` as ``choose(_:)`` does.
  package func toggle(_ indices: [Int]) throws(QuizRefusal) {
    let ticked = try input().toggling(indices)
    note { $0.ticked = ticked }
  }

  /// Changes what is not handed in yet.
  func note(_ change: (inout QuizItem) -> Void) {
    course.note(change)
    changed.emit(.ticked(position))
  }

  /// Sets how sure the player is of the answer to the question on the screen. Calling it again with
  /// the same value takes that back.
  ///
  /// - Throws: ``QuizRefusal`` when the question cannot be answered now.
  package func judge(_ certainty: Certainty) throws(QuizRefusal) {
    if let refusal = course.refusalToAnswer { throw refusal }
    course.note { $0.certainty = $0.certainty == certainty ? nil : certainty }
    changed.emit(.judged(position))
  }

  /// Marks the question on the screen, or removes its mark.
  package func flag() throws(QuizRefusal) {
    try course.requireRunning()
    course.note { $0.isFlagged.toggle() }
    changed.emit(.flagged(position))
  }

  func input() throws(QuizRefusal) -> AnswerInput {
    if let refusal = course.refusalToAnswer { throw refusal }
    return AnswerInput(to: current)
  }

  func give(_ response: Response) {
    let answered = position
    course.answer(response)
    changed.emit(.answered(answered))
  }

  /// Takes the last answer back. Its question is on the screen again with the answer that it had
  /// before. The time keeps running, and answers that were given before the quiz was resumed stay.
  ///
  /// - Throws: ``UndoRefusal/nothingToUndo``; ``QuizRefusal`` when time is up, the right answer has
  ///   been shown, or the quiz is paused.
  package func undoAnswer() throws {
    try course.requireRunning()
    guard let step = sheet.nextUndo else { throw UndoRefusal.nothingToUndo }
    if sheet[step.position].isRevealed { throw QuizRefusal.alreadyRevealed }
    try requireTime(for: step)
    course.undo()
    changed.emit(.moved)
  }

  /// Gives the answer again that was last taken back, and moves on as after any answer.
  ///
  /// - Throws: ``UndoRefusal/nothingToRedo``; ``QuizRefusal`` as ``select(_:)`` does.
  package func redoAnswer() throws {
    try course.requireRunning()
    guard let step = sheet.nextRedo else { throw UndoRefusal.nothingToRedo }
    try requireTime(for: step)
    course.redo()
    changed.emit(.answered(step.position))
  }

  private func requireTime(for step: AnswerSteps.Step) throws(QuizRefusal) {
    if let refusal = course.refusal(toShow: step.position) { throw refusal }
    if isTimedOut || sheet[step.position].isOutOfTime { throw .timeIsUp }
  }

  // MARK: Moving

  /// Moves on without changing the answer. After the last question, shows the list of answers.
  package func skip() throws(QuizRefusal) {
    try course.requireRunning()
    course.skip()
    changed.emit(phase == .asking ? .moved : .phase)
  }

  /// Moves to the previous question, or back to the list of answers if the question was opened from
  /// there.
  package func back() throws(QuizRefusal) {
    try course.requireRunning()
    if isRevising { return confirm() }
    if setup.exam?.allowsBack == false { throw .noGoingBack }
    guard position > 0 else { throw .atFirstQuestion }
    try go(to: position - 1)
  }

  /// Shows the question at `index`, counted from 0. From the list of answers, this is how to change
  /// an answer.
  ///
  /// - Throws: ``QuizRefusal`` when there is no such question, when its time has run out and the
  ///   list of answers is on the screen, when the exam does not allow going back or has closed the
  ///   section, or when the quiz is paused.
  package func go(to index: Int) throws(QuizRefusal) {
    try course.requireRunning()
    guard items.indices.contains(index) else {
      throw .noSuchQuestion(number: index + 1, count: items.count)
    }
    if let refusal = course.refusal(toShow: index) { throw refusal }
    if phase == .confirming, let refusal = course.refusal(toRevise: index) { throw refusal }
    let revises = isRevising || phase == .confirming
    course.show(index, revising: revises && setup.exam?.allowsBack != false)
    changed.emit(.moved)
  }

  /// Returns from the list of answers to the question that was on the screen.
  ///
  /// - Throws: ``QuizRefusal/timeIsUp`` when the time of that question has run out;
  ///   ``QuizRefusal/paused``.
  package func reopen() throws(QuizRefusal) {
    try course.requireRunning()
    if let refusal = course.refusal(toRevise: position) { throw refusal }
    course.show(position, revising: false)
    changed.emit(.moved)
  }

  /// Pauses the time and hides the question.
  ///
  /// - Throws: ``QuizRefusal`` when the quiz is already paused, or is an exam that cannot be
  ///   paused.
  package func pause() throws(QuizRefusal) {
    try course.requireRunning()
    if setup.exam?.allowsPause == false { throw .noPause }
    course.pause()
    changed.emit(.paused)
  }

  /// Resumes after a pause.
  package func resume() throws(QuizRefusal) {
    guard isPaused else { throw .notPaused }
    course.resume()
    changed.emit(.paused)
  }

  // MARK: The end

  /// Shows the list of answers. In practice mode, where the answers have already been shown, goes
  /// straight to the result.
  package func finish() throws(QuizRefusal) {
    try course.requireRunning()
    setup.mode == .practice ? showResult() : confirm()
  }

  private func confirm() {
    course.confirm()
    changed.emit(.phase)
  }

  /// Shows the result. Nothing can be changed afterwards.
  package func showResult() {
    course.showResult()
    changed.emit(.phase)
  }

  /// Starts again from the first question, with no answers and the full time.
  package func restart() {
    course.restart()
    changed.emit(.restarted)
  }

  /// Stops all times because the player leaves. A new session can resume from ``progress``.
  package func leave() {
    course.leave()
    changed.emit(.left)
  }
}

/// A change of a quiz, emitted when it is complete.
package enum QuizChange: Equatable, Sendable {
  /// The question at this position, counted from 0, got an answer.
  case answered(Int)
  /// Choices of the question at this position were ticked or unticked.
  case ticked(Int)
  /// The question at this position was marked or unmarked.
  case flagged(Int)
  /// The player set or took back how sure the answer to the question at this position is.
  case judged(Int)
  /// Another question is on the screen, or the same one again after the list of answers.
  case moved
  /// The quiz was paused or resumed.
  case paused
  /// A displayed number of seconds has changed.
  case time
  /// The time of the question at this position ran out.
  case questionTimedOut(Int)
  /// The time of the section at this position in the exam ran out.
  case sectionTimedOut(Int)
  /// The time of the whole quiz ran out.
  case timedOut
  /// The list of answers was opened or closed, or the quiz was finished.
  case phase
  /// All answers were cleared, and the time was reset.
  case restarted
  /// The player left the quiz, and the time has stopped.
  case left
}

/// The part of a quiz that is on the screen.
package enum QuizPhase: Sendable {
  /// A question is on the screen.
  case asking
  /// The list of answers is on the screen.
  case confirming
  /// The result is on the screen; nothing can be changed any more.
  case finished
}

/// The course of a quiz: which question is on the screen, the answers so far, and how it goes on.
///
/// Each step keeps the time for which the question was on the screen, and then lets those times run
/// that should run. What the player may not do, the course only names: ``QuizSession`` refuses it.
final class QuizCourse {
  let setup: QuizSetup
  let clock: QuizClock
  private(set) var sheet: AnswerSheet
  private(set) var position = 0
  private(set) var phase = QuizPhase.asking
  private(set) var isPaused = false
  private(set) var isTimedOut = false
  private(set) var isRevising = false
  private let scheduler: any TimeScheduler

  /// Starts at the first question, or goes on from `progress`. No time runs before ``runClock()``.
  init(_ setup: QuizSetup, from progress: QuizProgress?, scheduler: any TimeScheduler) {
    (self.setup, self.scheduler) = (setup, scheduler)
    sheet = AnswerSheet(setup, from: progress)
    clock = QuizClock(
      time: setup.time, perQuestion: setup.perQuestion, sections: setup.exam?.sectionTimes ?? [],
      scheduler: scheduler)
    guard let progress else { return }
    position = min(progress.position, sheet.items.count - 1)
    isTimedOut = progress.isTimedOut
    phase = progress.isConfirming ? .confirming : .asking
    isRevising = progress.isRevising
    if let left = progress.questionTimeLeft { sheet[position].timeLeft = left }
    clock.restore(
      elapsed: progress.elapsed, left: progress.timeLeft, sections: progress.sectionTimesLeft,
      shown: sheet.items)
  }

  /// The question on the screen.
  var current: QuizItem { sheet[position] }

  /// The state needed to resume the quiz later, in addition to the answers.
  var progress: QuizProgress {
    QuizProgress(
      position: position, isConfirming: phase == .confirming, isRevising: isRevising,
      isTimedOut: isTimedOut, elapsed: clock.elapsed, timeLeft: clock.timeLeft,
      questionTimeLeft: clock.questionTimeLeft, sectionTimesLeft: clock.sectionTimesLeft)
  }

  // MARK: What the player may do

  /// Whether time ran out, for the whole quiz, for a section or for any question.
  var anyTimeRanOut: Bool {
    isTimedOut || sheet.items.indices.contains { sheet[$0].isOutOfTime || isClosed($0) }
  }

  /// The time to wait until the question on the screen may be asked again; `nil` when there is
  /// nothing to wait for.
  var untilAgain: Duration? {
    guard phase == .asking, let repetition = current.repetition, !current.isRevealed else {
      return nil
    }
    let wait = repetition.wait(at: scheduler.now, answered: sheet.answeredCount)
    return wait > .zero ? wait : nil
  }

  /// The section of the question at `index`; `nil` outside exams with sections.
  func section(at index: Int) -> ExamRules.Section? {
    sheet[index].section.flatMap { setup.exam?.sections[$0] }
  }

  func requireRunning() throws(QuizRefusal) {
    if isPaused { throw .paused }
  }

  /// The reason why the question on the screen cannot be answered now.
  var refusalToAnswer: QuizRefusal? {
    if isPaused { return .paused }
    if current.isRevealed { return .alreadyRevealed }
    if untilAgain != nil { return .notYetAgain }
    return refusal(toRevise: position)
  }

  /// The reason why an exam does not show the question at `index`; `nil` if it shows it, and for
  /// all other quizzes.
  func refusal(toShow index: Int) -> QuizRefusal? {
    guard let exam = setup.exam else { return nil }
    if isTimedOut { return .timeIsUp }
    if isClosed(index), let section = section(at: index) { return .sectionClosed(section.name) }
    if exam.allowsBack { return nil }
    let isDone = phase == .confirming && sheet[index].response != nil
    return index != position || isDone ? .noGoingBack : nil
  }

  /// The reason why the answer at `index` cannot be changed from the list of answers.
  func refusal(toRevise index: Int) -> QuizRefusal? {
    if setup.exam != nil { return refusal(toShow: index) }
    return isTimedOut || sheet[index].isOutOfTime ? .timeIsUp : nil
  }

  /// Whether the time for the section of the question at `index` is over.
  private func isClosed(_ index: Int) -> Bool {
    sheet[index].section.map(clock.isOver) ?? false
  }

  /// The next question whose section is open.
  private var nextOpen: Int? {
    sheet.items.indices.dropFirst(position + 1).first { !isClosed($0) }
  }

  // MARK: Answers

  /// Changes what the player says of the question on the screen besides the answer.
  func note(_ change: (inout QuizItem) -> Void) { change(&sheet[position]) }

  /// Answers the question on the screen. An exam then moves on; practice shows the right answer.
  func answer(_ response: Response) {
    keepQuestionTime()
    sheet.answer(response, at: position, taken: clock.timeShown(current.place))
    moveOnOrReveal()
  }

  /// Takes the last answer back, and shows its question again.
  func undo() {
    guard let step = sheet.nextUndo else { return }
    sheet.undo()
    show(step.position, revising: isRevising || phase == .confirming)
  }

  /// Gives the answer again that was taken back last, and moves on as after any answer.
  func redo() {
    guard let step = sheet.nextRedo else { return }
    keepQuestionTime()
    (position, phase) = (step.position, .asking)
    sheet.redo(taken: clock.timeShown(current.place))
    goOn()
  }

  private func moveOnOrReveal() {
    guard setup.mode == .practice else { return goOn() }
    sheet[position].isRevealed = true
    if setup.repeatsMistakes {
      sheet.repeatMistake(at: position, now: scheduler.now, mixes: setup.order == .need)
    }
    runClock()
  }

  // MARK: Steps of the player

  /// Moves on from the question on the screen without changing its answer. A question that waits
  /// until it may be asked again is asked now instead.
  func skip() {
    keepQuestionTime()
    guard untilAgain != nil else { return goOn() }
    sheet[position].repetition?.instant = scheduler.now
    runClock()
  }

  func show(_ index: Int, revising: Bool) {
    keepQuestionTime()
    (position, phase, isRevising) = (index, .asking, revising)
    runClock()
  }

  /// Shows the list of answers.
  func confirm() {
    keepQuestionTime()
    (phase, isRevising) = (.confirming, false)
    runClock()
  }

  func showResult() {
    keepQuestionTime()
    dropUnreached()
    (phase, isRevising) = (.finished, false)
    runClock()
  }

  func pause() {
    isPaused = true
    keepQuestionTime()
    runClock()
  }

  func resume() {
    isPaused = false
    runClock()
  }

  func restart() {
    sheet.clear()
    (position, phase, isPaused, isTimedOut, isRevising) = (0, .asking, false, false, false)
    clock.reset()
    runClock()
  }

  /// Stops all times.
  func leave() {
    keepQuestionTime()
    clock.run(QuizClock.Times(questionLeft: current.timeLeft))
  }

  private func goOn() {
    if !isRevising, let next = nextOpen {
      position = next
    } else {
      phase = setup.mode == .practice ? .finished : .confirming
      isRevising = false
      if phase == .finished { dropUnreached() }
    }
    runClock()
  }

  private func dropUnreached() {
    guard setup.repeatsMistakes else { return }
    sheet.dropUnreached(onScreen: position)
    // No question is on the screen any more; the position only has to be one.
    position = 0
  }

  // MARK: Times

  /// Goes on after time has passed, and returns what changed.
  func goOn(after event: QuizClock.Event) -> QuizChange {
    switch event {
    case .tick: return .time
    case .ended:
      timeRanOut()
      return .timedOut
    case .questionEnded:
      let ended = position
      sheet[ended].timeLeft = .zero
      moveOnOrReveal()
      return .questionTimedOut(ended)
    case .sectionEnded(let section):
      sectionTimeRanOut()
      return .sectionTimedOut(section)
    case .waitEnded:
      runClock()
      return .moved
    }
  }

  private func timeRanOut() {
    keepQuestionTime()
    (isTimedOut, phase, isRevising) = (true, .confirming, false)
    runClock()
  }

  /// Closes the section on the screen, and moves on to the next open question.
  private func sectionTimeRanOut() {
    keepQuestionTime()
    if phase == .asking {
      if !isRevising, let next = nextOpen {
        position = next
      } else {
        (phase, isRevising) = (.confirming, false)
      }
    }
    runClock()
  }

  /// Starts the countdowns that should run in the current state and pauses the others. The time for
  /// the question is stopped while an answer is shown. All countdowns are stopped after the end and
  /// during a pause.
  func runClock() {
    let wait = isPaused ? nil : untilAgain
    let counts = phase != .finished && !isPaused && !isTimedOut
    let asks = phase == .asking && !current.isRevealed && wait == nil
    let isOn = counts && (asks || phase == .confirming)
    // In an exam the time also runs in the list of answers, because the player can think there as
    // well.
    clock.run(
      QuizClock.Times(
        stopwatch: setup.exam == nil ? counts && asks : isOn, quiz: isOn,
        section: isOn ? current.section : nil, question: counts && asks,
        questionLeft: current.timeLeft, shown: asks ? current.place : nil, wait: wait))
  }

  private func keepQuestionTime() {
    clock.keepShownTime()
    if let left = clock.questionTimeLeft { sheet[position].timeLeft = left }
  }
}

/// The sections of an exam and the way back, as a session knows them.
extension QuizSession {
  /// The countdown of each section that has its own time limit, by the section's position in the
  /// rules of the exam.
  package var sectionCountdowns: [Int: CountdownTimer] { clock.sectionCountdowns }

  /// Whether the player can go back from the question on the screen.
  package var canGoBack: Bool { isRevising || position > 0 && canShow(position - 1) }

  /// Whether the list of answers may show the question at `index`. If the player cannot go back,
  /// the list does not show later questions either.
  func hasShown(_ index: Int) -> Bool {
    setup.exam?.allowsBack != false || index <= position
  }
}
