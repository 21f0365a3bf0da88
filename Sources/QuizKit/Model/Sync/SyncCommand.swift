/// A command about synchronization.
package enum SyncCommand: Equatable, Sendable {
  /// Exchanges changes.
  case run(SyncOptions)
  /// Reports how far the devices have come.
  case status
  /// Lists at most `limit` texts that other devices have replaced, last replaced first.
  case log(limit: Int)
  /// Puts the text with this number in the list back, from 1.
  case restore(Int)
}

/// The options of a synchronization.
package struct SyncOptions: Equatable, Sendable {
  /// The shared folder; `nil` for all folders that the bank knows.
  package var folder: String?
  /// This device's name from now on; `nil` to keep it.
  package var name: String?
  /// Whether notes and answers stay on this device from now on.
  package var isQuestionsOnly: Bool
  /// Whether this device only receives changes from now on.
  package var isReadOnly: Bool
  /// Whether the program synchronizes when it starts and ends, from now on; `nil` to keep the
  /// setting.
  package var isAutomatic: Bool?
  /// Whether to forget the folder instead of synchronizing.
  package var forgets: Bool

  /// Creates options.
  package init(
    folder: String? = nil, name: String? = nil, isQuestionsOnly: Bool = false,
    isReadOnly: Bool = false, isAutomatic: Bool? = nil, forgets: Bool = false
  ) {
    (self.folder, self.name, self.isQuestionsOnly) = (folder, name, isQuestionsOnly)
    (self.isReadOnly, self.isAutomatic, self.forgets) = (isReadOnly, isAutomatic, forgets)
  }
}
