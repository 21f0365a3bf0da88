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

/// Some fields of a record, for code that reads very many records and needs only these fields.
///
/// A store may decode only these fields. They must have the same names in the file as the record's.
public protocol RecordPart: Decodable, Sendable {
  /// The kind of record.
  associatedtype Whole: StoredRecord

  /// Takes the part from a whole record.
  init(_ record: Whole)
}

/// A number that depends on the content of a record. By it, a save notices that another writer has
/// changed the record.
///
/// It is a hash of the record's JSON text, in compact form and with dates as numbers, so that it is
/// the same in every store. Equal contents have equal numbers, and different contents almost
/// certainly have different numbers.
enum RecordVersion {
  /// The version of a record with this text.
  static func of(_ text: UnsafeRawBufferPointer) -> UInt64 {
    of(length: text.count, check: check(text))
  }

  /// The version of a record whose text has this length and checksum.
  static func of(length: Int, check: UInt32) -> UInt64 { UInt64(length) << 32 | UInt64(check) }

  /// The lower half of the text's checksum.
  static func check(_ text: UnsafeRawBufferPointer) -> UInt32 {
    UInt32(truncatingIfNeeded: Checksum.of(text, seed: 0))
  }
}

/// The kinds of records that a store holds, and the version of their format.
///
/// ```swift
/// let schema = Schema(version: 1, Deck.self, Question.self)
/// ```
public struct Schema: Sendable {
  /// Increases by 1 whenever the format of a stored record changes, starting at 1; see
  /// ``Migration``.
  public let version: Int

  /// The kinds, in the order in which files list them.
  public let records: [any StoredRecord.Type]

  /// The oldest version whose records can be decoded without migration. A journal of that version
  /// or a later one opens without changes to its records; the first save brings it to ``version``.
  public let oldestReadable: Int

  /// The migrations from older versions to this one.
  public let migrations: [Migration]

  /// The `userInfo` of every decoder of the store, for records that cannot be decoded from their
  /// text alone.
  public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

  /// Creates a schema.
  ///
  /// - Parameters:
  ///   - version: the version of the records' format.
  ///   - oldestReadable: see ``oldestReadable``; `nil` for `version`.
  ///   - migrations: the migrations from older versions.
  ///   - records: the kinds.
  /// - Precondition: no two kinds have the same entity name.
  public init(
    version: Int = 1, oldestReadable: Int? = nil, migrations: [Migration] = [],
    _ records: any StoredRecord.Type...
  ) {
    self.init(
      version: version, oldestReadable: oldestReadable, migrations: migrations, records: records)
  }

  /// Creates a schema.
  ///
  /// - Precondition: no two kinds have the same entity name.
  package init(
    version: Int, oldestReadable: Int? = nil, migrations: [Migration],
    records: [any StoredRecord.Type]
  ) {
    self.version = version
    self.oldestReadable = oldestReadable ?? version
    self.migrations = migrations
    self.records = records
    for (index, record) in records.enumerated() {
      let isNew = !records[..<index].contains { $0.entityName == record.entityName }
      precondition(isNew, "two kinds have the entity name \(record.entityName)")
    }
  }

  /// The kind with this entity name, or `nil` when the schema has none.
  public func record(named name: String) -> (any StoredRecord.Type)? {
    // There are only a few kinds, so a linear search is faster than hashing the name.
    records.first { $0.entityName == name }
  }

  func check<R: StoredRecord>(_ type: R.Type) {
    precondition(records.contains { $0 == type }, "\(type) is not in the store's schema")
  }
}

/// Identifies one record of one kind forever. An identifier is never reused, not even after a
/// delete.
///
/// Permanent identifiers count up from 1. An unsaved record has a temporary, negative identifier,
/// which the save replaces. Temporary identifiers are never written to a file.
public struct Identifier<Record>: Hashable, Sendable {
  /// The number in files and listings.
  public let rawValue: Int64

  /// Wraps a number from a file or from a person.
  public init(rawValue: Int64) {
    self.rawValue = rawValue
  }

  /// The identifier of a record that is in no context yet; ``StoreContext/insert(_:)`` replaces it.
  public static var unassigned: Self { Self(rawValue: 0) }

  /// Whether a store gave this identifier.
  public var isPermanent: Bool { rawValue > 0 }

  /// Whether a context gave this identifier for the time until the next save.
  public var isTemporary: Bool { rawValue < 0 }
}

extension Identifier: Comparable {
  /// Older records come first.
  public static func < (left: Self, right: Self) -> Bool {
    left.rawValue < right.rawValue
  }
}

extension Identifier: CustomStringConvertible {
  /// The number, as listings show it.
  public var description: String { String(rawValue) }
}

