/// When a question may be repeated after a wrong answer: as soon as ``questions`` others have been
/// answered, or after ``time``, whichever is first.
struct Repetition: Equatable {
  /// How many other questions come before it.
  static let questions = 10
  /// The time after which it may be repeated, even with fewer other questions.
  static let time = Duration.seconds(60)

  /// The place of the question after which it is repeated.
  let precedingPlace: Int
  /// The number of answered questions in the quiz from which it may be repeated.
  let answerCount: Int
  /// The instant from which it may be repeated in any case.
  var instant: Duration

  /// How long it has to wait; zero when it may be repeated now.
  func wait(at now: Duration, answered: Int) -> Duration {
    answered >= answerCount ? .zero : max(instant - now, .zero)
  }
}
