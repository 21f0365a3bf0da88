import Foundation
import QuizSupport

/// Declares a field that a store indexes, and the rules for its values.
///
/// An index only makes fetches faster. ``unique(_:)`` and `reference(_:onDelete:)` also decide
/// which saves are accepted and which other records a delete affects.
///
/// `R` is not constrained to ``StoredRecord``, because the runtime would then search all
/// conformances in the program for each kind of record before its first fetch.
public struct RecordKey<R>: Sendable {
  enum Rule: Sendable, Equatable {
    case index
    case unique
    case reference(to: String, DeleteRule)
  }

  /// An object, because keys are copied for every saved record. Copying it updates one reference
  /// count instead of one for each closure.
  private let field: Field

  var path: PartialKeyPath<R> & Sendable { field.path }
  var rule: Rule { field.rule }
  /// Whether index keys distinguish all values and sort as they do.
  var isExact: Bool { field.isExact }
  /// The index key of a record's field.
  func indexKey(_ record: R) -> UInt64? { field.indexKey(record) }
  /// The index key of a value of the field's type.
  func indexKeyOfValue(_ value: Any) -> UInt64? { field.indexKeyOfValue(value) }
  /// The value of a record's field; `nil` for a missing value.
  func value(_ record: R) -> AnyHashable? { field.value(record) }
  /// Replaces a temporary identifier in the field; `nil` when the field is not a reference.
  var resolve: (@Sendable (inout R, IdentifierReplacements) -> Void)? { field.resolve }
  /// Sets the reference to `nil`; `nil` when the reference cannot be missing.
  var cleared: (@Sendable (R) -> R)? { field.cleared }
  /// The entity name of the records to which the field refers; `nil` when it is not a reference.
  package var target: String? {
    if case .reference(let target, _) = rule { target } else { nil }
  }
  /// Whether a reference may be missing.
  package var isOptional: Bool { field.cleared != nil }
  /// The name of the field in the JSON text of the record; `nil` when it was not declared.
  package var name: String? { field.name }
  /// Reads the index key from the text of a record; `nil` when the name of the field was not
  /// declared.
  var text: IndexKeyText? { field.text }

  /// Points a reference to another record. A missing reference stays as it is.
  ///
  /// - Parameter target: receives the number of the current record and returns that of the new one;
  ///   `nil` for no record, which is stored as 0 when the reference cannot be missing.
  package func relink(_ record: inout R, _ target: (Int64) throws -> Int64?) rethrows {
    guard let (number, set) = field.reference?(record) else { return }
    set(&record, try target(number))
  }

  /// The number to which the reference of a record refers, and a function that changes it; `nil`
  /// when the reference is missing.
  private typealias Reference = @Sendable (R) -> (Int64, (inout R, Int64?) -> Void)?

  private final class Field: Sendable {
    let path: PartialKeyPath<R> & Sendable
    let rule: Rule
    let isExact: Bool
    let indexKey: @Sendable (R) -> UInt64?
    let indexKeyOfValue: @Sendable (Any) -> UInt64?
    let value: @Sendable (R) -> AnyHashable?
    let resolve: (@Sendable (inout R, IdentifierReplacements) -> Void)?
    let cleared: (@Sendable (R) -> R)?
    let name: String?
    let text: IndexKeyText?
    let reference: Reference?

