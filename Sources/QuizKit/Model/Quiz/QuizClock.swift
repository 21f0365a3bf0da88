import Signals

/// Measures the time of a quiz: the time taken, and the time left for the whole quiz, for each
/// section of an exam and for one question. Also measures how long each question was on the screen.
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
    /// The wait until a question may be asked again is over.
    case waitEnded
  }

  /// The times that run.
  struct Times {
    /// Whether the time taken for the quiz runs.
    var stopwatch = false
    /// Whether the time left for the quiz runs.
    var quiz = false
    /// The only section whose time runs; `nil` for none.
    var section: Int?
    /// Whether the time left for the question on the screen runs.
    var question = false
    /// The time left for the question on the screen; `nil` for its full time.
    var questionLeft: Duration?
    /// The place of the question that the player sees; `nil` for none.
    var shown: Int?
    /// The time until the question on the screen may be asked again; `nil` for no wait.
    var wait: Duration?
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
  /// How long each question was on the screen, by its place.
  private var shownTimes: [Int: Duration] = [:]
  /// The question on the screen, and the time on the stopwatch when it appeared.
  private var visit: (place: Int, began: Duration)?
  private var endOfWait: Disposable?
  private let waits = PublishSubject<Event>()
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
        waits.signal,
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

  /// The time for which the question at a place was on the screen; `nil` when it never was.
  func timeShown(_ place: Int) -> Duration? { shownTimes[place] }

  /// Adds the time since the question appeared to the time for which it was on the screen.
  func keepShownTime() {
    guard let visit else { return }
    shownTimes[visit.place, default: .zero] += elapsed - visit.began
    self.visit = (visit.place, elapsed)
  }

  /// Resets all times to the beginning of the quiz, not running.
  func reset() {
    (shownTimes, visit) = ([:], nil)
    stopwatch = Stopwatch(scheduler: scheduler)
    countdown?.stop()
    questionCountdown?.stop()
    for countdown in sectionCountdowns.values { countdown.stop() }
  }

  /// Restores the times of an unfinished quiz, not running.
  ///
  /// - Parameter items: the questions, with the times for which they were on the screen.
  func restore(
    elapsed: Duration, left: Duration?, sections: [Duration]?, shown items: [QuizItem]
  ) {
    stopwatch = Stopwatch(scheduler: scheduler, total: elapsed)
    if let left { countdown?.rewind(to: left) }
    for (position, left) in (sections ?? []).enumerated() {
      sectionCountdowns[position]?.rewind(to: left)
    }
    for item in items { shownTimes[item.place] = item.taken }
  }

  /// Starts those of the times that are to run, and pauses the others.
  func run(_ times: Times) {
    endOfWait = nil
    if let wait = times.wait {
      endOfWait = scheduler.after(wait) { [unowned self] in waits.emit(.waitEnded) }
    }
    times.stopwatch ? stopwatch.start() : stopwatch.pause()
    times.quiz ? countdown?.start() : countdown?.pause()
    for (position, countdown) in sectionCountdowns {
      position == times.section ? countdown.start() : countdown.pause()
    }
    if let questionCountdown {
      questionCountdown.rewind(to: times.questionLeft ?? questionCountdown.length)
      isQuestionTimed = times.question && questionCountdown.state.phase != .ended
      if isQuestionTimed { questionCountdown.start() }
    }
    visit = times.shown.map { ($0, elapsed) }
  }
}

extension CountdownTimer {
  fileprivate func events(atEnd end: QuizClock.Event) -> Signal<QuizClock.Event> {
    ticks.map { [unowned self] in state.phase == .ended ? end : .tick }
  }
}
