import QuizKit
import Signals

/// The screen in front, whatever its type: where its commands go, and where its states come from.
struct Front {
  /// The view-model, kept alive while its screen is in front.
  let viewModel: any ViewModel
  /// What the screen shows, now and after each change.
  let states: Signal<any Viewable>
  /// Hands on a command; `false` when it belongs to another screen.
  let perform: (Command) -> Bool

  init<Model: ViewModel>(_ viewModel: Model, command: @escaping (Command) -> Model.Command?)
  where Model.State: Viewable {
    self.viewModel = viewModel
    states = viewModel.states.map { $0 }
    perform = { [unowned viewModel] in
      guard let command = command($0) else { return false }
      viewModel.commands.emit(command)
      return true
    }
  }
}
