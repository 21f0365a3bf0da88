import Signals

/// The times of a quiz: how long it has taken, what is left of the whole, and what is left for one question.
final class QuizClock {
  /// Called when a shown number of seconds has changed.
  var onTick: () -> Void = {}
  /// Called when the time of the whole quiz has run out.
  var onEnd: () -> Void = {}
  /// Called when the time of the question has run out.
  var onQuestionEnd: () -> Void = {}

  private let scheduler: any TimeScheduler
  private let time: Duration?
  private var stopwatch: Stopwatch
  private var countdown: CountdownTimer?
  private var questionCountdown: CountdownTimer?
  private var countdownHandle: Disposable?
  private var questionHandle: Disposable?
  private let perQuestion: Duration?

  init(time: Duration?, perQuestion: Duration?, scheduler: any TimeScheduler) {
    self.time = time
    self.perQuestion = perQuestion
    self.scheduler = scheduler
    stopwatch = Stopwatch(scheduler: scheduler)
    reset()
  }

  var elapsed: Duration { stopwatch.elapsed }
  var timeLeft: Duration? { countdown?.remaining }
  var questionTimeLeft: Duration? { questionCountdown?.remaining }
  var secondsLeft: Int? { countdown?.state.secondsLeft }
  var questionSecondsLeft: Int? { questionCountdown?.state.secondsLeft }

  /// Everything as at the beginning, halted.
  func reset() {
    restore(elapsed: .zero, left: nil)
  }

  /// Everything as it was when a quiz was left, halted.
  func restore(elapsed: Duration, left: Duration?) {
    stopwatch = Stopwatch(scheduler: scheduler, total: elapsed)
    questionCountdown = nil
    questionHandle = nil
    countdown = time.map { CountdownTimer(length: $0, left: left, scheduler: scheduler) }
    countdownHandle = countdown.map { watch($0) { [unowned self] in onEnd() } }
  }

  /// Runs or halts each of the times.
  ///
  /// - Parameter question: what is left for the question on the screen; `nil` when its time does not run.
  func run(stopwatch runs: Bool, quiz: Bool, question: Duration?) {
    runs ? stopwatch.start() : stopwatch.pause()
    quiz ? countdown?.start() : countdown?.pause()
    questionCountdown?.pause()
    questionHandle = nil
    guard let question, let perQuestion, question > .zero else {
      questionCountdown = nil
      return
    }
    let countdown = CountdownTimer(length: perQuestion, left: question, scheduler: scheduler)
    questionCountdown = countdown
    questionHandle = watch(countdown) { [unowned self] in onQuestionEnd() }
    countdown.start()
  }

  /// Passes on a countdown's ticks and its end, but not what it does when it is told to.
  private func watch(_ countdown: CountdownTimer, atEnd: @escaping () -> Void) -> Disposable {
    var shown = countdown.state.secondsLeft
    return countdown.$state.observe { [unowned self] state in
      guard state.secondsLeft != shown else { return }
      shown = state.secondsLeft
      state.phase == .ended ? atEnd() : onTick()
    }
  }
}
