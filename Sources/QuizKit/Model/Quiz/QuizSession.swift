import QuizExchange
import QuizSupport
import Signals

/// One run of a quiz: which question is on the screen, the answers so far, and how it goes on.
///
/// Each step keeps the time for which the question was on the screen, and then lets those times run
/// that should run. Time may run out for the whole quiz or for one question. From then on, the
/// answers that it concerns are final. Until then, an answer can be changed from the list of
/// answers.
public final class QuizSession {
  package typealias Phase = QuizPhase
  package typealias Change = QuizChange

  /// The title, questions and rules of the quiz.
  package let setup: QuizSetup
  /// The position of the question on the screen, counted from 0.
  package private(set) var position = 0
  /// The part of the quiz that is on the screen.
  package private(set) var phase = Phase.asking
  /// Whether the quiz is paused.
  package private(set) var isPaused = false
  /// Whether the time of the whole quiz ran out.
  package private(set) var isTimedOut = false
  /// Whether the question was opened from the list of answers, which is shown again after it.
  package private(set) var isRevising = false

  /// Emits everything that happens, in order.
  package var changes: Signal<Change> { changed.signal }

  let scheduler: any TimeScheduler
  /// The questions and answers, as the record of the quiz has them.
  private(set) var sheet: AnswerSheet
  /// The times of the quiz.
  let clock: QuizClock
  private let changed = PublishSubject<Change>()
  private let bag = DisposeBag()

  /// Starts a quiz, or resumes one from `progress`.
  ///
  /// - Precondition: `setup` has at least one question.
  package init(setup: QuizSetup, progress: QuizProgress? = nil, scheduler: any TimeScheduler) {
    precondition(!setup.items.isEmpty, "a quiz needs at least one question")
    (self.setup, self.scheduler) = (setup, scheduler)
    sheet = AnswerSheet(setup, from: progress)
    clock = QuizClock(
      time: setup.time, perQuestion: setup.perQuestion, sections: setup.exam?.sectionTimes ?? [],
      scheduler: scheduler)
    if let progress { restore(progress) }
    clock.events.observe { [unowned self] event in
      changed.emit(goOn(after: event))
    }.disposed(by: bag)
    runClock()
  }

  private func restore(_ progress: QuizProgress) {
    position = min(progress.position, items.count - 1)
    isTimedOut = progress.isTimedOut
    phase = progress.isConfirming ? .confirming : .asking
    isRevising = progress.isRevising
    if let left = progress.questionTimeLeft { current.timeLeft = left }
    clock.restore(
      elapsed: progress.elapsed, left: progress.timeLeft, sections: progress.sectionTimesLeft,
      shown: items)
  }

  /// The questions with their answers so far.
  package var items: [QuizItem] { sheet.items }

  /// The question on the screen.
  package private(set) var current: QuizItem {
    get { sheet[position] }
    set { sheet[position] = newValue }
  }

  /// The section of that question; `nil` outside exams with sections.
  package var section: ExamRules.Section? { section(at: position) }

  private func section(at index: Int) -> ExamRules.Section? {
    sheet[index].section.flatMap { setup.exam?.sections[$0] }
  }

  /// The state needed to resume this quiz later, in addition to the answers.
  package var progress: QuizProgress {
    QuizProgress(
      position: position, isConfirming: phase == .confirming, isRevising: isRevising,
      isTimedOut: isTimedOut, elapsed: elapsed, timeLeft: clock.timeLeft,
      questionTimeLeft: clock.questionTimeLeft, sectionTimesLeft: clock.sectionTimesLeft)
  }

  /// The sum of the points for the answers, at most one point each.
  package var points: Double { items.points }

  /// The questions whose last answer was wrong or missing, each once and in its original form. For
  /// a repeated question, the last answer counts.
  var mistakes: [QuizItem] { sheet.mistakes(among: setup.items) }

  // MARK: Times

  /// The countdown of the whole quiz; `nil` when there is no limit.
  package var countdown: CountdownTimer? { clock.countdown }

  /// The countdown of the question on the screen; `nil` when there is no limit.
  package var questionCountdown: CountdownTimer? { clock.questionCountdown }

  /// The countdown of each section that has its own time limit, by the section's position in the
  /// rules of the exam.
  package var sectionCountdowns: [Int: CountdownTimer] { clock.sectionCountdowns }

  /// Whole seconds left for the quiz, rounded up; `nil` when there is no limit.
  package var secondsLeft: Int? { countdown?.state.secondsLeft }

  /// Whole seconds left for the question on the screen, rounded up; `nil` when there is no limit.
  package var questionSecondsLeft: Int? { questionCountdown?.state.secondsLeft }

  /// The total time during which questions were on the screen, without pauses.
  package var elapsed: Duration { clock.elapsed }

  /// Whether time ran out, for the whole quiz, for a section or for any question.
  package var anyTimeRanOut: Bool {
    isTimedOut || items.indices.contains { sheet[$0].isOutOfTime || isClosed($0) }
  }

