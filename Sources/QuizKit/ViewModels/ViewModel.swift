import Signals

/// One screen's logic: commands go in, one whole state comes out.
///
/// A command is carried out completely before the state is emitted, at most once a command. A command that cannot be
/// carried out changes nothing and is answered by a refusal.
public protocol ViewModel<Command, State>: AnyObject {
  /// What a person can ask for on this screen.
  associatedtype Command
  /// What this screen shows.
  associatedtype State: ScreenState

  /// What takes the commands and emits the states.
  var core: ScreenCore<Command, State> { get }
}

extension ViewModel {
  /// The one way in.
  public var commands: PublishSubject<Command> { core.commands }

  /// What the screen shows.
  public var state: State { core.state }

  /// The one way out: the state now, then each change.
  public var states: Signal<State> { core.states }

  /// Says why a command was not carried out.
  public var refusals: Signal<any ReportableError> { core.refusals }
}
