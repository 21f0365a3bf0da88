import QuizExchange

/// The questions and rules of a quiz, fixed when it starts.
package struct QuizSetup: Equatable, Sendable {
  /// The title: the deck's name, or empty for the whole bank.
  package var title: String
  /// The questions in the order in which they are asked, each with the order of its choices.
  package var items: [QuizItem]
  /// When the player sees the right answers.
  package var mode: QuizOptions.Mode
  /// The time limit for the whole quiz; `nil` for none.
  package var time: Duration?
  /// The time limit for each question; `nil` for none.
  package var perQuestion: Duration?
  /// How the answers are graded.
  package var grading = Grading()
  /// The rules if the quiz is an exam; `nil` for other quizzes.
  package var exam: ExamRules?
  /// How questions and choices are arranged, for the quizzes that follow this one.
  var order = QuizOptions.Order.author
  /// Whether a question is repeated when its answer was wrong. Only possible in practice mode,
  /// because an exam does not say which answers were wrong.
  var repeatsMistakes = false
  /// The questions left for later quizzes; `nil` when the quiz was resumed, or was started with
  /// certain questions.
  var remainder: QuizRemainder?
  /// Whether a quiz that is left before anything was answered stays, to be resumed. Where time runs,
  /// it always does.
  var staysUnanswered = true
  /// Whether the questions are exactly those before the remainder, and not a selection of them.
  var isPart = true

  /// Whether the time keeps running while the player is away, as in an exam that cannot be paused.
  var runsOn: Bool { exam?.allowsPause == false && (time != nil || exam?.timesSections == true) }

  /// The shortest of the time limits; zero without any.
  var shortestLimit: Duration {
    let sections = (exam?.sectionTimes ?? []).compactMap(\.self)
    return (sections + [time, perQuestion].compactMap(\.self)).min() ?? .zero
  }

  /// Creates a setup.
  package init(
    title: String, items: [QuizItem], mode: QuizOptions.Mode = .exam, time: Duration? = nil,
    perQuestion: Duration? = nil
  ) {
    self.title = title
    self.items = items
    self.mode = mode
    self.time = time
    self.perQuestion = perQuestion
  }
}
