import Signals

/// A screen to bring to the front, together with the model that it shows. Each view-model's file
/// declares the one to its screen.
public protocol Route {
  /// The state of the screen.
  associatedtype State: ScreenState

  /// The quiz that the screen is a part of; `nil` for all other screens.
  var quiz: QuizSession? { get }

  /// Emits the route to another screen that the model opens; `nil` for a model that opens none.
  var onward: Signal<any Route>? { get }
}

extension Route {
  /// The screen's name.
  public var screen: ScreenName { State.screen }

  /// By default the screen is no part of a quiz.
  public var quiz: QuizSession? { nil }

  /// By default the model opens no other screen.
  public var onward: Signal<any Route>? { nil }
}
