import Foundation
import QuizExchange
import QuizStore
import QuizSupport

/// A kind of record that a bank consists of: the content that users have written, and their
/// answers.
///
/// The conformance tells the trash, undo, backups and synchronization everything that they have to
/// know about the kind. They find the kinds in the schema of the store (``BankKinds``), so a new
/// kind takes one file and one word in ``BankSchema``.
protocol BankRecord: StoredRecord, BackupRecord {
  /// The name that users see; `nil` for a part of another record, which reports do not count.
  static var name: RecordName? { get }

  /// The member of a backup that contains these records; `nil` for questions, which a backup
  /// contains in the same form as every other export.
  static var section: String? { get }

  /// The devices with which the kind is exchanged.
  static var exchange: RecordExchange { get }

  /// The members that only concern this device. They are exchanged with no other.
  static var deviceMembers: Set<String> { get }

  /// Takes over these members when another device replaces the record `old`.
  mutating func keepDeviceMembers(of old: Self)

  /// The member that is exchanged as one field for each of its parts; `nil` when there is none.
  static var split: SplitMember? { get }

  /// The texts that identify a record. If they are equal, a new record and a record of another
  /// device are treated as the same record. Takes the record and the keys of the records that it
  /// refers to. `nil` if all fields must be equal.
  static var identity: (@Sendable (Self, _ owners: [String]) -> [String])? { get }

  /// The name, which must be unique among the records of the kind; `nil` if records do not have a
  /// name.
  static var uniqueName: UniqueName<Self>? { get }

  /// Whether users write the fields. A value that another device replaces is then kept.
  static var hasTexts: Bool { get }

  /// The record's title in lists.
  ///
  /// - Parameter timeZone: determines how a date is written.
  func title(in timeZone: TimeZone) -> String

  /// When the record was last changed, according to the record itself.
  var lastChange: Date { get }

  /// Sets the date of the last change, if the record has one.
  mutating func noteChange(at date: Date)

  /// Whether this record of the trash need not be restored because the bank has `other` under the
  /// same number. For a quiz with its answers, this is decided earlier and for the whole quiz.
  func isSame(as other: Self) -> Bool

  /// Whether this record of a backup need not be added because the bank has `other`. Numbers are
  /// not compared.
  func isAlike(_ other: Self) -> Bool

  /// The problem of a record of a backup that requires records which are not in the file.
  func orphanProblem(in file: String) -> Problem

  /// Replaces all references to other records.
  ///
  /// - Parameter target: returns the number of the new record to refer to; `nil` for none.
  mutating func relink(_ target: (RecordReference) throws -> Int64?) rethrows
}

/// The devices with which a kind of record is exchanged.
enum RecordExchange {
  /// No devices, because the kind concerns only this device.
  case never
  /// No devices by itself, because it is exchanged as a part of the record that it refers to.
  case withOwner
  /// All devices of the user, but not a group that shares questions.
  case personal
  /// All devices.
  case shared
}

/// A reference of one record to another.
struct RecordReference {
  /// The kind of the other record.
  let kind: RecordKind
  /// Its number.
  let number: Int64
  /// How strongly this record depends on the other one.
  let need: Need

  /// The consequence for a record when the other record is gone.
  enum Need {
    /// The record cannot exist without the other one.
    case required
    /// The record stays without the reference.
    case optional
    /// The record keeps the reference, because the other record may come back.
    case loose
  }
}

/// A name that no two records of a kind share.
struct UniqueName<R>: Sendable {
  /// The member of the record that contains the name.
  let field: String
  /// The key path of that member.
  let path: WritableKeyPath<R, String> & Sendable
}

extension BankRecord {
  static var deviceMembers: Set<String> { [] }
  static var split: SplitMember? { nil }
  static var identity: (@Sendable (Self, _ owners: [String]) -> [String])? { nil }
  static var uniqueName: UniqueName<Self>? { nil }
  static var hasTexts: Bool { true }

  mutating func noteChange(at date: Date) {}
  mutating func keepDeviceMembers(of old: Self) {}

  func orphanProblem(in file: String) -> Problem {
    let reason = Reason("the record to which it refers is not in the file", "参照先がファイルにありません")
    return Problem(.unreadableRecord(reason), file: file)
  }

  func isSame(as other: Self) -> Bool { isAlike(other) }

  func isAlike(_ other: Self) -> Bool {
    var other = other
    other.id = id
    return self == other
  }

  mutating func relink(_ target: (RecordReference) throws -> Int64?) rethrows {
    try relinkKeys(target)
  }

  /// Replaces the references that are keys.
  mutating func relinkKeys(_ target: (RecordReference) throws -> Int64?) rethrows {
    for key in Self.keys {
      guard let entity = key.target else { continue }
      let kind = RecordKind(rawValue: entity)
      try key.relink(&self) { number in
        let need: RecordReference.Need = key.isOptional ? .optional : .required
        return try target(RecordReference(kind: kind, number: number, need: need))
      }
    }
  }

  /// The records that the keys refer to.
  var references: [RecordReference] {
    var (copy, references) = (self, [RecordReference]())
    copy.relinkKeys { reference in
      references.append(reference)
      return reference.number
    }
    return references
  }

  /// The record without a number, like a new one.
  var unnumbered: Self {
    var record = self
    record.id = .unassigned
    return record
  }
}

extension Identifier where Record == Question {
  /// The question that a quiz refers to from now on. If the question was deleted, its place in the
  /// quiz stays.
  func relinked(_ target: (RecordReference) throws -> Int64?) rethrows -> Self {
    let reference = RecordReference(kind: .question, number: rawValue, need: .loose)
    return Self(rawValue: try target(reference) ?? 0)
  }
}
