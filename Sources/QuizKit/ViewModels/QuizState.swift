/// What the quiz screen shows. Numbers that a person types are counted from 1.
public struct QuizState: ScreenState {
  public static let screen = ScreenName.quiz

  /// The quiz's name; empty for the whole bank.
  public var title: String
  /// The number of the question on the screen, from 1.
  public var index: Int
  /// How many questions the quiz has.
  public var count: Int
  /// How many of them are answered.
  public var answered: Int
  /// The question; `nil` while the quiz is paused, so that nobody thinks on without the clock.
  @Nullable public var question: String?
  /// The choices as they are shown; empty while the quiz is paused.
  public var choices: [String]
  /// The number of the chosen answer, from 1; `nil` while unanswered.
  @Nullable public var selected: Int?
  /// Whether the player marked the question.
  public var flagged: Bool
  /// Whether `back` has somewhere to go.
  public var canGoBack: Bool
  /// Whether the question was opened from the list of answers.
  public var revising: Bool
  /// Whether an answer would be taken.
  public var canAnswer: Bool
  /// Whole seconds left for the quiz, rounded up; `nil` without a limit.
  @Nullable public var remaining: Int?
  /// Whole seconds left for this question, rounded up; `nil` without a limit.
  @Nullable public var questionRemaining: Int?
  /// Whole seconds that the quiz may take; `nil` without a limit.
  @Nullable public var limit: Int?
  /// Whole seconds that each question may take; `nil` without a limit.
  @Nullable public var questionLimit: Int?
  /// Whether the quiz is halted.
  public var paused: Bool
  /// When the player learns what was right.
  public var mode: QuizOptions.Mode
  /// What was right, in practice, once the question is answered or its time is up.
  @Nullable public var feedback: Feedback?

  /// What practice shows after an answer.
  public struct Feedback: Encodable, Equatable, Sendable {
    /// Whether the answer was right.
    public var correct: Bool
    /// The number of the right choice, from 1.
    public var correctChoice: Int
    /// The text of the right choice.
    public var correctAnswer: String
    /// The explanation; empty when the author wrote none.
    public var commentary: String
  }

  public var timeless: Self {
    var copy = self
    copy.remaining = nil
    copy.questionRemaining = nil
    return copy
  }
}

extension QuizState {
  /// What `session` looks like now.
  init(_ session: QuizSession) {
    let item = session.current
    title = session.setup.title
    index = session.position + 1
    count = session.items.count
    answered = session.items.count { $0.selected != nil }
    question = session.isPaused ? nil : item.question.content.text
    choices = session.isPaused ? [] : item.choices.map(\.text)
    selected = item.shownSelection.map { $0 + 1 }
    flagged = item.isFlagged
    canGoBack = session.isRevising || session.position > 0
    revising = session.isRevising
    canAnswer = session.canAnswer
    remaining = session.secondsLeft
    questionRemaining = session.questionSecondsLeft
    limit = session.setup.time?.secondsRoundedUp
    questionLimit = session.setup.perQuestion?.secondsRoundedUp
    paused = session.isPaused
    mode = session.setup.mode
    feedback = item.isRevealed && !session.isPaused ? Feedback(item) : nil
  }
}

extension QuizState.Feedback {
  /// What is said about `item`.
  init(_ item: QuizItem) {
    let content = item.question.content
    correct = item.isCorrect
    correctChoice = (item.shownCorrect ?? content.correct) + 1
    correctAnswer = content.choices[content.correct].text
    commentary = item.explanation
  }
}
