/// The name of a screen, as scripts use it. Each view-model's file declares the name of its screen.
public struct ScreenName: RawRepresentable, Hashable, Codable, Sendable {
  public let rawValue: String

  public init(rawValue: String) {
    self.rawValue = rawValue
  }
}

/// Everything that one screen shows. It is a value, and text and JSON are made from it alone.
public protocol ScreenState: Equatable, Encodable, Sendable {
  /// The name of the screen.
  static var screen: ScreenName { get }

  /// The state without the values that change with time. Used to distinguish ticks from other
  /// changes.
  var timeless: Self { get }

  /// Whether leaving the screen would lose unsaved input.
  var isUnsaved: Bool { get }

  /// Whether the screen is only a step on the way to a quiz, so that one does not come back to it
  /// from there.
  static var isPassing: Bool { get }
}

extension ScreenState {
  /// By default nothing changes with time.
  public var timeless: Self { self }

  /// By default there is no unsaved input.
  public var isUnsaved: Bool { false }

  /// By default one comes back to the screen.
  public static var isPassing: Bool { false }
}
