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
  public internal(set) var items: [QuizItem]
  /// The position of the question on the screen, counted from 0.
  public internal(set) var position = 0
  /// Where the player is.
  public internal(set) var phase = Phase.asking
  /// Whether the quiz is halted.
  public internal(set) var isPaused = false
  /// Whether the time of the whole quiz ran out.
  public internal(set) var isTimedOut = false
  /// Whether the question on the screen was opened from the list of answers, to which answering goes back.
  public internal(set) var isRevising = false

  /// Everything that happens, in order.
  public var changes: Signal<Change> { changed.signal }

  let changed = PublishSubject<Change>()
  let clock: QuizClock
  let scheduler: any TimeScheduler
  private let bag = DisposeBag()

  /// Creates a quiz that begins at once.
  ///
  /// - Precondition: `setup` has at least one question.
  public init(setup: QuizSetup, progress: QuizProgress? = nil, scheduler: any TimeScheduler) {
    precondition(!setup.items.isEmpty, "a quiz needs at least one question")
    self.setup = setup
    items = setup.items
    self.scheduler = scheduler
    clock = QuizClock(time: setup.time, perQuestion: setup.perQuestion, scheduler: scheduler)
    clock.events.observe { [unowned self] event in
      switch event {
      case .tick: changed.emit(.time)
      case .ended: timeRanOut()
      case .questionEnded: questionTimeRanOut()
      }
    }.disposed(by: bag)
    if let progress {
      position = min(progress.position, items.count - 1)
      isTimedOut = progress.isTimedOut
      phase = progress.isConfirming ? .confirming : .asking
      isRevising = progress.isRevising
      if let left = progress.questionTimeLeft { items[position].timeLeft = left }
      clock.restore(elapsed: progress.elapsed, left: progress.timeLeft)
    }
    runClock()
  }

  /// The question on the screen.
  public var current: QuizItem { items[position] }

  /// Whole seconds left for the quiz, rounded up; `nil` when it may take as long as it takes.
  public var secondsLeft: Int? { countdown?.state.secondsLeft }

  /// Whole seconds left for the question on the screen; `nil` when it may take as long as it takes.
  public var questionSecondsLeft: Int? { questionCountdown?.state.secondsLeft }

  /// The countdown of the whole quiz; `nil` when it may take as long as it takes.
  public var countdown: CountdownTimer? { clock.countdown }

  /// The countdown of the question on the screen; `nil` when it may take as long as it takes.
  public var questionCountdown: CountdownTimer? { clock.questionCountdown }

  /// The time during which questions were on the screen, without pauses.
  public var elapsed: Duration { clock.elapsed }

  /// What is needed to go on with this quiz later.
  public var progress: QuizProgress {
    QuizProgress(
      position: position, isConfirming: phase == .confirming, isRevising: isRevising,
      isTimedOut: isTimedOut, elapsed: clock.elapsed, timeLeft: clock.timeLeft,
      questionTimeLeft: clock.questionTimeLeft)
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

  /// Runs the time that should run now: none after the end, while halted, or while an answer is being read.
  func runClock() {
    let counts = phase != .finished && !isPaused && !isTimedOut
    let asks = phase == .asking && !current.isRevealed
    clock.run(
      stopwatch: counts && asks, quiz: counts && (asks || phase == .confirming),
      question: counts && asks, questionLeft: current.timeLeft)
  }

  func keepQuestionTime() {
    if let left = clock.questionTimeLeft { items[position].timeLeft = left }
  }
}
