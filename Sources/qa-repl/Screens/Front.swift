import QuizKit
import Signals

/// The screen in front, with its type erased: takes commands and delivers states.
struct Front {
  /// The view-model. It must live as long as its screen is in front.
  let viewModel: any ViewModel
  /// The current state, then each new one.
  let states: Signal<any Viewable>
  /// Passes a command to the view-model. Returns `false` when the command belongs to another
  /// screen.
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
