import QuizStore
import QuizSupport
import Signals

/// The logic of one screen, and the base of every view-model: takes commands, and publishes one
/// complete state after each command and after each change of the model.
///
/// A command may change the model several times, but the state is published once, when the command
/// is done. A command that cannot be carried out changes nothing and causes a refusal. Changes
/// caused by time are also published once, at the end of their instant, so that two countdowns
/// never appear out of step.
///
/// A view-model overrides `perform(_:)` and `shown()`.
public class ScreenModel<Command, State: ScreenState> {
  /// Takes the commands.
  public let commands = PublishSubject<Command>()

  /// The current state.
  @Observed public private(set) var state: State

  /// The current state, then each different one.
  public var states: Signal<State> { $state }

  /// Emits the reason when a command was not carried out.
  public var refusals: Signal<any ReportableError> { refused.signal }

  /// Emits facts that the user should know about a command although it did not fail.
  public var notices: Signal<any ReportableError> { noticed.signal }

  /// The message about the last command. It is removed when the next command is carried out, or
  /// when the model changes without one.
  var message: Message?

  private let refused = PublishSubject<any ReportableError>()
  private let noticed = PublishSubject<any ReportableError>()
  private let scheduler: (any TimeScheduler)?
  private let bag = DisposeBag()
  private var isPerforming = false
  /// Whether the current command has changed the state.
  private var isStale = false
  /// The message before the current command.
  private var earlierMessage: Message?
  private var endOfInstant: Disposable?

  /// Creates the model of a screen with an initial state.
  ///
  /// - Parameter scheduler: The scheduler that changes the model over time. Without one, every
  ///   change is published immediately.
  init(_ state: State, scheduler: (any TimeScheduler)? = nil) {
    _state = Observed(wrappedValue: state)
    self.scheduler = scheduler
    commands.signal.observe { [unowned self] in run($0) }.disposed(by: bag)
  }

  /// Carries a command out, and calls ``changed()`` if the screen's own state has changed. Does
  /// nothing on a screen without commands.
  ///
  /// - Throws: The reason why the command was refused. Only changes announced with ``changed()``
  ///   have taken place then.
  func perform(_ command: Command) throws {}

  /// Returns the current state.
  ///
  /// - Throws: The store's error when it cannot be read.
  func shown() throws -> State { state }

  /// Publishes the state after each of `changes`.
  ///
  /// - Parameters:
  ///   - atOnce: Whether to publish a change even during a command. Needed when the command also
  ///     reports its result, because the report must follow the change.
  ///   - prepare: Called before publishing a change at once, or one that no command of this screen
  ///     has made.
  func follow<Change>(
    _ changes: Signal<Change>, atOnce: Bool = false, _ prepare: @escaping () -> Void = {}
  ) {
    changes.observe { [unowned self] _ in
      if atOnce {
        prepare()
        return show()
      }
      if !isPerforming {
        message = nil
        prepare()
      }
      changed()
    }.disposed(by: bag)
  }

  /// Publishes the state after each change of a query, and emits its failures as refusals.
  func follow(_ query: LiveQuery<some Any>) {
    follow(query.results.skip(first: 1))
    refuse(query.failures)
  }

  /// Emits `failures` as refusals.
  func refuse(_ failures: Signal<some ReportableError>) {
    failures.observe { [unowned self] in refused.emit($0) }.disposed(by: bag)
  }

  /// Emits `failures` of any kind as refusals.
  func refuse(_ failures: Signal<any ReportableError>) {
    failures.observe { [unowned self] in refused.emit($0) }.disposed(by: bag)
  }

  /// Emits `events` as notices.
  func notice(_ events: Signal<some ReportableError>) {
    events.observe { [unowned self] in noticed.emit($0) }.disposed(by: bag)
  }

  /// Emits a notice about the current command.
  func notice(_ event: any ReportableError) {
    noticed.emit(event)
  }

  /// Moves through the list of the screen. Showing other lines does not resolve what the message is
  /// about, so the message stays.
  ///
  /// - Throws: ``ListRefusal`` when there is no such page.
  func perform(_ move: ListMove, in list: inout ListPosition, total: Int) throws(ListRefusal) {
    try list.perform(move, total: total)
    if case .show = move { keepMessage() }
    changed()
  }

  /// Keeps the message although a command is carried out.
  func keepMessage() { message = earlierMessage }

  /// Publishes the reason of a failed command as the message of the screen, and throws it.
  func fail(_ error: any Error) throws -> Never {
    message = UnexpectedError.reportable(error).message
    changed()
    throw error
  }

  /// Call this when the state must be published again.
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
    (earlierMessage, message) = (message, nil)
    var refusal: (any Error)?
    do { try perform(command) } catch { refusal = error }
    isPerforming = false
    if refusal != nil, !isStale { message = earlierMessage }
    if isStale { show() }
    if let refusal { refused.emit(UnexpectedError.reportable(refusal)) }
  }

  private func show() {
    endOfInstant = nil
    refused.attempt { state = try shown() }
  }
}

/// The name of a screen, as scripts use it. Each view-model's file declares the name of its screen.
public struct ScreenName: RawRepresentable, Hashable, Codable, Sendable {
  public let rawValue: String

  public init(rawValue: String) {
    self.rawValue = rawValue
  }
}

/// Everything that one screen shows. It is a value, and text and JSON are made from it alone.
public protocol ScreenState: Equatable, Encodable, Sendable {
  /// The name of the screen.
  static var screen: ScreenName { get }

  /// The state without the values that change with time. Used to distinguish ticks from other
  /// changes.
  var timeless: Self { get }

  /// Whether leaving the screen would lose unsaved input.
  var isUnsaved: Bool { get }

  /// Whether the screen is only a step on the way to a quiz, so that one does not come back to it
  /// from there.
  static var isPassing: Bool { get }
}

extension ScreenState {
  /// By default nothing changes with time.
  public var timeless: Self { self }

  /// By default there is no unsaved input.
  public var isUnsaved: Bool { false }

  /// By default one comes back to the screen.
  public static var isPassing: Bool { false }
}

/// A command that was dropped because it came too soon after another, like the second half of a
/// double tap.
public struct DroppedCommand: ReportableError, Equatable {
  /// The command's word.
  public let name: String

  public var message: Message {
    Message(
      "dropped", "“\(name)” came within a second of the command before it and was dropped.",
      "\(name) は前の操作から 1 秒以内だったため、無視しました。")
  }
}

extension Message {
  /// The message after a change.
  static let saved = Message("saved", "Saved.", "保存成功")
  /// The message after a deletion.
  static let deleted = Message("deleted", "Deleted.", "削除成功")
  /// The message after bringing a record back from the trash.
  static let restored = Message("restored", "Brought back.", "復元しました。")
  /// The message after saving a new record.
  static let registered = Message("registered", "Registered.", "登録完了")
}
