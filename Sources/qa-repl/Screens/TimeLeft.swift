/// A countdown on a screen and the whole seconds that it has left.
struct TimeLeft: Equatable {
  /// What ends with the countdown.
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

  /// Whether to say the time, if `earlier` seconds were left before: at each full minute and at 30,
  /// 10 and the last 5 seconds. The program may have been held up, so the moment may be over.
  func isWorthSaying(after earlier: Int) -> Bool {
    (seconds..<max(seconds, earlier)).contains {
      $0 % 60 == 0 || $0 == 30 || $0 == 10 || $0 <= 5
    }
  }
}

/// The time that has passed between two states, as far as it is worth saying.
struct PassedTime {
  private let times: [TimeLeft]

  /// - Parameters:
  ///   - earlier: The countdowns before.
  ///   - later: The countdowns now. No command may have changed them.
  init(from earlier: [TimeLeft], to later: [TimeLeft]) {
    var times = later.filter { time in
      let before = earlier.first { $0.countdown == time.countdown }
      return before.map { time.isWorthSaying(after: $0.seconds) } ?? false
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

  /// What to say.
  ///
  /// - Parameter isTick: Whether only the time has changed. Otherwise the whole screen is shown with
  ///   its times, and only an end is not to be seen there; the timer shows its end too.
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
