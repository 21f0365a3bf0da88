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

extension Front {
  /// The screen of a route.
  ///
  /// - Throws: What the store throws when it cannot be read.
  init(_ route: Route, _ models: Models) throws {
    switch route {
    case .start:
      self.init(
        try StartViewModel(
          bank: models.bank, quizzes: models.quizzes, importer: models.importer,
          exporter: models.exporter)
      ) { if case .start(let command) = $0 { command } else { nil } }
    case .quiz(let session):
      self.init(QuizViewModel(session: session)) {
        if case .quiz(let command) = $0 { command } else { nil }
      }
    case .confirm(let session):
      self.init(ConfirmViewModel(session: session)) {
        if case .confirm(let command) = $0 { command } else { nil }
      }
    case .manage(let browser):
      self.init(try ManageViewModel(browser: browser)) {
        if case .manage(let command) = $0 { command } else { nil }
      }
    case .register(let registration):
      self.init(RegisterViewModel(registration: registration)) {
        if case .register(let command) = $0 { command } else { nil }
      }
    case .decks:
      self.init(try DecksViewModel(bank: models.bank)) {
        if case .decks(let command) = $0 { command } else { nil }
      }
    case .search(let search):
      self.init(try SearchViewModel(search: search)) {
        if case .search(let command) = $0 { command } else { nil }
      }
    case .result(let session):
      self.init(ResultViewModel(session: session, quizzes: models.quizzes)) {
        if case .result(let command) = $0 { command } else { nil }
      }
    case .timer(let timer):
      self.init(TimerViewModel(timer: timer, scheduler: models.world.scheduler)) {
        if case .timer(let command) = $0 { command } else { nil }
      }
    case .notes(let query):
      let viewModel = try NotesViewModel(book: models.notes, query: query, world: models.world)
      self.init(viewModel) { [unowned viewModel] in
        switch $0 {
        case .notes(let command): command
        case .back: viewModel.state.note == nil ? nil : .close
        default: nil
        }
      }
    case .history:
      let viewModel = try HistoryViewModel(history: models.history, world: models.world)
      self.init(viewModel) { [unowned viewModel] in
        switch $0 {
        case .history(let command): command
        case .back: viewModel.state.open == nil ? nil : .close
        default: nil
        }
      }
    case .review(let deck):
      let viewModel = try ReviewViewModel(
        bank: models.bank, history: models.history, quizzes: models.quizzes, deck: deck)
      self.init(viewModel) { if case .review(let command) = $0 { command } else { nil } }
    case .stats:
      self.init(try StatisticsViewModel(history: models.history, world: models.world)) { _ in nil }
    }
  }
}
