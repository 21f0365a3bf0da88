import QuizKit

/// One screen of the program. All that is to be said of it beside its view-model stands in one file: its commands, how it is made, how
/// it looks, its words.
struct Screen: Sendable {
  /// The name that scripts use.
  let name: ScreenName
  /// Its commands and those that lead to it, in the order of the help.
  let commands: [CommandEntry]
  /// Brings it to the front; `nil` for the route of another screen.
  let front: @Sendable (Route, Models) throws -> Front?

  init(
    _ name: ScreenName, commands: [CommandEntry],
    front: @escaping @Sendable (Route, Models) throws -> Front?
  ) {
    self.name = name
    self.commands = commands
    self.front = front
  }

  /// Every screen, in the order in which the help shows their commands.
  static let all = [
    start, quiz, confirm, result, manage, register, decks, search, timer, notes, history,
    statistics,
    review,
  ]

  /// The screen of `route`.
  ///
  /// - Throws: What the store throws when it cannot be read.
  static func front(of route: Route, _ models: Models) throws -> Front? {
    try all.first { $0.name == route.screen }?.front(route, models)
  }
}
