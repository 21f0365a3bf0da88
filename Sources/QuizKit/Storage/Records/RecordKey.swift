import Foundation
import QuizSupport

/// Declares a field that a store indexes, and the rules for its values.
///
/// An index only makes fetches faster. ``unique(_:named:)`` and `reference` also decide
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
  ///
  /// - Parameters:
  ///   - path: the field.
  ///   - name: the name of the field in the JSON text of the record; see ``index(_:named:)``.
  public static func unique<V: IndexableValue>(
    _ path: KeyPath<R, V> & Sendable, named name: String? = nil
  ) -> Self {
    Self(path, .unique, name: name)
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

/// Reads the index key of one field from the text of a record, without decoding the others.
struct IndexKeyText: Sendable {
  /// The names of the members that lead to the field.
  private let path: [[UInt8]]
  private let key: @Sendable (JSONTextDecoder, Int) throws(JSONFault) -> UInt64?
  /// The key of a field that the text leaves out; `nil` for a required field.
  private let keyOfLeftOut: UInt64??

  init<V: IndexableValue>(of type: V.Type, named name: String) {
    path = name.split(separator: ".").map { Array($0.utf8) }
    key = { decoder, token throws(JSONFault) in try decoder.decode(V.self, at: token).indexKey }
    keyOfLeftOut = V.leftOut.map(\.indexKey)
  }

  /// The key of the record that the decoder has read; `.some(nil)` when its value is missing, and
  /// `nil` when a required member is missing or has another type.
  fileprivate func key(_ decoder: JSONTextDecoder) throws(JSONFault) -> UInt64?? {
    var token = 0
    for name in path {
      guard decoder.tape[token].kind == .object else { return nil }
      let member = name.withUnsafeBytes { decoder.tape.value(of: $0, in: token) }
      guard let member else { return keyOfLeftOut }
      token = member
    }
    return .some(try key(decoder, token))
  }
}

extension Array {
  /// The index keys of the record with this text. `nil` when the indexed fields alone do not
  /// determine them.
  ///
  /// - Parameter id: the identifier that the record must have.
  func indexKeys<R: StoredRecord>(
    of id: Int64, _ text: UnsafeRawBufferPointer, _ decoder: JSONTextDecoder
  ) throws(JSONFault) -> [UInt64?]? where Element == RecordKey<R> {
    guard allSatisfy({ $0.text != nil }) else { return nil }
    try decoder.tape.read(text)
    guard decoder.tape[0].kind == .object,
      let own = nameOfIdentifier.withUnsafeBytes({ decoder.tape.value(of: $0, in: 0) }),
      try decoder.decode(Int64.self, at: own) == id
    else { return nil }
    var keys: [UInt64?] = []
    keys.reserveCapacity(count)
    for field in self {
      guard let key = try field.text?.key(decoder) else { return nil }
      keys.append(key)
    }
    return keys
  }
}

private let nameOfIdentifier = Array("id".utf8)

/// A type of field that an index can look up, and often sort by.
///
/// An index holds 64-bit numbers. Numbers, dates and identifiers keep their order in it. Texts do
/// not, so an index can look up a text but cannot sort by it.
public protocol IndexableValue: Codable, Hashable, Sendable {
  /// Whether different values always have different keys, and the keys sort as the values do.
  static var hasExactIndexKey: Bool { get }

  /// The number that represents the value in an index; `nil` for a missing value.
  var indexKey: UInt64? { get }

  /// The value itself, unwrapped if it is optional; `nil` for a missing value.
  var presentValue: AnyHashable? { get }

  /// The value of a field that a record's text leaves out; `nil` for a type whose fields are
  /// required.
  static var leftOut: Self? { get }
}

extension IndexableValue {
  /// Fields of this type are required.
  public static var leftOut: Self? { nil }
  /// The value itself, which is never missing.
  public var presentValue: AnyHashable? { AnyHashable(self) }
}

extension Int64: IndexableValue {
  /// Integers keep their order.
  public static var hasExactIndexKey: Bool { true }
  /// The number with its sign bit flipped, so that negative numbers come first.
  public var indexKey: UInt64? { UInt64(bitPattern: self) ^ (1 << 63) }
}

extension Int: IndexableValue {
  /// Integers keep their order.
  public static var hasExactIndexKey: Bool { true }
  /// The key of the same number as an `Int64`.
  public var indexKey: UInt64? { Int64(self).indexKey }
}

extension Bool: IndexableValue {
  /// False comes before true.
  public static var hasExactIndexKey: Bool { true }
  /// 0 or 1.
  public var indexKey: UInt64? { self ? 1 : 0 }
}

extension Double: IndexableValue {
  /// Numbers keep their order.
  public static var hasExactIndexKey: Bool { true }
  /// The IEEE 754 bits, changed so that they sort as the numbers do. The key of -0 is that of 0.
  public var indexKey: UInt64? {
    let bits = (self == 0 ? 0 : self).bitPattern
    return bits >> 63 == 0 ? bits ^ (1 << 63) : ~bits
  }
}

extension Date: IndexableValue {
  /// Dates keep their order.
  public static var hasExactIndexKey: Bool { true }
  /// The key of the seconds since 2001.
  public var indexKey: UInt64? { timeIntervalSinceReferenceDate.indexKey }
}

extension Identifier: IndexableValue {
  /// Identifiers keep their order.
  public static var hasExactIndexKey: Bool { true }
  /// The key of the number.
  public var indexKey: UInt64? { rawValue.indexKey }
}

extension String: IndexableValue {
  /// Different texts may share a key.
  public static var hasExactIndexKey: Bool { false }
  /// A hash that is the same in every process. Texts that compare equal have the same hash, even
  /// when their code points differ (が as one or two code points).
  public var indexKey: UInt64? { indexKey(after: 0) }

  fileprivate func indexKey(after seed: UInt64) -> UInt64 {
    var text = self
    let key = text.withUTF8 { utf8 -> UInt64? in
      let bytes = UnsafeRawBufferPointer(utf8)
      return TextForm.isSurelyComposed(bytes) ? Checksum.of(bytes, seed: seed) : nil
    }
    if let key { return key }
    text = precomposedStringWithCanonicalMapping
    return text.withUTF8 { Checksum.of(UnsafeRawBufferPointer($0), seed: seed) }
  }
}

extension [String]: IndexableValue {
  /// Different lists may share a key.
  public static var hasExactIndexKey: Bool { false }
  /// An empty list.
  public static var leftOut: [String]? { [] }
  /// A hash of all texts in order.
  public var indexKey: UInt64? { reduce(0) { $1.indexKey(after: $0) } }
}

extension Optional: IndexableValue where Wrapped: IndexableValue {
  /// The same as for the wrapped type.
  public static var hasExactIndexKey: Bool { Wrapped.hasExactIndexKey }
  /// A missing value.
  public static var leftOut: Wrapped?? { .some(nil) }
  /// The key of the wrapped value; `nil` for a missing value.
  public var indexKey: UInt64? {
    // A closure, because Swift would build a key path of a generic type for each record.
    flatMap { $0.indexKey }
  }
  /// The wrapped value.
  public var presentValue: AnyHashable? { flatMap { $0.presentValue } }
}
