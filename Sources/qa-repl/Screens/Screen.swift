import QuizKit

/// One screen of the program. Its file holds everything about it except its view-model: its
/// commands, how to make it, how it looks, and its texts.
struct Screen: Sendable {
  /// The screen's name in scripts.
  let name: ScreenName
  /// The screen's own commands and the ones that open it, in the order of the help.
  let commands: [CommandEntry]
  /// Makes the screen for a route, or returns `nil` for another screen's route.
  let front: @Sendable (any Route, Models) throws -> Front?

  /// - Parameters:
  ///   - back: The command that `back` means in this state, such as closing an open item; `nil` to
  ///     leave the screen.
  ///   - viewModel: Makes the view-model for a route to this screen.
  init<Way: Route & SendableMetatype, Model: ViewModel & SendableMetatype>(
    commands: [CommandEntry],
    back: @escaping @Sendable (Model.State) -> Model.Command? = { _ in nil },
    viewModel: @escaping @Sendable (Way, Models) throws -> Model
  ) where Model.State == Way.State, Model.State: Viewable {
    name = Way.State.screen
    self.commands = commands
    front = { route, models in
      guard let route = route as? Way else { return nil }
      return Front(try viewModel(route, models), back: back)
    }
  }

  /// Every screen, in the order in which the help lists their commands.
  static let all = [
    start, quiz, confirm, result, manage, register, decks, search, timer, notes, history,
    statistics, review,
  ]
}

extension CommandTable {
  /// The commands of `screens`.
  init(_ screens: [Screen]) {
    self.init(screens: screens.map(\.name), commands: screens.flatMap(\.commands))
  }
}
