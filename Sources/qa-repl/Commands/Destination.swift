import QuizKit

/// A screen that can be asked for by name, with what it is to show. Each stands in the file of its screen.
struct Destination: Equatable {
  /// Makes the screen's route, given the one in front.
  let route: (_ models: Models, _ front: Route) throws -> Route

  private let screen: ScreenName
  private let arguments: any Equatable

  /// - Parameter arguments: What tells one from another of the same screen.
  init(
    _ screen: ScreenName, _ arguments: some Equatable = true,
    route: @escaping (_ models: Models, _ front: Route) throws -> Route
  ) {
    self.screen = screen
    self.arguments = arguments
    self.route = route
  }

  static func == (left: Destination, right: Destination) -> Bool {
    left.screen == right.screen && isEqual(left.arguments, right.arguments)
  }

  private static func isEqual<Value: Equatable>(_ left: Value, _ right: any Equatable) -> Bool {
    left == right as? Value
  }
}
