import QuizKit
import Signals

/// The screen in front, with its type erased: takes commands and delivers states.
struct FrontScreen {
  /// The view-model. It must live as long as its screen is in front.
  let viewModel: any ViewModel
  /// The changes that undo and redo on this screen concern.
  let undoHistory: UndoHistory
  /// The current state, then each new one.
  let states: Signal<Shown>
  /// Passes a command to the view-model. Returns `false` when the command belongs to another
  /// screen.
  let perform: (Command) -> Bool
  /// The question to ask before a command that destroys something; `nil` for none.
  let question: (CommandOfScreen, Strings) -> String?
  /// The question to ask a person before a command that leaves something undone; `nil` for none.
  let reminder: (CommandOfScreen, Strings) -> String?
  /// Whether a command that writes begins the next record.
  let isNext: (CommandOfScreen) -> Bool

  /// A state, and whether it differs from the one before only in its time.
  struct Shown {
    let state: any Viewable
    let isTick: Bool
  }

  /// - Parameters:
  ///   - back: The meaning of `back` in this state, as a command; `nil` to leave the screen.
  init<Model: ViewModel>(
    _ viewModel: Model, undo: UndoHistory,
    back: @escaping (Model.State) -> Model.Command?
  ) where Model.State: Viewable {
    typealias Own = Model.State.OwnCommand
    self.viewModel = viewModel
    undoHistory = undo
    states = viewModel.states
      .scan((Optional<Model.State>.none, false)) { before, state in
        (state, before.0?.timeless == state.timeless)
      }
      .compactMap { state, isTick in state.map { Shown(state: $0, isTick: isTick) } }
    perform = { [unowned viewModel] in
      let own: Model.Command? =
        switch $0 {
        case .screen(let given): given.command as? Model.Command
        case .back: back(viewModel.state)
        default: nil
        }
      guard let own else { return false }
      viewModel.commands.emit(own)
      return true
    }
    question = { [unowned viewModel] given, strings in
      (given.command as? Own).flatMap { viewModel.state.question(before: $0, strings) }
    }
    reminder = { [unowned viewModel] given, strings in
      (given.command as? Own).flatMap { viewModel.state.reminder(before: $0, strings) }
    }
    isNext = { [unowned viewModel] given in
      (given.command as? Own).map { viewModel.state.isNext($0) } ?? false
    }
  }
}
