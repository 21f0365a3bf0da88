import Signals

/// The statistics: numbers that follow every save. There is nothing to be done with them.
public final class StatisticsViewModel: ViewModel {
  public let commands = PublishSubject<Never>()
  public var states: Signal<StatisticsState> { $state }
  public var refusals: Signal<any ReportableError> { refused.signal }

  /// What the screen shows.
  @Observed public private(set) var state: StatisticsState

  private let history: AttemptHistory
  private let refused = PublishSubject<any ReportableError>()
  private let bag = DisposeBag()

  /// Creates the screen of a history's numbers.
  ///
  /// - Throws: What the store throws when it cannot be read.
  public init(history: AttemptHistory, world: World) throws {
    self.history = history
    let reader = StatisticsReader(world: world)
    _state = Observed(wrappedValue: StatisticsState(try reader.statistics(), world: world))
    history.changes.observe { [unowned self] in
      refused.attempt {
        state = StatisticsState(try StatisticsReader(world: world).statistics(), world: world)
      }
    }.disposed(by: bag)
  }
}
