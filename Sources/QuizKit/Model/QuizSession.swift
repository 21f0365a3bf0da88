import Signals

/// One run through some questions: asking, confirming the answers, result.
///
/// Time may run out for the whole quiz or for one question. What was not answered in time stays unanswered; an
/// answer that was given in time may still be changed from the list of answers until the result is asked for.
public final class QuizSession {
  /// Where the player is.
  public enum Phase: Sendable {
    /// A question is on the screen.
    case asking
    /// The list of answers is on the screen.
    case confirming
    /// The result is on the screen; nothing can be changed any more.
    case finished
  }

  /// What happened, said after all of it has happened.
  public enum Change: Equatable, Sendable {
    /// The question at this position, counted from 0, got an answer.
    case answered(Int)
    /// The question at this position was marked or unmarked.
    case flagged(Int)
    /// Another question is on the screen, or the answer of this one was revealed.
    case moved
    /// The quiz was halted, or goes on.
    case paused
    /// A second has passed.
    case time
    /// The time of the question at this position ran out.
    case questionTimedOut(Int)
    /// The time of the whole quiz ran out.
    case timedOut
    /// The list of answers is shown, left, or the quiz is finished.
    case phase
    /// All answers were cleared, and the time runs anew.
    case restarted
    /// The player went away; the time stands still from now on.
    case left
  }

  /// What the quiz is made of.
  public let setup: QuizSetup
  /// The questions with their answers so far.
  public private(set) var items: [QuizItem]
  /// The position of the question on the screen, counted from 0.
  public private(set) var position = 0
  /// Where the player is.
  public private(set) var phase = Phase.asking
  /// Whether the quiz is halted.
  public private(set) var isPaused = false
  /// Whether the time of the whole quiz ran out.
  public private(set) var isTimedOut = false
  /// Whether the question on the screen was opened from the list of answers, to which answering goes back.
  public private(set) var isRevising = false

  /// Everything that happens, in order.
  public var changes: Signal<Change> { changed.signal }

  private let changed = PublishSubject<Change>()
  private let clock: QuizClock

  /// Creates a quiz that begins at once.
  ///
  /// - Precondition: `setup` has at least one question.
  public init(setup: QuizSetup, progress: QuizProgress? = nil, scheduler: any TimeScheduler) {
    precondition(!setup.items.isEmpty, "a quiz needs at least one question")
    self.setup = setup
    items = setup.items
    clock = QuizClock(time: setup.time, perQuestion: setup.perQuestion, scheduler: scheduler)
    clock.onTick = { [unowned self] in changed.emit(.time) }
    clock.onEnd = { [unowned self] in timeRanOut() }
    clock.onQuestionEnd = { [unowned self] in questionTimeRanOut() }
    if let progress {
      position = min(progress.position, items.count - 1)
      isTimedOut = progress.isTimedOut
      phase = progress.isConfirming ? .confirming : .asking
      clock.restore(elapsed: progress.elapsed, left: progress.timeLeft)
    }
    runClock()
  }

  /// The question on the screen.
  public var current: QuizItem { items[position] }

  /// Whole seconds left for the quiz, rounded up; `nil` when it may take as long as it takes.
  public var secondsLeft: Int? { clock.secondsLeft }

  /// Whole seconds left for the question on the screen; `nil` when it may take as long as it takes.
  public var questionSecondsLeft: Int? {
    clock.questionSecondsLeft ?? (current.timeLeft ?? setup.perQuestion)?.secondsRoundedUp
  }

  /// The time during which questions were on the screen, without pauses.
  public var elapsed: Duration { clock.elapsed }

  /// What is needed to go on with this quiz later.
  public var progress: QuizProgress {
    QuizProgress(
      position: position, isConfirming: phase == .confirming, isTimedOut: isTimedOut,
      elapsed: clock.elapsed, timeLeft: clock.timeLeft)
  }

  /// Whether the question on the screen can be answered now.
  public var canAnswer: Bool { refusalToAnswer == nil }

  /// Whether time ran out, for the whole quiz or for any question.
  public var anyTimeRanOut: Bool {
    isTimedOut || items.contains(where: \.isOutOfTime)
  }

  /// Whether the answer at `index`, counted from 0, can be given or changed from the list of answers: always,
  /// unless it was not given in time.
  public func canRevise(_ index: Int) -> Bool {
    items[index].selected != nil || !(isTimedOut || items[index].isOutOfTime)
  }

  // MARK: Answering

  /// Answers the question on the screen with the choice shown at `index`, counted from 0, and goes on.
  ///
  /// - Throws: ``QuizRefusal`` when there is no such choice, time is up, or the quiz is halted.
  public func select(_ index: Int) throws(QuizRefusal) {
    if let refusal = refusalToAnswer { throw refusal }
    guard current.order.indices.contains(index) else {
      throw .noSuchChoice(number: index + 1, count: current.order.count)
    }
    let answered = position
    keepQuestionTime()
    items[position].selected = current.order[index]
    if setup.mode == .practice {
      items[position].isRevealed = true
      runClock()
    } else {
      goOn()
    }
    changed.emit(.answered(answered))
  }

