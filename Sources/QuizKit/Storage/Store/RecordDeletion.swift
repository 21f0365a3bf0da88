/// The end of a record.
public struct RecordDeletion<R: StoredRecord>: Sendable {
  /// Which record disappears.
  public var id: Identifier<R>

  /// The record as the writer saw it; the save fails when the store has another. `nil` leaves it to
  /// ``fingerprint``.
  public var expected: R? { value?.record }

  /// What the store said of the record when the writer saw it, who did not read it; the save fails
  /// when the store says something else. Without both, whatever is there is deleted.
  public var fingerprint: UInt64?

  /// A reference, so that many deletions of records that nobody read take little memory.
  private let value: Value?

  private final class Value: Sendable {
    let record: R

    init(_ record: R) {
      self.record = record
    }
  }

  /// Creates a deletion.
  public init(_ id: Identifier<R>, expected: R? = nil) {
    self.id = id
    value = expected.map(Value.init)
  }

  /// Creates the deletion of a record that was to change, of what the update was to replace.
  init(insteadOf update: RecordUpdate<R>) {
    self.init(update.record.id, expected: update.expected)
    fingerprint = update.fingerprint
  }

  /// Creates a deletion of a record that was not read.
  public init(_ id: Identifier<R>, fingerprint: UInt64) {
    self.id = id
    self.fingerprint = fingerprint
    value = nil
  }
}
