import Foundation
import QuizSupport

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
