import Signals

/// Measures a quiz: the time taken, and the time left for the whole quiz and for one question.
final class QuizClock {
  /// An event caused by time passing.
  enum Event {
    /// A displayed number of seconds has changed.
    case tick
    /// The time for the whole quiz ran out.
    case ended
    /// The time for the question ran out.
    case questionEnded
  }

  /// Emits events caused by time passing, and none caused by calls.
  let events: Signal<Event>
  /// The countdown of the whole quiz; `nil` when there is no limit.
  let countdown: CountdownTimer?
  /// The countdown of the question on the screen; `nil` when questions have no limit.
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
  /// The time left for the question on the screen; `nil` when its time is not running.
  var questionTimeLeft: Duration? { isQuestionTimed ? questionCountdown?.remaining : nil }

  /// Resets all times to the beginning of the quiz, not running.
  func reset() {
    stopwatch = Stopwatch(scheduler: scheduler)
    countdown?.stop()
    questionCountdown?.stop()
  }

  /// Restores the times of an unfinished quiz, not running.
  func restore(elapsed: Duration, left: Duration?) {
    stopwatch = Stopwatch(scheduler: scheduler, total: elapsed)
    if let left { countdown?.rewind(to: left) }
  }

  /// Starts or pauses each of the times.
  ///
  /// - Parameter questionLeft: The time left for the question on the screen; `nil` for its full time.
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
