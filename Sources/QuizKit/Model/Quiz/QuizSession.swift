import Signals

/// One run of a quiz: asking the questions, confirming the answers, showing the result.
///
/// Time may run out for the whole quiz or for one question. From then on, the answers that it
/// concerns are final. Until then, an answer can be changed from the list of answers.
public final class QuizSession {
  /// The part of the quiz that is on the screen.
  package enum Phase: Sendable {
    /// A question is on the screen.
    case asking
    /// The list of answers is on the screen.
    case confirming
    /// The result is on the screen; nothing can be changed any more.
    case finished
  }

  /// A change of the session, emitted when it is complete.
  package enum Change: Equatable, Sendable {
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

  /// The title, questions and rules of the quiz.
  package let setup: QuizSetup
  /// The questions with their answers so far.
  package internal(set) var items: [QuizItem]
  /// The position of the question on the screen, counted from 0.
  package internal(set) var position = 0
  /// The part of the quiz that is on the screen.
  package internal(set) var phase = Phase.asking
  /// Whether the quiz is paused.
  package internal(set) var isPaused = false
  /// Whether the time of the whole quiz ran out.
  package internal(set) var isTimedOut = false
  /// Whether the question on the screen was opened from the list of answers. After answering it,
  /// the list is shown again.
  package internal(set) var isRevising = false

  /// Emits everything that happens, in order.
  package var changes: Signal<Change> { changed.signal }

  /// The answers given since the quiz was started or resumed.
  var answers = AnswerSteps()
  let changed = PublishSubject<Change>()
  let clock: QuizClock
  let scheduler: any TimeScheduler
  /// How long each question was on the screen, by its place.
  var shownTimes: [Int: Duration] = [:]
  /// The question on the screen, and the time on the stopwatch when it appeared.
  var visit: (place: Int, began: Duration)?
  var endOfWait: Disposable?
  /// The lowest place that a repeated question may get. It takes account of deleted questions,
  /// which keep their places.
  var leastNewPlace: Int
  /// The value of ``leastNewPlace`` after a restart.
  let leastPlaceAfterRestart: Int
  private let bag = DisposeBag()

  /// Starts a quiz, or resumes one from `progress`.
  ///
  /// - Precondition: `setup` has at least one question.
  package init(setup: QuizSetup, progress: QuizProgress? = nil, scheduler: any TimeScheduler) {
    precondition(!setup.items.isEmpty, "a quiz needs at least one question")
    self.setup = setup
    leastNewPlace = progress?.recordedCount ?? 0
    leastPlaceAfterRestart = progress?.recordedFirstCount ?? 0
    items = setup.items
    for index in items.indices { items[index].grading = setup.grading }
    if progress == nil { for index in items.indices { items[index].place = index } }
    self.scheduler = scheduler
    clock = QuizClock(
      time: setup.time, perQuestion: setup.perQuestion, sections: setup.exam?.sectionTimes ?? [],
      scheduler: scheduler)
    clock.events.observe { [unowned self] event in
      switch event {
      case .tick: changed.emit(.time)
      case .ended: timeRanOut()
      case .questionEnded: questionTimeRanOut()
      case .sectionEnded(let section): sectionTimeRanOut(section)
      }
    }.disposed(by: bag)
    if let progress {
      position = min(progress.position, items.count - 1)
      isTimedOut = progress.isTimedOut
      phase = progress.isConfirming ? .confirming : .asking
      isRevising = progress.isRevising
      for item in items { shownTimes[item.place] = item.taken }
      if let left = progress.questionTimeLeft { items[position].timeLeft = left }
      clock.restore(
        elapsed: progress.elapsed, left: progress.timeLeft, sections: progress.sectionTimesLeft)
    }
    runClock()
  }

  /// The question on the screen.
  package var current: QuizItem { items[position] }

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
  package var progress: QuizProgress {
    QuizProgress(
      position: position, isConfirming: phase == .confirming, isRevising: isRevising,
      isTimedOut: isTimedOut, elapsed: clock.elapsed, timeLeft: clock.timeLeft,
      questionTimeLeft: clock.questionTimeLeft, sectionTimesLeft: clock.sectionTimesLeft)
  }

  /// Whether the question on the screen can be answered now.
  package var canAnswer: Bool { refusalToAnswer == nil }

  /// The sum of the points for the answers, at most one point each.
  package var points: Double { items.points }

  /// Whether time ran out, for the whole quiz, for a section or for any question.
  package var anyTimeRanOut: Bool {
    isTimedOut || items.indices.contains { items[$0].isOutOfTime || isClosed($0) }
  }

  /// Whether the answer at `index`, counted from 0, can be changed from the list of answers. It
  /// cannot once its time has run out, or if the exam does not show the question again.
  package func canRevise(_ index: Int) -> Bool {
    if setup.exam != nil { return examRefusal(toShow: index) == nil }
    return !(isTimedOut || items[index].isOutOfTime)
  }

  /// Starts the countdowns that should run in the current state and pauses the others. The time for
  /// the question is stopped while an answer is shown. All countdowns are stopped after the end and
  /// during a pause.
  func runClock() {
    let wait = isPaused ? nil : untilAgain
    endOfWait = nil
    if let wait {
      endOfWait = scheduler.after(wait) { [unowned self] in
        runClock()
        changed.emit(.moved)
      }
    }
    let counts = phase != .finished && !isPaused && !isTimedOut
    let asks = phase == .asking && !current.isRevealed && wait == nil
    let isOn = counts && (asks || phase == .confirming)
    // In an exam the time also runs in the list of answers, because the player can think there as
    // well.
    clock.run(
      stopwatch: setup.exam == nil ? counts && asks : isOn, quiz: isOn,
      section: isOn ? current.section : nil, question: counts && asks,
      questionLeft: current.timeLeft)
    visit = asks ? (current.place, clock.elapsed) : nil
  }

  /// Adds the time since the question appeared to the time for which it was on the screen.
  func keepShownTime() {
    guard let visit else { return }
    shownTimes[visit.place, default: .zero] += clock.elapsed - visit.began
    self.visit = (visit.place, clock.elapsed)
  }

  func keepQuestionTime() {
    keepShownTime()
    if let left = clock.questionTimeLeft { items[position].timeLeft = left }
  }
}
