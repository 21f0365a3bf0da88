/// What the history shows: the list of attempts, and the one that is open.
public struct HistoryState: ScreenState {
  public static let screen = ScreenName.history

  /// One attempt.
  public struct Item: Encodable, Equatable, Sendable {
    /// The attempt's number in the list, from 1, which is the newest.
    public var number: Int
    /// When it was begun.
    public var started: Stamp
    /// The quiz's name: its deck's at the time; empty for the whole bank.
    public var title: String
    /// When the player learned what was right.
    public var mode: QuizOptions.Mode
    /// Whether the result was asked for; the quiz can be gone on with otherwise.
    public var finished: Bool
    /// How many answers were right; `nil` when it is not finished.
    @Nullable public var score: Int?
    /// How many questions were asked.
    public var count: Int
    /// Whole seconds that the player took, without pauses; `nil` when it is not finished.
    @Nullable public var seconds: Int?
    /// Whether time ran out, for the whole quiz or for any question.
    public var timedOut: Bool
  }

  /// An attempt with its answers.
  public struct Detail: Encodable, Equatable, Sendable {
    /// The attempt.
    public var attempt: Item
    /// When the result was asked for; `nil` when it was not.
    @Nullable public var ended: Stamp?
    /// Whole seconds that the quiz might take; `nil` without a limit.
    @Nullable public var limit: Int?
    /// Whole seconds that each question might take; `nil` without a limit.
    @Nullable public var questionLimit: Int?
    /// The questions as they are now, with what was answered then.
    public var items: [Answered]
  }

  /// One question of an attempt.
  public struct Answered: Encodable, Equatable, Sendable {
    /// The question's number in the attempt, from 1.
    public var number: Int
    /// The question; `nil` when it has been deleted.
    @Nullable public var question: String?
    /// The chosen answer; `nil` when there was none, or when it is not in the bank any more.
    @Nullable public var answer: String?
    /// Whether an answer was chosen.
    public var answered: Bool
    /// Whether the answer was right when it was given.
    public var correct: Bool
    /// The right answer; `nil` when the question has been deleted.
    @Nullable public var correctAnswer: String?
    /// The explanation (解説) where the answer was wrong; `nil` where it was right, or the question has been deleted.
    @Nullable public var commentary: String?
    /// Whether the player marked the question.
    public var flagged: Bool
  }

  /// The lines of this page of the list.
  public var items: [Item]
  /// How many attempts there are.
  public var total: Int
  /// The page of the list.
  public var page: ListPage
  /// The attempt that is open; `nil` while the list is shown.
  @Nullable public var open: Detail?
  /// What the last command did.
  @Nullable public var message: Message?
}

extension HistoryState.Item {
  /// The line of `attempt`.
  init(_ attempt: Attempt, number: Int, world: World) {
    self.number = number
    started = Stamp(attempt.startedAt, in: world.timeZone)
    title = attempt.title
    mode = attempt.mode
    finished = attempt.outcome != nil
    score = attempt.outcome?.score
    count = attempt.items.count
    seconds = attempt.outcome.map { $0.milliseconds / 1000 }
    timedOut = attempt.outcome?.timedOut ?? false
  }
}

extension HistoryState.Answered {
  /// The line of one question.
  init(_ entry: AttemptHistory.Entry, number: Int, finished: Bool) {
    let content = entry.question?.content
    self.number = number
    question = content?.text
    answered = entry.answer?.selected != nil
    answer = entry.answer?.selected.flatMap { selected in
      content.flatMap { $0.choices.indices.contains(selected) ? $0.choices[selected].text : nil }
    }
    correct = entry.answer?.isCorrect ?? false
    // What is right is not given away while the quiz can still be gone on with.
    correctAnswer = finished ? content.map { $0.choices[$0.correct].text } : nil
    commentary = finished && !correct ? content?.explanation : nil
    flagged = entry.answer?.isFlagged ?? false
  }
}
