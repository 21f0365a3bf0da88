/// What one synchronization did.
package struct SyncOutcome: Equatable, Sendable {
  /// The shared folder.
  package var folder: String
  /// How many records this device wrote to its file.
  package var published = 0
  /// How many records of the bank the other devices changed.
  package var received = 0
  /// How many values that were written on this device were replaced.
  package var replaced = 0
  /// How many other devices there are.
  package var devices = 0
  /// What was passed over, and what waits.
  package var problems: [SyncProblem] = []
}