  /// Marks the question on the screen, or takes the mark away.
  public func flag() throws(QuizRefusal) {
    try requireRunning()
    items[position].isFlagged.toggle()
    changed.emit(.flagged(position))
  }

  // MARK: Moving

  /// Goes on without changing the answer; after the last question, to the list of answers.
  public func skip() throws(QuizRefusal) {
    try requireRunning()
    keepQuestionTime()
    goOn()
    changed.emit(phase == .asking ? .moved : .phase)
  }

  /// Goes to the question before, or from a question that was opened from the list of answers back to the list.
  public func back() throws(QuizRefusal) {
    try requireRunning()
    if isRevising { return confirm() }
    guard position > 0 else { throw .atFirstQuestion }
    try go(to: position - 1)
  }

  /// Shows the question at `index`, counted from 0. From the list of answers, to change that answer.
  ///
  /// - Throws: ``QuizRefusal`` when there is no such question, or it stayed unanswered when time ran out.
  public func go(to index: Int) throws(QuizRefusal) {
    try requireRunning()
    guard items.indices.contains(index) else {
      throw .noSuchQuestion(number: index + 1, count: items.count)
    }
    if phase == .confirming {
      guard canRevise(index) else { throw .timeIsUp }
    }
    show(index, revising: isRevising || phase == .confirming)
  }

  /// Halts the time and hides the question.
  public func pause() throws(QuizRefusal) {
    try requireRunning()
    isPaused = true
    keepQuestionTime()
    runClock()
    changed.emit(.paused)
  }

  /// Goes on after a pause.
  public func resume() throws(QuizRefusal) {
    guard isPaused else { throw .notPaused }
    isPaused = false
    runClock()
    changed.emit(.paused)
  }

  /// Shows the list of answers; a practice, which has shown them already, ends.
  public func finish() throws(QuizRefusal) {
    try requireRunning()
    setup.mode == .practice ? showResult() : confirm()
  }

  /// Goes from the list of answers back to the question that was on the screen.
  ///
  /// - Throws: ``QuizRefusal/timeIsUp`` after time has run out.
  public func reopen() throws(QuizRefusal) {
    try requireRunning()
    guard canRevise(position) else { throw .timeIsUp }
    show(position, revising: isTimedOut)
  }

  // MARK: Ending

  /// Ends the quiz. Nothing can be changed afterwards.
  public func showResult() {
    keepQuestionTime()
    phase = .finished
    isRevising = false
    runClock()
    changed.emit(.phase)
  }

  /// Starts from the first question again, with no answers and the full time.
  public func restart() {
    items = items.map { $0.cleared() }
    (position, phase, isPaused, isTimedOut, isRevising) = (0, .asking, false, false, false)
    clock.reset()
    runClock()
    changed.emit(.restarted)
  }

  /// Stops the time for good, because the player goes away; another session goes on from ``progress``.
  public func leave() {
    keepQuestionTime()
    clock.run(stopwatch: false, quiz: false, question: nil)
    changed.emit(.left)
  }

  // MARK: Inside

  private var refusalToAnswer: QuizRefusal? {
    if isPaused { return .paused }
    if current.isRevealed { return .alreadyRevealed }
    if isRevising, current.selected != nil { return nil }
    return isTimedOut || current.isOutOfTime ? .timeIsUp : nil
  }

  private func requireRunning() throws(QuizRefusal) {
    if isPaused { throw .paused }
  }

  private func show(_ index: Int, revising: Bool) {
    keepQuestionTime()
    position = index
    phase = .asking
    isRevising = revising
    runClock()
    changed.emit(.moved)
  }

  private func confirm() {
    keepQuestionTime()
    phase = .confirming
    isRevising = false
    runClock()
    changed.emit(.phase)
  }

  /// Shows what comes after the question on the screen, without saying so.
  private func goOn() {
    if isRevising || position == items.count - 1 {
      phase = setup.mode == .practice ? .finished : .confirming
      isRevising = false
    } else {
      position += 1
    }
    runClock()
  }

  /// Runs the time that should run now: none after the end, while halted, or while an answer is being read.
  private func runClock() {
    let counts = phase != .finished && !isPaused && !isTimedOut
    let asks = phase == .asking && !current.isRevealed
    clock.run(
      stopwatch: counts && asks, quiz: counts && (asks || phase == .confirming),
      question: counts && asks ? current.timeLeft ?? setup.perQuestion : nil)
  }

  private func keepQuestionTime() {
    if let left = clock.questionTimeLeft { items[position].timeLeft = left }
  }

  private func timeRanOut() {
    keepQuestionTime()
    isTimedOut = true
    phase = .confirming
    isRevising = false
    runClock()
    changed.emit(.timedOut)
  }

  private func questionTimeRanOut() {
    let ended = position
    items[position].timeLeft = .zero
    if setup.mode == .practice {
      items[position].isRevealed = true
      runClock()
    } else {
      goOn()
    }
    changed.emit(.questionTimedOut(ended))
  }
}
