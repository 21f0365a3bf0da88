import Foundation

/// A field's type that an index can be ordered by or looked up in.
///
/// An index holds numbers of 64 bits. Numbers, dates and identifiers keep their order; texts do
/// not, so that a text can be looked up but not sorted by an index.
public protocol IndexableValue: Hashable, Sendable {
  /// Whether two different values always have different keys in the order of the values.
  static var hasExactIndexKey: Bool { get }

  /// The number that stands for the value; `nil` for a missing one.
  var indexKey: UInt64? { get }

  /// The value itself, the same whether it may be missing or not; `nil` for a missing one.
  var presentValue: AnyHashable? { get }
}

extension IndexableValue {
  /// The value, which is not missing.
  public var presentValue: AnyHashable? { AnyHashable(self) }
}

extension Int64: IndexableValue {
  /// Integers keep their order.
  public static var hasExactIndexKey: Bool { true }
  /// The sign bit is turned, so that negative numbers come first.
  public var indexKey: UInt64? { UInt64(bitPattern: self) ^ (1 << 63) }
}

extension Int: IndexableValue {
  /// Integers keep their order.
  public static var hasExactIndexKey: Bool { true }
  /// That of the same number in 64 bits.
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
  /// The bits of IEEE 754, turned so that they are in the order of the numbers; -0 is the same as
  /// 0.
  public var indexKey: UInt64? {
    let bits = (self == 0 ? 0 : self).bitPattern
    return bits >> 63 == 0 ? bits ^ (1 << 63) : ~bits
  }
}

extension Date: IndexableValue {
  /// Dates keep their order.
  public static var hasExactIndexKey: Bool { true }
  /// That of the seconds since 2001.
  public var indexKey: UInt64? { timeIntervalSinceReferenceDate.indexKey }
}

extension Identifier: IndexableValue {
  /// Identifiers keep their order.
  public static var hasExactIndexKey: Bool { true }
  /// That of the number.
  public var indexKey: UInt64? { rawValue.indexKey }
}

extension String: IndexableValue {
  /// Two texts may share a key.
  public static var hasExactIndexKey: Bool { false }
  /// A hash that is the same in every process, and the same for texts that compare equal although
  /// their code points differ (が in one or in two code points).
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
  /// Two lists may share a key.
  public static var hasExactIndexKey: Bool { false }
  /// A hash of all texts in their order.
  public var indexKey: UInt64? { reduce(0) { $1.indexKey(after: $0) } }
}

extension Optional: IndexableValue where Wrapped: IndexableValue {
  /// As the wrapped type.
  public static var hasExactIndexKey: Bool { Wrapped.hasExactIndexKey }
  /// That of the wrapped value; a missing value has none.
  public var indexKey: UInt64? { flatMap(\.indexKey) }
  /// The wrapped value.
  public var presentValue: AnyHashable? { flatMap(\.presentValue) }
}
