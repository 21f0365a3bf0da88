/// Declares what a store may rely on about one field of a record.
///
/// An index changes nothing but the time that a fetch takes. ``unique(_:)`` and
/// ``reference(_:onDelete:)`` change what a save accepts and what a delete takes along.
///
/// It is declared for all types: for one that had to be a record the runtime would look for that
/// conformance among all in the program, which takes 0.1 ms for each kind before the first fetch.
public struct RecordKey<R>: Sendable {
  enum Rule: Sendable, Equatable {
    case index
    case unique
    case reference(to: String, DeleteRule)
  }

  /// An object, because keys are copied for every record that is saved: that is one count to keep
  /// instead of one for each closure.
  private let field: Field

  var path: PartialKeyPath<R> & Sendable { field.path }
  var rule: Rule { field.rule }
  /// Whether index keys tell all values apart and are in their order.
  var isExact: Bool { field.isExact }
  /// What the field of a record is indexed by.
  func indexKey(_ record: R) -> UInt64? { field.indexKey(record) }
  /// What a value of the field's type is indexed by.
  func indexKeyOfValue(_ value: Any) -> UInt64? { field.indexKeyOfValue(value) }
  /// What the field holds; `nil` for a missing value.
  func value(_ record: R) -> AnyHashable? { field.value(record) }
  /// Puts permanent identifiers in the place of temporary ones; `nil` for a field that is no reference.
  var resolve: (@Sendable (inout R, IdentifierReplacements) -> Void)? { field.resolve }
  /// Makes a record refer to none; `nil` where it must refer to one.
  var cleared: (@Sendable (R) -> R)? { field.cleared }

  private final class Field: Sendable {
    let path: PartialKeyPath<R> & Sendable
    let rule: Rule
    let isExact: Bool
    let indexKey: @Sendable (R) -> UInt64?
    let indexKeyOfValue: @Sendable (Any) -> UInt64?
    let value: @Sendable (R) -> AnyHashable?
    let resolve: (@Sendable (inout R, IdentifierReplacements) -> Void)?
    let cleared: (@Sendable (R) -> R)?

    init<V: IndexableValue>(
      _ path: KeyPath<R, V> & Sendable, _ rule: Rule,
      _ resolve: (@Sendable (inout R, IdentifierReplacements) -> Void)?,
      _ cleared: (@Sendable (R) -> R)?
    ) {
      self.path = path
      self.rule = rule
      self.resolve = resolve
      self.cleared = cleared
      isExact = V.hasExactIndexKey
      if let offset = MemoryLayout<R>.offset(of: path) {
        // Where the field is a part of the record, it is read there: to follow a key path is to look
        // its types up again for every record.
        indexKey = { record in
          withUnsafePointer(to: record) {
            UnsafeRawPointer($0).load(fromByteOffset: offset, as: V.self)
          }.indexKey
        }
      } else {
        indexKey = { $0[keyPath: path].indexKey }
      }
      indexKeyOfValue = { ($0 as? V)?.indexKey }
      value = { $0[keyPath: path].presentValue }
    }
  }

  private init<V: IndexableValue>(
    _ path: KeyPath<R, V> & Sendable, _ rule: Rule,
    resolve: (@Sendable (inout R, IdentifierReplacements) -> Void)? = nil,
    cleared: (@Sendable (R) -> R)? = nil
  ) {
    field = Field(path, rule, resolve, cleared)
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
    _ path: WritableKeyPath<R, Identifier<T>> & Sendable, onDelete rule: DeleteRule
  ) -> Self {
    precondition(rule != .clear, "a reference that cannot be missing cannot be cleared")
    return Self(path, .reference(to: T.entityName, rule)) { record, replacements in
      guard record[keyPath: path].isTemporary else { return }
      record[keyPath: path] = replacements.resolve(record[keyPath: path])
    }
  }

  /// The same for a field that may name none.
  public static func reference<T: StoredRecord>(
    _ path: WritableKeyPath<R, Identifier<T>?> & Sendable, onDelete rule: DeleteRule
  ) -> Self {
    Self(path, .reference(to: T.entityName, rule)) { record, replacements in
      guard let target = record[keyPath: path], target.isTemporary else { return }
      record[keyPath: path] = replacements.resolve(target)
    } cleared: { record in
      var record = record
      record[keyPath: path] = nil
      return record
    }
  }
}

extension Array {
  /// What the fields of a record are indexed by. As `map`, which looks its types up for each of them.
  func indexKeys<R: StoredRecord>(of record: R) -> [UInt64?] where Element == RecordKey<R> {
    [UInt64?](filling: count) { keys, count in
      while count < self.count {
        keys.initializeElement(at: count, to: self[count].indexKey(record))
        count += 1
      }
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

/// Says under which name a field stands in the JSON text of its record, so that a store can look at
/// it without reading the rest.
///
/// It changes nothing but the time that it takes to find the records whose text contains a word.
///
/// Declared for all types as ``RecordKey`` is.
public struct RecordField<R>: Sendable {
  let name: String
  let path: PartialKeyPath<R> & Sendable

  /// Declares that the value of `path` stands under `name`.
  ///
  /// - Precondition: it always stands there, and nothing else in the record's text has that name,
  ///   at whatever depth.
  public init<V: Decodable & Equatable & Sendable>(
    _ name: String, _ path: KeyPath<R, V> & Sendable
  ) {
    self.name = name
    self.path = path
  }
}