  /// The time to wait until the question on the screen may be asked again; `nil` when there is
  /// nothing to wait for.
  package var untilAgain: Duration? {
    guard phase == .asking, let repetition = current.repetition, !current.isRevealed else {
      return nil
    }
    let wait = repetition.wait(at: scheduler.now, answered: sheet.answeredCount)
    return wait > .zero ? wait : nil
  }

  // MARK: What the player may do

  /// Whether the question on the screen can be answered now.
  package var canAnswer: Bool { refusalToAnswer == nil }

  /// Whether the answer at `index`, counted from 0, can be changed from the list of answers. It
  /// cannot once its time has run out, or if the exam does not show the question again.
  package func canRevise(_ index: Int) -> Bool { refusal(toRevise: index) == nil }

  /// Whether the player can go back from the question on the screen.
  package var canGoBack: Bool {
    isRevising || position > 0 && refusal(toShow: position - 1) == nil
  }

  /// Whether the list of answers may show the question at `index`. If the player cannot go back,
  /// the list does not show later questions either.
  func hasShown(_ index: Int) -> Bool {
    setup.exam?.allowsBack != false || index <= position
  }

  private func requireRunning() throws(QuizRefusal) {
    if isPaused { throw .paused }
  }

  /// The reason why the question on the screen cannot be answered now.
  private var refusalToAnswer: QuizRefusal? {
    if isPaused { return .paused }
    if current.isRevealed { return .alreadyRevealed }
    if untilAgain != nil { return .notYetAgain }
    return refusal(toRevise: position)
  }

  /// The reason why an exam does not show the question at `index`; `nil` if it shows it, and for
  /// all other quizzes.
  private func refusal(toShow index: Int) -> QuizRefusal? {
    guard let exam = setup.exam else { return nil }
    if isTimedOut { return .timeIsUp }
    if isClosed(index), let section = section(at: index) { return .sectionClosed(section.name) }
    if exam.allowsBack { return nil }
    let isDone = phase == .confirming && sheet[index].response != nil
    return index != position || isDone ? .noGoingBack : nil
  }

  /// The reason why the answer at `index` cannot be changed from the list of answers.
  private func refusal(toRevise index: Int) -> QuizRefusal? {
    if setup.exam != nil { return refusal(toShow: index) }
    return isTimedOut || sheet[index].isOutOfTime ? .timeIsUp : nil
  }

