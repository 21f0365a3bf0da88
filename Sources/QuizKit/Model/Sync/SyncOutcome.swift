/// What one synchronization did.
public struct SyncOutcome: Equatable, Sendable {
  /// The shared folder.
  public var folder: String
  /// How many records this device wrote to its file.
  public var published = 0
  /// How many records of the bank the other devices changed.
  public var received = 0
  /// How many values that were written on this device were replaced.
  public var replaced = 0
  /// How many other devices there are.
  public var devices = 0
  /// What was passed over, and what waits.
  public var problems: [SyncProblem] = []
}
