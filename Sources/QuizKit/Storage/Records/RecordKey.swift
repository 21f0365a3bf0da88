/// Declares what a store may rely on about one field of a record.
///
/// An index changes nothing but the time that a fetch takes. ``unique(_:)`` and
/// ``reference(_:onDelete:)`` change what a save accepts and what a delete takes along.
public struct RecordKey<R: StoredRecord>: Sendable {
  enum Rule: Sendable, Equatable {
    case index
    case unique
    case reference(to: String, DeleteRule)
  }

  let path: PartialKeyPath<R> & Sendable
  let rule: Rule
  let isExact: Bool
  let indexKey: @Sendable (R) -> UInt64?
  let indexKeyOfValue: @Sendable (Any) -> UInt64?
  let value: @Sendable (R) -> AnyHashable?
  let cleared: (@Sendable (R) -> R)?

  private init<V: IndexableValue>(
    _ path: KeyPath<R, V> & Sendable, _ rule: Rule, cleared: (@Sendable (R) -> R)? = nil
  ) {
    self.path = path
    self.rule = rule
    self.cleared = cleared
    isExact = V.hasExactIndexKey
    indexKey = { $0[keyPath: path].indexKey }
    indexKeyOfValue = { ($0 as? V)?.indexKey }
    value = { $0[keyPath: path].presentValue }
  }

  /// Lets a store find and sort records by this field without reading all of them.
  public static func index<V: IndexableValue>(_ path: KeyPath<R, V> & Sendable) -> Self {
    Self(path, .index)
  }

  /// No two records may have the same value in this field; a missing value does not count.
  ///
  /// A save that would break this fails with ``StoreError/duplicateKey(_:)`` and changes nothing;
  /// see ``StoreContext/upsert(_:matching:)`` for replacing on purpose.
  public static func unique<V: IndexableValue>(_ path: KeyPath<R, V> & Sendable) -> Self {
    Self(path, .unique)
  }

  /// The field names a record that must exist, and `rule` says what becomes of this one when that
  /// one is deleted.
  public static func reference<T: StoredRecord>(
    _ path: KeyPath<R, Identifier<T>> & Sendable, onDelete rule: DeleteRule
  ) -> Self {
    precondition(rule != .clear, "a reference that cannot be missing cannot be cleared")
    return Self(path, .reference(to: T.entityName, rule))
  }

  /// The same for a field that may name none.
  public static func reference<T: StoredRecord>(
    _ path: WritableKeyPath<R, Identifier<T>?> & Sendable, onDelete rule: DeleteRule
  ) -> Self {
    Self(path, .reference(to: T.entityName, rule)) { record in
      var record = record
      record[keyPath: path] = nil
      return record
    }
  }
}

/// What becomes of a record when the one it refers to is deleted.
public enum DeleteRule: Sendable, Equatable {
  /// It is deleted too, and so are those that refer to it in that way.
  case cascade
  /// The delete fails with ``StoreError/stillReferred(entity:id:by:)``.
  case deny
  /// It stays and refers to nothing.
  case clear
}
