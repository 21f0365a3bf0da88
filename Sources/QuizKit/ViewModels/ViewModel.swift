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

  /// The one way in.
  var commands: PublishSubject<Command> { get }

  /// The one way out: the state now, then each change.
  var states: Signal<State> { get }

  /// Says why a command was not carried out.
  var refusals: Signal<any ReportableError> { get }
}