extension Identifier: Codable {
  /// Reads a number. Throws for a negative one, because files contain permanent identifiers only.
  public init(from decoder: any Decoder) throws {
    rawValue = try decoder.singleValueContainer().decode(Int64.self)
    if rawValue > JSONTape.largestCount {
      throw JSONDecoding.refusal(
        Reason(
          "\(rawValue) is too large for an identifier", "\(rawValue) は識別子として大きすぎます"),
        by: decoder)
    }
    if rawValue < 0 {
      throw JSONDecoding.refusal(
        Reason(
          "\(rawValue) is not an identifier: they count up from 1",
          "識別子は 1 以上の整数です（\(rawValue) は使えません）"), by: decoder)
    }
  }

  /// Writes the number. Throws for a temporary identifier: a context must replace it before it asks
  /// a store to save.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if isTemporary {
      throw EncodingError.invalidValue(
        self,
        EncodingError.Context(
          codingPath: encoder.codingPath,
          debugDescription: "it refers to a record that is not saved"))
    }
    if rawValue > JSONTape.largestCount {
      throw EncodingError.invalidValue(
        self,
        EncodingError.Context(
          codingPath: encoder.codingPath, debugDescription: "no number is left for the record"))
    }
    try container.encode(rawValue)
  }
}

/// A set of identifiers that answers faster than a `Set`; see ``IdentifierTable``.
package struct IdentifierSet<Record> {
  private var marks: IdentifierTable<Record, Bool>

  package init(_ identifiers: some Collection<Identifier<Record>>) {
    marks = IdentifierTable(identifiers, initially: false)
    for identifier in identifiers { marks[identifier] = true }
  }

  /// - Parameter numbers: the numbers of the identifiers.
  init(numbers: some Collection<Int64>) where Record == Void {
    self.init(numbers.map { Identifier<Void>(rawValue: $0) })
  }

  package func contains(_ identifier: Identifier<Record>) -> Bool { marks[identifier] }

  func contains(_ number: Int64) -> Bool { marks[Identifier(rawValue: number)] }
}

/// A value for each of some records, by identifier.
///
/// Identifiers count up, so the identifiers of a bank are close together. An array then answers
/// many times faster than a `Dictionary`, which is used only for identifiers that are far apart.
package struct IdentifierTable<Record, Value> {
  private let first: Int64
  private let initial: Value
  private var dense: [Value]
  private var sparse: [Int64: Value] = [:]

  /// - Parameter identifiers: the records that will be looked up. A record may occur several times.
  /// - Parameter initial: the value of each record until another value is set, and the value of all
  ///   other records.
  package init(_ identifiers: some Collection<Identifier<Record>>, initially initial: Value) {
    var (first, last) = (Int64.max, Int64.min)
    for identifier in identifiers {
      first = min(first, identifier.rawValue)
      last = max(last, identifier.rawValue)
    }
    let (span, isTooLarge) = last.subtractingReportingOverflow(first)
    let isDense = !isTooLarge && !identifiers.isEmpty && span / 64 <= Int64(identifiers.count)
    self.first = first
    self.initial = initial
    dense = isDense ? Array(repeating: initial, count: Int(span) + 1) : []
  }

  /// The value of a record.
  package subscript(identifier: Identifier<Record>) -> Value {
    get {
      let position = identifier.rawValue &- first
      if position >= 0, position < Int64(dense.count) { return dense[Int(position)] }
      return sparse[identifier.rawValue] ?? initial
    }
    set {
      let position = identifier.rawValue &- first
      if position >= 0, position < Int64(dense.count) {
        dense[Int(position)] = newValue
      } else {
        sparse[identifier.rawValue] = newValue
      }
    }
  }
}

/// The permanent identifiers that replaced temporary ones.
///
/// Temporary numbers are unique in the process across all kinds of records, so one table is enough.
public struct IdentifierReplacements: Sendable, Equatable {
  private var permanent: [Int64: Int64] = [:]

  /// Creates an empty table.
  public init() {}

  /// Whether the table is empty.
  public var isEmpty: Bool { permanent.isEmpty }

  /// The permanent number that replaced `temporary`, or `nil` when none did.
  public func permanent(for temporary: Int64) -> Int64? {
    permanent[temporary]
  }

  /// The permanent identifier that replaced `identifier`; otherwise `identifier` itself.
  public func resolve<R>(_ identifier: Identifier<R>) -> Identifier<R> {
    permanent[identifier.rawValue].map(Identifier.init(rawValue:)) ?? identifier
  }

  /// Records that `permanent` replaces `temporary`.
  public mutating func replace(_ temporary: Int64, by permanent: Int64) {
    self.permanent[temporary] = permanent
  }

  /// Adds the replacements of a later save.
  public mutating func merge(_ other: IdentifierReplacements) {
    permanent.merge(other.permanent) { _, new in new }
  }
}
