/// A value that a ``DataStore`` keeps.
///
/// A record is a plain value: it can be kept, compared and sent anywhere, and it never changes or
/// disappears under the hand that holds it. Other records are referred to by ``Identifier``.
///
/// ```swift
/// struct Trip: StoredRecord {
///   static let entityName = "trip"
///   static let keys: [RecordKey<Trip>] = [.index(\.start)]
///   var id: Identifier<Trip> = .unassigned
///   var name: String
///   var start: Date
/// }
/// ```
public protocol StoredRecord: Codable, Equatable, Sendable {
  /// What files call this kind of record. It must never change, and no two kinds of a schema may
  /// share it.
  static var entityName: String { get }

  /// The fields that a store can look up quickly, that are unique, or that refer to other records.
  static var keys: [RecordKey<Self>] { get }

  /// The texts in which a store finds words without reading the rest of the record.
  static var fields: [RecordField<Self>] { get }

  /// Which record this is; ``Identifier/unassigned`` until it is inserted into a context.
  var id: Identifier<Self> { get set }

  /// Why the fields do not fit together, where somebody edited the file that they come from; `nil`
  /// where they do. A store whose file people edit refuses such a record at its line.
  var fault: Reason? { get }
}

extension StoredRecord {
  /// No field is special.
  public static var keys: [RecordKey<Self>] { [] }
  /// No text is searched often.
  public static var fields: [RecordField<Self>] { [] }
  /// All fields fit together.
  public var fault: Reason? { nil }
}

extension Array where Element: StoredRecord {
  /// The numbers of the records' identifiers, without a copy of each record, which an element of an
  /// array is where its type is not known.
  var numbers: [Int64] {
    withUnsafeBufferPointer { records in
      var numbers: [Int64] = []
      numbers.reserveCapacity(records.count)
      guard var record = records.baseAddress else { return numbers }
      for _ in records.indices {
        numbers.append(record.pointee.id.rawValue)
        record += 1
      }
      return numbers
    }
  }
}

/// Counting and grouping records that are at hand.
extension Array where Element: StoredRecord {
  /// How many there are for each value of a field; a missing value does not count.
  func counts<V: IndexableValue>(by path: KeyPath<Element, V>) -> [V: Int] {
    var counts: [V: Int] = [:]
    for record in self where record[keyPath: path].presentValue != nil {
      counts[record[keyPath: path], default: 0] += 1
    }
    return counts
  }

  /// The identifiers for each value of a field, in ascending order.
  func identifiers<V: Hashable>(by path: KeyPath<Element, V>) -> [V: [Identifier<Element>]] {
    Dictionary(grouping: self) { $0[keyPath: path] }.mapValues { $0.map(\.id).sorted() }
  }
}
