import Signals

/// Measures the time of a quiz: the time taken, and the time left for the whole quiz, for each
/// section of an exam and for one question.
final class QuizClock {
  /// An event caused by time passing.
  enum Event {
    /// A displayed number of seconds has changed.
    case tick
    /// The time for the whole quiz ran out.
    case ended
    /// The time for the question ran out.
    case questionEnded
    /// The time for the section at this position ran out.
    case sectionEnded(Int)
  }

  /// Emits the events that the passing of time causes. Calls do not cause events.
  let events: Signal<Event>
  /// The countdown of the whole quiz; `nil` when there is no limit.
  let countdown: CountdownTimer?
  /// The countdown of the question on the screen; `nil` when questions have no limit.
  let questionCountdown: CountdownTimer?
  /// The countdowns of the sections with their own time limits, by position.
  let sectionCountdowns: [Int: CountdownTimer]

  private let scheduler: any TimeScheduler
  private var stopwatch: Stopwatch
  private var isQuestionTimed = false
  private let sectionCount: Int

  /// - Parameter sections: The time limit of each section; `nil` for a section without a limit.
  init(
    time: Duration?, perQuestion: Duration?, sections: [Duration?] = [],
    scheduler: any TimeScheduler
  ) {
    self.scheduler = scheduler
    stopwatch = Stopwatch(scheduler: scheduler)
    let countdown = time.map { CountdownTimer(length: $0, scheduler: scheduler) }
    let questionCountdown = perQuestion.map { CountdownTimer(length: $0, scheduler: scheduler) }
    (self.countdown, self.questionCountdown) = (countdown, questionCountdown)
    sectionCountdowns = Dictionary(
      uniqueKeysWithValues: sections.enumerated().compactMap { position, time in
        time.map { (position, CountdownTimer(length: $0, scheduler: scheduler)) }
      })
    sectionCount = sections.count
    events = .merge(
      [
        countdown?.events(atEnd: .ended), questionCountdown?.events(atEnd: .questionEnded),
      ].compactMap(\.self)
        + sectionCountdowns.sorted { $0.key < $1.key }
        .map { $0.value.events(atEnd: .sectionEnded($0.key)) })
  }

  var elapsed: Duration { stopwatch.elapsed }
  var timeLeft: Duration? { countdown?.remaining }
  /// The time left for the question on the screen; `nil` when its time is not running.
  var questionTimeLeft: Duration? { isQuestionTimed ? questionCountdown?.remaining : nil }

  /// The time left for each section, zero for sections without a limit; `nil` when no section has a
  /// limit.
  var sectionTimesLeft: [Duration]? {
    guard !sectionCountdowns.isEmpty else { return nil }
    return (0..<sectionCount).map { sectionCountdowns[$0]?.remaining ?? .zero }
  }

  /// Whether the time of the section at this position ran out.
  func isOver(_ section: Int) -> Bool { sectionCountdowns[section]?.remaining == .zero }

  /// Resets all times to the beginning of the quiz, not running.
  func reset() {
    stopwatch = Stopwatch(scheduler: scheduler)
    countdown?.stop()
    questionCountdown?.stop()
    for countdown in sectionCountdowns.values { countdown.stop() }
  }

  /// Restores the times of an unfinished quiz, not running.
  func restore(elapsed: Duration, left: Duration?, sections: [Duration]? = nil) {
    stopwatch = Stopwatch(scheduler: scheduler, total: elapsed)
    if let left { countdown?.rewind(to: left) }
    for (position, left) in (sections ?? []).enumerated() {
      sectionCountdowns[position]?.rewind(to: left)
    }
  }

  /// Starts or pauses each of the countdowns.
  ///
  /// - Parameters:
  ///   - section: The only section whose time runs; `nil` for none.
  ///   - questionLeft: The time left for the question on the screen; `nil` for its full time.
  func run(
    stopwatch runs: Bool, quiz: Bool, section: Int? = nil, question: Bool,
    questionLeft: Duration?
  ) {
    runs ? stopwatch.start() : stopwatch.pause()
    quiz ? countdown?.start() : countdown?.pause()
    for (position, countdown) in sectionCountdowns {
      position == section ? countdown.start() : countdown.pause()
    }
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
