import Signals

/// The reactive heart of a screen: commands go in, and one whole state comes out after each command and after each change of the model.
///
/// A command may change the model several times; the state is shown once, when the command is done. What time changes is shown
/// once too, at the end of its instant, so that two countdowns that go on together are never seen one without the other.
public final class ScreenCore<Command, State: ScreenState> {
  /// The one way in.
  public let commands = PublishSubject<Command>()

  /// What the screen shows.
  @Observed public private(set) var state: State

  /// The state now, then each one that differs from the one before.
  public var states: Signal<State> { $state }

  /// Says why a command was not carried out.
  public var refusals: Signal<any ReportableError> { refused.signal }

  private let refused = PublishSubject<any ReportableError>()
  private let scheduler: (any TimeScheduler)?
  private weak var screen: (any ScreenLogic<Command, State>)?
  private let bag = DisposeBag()
  private var isPerforming = false
  /// Whether the command under way has changed what the screen shows.
  private var isStale = false
  private var endOfInstant: Disposable?

  /// Creates the core of a screen that shows `state` first.
  ///
  /// - Parameter scheduler: What changes the model as time passes. Without one, every change is shown at once.
  init(_ state: State, scheduler: (any TimeScheduler)? = nil) {
    _state = Observed(wrappedValue: state)
    self.scheduler = scheduler
  }

  /// Begins to take commands. The core does not keep the screen alive.
  func start(_ screen: any ScreenLogic<Command, State>) {
    self.screen = screen
    commands.signal.observe { [unowned self] in run($0) }.disposed(by: bag)
  }

  /// Shows what comes of each of `changes`.
  ///
  /// - Parameters:
  ///   - atOnce: Whether a change is shown even in the middle of a command. A command that reports what it did needs it, because
  ///     the report comes after what has changed.
  ///   - prepare: Called before a change is shown that no command of this screen has made.
  func follow<Change>(
    _ changes: Signal<Change>, atOnce: Bool = false, _ prepare: @escaping () -> Void = {}
  ) {
    changes.observe { [unowned self] _ in
      if atOnce { return show() }
      if !isPerforming { prepare() }
      changed()
    }.disposed(by: bag)
  }

  /// Passes `failures` on as refusals.
  func refuse(_ failures: Signal<any ReportableError>) {
    failures.observe { [unowned self] in refused.emit($0) }.disposed(by: bag)
  }

  /// Says that the screen has something else to show now.
  func changed() {
    if isPerforming {
      isStale = true
    } else if let scheduler {
      endOfInstant = endOfInstant ?? scheduler.after(.zero) { [unowned self] in show() }
    } else {
      show()
    }
  }

  private func run(_ command: Command) {
    (isPerforming, isStale) = (true, false)
    var refusal: (any Error)?
    do { try screen?.perform(command) } catch { refusal = error }
    isPerforming = false
    if isStale { show() }
    if let refusal { refused.emit(UnexpectedError.reportable(refusal)) }
  }

  private func show() {
    endOfInstant = nil
    refused.attempt {
      if let screen { state = try screen.shown() }
    }
  }
}

/// What a screen has to know beside its ``ScreenCore``.
protocol ScreenLogic<Command, State>: AnyObject {
  associatedtype Command
  associatedtype State: ScreenState

  /// Carries a command out, and says so to the core where something of the screen's own has changed.
  ///
  /// - Throws: Why it was not carried out; nothing has changed then but what the core was told of.
  func perform(_ command: Command) throws

  /// What the screen looks like now.
  ///
  /// - Throws: What the store throws when it cannot be read.
  func shown() throws -> State
}
