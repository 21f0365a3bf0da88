/// The result of one synchronization.
package struct SyncOutcome: Equatable, Sendable {
  /// The shared folder.
  package var folder: String
  /// The number of records that this device wrote to its file.
  package var published = 0
  /// The number of records of the bank that other devices changed.
  package var received = 0
  /// The number of values from this device that were replaced.
  package var replaced = 0
  /// The number of other devices.
  package var devices = 0
  /// The parts that were skipped, and those that wait to be read.
  package var problems: [SyncProblem] = []
}
