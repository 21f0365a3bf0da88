/// The displays of all times of a quiz.
struct QuizDisplays {
  /// The display of the whole quiz; `nil` without a limit.
  let quiz: TimerDisplayViewModel?
  /// The display of the question on the screen; `nil` without a limit.
  let question: TimerDisplayViewModel?
  /// The displays of the sections of an exam that have times of their own, by position.
  private let sections: [Int: TimerDisplayViewModel]

  init(_ session: QuizSession) {
    quiz = session.countdown.map(TimerDisplayViewModel.init)
    question = session.questionCountdown.map(TimerDisplayViewModel.init)
    sections = session.sectionCountdowns.mapValues(TimerDisplayViewModel.init)
  }

  /// The display of the section on the screen; `nil` where it has no time of its own.
  func section(of session: QuizSession) -> TimerDisplayViewModel? {
    session.current.section.flatMap { sections[$0] }
  }
}
