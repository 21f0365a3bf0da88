import QuizKit

/// A screen that a command can open, together with its arguments. Each screen's file declares its
/// own.
struct Destination: Equatable {
  /// Makes the screen's route. `front` is the route of the screen in front.
  let route: (_ models: Models, _ front: Route) throws -> Route

  private let screen: ScreenName
  private let arguments: any Equatable

  /// - Parameter arguments: Tells apart two destinations on the same screen.
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
