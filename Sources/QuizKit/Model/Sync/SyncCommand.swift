/// What to do about synchronization.
public enum SyncCommand: Equatable, Sendable {
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
public struct SyncOptions: Equatable, Sendable {
  /// The shared folder; `nil` for all that the bank knows.
  public var folder: String?
  /// This device's name from now on; `nil` to keep it.
  public var name: String?
  /// Whether notes and answers stay here from now on.
  public var isQuestionsOnly: Bool
  /// Whether this device only takes from now on.
  public var isReadOnly: Bool
  /// Whether the program synchronizes when it starts and ends from now on; `nil` to keep that.
  public var isAutomatic: Bool?
  /// Whether to forget the folder instead.
  public var forgets: Bool

  /// Creates options.
  public init(
    folder: String? = nil, name: String? = nil, isQuestionsOnly: Bool = false,
    isReadOnly: Bool = false, isAutomatic: Bool? = nil, forgets: Bool = false
  ) {
    (self.folder, self.name, self.isQuestionsOnly) = (folder, name, isQuestionsOnly)
    (self.isReadOnly, self.isAutomatic, self.forgets) = (isReadOnly, isAutomatic, forgets)
  }
}
