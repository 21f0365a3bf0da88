/// Why a question is in a quiz once more: its answer was wrong. It comes again when ``questions``
/// others were answered since, or after ``time``, whichever is first.
struct Repetition: Equatable {
  /// How many other questions come before it.
  static let questions = 10
  /// The time after which it may come sooner.
  static let time = Duration.seconds(60)

  /// The place of the question that it comes after.
  let precedingPlace: Int
  /// How many questions of the quiz are answered when it may come.
  let answerCount: Int
  /// The instant from which it may come all the same.
  var instant: Duration

  /// How long it has to wait; zero when it may come.
  func wait(at now: Duration, answered: Int) -> Duration {
    answered >= answerCount ? .zero : max(instant - now, .zero)
  }
}
