import Signals

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
public final class HistoryViewModel: ViewModel {
  public let commands = PublishSubject<HistoryCommand>()
  public var states: Signal<HistoryState> { $state }
  public var refusals: Signal<any ReportableError> { refused.signal }

  /// What the screen shows.
  @Observed public private(set) var state: HistoryState

  private let history: AttemptHistory
  private let world: World
  private var attempts: [Identifier<Attempt>] = []
  private var pageNumber = 1
  private var open: Identifier<Attempt>?
  private var message: Message?
  /// Whether a command is being carried out, whose state comes out once, at its end.
  private var isPerforming = false
  private let refused = PublishSubject<any ReportableError>()
  private let bag = DisposeBag()

  /// Creates the screen of a history.
  ///
  /// - Throws: What the store throws when it cannot be read.
  public init(history: AttemptHistory, world: World) throws {
    self.history = history
    self.world = world
    _state = Observed(
      wrappedValue: HistoryState(
        items: [], total: 0, page: ListPage(1, total: 0), open: nil, message: nil))
    try reload()
    state = try shown()
    history.changes.observe { [unowned self] in
      refused.attempt {
        try reload()
        if !isPerforming { state = try shown() }
      }
    }.disposed(by: bag)
    commands.signal.observe { [unowned self] command in
      refused.attempt {
        message = nil
        isPerforming = true
        defer { isPerforming = false }
        try perform(command)
        state = try shown()
      }
    }.disposed(by: bag)
  }

  private func perform(_ command: HistoryCommand) throws {
    switch command {
    case .open(let number): open = try attempt(number)
    case .close: open = nil
    case .delete(let number):
      try history.delete(try attempt(number))
      open = nil
      message = .deleted
    case .nextPage:
      guard state.page.number < state.page.count else { throw ListRefusal.lastPage }
      (pageNumber, open) = (state.page.number + 1, nil)
    case .previousPage:
      guard state.page.number > 1 else { throw ListRefusal.firstPage }
      (pageNumber, open) = (state.page.number - 1, nil)
    }
  }

  private func attempt(_ number: Int) throws -> Identifier<Attempt> {
    guard attempts.indices.contains(number - 1) else {
      throw ListRefusal.noSuchLine(number: number, count: attempts.count)
    }
    return attempts[number - 1]
  }

  private func reload() throws {
    attempts = try history.identifiers()
    if let open, !attempts.contains(open) { self.open = nil }
  }

  private func shown() throws -> HistoryState {
    let page = ListPage(pageNumber, total: attempts.count)
    return HistoryState(
      items: try page.positions(total: attempts.count).compactMap { try item($0) },
      total: attempts.count, page: page, open: try open.flatMap { try detail($0) },
      message: message)
  }

  private func item(_ position: Int) throws -> HistoryState.Item? {
    try history.attempt(attempts[position]).map {
      HistoryState.Item($0, number: position + 1, world: world)
    }
  }

  private func detail(_ id: Identifier<Attempt>) throws -> HistoryState.Detail? {
    guard let position = attempts.firstIndex(of: id), let attempt = try history.attempt(id) else {
      return nil
    }
    return HistoryState.Detail(
      attempt: HistoryState.Item(attempt, number: position + 1, world: world),
      ended: attempt.outcome.map { Stamp($0.finishedAt, in: world.timeZone) },
      limit: attempt.timeLimit.map { Duration.milliseconds($0).secondsRoundedUp },
      questionLimit: attempt.questionTimeLimit.map { Duration.milliseconds($0).secondsRoundedUp },
      items: try history.entries(of: attempt).enumerated().map { index, entry in
        HistoryState.Answered(entry, number: index + 1, finished: attempt.outcome != nil)
      })
  }
}
