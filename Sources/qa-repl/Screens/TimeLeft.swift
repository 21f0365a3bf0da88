/// A countdown on a screen and its remaining whole seconds.
struct TimeLeft: Equatable {
  /// The activity that ends with the countdown.
  enum Countdown: Equatable {
    case quiz
    /// The question with this number, from 1.
    case question(Int)
    /// The section of an exam with this name.
    case section(String)
    case timer
  }

  let countdown: Countdown
  let seconds: Int

  /// Whether the remaining time is to be announced, if `earlier` seconds were left before: at each
  /// full minute and at 30, 10 and 5 seconds. The program may have been held up, so the moment may
  /// have passed.
  ///
  /// - Parameter isForPerson: Whether a person listens, who cannot hear each of the last seconds
  ///   announced and answer.
  func isWorthSaying(after earlier: Int, isForPerson: Bool) -> Bool {
    (seconds..<max(seconds, earlier)).contains {
      $0 % 60 == 0 || [30, 10, 5].contains($0) || !isForPerson && $0 < 5
    }
  }
}

/// The announcements about the time that has passed between two states.
struct PassedTime {
  private let times: [TimeLeft]

  /// - Parameters:
  ///   - earlier: The countdowns before.
  ///   - later: The countdowns now. No command may have changed them.
  ///   - isForPerson: Whether a person listens. Fewer moments are then announced.
  init(from earlier: [TimeLeft], to later: [TimeLeft], isForPerson: Bool = false) {
    var times = later.filter { time in
      let before = earlier.first { $0.countdown == time.countdown }
      return before.map { time.isWorthSaying(after: $0.seconds, isForPerson: isForPerson) } ?? false
    }
    let isQuizOver = times.contains(TimeLeft(countdown: .quiz, seconds: 0))
    for case (.question(let number), 1...) in earlier.map({ ($0.countdown, $0.seconds) })
    where !isQuizOver && !later.contains(where: { $0.countdown == .question(number) }) {
      // The question is gone from the screen because its time is up.
      times.append(TimeLeft(countdown: .question(number), seconds: 0))
    }
    for case (.section(let name), 1...) in earlier.map({ ($0.countdown, $0.seconds) })
    where !isQuizOver && !later.contains(where: { $0.countdown == .section(name) }) {
      // Another section is on the screen because the time of this one is up.
      times.append(TimeLeft(countdown: .section(name), seconds: 0))
    }
    self.times = times
  }

  /// Whether a countdown has ended.
  var isUp: Bool { times.contains { $0.seconds == 0 } }

  /// The announcements.
  ///
  /// - Parameter isTick: Whether only the time has changed. Otherwise the whole screen is shown
  ///   with its times. It does not show only that a countdown has ended, so that is announced,
  ///   except for the timer, whose screen shows its end too.
  func lines(_ strings: Strings, isTick: Bool) -> [String] {
    times.filter { isTick || ($0.seconds == 0 && $0.countdown != .timer) }.map {
      switch $0.countdown {
      case .section(let name): strings.sectionRemaining(name, $0.seconds)
      case .question: strings.questionRemaining($0.seconds)
      case .quiz, .timer: strings.remaining($0.seconds)
      }
    }
  }
}
