import Signals

/// The times of a quiz: how long it has taken, what is left of the whole, and what is left for one question.
final class QuizClock {
  /// What time does by itself.
  enum Event {
    /// A shown number of seconds has changed.
    case tick
    /// The time of the whole quiz has run out.
    case ended
    /// The time of the question has run out.
    case questionEnded
  }

  /// What time does by itself, but not what it does when it is told to.
  let events: Signal<Event>
  /// The countdown of the whole quiz; `nil` when it may take as long as it takes.
  let countdown: CountdownTimer?
  /// The countdown of the question on the screen; `nil` when each may take as long as it takes.
  let questionCountdown: CountdownTimer?

  private let scheduler: any TimeScheduler
  private var stopwatch: Stopwatch
  private var isQuestionTimed = false

  init(time: Duration?, perQuestion: Duration?, scheduler: any TimeScheduler) {
    self.scheduler = scheduler
    stopwatch = Stopwatch(scheduler: scheduler)
    let countdown = time.map { CountdownTimer(length: $0, scheduler: scheduler) }
    let questionCountdown = perQuestion.map { CountdownTimer(length: $0, scheduler: scheduler) }
    (self.countdown, self.questionCountdown) = (countdown, questionCountdown)
    events = .merge(
      [
        countdown?.events(atEnd: .ended), questionCountdown?.events(atEnd: .questionEnded),
      ].compactMap(\.self))
  }

  var elapsed: Duration { stopwatch.elapsed }
  var timeLeft: Duration? { countdown?.remaining }
  /// What is left for the question on the screen; `nil` when its time does not run.
  var questionTimeLeft: Duration? { isQuestionTimed ? questionCountdown?.remaining : nil }

  /// Everything as at the beginning, halted.
  func reset() {
    stopwatch = Stopwatch(scheduler: scheduler)
    countdown?.stop()
    questionCountdown?.stop()
  }

  /// Everything as it was when a quiz was left, halted.
  func restore(elapsed: Duration, left: Duration?) {
    stopwatch = Stopwatch(scheduler: scheduler, total: elapsed)
    if let left { countdown?.rewind(to: left) }
  }

  /// Runs or halts each of the times.
  ///
  /// - Parameter questionLeft: What is left for the question on the screen; `nil` for all of its time.
  func run(stopwatch runs: Bool, quiz: Bool, question: Bool, questionLeft: Duration?) {
    runs ? stopwatch.start() : stopwatch.pause()
    quiz ? countdown?.start() : countdown?.pause()
    guard let questionCountdown else { return }
    questionCountdown.rewind(to: questionLeft ?? questionCountdown.length)
    isQuestionTimed = question && questionCountdown.state.phase != .ended
    if isQuestionTimed { questionCountdown.start() }
  }
}

extension CountdownTimer {
  fileprivate func events(atEnd end: QuizClock.Event) -> Signal<QuizClock.Event> {
    ticks.map { [unowned self] in state.phase == .ended ? end : .tick }
  }
}
