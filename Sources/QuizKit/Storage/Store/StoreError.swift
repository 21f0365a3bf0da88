/// What can go wrong between a program and its records.
public enum StoreError: Error, Sendable {
  /// The store leaves the predicate to the context.
  case preferInMemoryFilter
  /// The store leaves order, limit and offset to the context.
  case preferInMemorySort
  /// Evaluating the predicate failed.
  case invalidPredicate(reason: String)

  /// Another process (or another store of this one) has the file open for writing.
  case inUse(path: String)
  /// The store was opened for reading only.
  case readOnly(path: String)
  /// The store was closed.
  case closed(path: String)
  /// The file system refused.
  case fileSystem(FileSystemError)
  /// Somebody else changed the file since it was read; saving would undo that.
  case changedOutside(path: String)
  /// An earlier write failed in a way that leaves unknown what is on the disk; only opening the
  /// store again tells.
  case unknownState(path: String)

  /// The file is not one of ours.
  case notAStore(path: String, reason: Reason)
  /// The file is one of ours, and damaged.
  case damaged(FilePlace, reason: Reason)
  /// A newer version of the program wrote the file.
  case newerVersion(path: String, found: Int, supported: Int)
  /// The file is older than the oldest version that a migration step leads on from.
  case noMigration(path: String, from: Int, to: Int)

  /// A field's value cannot be written (a number that is not finite, a reference to an unsaved
  /// record).
  case invalidRecord(entity: String, id: Int64, reason: Reason)
  /// There is no such record (any more).
  case notFound(entity: String, id: Int64)
  /// A record with this identifier is there already.
  case alreadyExists(entity: String, id: Int64)
  /// Another record has the same value in a field that must be unique.
  case duplicateKey(DuplicateKey)
  /// A record refers to one that does not exist.
  case danglingReference(entity: String, id: Int64, to: String, target: Int64)
  /// The record cannot be deleted while another refers to it.
  case stillReferred(entity: String, id: Int64, by: String)
  /// The record is not the one that the writer saw.
  case conflict(Conflict)
}

/// A place in a file.
public struct FilePlace: Sendable, Equatable {
  /// The file.
  public var path: String
  /// The line, counted from 1; `nil` when only the position is known.
  public var line: Int?
  /// The position in bytes, counted from 0.
  public var offset: Int

  /// Creates a place.
  public init(path: String, line: Int? = nil, offset: Int) {
    self.path = path
    self.line = line
    self.offset = offset
  }
}

/// Two records that want the same unique value.
public struct DuplicateKey: Sendable, Equatable {
  /// The kind of record.
  public var entity: String
  /// The value, as text.
  public var value: String
  /// The record that has it.
  public var existing: Int64
  /// The record that wants it; negative when it is not saved yet.
  public var rejected: Int64
}

/// A record that somebody else changed or deleted since the writer read it.
public struct Conflict: Sendable {
  /// The kind of record.
  public var entity: String
  /// Which record.
  public var id: Int64
  /// The record as the writer wants it; `nil` to delete it.
  public var mine: (any StoredRecord)?
  /// The record as the store has it; `nil` when it is gone.
  public var theirs: (any StoredRecord)?
}
