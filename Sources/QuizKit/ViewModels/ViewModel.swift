import QuizSupport
import Signals

/// The logic of one screen: takes commands and publishes complete states.
///
/// Each command is carried out completely before the state is published, at most once per command.
/// A command that cannot be carried out changes nothing and causes a refusal.
public protocol ViewModel<Command, State>: AnyObject {
  /// The commands of this screen.
  associatedtype Command
  /// The state of this screen.
  associatedtype State: ScreenState

  /// Takes the commands and publishes the states.
  var core: ScreenCore<Command, State> { get }
}

extension ViewModel {
  /// Takes the commands.
  public var commands: PublishSubject<Command> { core.commands }

  /// The current state.
  public var state: State { core.state }

  /// The current state, then each change.
  public var states: Signal<State> { core.states }

  /// Emits the reason when a command was not carried out.
  public var refusals: Signal<any ReportableError> { core.refusals }

  /// Emits facts that the user should know about a command although it did not fail.
  public var notices: Signal<any ReportableError> { core.notices }
}
