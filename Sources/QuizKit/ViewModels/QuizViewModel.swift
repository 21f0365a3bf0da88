import Signals

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
  /// What `session` looks like now, with its time and that of the question on the screen.
  init(_ session: QuizSession, _ time: TimerDisplayState?, _ questionTime: TimerDisplayState?) {
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
    remaining = time?.remaining
    questionRemaining = questionTime?.remaining
    limit = time?.fullCount
    questionLimit = questionTime?.fullCount
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

/// What a person can ask for while a question is on the screen.
public enum QuizCommand: Equatable, Sendable {
  /// Answer with the choice of this number, from 1.
  case choose(Int)
  /// Go to the question before.
  case back
  /// Go on without changing the answer.
  case skip
  /// Mark the question, or take the mark away.
  case flag
  /// Show the question of this number, from 1.
  case go(Int)
  /// Halt the time and hide the question.
  case pause
  /// Go on after a pause.
  case resume
  /// Go to the list of answers.
  case finish
}

/// The quiz screen: one question, its choices, the time.
public final class QuizViewModel: ViewModel, ScreenLogic {
  public let core: ScreenCore<QuizCommand, QuizState>

  private let session: QuizSession

  /// The times of the quiz and of the question on the screen, shown as a timer shows its own.
  private let displays: (quiz: TimerDisplayViewModel?, question: TimerDisplayViewModel?)

  /// Creates the screen of a quiz that is under way.
  public init(session: QuizSession) {
    self.session = session
    displays = (
      session.countdown.map(TimerDisplayViewModel.init),
      session.questionCountdown.map(TimerDisplayViewModel.init)
    )
    core = ScreenCore(
      QuizState(session, displays.quiz?.state, displays.question?.state),
      scheduler: session.scheduler)
    core.start(self)
    core.follow(session.changes)
    for display in [displays.quiz, displays.question].compactMap(\.self) {
      core.follow(display.$state.skip(first: 1))
    }
  }

  func shown() -> QuizState {
    // Another screen shows what comes after the last question.
    guard session.phase == .asking else { return state }
    return QuizState(session, displays.quiz?.state, displays.question?.state)
  }

  func perform(_ command: QuizCommand) throws {
    switch command {
    case .choose(let number): try session.select(number - 1)
    case .back: try session.back()
    case .skip: try session.skip()
    case .flag: try session.flag()
    case .go(let number): try session.go(to: number - 1)
    case .pause: try session.pause()
    case .resume: try session.resume()
    case .finish: try session.finish()
    }
  }
}
