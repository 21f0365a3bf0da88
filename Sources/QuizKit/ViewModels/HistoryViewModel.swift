import Signals

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
  init(_ attempt: AttemptSummary, number: Int, world: World) {
    self.number = number
    started = Stamp(attempt.startedAt, in: world.timeZone)
    title = attempt.title
    mode = attempt.mode
    finished = attempt.outcome != nil
    score = attempt.outcome?.score
    count = attempt.count
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

/// What a person can ask for in the history.
public enum HistoryCommand: Equatable, Sendable {
  /// Show the answers of the attempt of this number in the list, from 1.
  case open(Int)
  /// Show the list again.
  case close
  /// Delete the attempt of this number in the list, from 1.
  case delete(Int)
  /// The next page of the list, with older attempts.
  case nextPage
  /// The page before.
  case previousPage
}

/// The history: a list of attempts that follows every save, and one that is read.
public final class HistoryViewModel: ViewModel, ScreenLogic {
  public let core: ScreenCore<HistoryCommand, HistoryState>

  private let history: AttemptHistory
  private let world: World
  private let list: LiveQuery<[Identifier<Attempt>]>
  private var pageNumber = 1
  private var open: Identifier<Attempt>?
  private var message: Message?

  /// Creates the screen of a history.
  ///
  /// - Throws: What the store throws when it cannot be read.
  public init(history: AttemptHistory, world: World) throws {
    (self.history, self.world) = (history, world)
    list = try history.liveList()
    core = ScreenCore(try HistoryState(history, list.value, world: world))
    core.start(self)
    core.follow(list.results.skip(first: 1))
    core.follow(history.changes)
    core.refuse(list.failures.map { $0 })
  }

  func perform(_ command: HistoryCommand) throws {
    message = nil
    switch command {
    case .open(let number): open = try attempts.line(number)
    case .close: open = nil
    case .delete(let number):
      try history.delete(try attempts.line(number))
      open = nil
      message = .deleted
    case .nextPage: try turn(by: 1)
    case .previousPage: try turn(by: -1)
    }
    core.changed()
  }

  func shown() throws -> HistoryState {
    if let open, !list.value.contains(open) { self.open = nil }
    return try HistoryState(
      history, list.value, pageNumber: pageNumber, open: open, message: message, world: world)
  }

  /// The attempts in the order of the list, the newest first.
  private var attempts: ReversedCollection<[Identifier<Attempt>]> { list.value.reversed() }

  private func turn(by pages: Int) throws {
    (pageNumber, open) = (try state.page.turned(by: pages).number, nil)
  }
}

extension HistoryState {
  /// What the list of attempts looks like, of which the newest is the last, and the attempt that is open.
  init(
    _ history: AttemptHistory, _ identifiers: [Identifier<Attempt>], pageNumber: Int = 1,
    open: Identifier<Attempt>? = nil, message: Message? = nil, world: World
  ) throws {
    let attempts = Array(identifiers.reversed())
    let page = ListPage(pageNumber, total: attempts.count)
    let positions = page.positions(total: attempts.count)
    let numbers = Dictionary(uniqueKeysWithValues: positions.map { (attempts[$0], $0 + 1) })
    let items = try history.summaries(of: positions.map { attempts[$0] }).map {
      Item($0, number: numbers[$0.id] ?? 0, world: world)
    }
    let detail = try open.flatMap { id -> Detail? in
      guard let position = attempts.firstIndex(of: id), let attempt = try history.attempt(id)
      else { return nil }
      return try Detail(attempt, number: position + 1, in: history, world: world)
    }
    self.init(
      items: items, total: attempts.count, page: page, open: detail, message: message)
  }
}

extension HistoryState.Detail {
  init(_ attempt: Attempt, number: Int, in history: AttemptHistory, world: World) throws {
    self.init(
      attempt: HistoryState.Item(AttemptSummary(attempt), number: number, world: world),
      ended: attempt.outcome.map { Stamp($0.finishedAt, in: world.timeZone) },
      limit: attempt.timeLimit.map { Duration.milliseconds($0).secondsRoundedUp },
      questionLimit: attempt.questionTimeLimit.map { Duration.milliseconds($0).secondsRoundedUp },
      items: try history.entries(of: attempt).enumerated().map { index, entry in
        HistoryState.Answered(entry, number: index + 1, finished: attempt.outcome != nil)
      })
  }
}
