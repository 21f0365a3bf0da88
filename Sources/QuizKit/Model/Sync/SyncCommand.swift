/// What to do about synchronization.
package enum SyncCommand: Equatable, Sendable {
  /// Exchange changes.
  case run(SyncOptions)
  /// Tell how far devices have come.
  case status
  /// List at most so many texts that other devices have replaced, the last one first.
  case log(limit: Int)
  /// Put the text with this number of the list back, from 1.
  case restore(Int)
}

/// What to synchronize, and how.
package struct SyncOptions: Equatable, Sendable {
  /// The shared folder; `nil` for all that the bank knows.
  package var folder: String?
  /// This device's name from now on; `nil` to keep it.
  package var name: String?
  /// Whether notes and answers stay here from now on.
  package var isQuestionsOnly: Bool
  /// Whether this device only takes from now on.
  package var isReadOnly: Bool
  /// Whether the program synchronizes when it starts and ends from now on; `nil` to keep that.
  package var isAutomatic: Bool?
  /// Whether to forget the folder instead.
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
