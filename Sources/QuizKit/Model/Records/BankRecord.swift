import Foundation
import QuizExchange
import QuizStore
import QuizSupport

/// A kind of record that makes up a bank: what users have written, and what they have answered.
///
/// The conformance says everything that the trash, undo, backups and synchronization have to know of the
/// kind. They find the kinds in the schema of the store (``BankKinds``), so a new kind is one file and one
/// word in ``BankSchema``.
protocol BankRecord: StoredRecord, BackupRecord {
  /// What people call it; `nil` for a part of another record, which no report counts.
  static var name: RecordName? { get }

  /// The member of a backup that has these records; `nil` for questions, which a backup has in the form
  /// of every export.
  static var section: String? { get }

  /// With which devices it is exchanged.
  static var exchange: RecordExchange { get }

  /// The member whose parts are exchanged as one field each; `nil` when there is none.
  static var split: SplitMember? { get }

  /// The texts that make a new record and a record of another device one and the same when they are equal.
  /// Takes the record and the keys of the records to which it refers. `nil` where all fields must be equal.
  static var identity: (@Sendable (Self, _ owners: [String]) -> [String])? { get }

  /// The name that no other record of the kind has; `nil` where records have none.
  static var uniqueName: UniqueName<Self>? { get }

  /// Whether users write the fields, so that a value that another device replaces is kept.
  static var hasTexts: Bool { get }

  /// What lists call the record.
  ///
  /// - Parameter timeZone: decides how a date is written.
  func title(in timeZone: TimeZone) -> String

  /// When the record was last changed, as far as it says.
  var lastChange: Date { get }

  /// Notes that the record was changed.
  mutating func noteChange(at date: Date)

  /// Whether this record of the trash need not come back where the bank has `other` under the same number.
  /// Of a quiz with its answers that is decided as a whole, before.
  func isSame(as other: Self) -> Bool

  /// Whether this record of a backup need not be added where the bank has `other`. Both are without number.
  func isAlike(_ other: Self) -> Bool

  /// The problem of a record of a backup that cannot be without the records to which it refers, which
  /// are not in the file.
  func orphanProblem(in file: String) -> Problem

  /// Points all references to other records.
  ///
  /// - Parameter target: the number of the record to refer to from now on; `nil` for none.
  mutating func relink(_ target: (RecordReference) throws -> Int64?) rethrows
}

/// With which devices a kind of record is exchanged.
enum RecordExchange {
  /// With none: it concerns this device only.
  case never
  /// With none by itself: it is exchanged as a part of the record to which it refers.
  case withOwner
  /// With all devices of the user, but not with a group that shares questions.
  case personal
  /// With every device.
  case shared
}

/// A reference of one record to another.
struct RecordReference {
  /// The kind of the other record.
  let kind: RecordKind
  /// Its number.
  let number: Int64
  /// How much this record needs the other one.
  let need: Need

  /// What becomes of a record when the other one is gone.
  enum Need {
    /// It cannot be without it.
    case required
    /// It refers to nothing.
    case optional
    /// It goes on referring to the other one, which may come back.
    case loose
  }
}

/// A name that no two records of a kind share.
struct UniqueName<R>: Sendable {
  /// The member of the record that has it.
  let field: String
  /// Where it is in the record.
  let path: WritableKeyPath<R, String> & Sendable
}

extension BankRecord {
  static var split: SplitMember? { nil }
  static var identity: (@Sendable (Self, _ owners: [String]) -> [String])? { nil }
  static var uniqueName: UniqueName<Self>? { nil }
  static var hasTexts: Bool { true }

  mutating func noteChange(at date: Date) {}

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

  /// Points the references that are keys to other records.
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

  /// The records to which the keys refer.
  var references: [RecordReference] {
    var (copy, references) = (self, [RecordReference]())
    copy.relinkKeys { reference in
      references.append(reference)
      return reference.number
    }
    return references
  }

  /// The record without number, as one that is new.
  var unnumbered: Self {
    var record = self
    record.id = .unassigned
    return record
  }
}

extension Identifier where Record == Question {
  /// The question to refer to from now on, in a quiz, which keeps its place where a question was deleted.
  func relinked(_ target: (RecordReference) throws -> Int64?) rethrows -> Self {
    let reference = RecordReference(kind: .question, number: rawValue, need: .loose)
    return Self(rawValue: try target(reference) ?? 0)
  }
}