  /// Whether the time for the section of the question at `index` is over.
  private func isClosed(_ index: Int) -> Bool {
    sheet[index].section.map(clock.isOver) ?? false
  }

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
    change(&current)
    changed.emit(.ticked(position))
  }

  /// Sets how sure the player is of the answer to the question on the screen. Calling it again with
  /// the same value takes that back.
  ///
  /// - Throws: ``QuizRefusal`` when the question cannot be answered now.
  package func judge(_ certainty: Certainty) throws(QuizRefusal) {
    if let refusal = refusalToAnswer { throw refusal }
    current.certainty = current.certainty == certainty ? nil : certainty
    changed.emit(.judged(position))
  }

  /// Marks the question on the screen, or removes its mark.
  package func flag() throws(QuizRefusal) {
    try requireRunning()
    current.isFlagged.toggle()
    changed.emit(.flagged(position))
  }

  /// What makes an answer to the question on the screen, if it can be answered now.
  func input() throws(QuizRefusal) -> AnswerInput {
    if let refusal = refusalToAnswer { throw refusal }
    return AnswerInput(to: current)
  }

  /// Answers the question on the screen. An exam then moves on; practice shows the right answer.
  func give(_ response: Response) {
    let answered = position
    keepQuestionTime()
    sheet.answer(response, at: answered, taken: clock.timeShown(current.place))
    moveOnOrReveal()
    changed.emit(.answered(answered))
  }

  /// Takes the last answer back. Its question is on the screen again with the answer that it had
  /// before. The time keeps running, and answers that were given before the quiz was resumed stay.
  ///
  /// - Throws: ``UndoRefusal/nothingToUndo``; ``QuizRefusal`` when time is up, the right answer has
  ///   been shown, or the quiz is paused.
  package func undoAnswer() throws {
    try requireRunning()
    guard let answered = sheet.nextUndo else { throw UndoRefusal.nothingToUndo }
    if sheet[answered].isRevealed { throw QuizRefusal.alreadyRevealed }
    try requireTime(for: answered)
    sheet.undo()
    show(answered, revising: isRevising || phase == .confirming)
  }

  /// Gives the answer again that was last taken back, and moves on as after any answer.
  ///
  /// - Throws: ``UndoRefusal/nothingToRedo``; ``QuizRefusal`` as ``select(_:)`` does.
  package func redoAnswer() throws {
    try requireRunning()
    guard let answered = sheet.nextRedo else { throw UndoRefusal.nothingToRedo }
    try requireTime(for: answered)
    keepQuestionTime()
    (position, phase) = (answered, .asking)
    sheet.redo(taken: clock.timeShown(current.place))
    goOn()
    changed.emit(.answered(answered))
  }

  private func requireTime(for index: Int) throws(QuizRefusal) {
    if let refusal = refusal(toShow: index) { throw refusal }
    if isTimedOut || sheet[index].isOutOfTime { throw .timeIsUp }
  }

  private func moveOnOrReveal() {
    guard setup.mode == .practice else { return goOn() }
    current.isRevealed = true
    if setup.repeatsMistakes {
      sheet.repeatMistake(at: position, now: scheduler.now, mixes: setup.order == .need)
    }
    runClock()
  }

  // MARK: Moving

  /// Moves on without changing the answer. After the last question, shows the list of answers. A
  /// question that waits until it may be asked again is asked now instead.
  package func skip() throws(QuizRefusal) {
    try requireRunning()
    keepQuestionTime()
    if untilAgain != nil {
      current.repetition?.instant = scheduler.now
      runClock()
    } else {
      goOn()
    }
    changed.emit(phase == .asking ? .moved : .phase)
  }

  /// Moves to the previous question, or back to the list of answers if the question was opened from
  /// there.
  package func back() throws(QuizRefusal) {
    try requireRunning()
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
    try requireRunning()
    guard items.indices.contains(index) else {
      throw .noSuchQuestion(number: index + 1, count: items.count)
    }
    if let refusal = refusal(toShow: index) { throw refusal }
    if phase == .confirming, let refusal = refusal(toRevise: index) { throw refusal }
    let revises = isRevising || phase == .confirming
    show(index, revising: revises && setup.exam?.allowsBack != false)
  }

  /// Returns from the list of answers to the question that was on the screen.
  ///
  /// - Throws: ``QuizRefusal/timeIsUp`` when the time of that question has run out;
  ///   ``QuizRefusal/paused``.
  package func reopen() throws(QuizRefusal) {
    try requireRunning()
    if let refusal = refusal(toRevise: position) { throw refusal }
    show(position, revising: false)
  }

  private func show(_ index: Int, revising: Bool) {
    keepQuestionTime()
    position = index
    phase = .asking
    isRevising = revising
    runClock()
    changed.emit(.moved)
  }

  /// Shows the next question that is open, or what comes after the last one.
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

  /// The next question whose section is open.
  private var nextOpen: Int? {
    items.indices.dropFirst(position + 1).first { !isClosed($0) }
  }

  /// Pauses the time and hides the question.
  ///
  /// - Throws: ``QuizRefusal`` when the quiz is already paused, or is an exam that cannot be
  ///   paused.
  package func pause() throws(QuizRefusal) {
    try requireRunning()
    if setup.exam?.allowsPause == false { throw .noPause }
    isPaused = true
    keepQuestionTime()
    runClock()
    changed.emit(.paused)
  }

  /// Resumes after a pause.
  package func resume() throws(QuizRefusal) {
    guard isPaused else { throw .notPaused }
    isPaused = false
    runClock()
    changed.emit(.paused)
  }

  // MARK: The end

  /// Shows the list of answers. In practice mode, where the answers have already been shown, goes
  /// straight to the result.
  package func finish() throws(QuizRefusal) {
    try requireRunning()
    setup.mode == .practice ? showResult() : confirm()
  }

  private func confirm() {
    keepQuestionTime()
    (phase, isRevising) = (.confirming, false)
    runClock()
    changed.emit(.phase)
  }

  /// Shows the result. Nothing can be changed afterwards.
  package func showResult() {
    keepQuestionTime()
    dropUnreached()
    (phase, isRevising) = (.finished, false)
    runClock()
    changed.emit(.phase)
  }

  private func dropUnreached() {
    guard setup.repeatsMistakes else { return }
    sheet.dropUnreached(onScreen: position)
    // No question is on the screen any more; the position only has to be one.
    position = 0
  }

  /// Starts again from the first question, with no answers and the full time.
  package func restart() {
    sheet.clear()
    position = 0
    phase = .asking
    isPaused = false
    isTimedOut = false
    isRevising = false
    clock.reset()
    runClock()
    changed.emit(.restarted)
  }

  /// Stops all times because the player leaves. A new session can resume from ``progress``.
  package func leave() {
    keepQuestionTime()
    clock.run(QuizClock.Times(questionLeft: current.timeLeft))
    changed.emit(.left)
  }

  // MARK: How time goes on

  /// Goes on after time has passed, and returns what changed.
  private func goOn(after event: QuizClock.Event) -> QuizChange {
    switch event {
    case .tick: return .time
    case .ended:
      timeRanOut()
      return .timedOut
    case .questionEnded:
      let ended = position
      current.timeLeft = .zero
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
    isTimedOut = true
    phase = .confirming
    isRevising = false
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
  private func runClock() {
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
    if let left = clock.questionTimeLeft { current.timeLeft = left }
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
