import QuizKit
import Signals

/// The screen in front, with its type erased: takes commands and delivers states.
struct Front {
  /// The view-model. It must live as long as its screen is in front.
  let viewModel: any ViewModel
  /// What undo and redo on this screen concern.
  let undoHistory: UndoHistory
  /// The current state, then each new one.
  let states: Signal<any Viewable>
  /// Passes a command to the view-model. Returns `false` when the command belongs to another
  /// screen.
  let perform: (Command) -> Bool

  /// - Parameter back: The command that `back` means in this state; `nil` to leave the screen.
  init<Model: ViewModel>(
    _ viewModel: Model, undo: UndoHistory, back: @escaping (Model.State) -> Model.Command?
  ) where Model.State: Viewable {
    self.viewModel = viewModel
    undoHistory = undo
    states = Signal { viewModel.states.observe($0, completed: $1) }
    perform = { [unowned viewModel] in
      let own: Model.Command? =
        switch $0 {
        case .screen(let command): command.value as? Model.Command
        case .back: back(viewModel.state)
        default: nil
        }
      guard let own else { return false }
      viewModel.commands.emit(own)
      return true
    }
  }
}
