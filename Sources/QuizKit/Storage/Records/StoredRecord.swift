import QuizSupport

/// A value that a ``DataStore`` keeps.
///
/// A record is a plain value: you can keep, compare and send it anywhere, and it never changes or
/// disappears while you hold it. It refers to other records by ``Identifier``.
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
  /// The name of this kind of record in files. It must never change, and each kind in a schema
  /// needs a different one.
  static var entityName: String { get }

  /// The fields that are indexed, unique, or references to other records.
  static var keys: [RecordKey<Self>] { get }

  /// Whether undo leaves records of this kind as they are, because they report events outside of
  /// the store.
  static var outlivesUndo: Bool { get }

  /// The record's identifier; ``Identifier/unassigned`` until it is inserted into a context.
  var id: Identifier<Self> { get set }

  /// The reason why the fields contradict each other, for example after a person edited the file;
  /// `nil` when they are consistent. A store with a file that people edit rejects such a record and
  /// reports its line.
  var fault: Reason? { get }
}

extension StoredRecord {
  /// No field is indexed, unique or a reference.
  public static var keys: [RecordKey<Self>] { [] }
  /// Undo reverts changes to the records.
  public static var outlivesUndo: Bool { false }
  /// The fields are consistent.
  public var fault: Reason? { nil }
}

extension Array where Element: StoredRecord {
  /// The numbers of the records' identifiers. In an unspecialized generic function, reading an
  /// array element copies the whole record; this avoids that.
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

/// Groups records in memory.
extension Array where Element: StoredRecord {
  /// The identifiers, grouped by the value of a field. Each group is in ascending order.
  func identifiers<V: Hashable>(by path: KeyPath<Element, V>) -> [V: [Identifier<Element>]] {
    Dictionary(grouping: self) { $0[keyPath: path] }.mapValues { $0.map(\.id).sorted() }
  }
}
