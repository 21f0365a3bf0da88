import QuizSupport

/// An error from storing or reading records.
public enum StoreError: Error, Sendable {
  /// The store leaves the predicate to the context.
  case preferInMemoryFilter
  /// The store leaves order, limit and offset to the context.
  case preferInMemorySort
  /// Evaluating the predicate failed.
  case invalidPredicate(reason: String)

  /// Another process, or another store in this process, has the file open for writing.
  case inUse(path: String)
  /// The store was opened for reading only.
  case readOnly(path: String)
  /// The store was closed.
  case closed(path: String)
  /// The file system reported an error.
  case fileSystem(FileSystemError)
  /// Another program has changed the file since it was read. Saving would undo that change.
  case changedOutside(path: String)
  /// After a failed write it is unknown what is on the disk. Open the store again to find out.
  case unknownState(path: String)

  /// This program did not write the file.
  case notAStore(path: String, reason: Reason)
  /// This program wrote the file, but it is damaged.
  case damaged(FilePlace, reason: Reason)
  /// A newer version of the program wrote the file.
  case newerVersion(path: String, found: Int, supported: Int)
  /// A migration step is missing between the file's version and the schema's.
  case noMigration(path: String, from: Int, to: Int)

  /// A field's value cannot be written, such as an infinite number or a reference to an unsaved
  /// record.
  case invalidRecord(entity: String, id: Int64, reason: Reason)
  /// The record does not exist or was deleted.
  case notFound(entity: String, id: Int64)
  /// A record with this identifier already exists.
  case alreadyExists(entity: String, id: Int64)
  /// Another record has the same value in a field that must be unique.
  case duplicateKey(DuplicateKey)
  /// A record refers to one that does not exist.
  case danglingReference(entity: String, id: Int64, to: String, target: Int64)
  /// The record has changed since the writer saw it.
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

/// Two records with the same value in a unique field.
public struct DuplicateKey: Sendable, Equatable {
  /// The kind of record.
  public var entity: String
  /// The value, as text.
  public var value: String
  /// The record that already has the value.
  public var existing: Int64
  /// The record that was rejected; negative when it is not saved yet.
  public var rejected: Int64
}

/// A record that another writer changed or deleted after this writer read it.
public struct Conflict: Sendable {
  /// The kind of record.
  public var entity: String
  /// The record's identifier.
  public var id: Int64
  /// The version that the writer wants to save; `nil` when the writer deletes it.
  public var mine: (any StoredRecord)?
  /// The version in the store; `nil` when the record was deleted.
  public var theirs: (any StoredRecord)?
}