    init<V: IndexableValue>(
      _ path: KeyPath<R, V> & Sendable, _ rule: Rule,
      _ resolve: (@Sendable (inout R, IdentifierReplacements) -> Void)?,
      _ cleared: (@Sendable (R) -> R)?, _ name: String?, _ reference: Reference?
    ) {
      (self.name, self.reference) = (name, reference)
      text = name.map { IndexKeyText(of: V.self, named: $0) }
      self.path = path
      self.rule = rule
      self.resolve = resolve
      self.cleared = cleared
      isExact = V.hasExactIndexKey
      if let offset = MemoryLayout<R>.offset(of: path) {
        // A stored field is read at its offset in memory. Following a key path would look up its
        // types again for every record.
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
    cleared: (@Sendable (R) -> R)? = nil, name: String? = nil, reference: Reference? = nil
  ) {
    field = Field(path, rule, resolve, cleared, name, reference)
  }

  /// Lets a store find and sort records by this field without reading all of them.
  ///
  /// - Parameters:
  ///   - path: the field.
  ///   - name: the name of the field in the JSON text of the record, with points between the names
  ///     of nested fields, such as `content.tags`. If all keys of a kind have a name, a store reads
  ///     only these fields to make its indexes.
  public static func index<V: IndexableValue>(
    _ path: KeyPath<R, V> & Sendable, named name: String? = nil
  ) -> Self {
    Self(path, .index, name: name)
  }

  /// Requires that no two records have the same value in this field. Missing values are not
  /// compared.
  ///
  /// A save that would break this fails with ``StoreError/duplicateKey(_:)`` and changes nothing.
  public static func unique<V: IndexableValue>(_ path: KeyPath<R, V> & Sendable) -> Self {
    Self(path, .unique)
  }

  /// Declares that the field refers to a record that must exist. `rule` decides what happens to
  /// this record when that one is deleted.
  ///
  /// - Parameters:
  ///   - path: the field.
  ///   - name: the name of the field in the JSON text of the record, for code that exchanges
  ///     records.
  ///   - rule: what happens to this record when the other one is deleted.
  public static func reference<T: StoredRecord>(
    _ path: WritableKeyPath<R, Identifier<T>> & Sendable, named name: String? = nil,
    onDelete rule: DeleteRule
  ) -> Self {
    precondition(rule != .clear, "a reference that cannot be missing cannot be cleared")
    return Self(
      path, .reference(to: T.entityName, rule),
      resolve: { record, replacements in
        guard record[keyPath: path].isTemporary else { return }
        record[keyPath: path] = replacements.resolve(record[keyPath: path])
      }, name: name,
      reference: { record in
        (
          record[keyPath: path].rawValue,
          { record, number in record[keyPath: path] = Identifier(rawValue: number ?? 0) }
        )
      })
  }

  /// Declares that the field may refer to a record, which must then exist. `rule` decides what
  /// happens to this record when that one is deleted.
  ///
  /// - Parameters:
  ///   - path: the field.
  ///   - name: the name of the field in the JSON text of the record, for code that exchanges
  ///     records.
  ///   - rule: what happens to this record when the other one is deleted.
  public static func reference<T: StoredRecord>(
    _ path: WritableKeyPath<R, Identifier<T>?> & Sendable, named name: String? = nil,
    onDelete rule: DeleteRule
  ) -> Self {
    Self(
      path, .reference(to: T.entityName, rule),
      resolve: { record, replacements in
        guard let target = record[keyPath: path], target.isTemporary else { return }
        record[keyPath: path] = replacements.resolve(target)
      },
      cleared: { record in
        var record = record
        record[keyPath: path] = nil
        return record
      }, name: name,
      reference: { record in
        record[keyPath: path].map { target in
          (
            target.rawValue,
            { record, number in record[keyPath: path] = number.map(Identifier.init(rawValue:)) }
          )
        }
      })
  }
}

extension Array {
  /// The index keys of a record. Faster than `map`, which looks up its types for every record.
  func indexKeys<R: StoredRecord>(of record: R) -> [UInt64?] where Element == RecordKey<R> {
    [UInt64?](filling: count) { keys, count in
      while count < self.count {
        keys.initializeElement(at: count, to: self[count].indexKey(record))
        count += 1
      }
    }
  }
}

/// The consequence for a record when the record that it refers to is deleted.
public enum DeleteRule: Sendable, Equatable {
  /// The record is deleted too, and this continues with the records that refer to it.
  case cascade
  /// The record stays, and its reference becomes `nil`.
  case clear
}
