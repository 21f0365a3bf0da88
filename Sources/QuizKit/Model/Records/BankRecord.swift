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

  /// This record of the bank with what only the record `other` of a backup has, which is alike.
  func completed(by other: Self) -> Self

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
  func completed(by other: Self) -> Self { self }

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

/// A kind of record, identified by its name in all files: ``StoredRecord/entityName``.
package struct RecordKind: RawRepresentable, Hashable, Codable, Sendable {
  package let rawValue: String

  package init(rawValue: String) { self.rawValue = rawValue }
}

extension StoredRecord {
  /// The kind of the records.
  static var kind: RecordKind { RecordKind(rawValue: entityName) }
}

extension RecordKind {
  /// Decks.
  package static let deck = Deck.kind
  /// Questions.
  package static let question = Question.kind
  /// Exams.
  package static let exam = Exam.kind
  /// Notes.
  package static let note = StudyNote.kind
  /// Quizzes. When devices exchange them, they include their answers.
  package static let attempt = Attempt.kind
}

/// The kinds of records that make up a bank, found in the schema of its store.
struct BankKinds: Sendable {
  /// The order of the oldest kinds in reports and backups, on which other programs rely. Newer
  /// kinds follow in the order of the schema.
  private static let oldest = ["question", "deck", "note", "attempt", "progress", "answer"]

  /// All kinds, in the order of reports and backups.
  let all: [any BankRecord.Type]

  /// The kinds of every bank.
  static let usual = BankKinds(of: BankSchema.usual)

  /// The key under which a decoder finds the kinds, if its store has other kinds than usual.
  private static let userInfoKey = CodingUserInfoKey(rawValue: "BankKinds")

  /// Finds the kinds of the bank whose record a decoder reads.
  init(of decoder: any Decoder) {
    self = Self.userInfoKey.flatMap { decoder.userInfo[$0] } as? BankKinds ?? .usual
  }

  /// These kinds in the form of a decoder's `userInfo`.
  var userInfo: [CodingUserInfoKey: any Sendable] {
    Self.userInfoKey.map { [$0: self] } ?? [:]
  }

  /// - Parameter schema: the schema of the store.
  init(of schema: Schema) {
    let kinds = schema.records.compactMap { $0 as? any BankRecord.Type }
    let old = Self.oldest.compactMap { name in kinds.first { $0.entityName == name } }
    all = old + kinds.filter { !Self.oldest.contains($0.entityName) }
  }

  /// All kinds, each after the kinds that it refers to.
  var ownersFirst: [any BankRecord.Type] {
    var sorted: [any BankRecord.Type] = []
    func add(_ kind: any BankRecord.Type) {
      guard !sorted.contains(where: { $0 == kind }) else { return }
      for owner in kind.owners where owner != kind.kind {
        if let owner = self[owner] { add(owner) }
      }
      sorted.append(kind)
    }
    for kind in all { add(kind) }
    return sorted
  }

  /// The kinds that devices exchange by themselves, each after the kinds that it refers to.
  var exchanged: [any BankRecord.Type] {
    ownersFirst.filter { [.shared, .personal].contains($0.exchange) }
  }

  /// The type for a kind; `nil` when this program does not know it.
  subscript(kind: RecordKind) -> (any BankRecord.Type)? { all.first { $0.kind == kind } }

  /// Counts of zero for all kinds that users see.
  var counts: RecordCounts { RecordCounts(all.compactMap { $0.name }) }
}

extension BankRecord {
  /// The kinds that the keys refer to, in their order.
  static var owners: [RecordKind] { keys.compactMap(\.target).map(RecordKind.init(rawValue:)) }
}

extension StoreContext {
  /// The kinds of records of the bank.
  var kinds: BankKinds { BankKinds(of: store.schema) }
}

/// The schemas of banks.
enum BankSchema {
  /// The schema of every bank.
  static let usual = schema(records)

  /// The schema of a bank that has further kinds of records.
  static func with(_ kinds: [any BankRecord.Type]) -> Schema {
    var schema = schema(records + kinds)
    schema.userInfo = BankKinds(of: schema).userInfo
    return schema
  }

  private static func schema(_ records: [any StoredRecord.Type]) -> Schema {
    Schema(
      version: 4, oldestReadable: 2,
      migrations: [.toSolutions, .toSparseQuestions, .toFurtherKinds], records: records)
  }

  private static let records: [any StoredRecord.Type] = [
    Deck.self, Question.self, Attempt.self, AttemptProgress.self, Answer.self, StudyNote.self,
    TrashEntry.self, TrashedRecord.self, BankSetting.self, KeptFit.self, Exam.self,
    SyncFolder.self, SyncedRecord.self, OverwrittenText.self, FollowedSource.self,
    FollowedFile.self, KeptReading.self,
  ]
}

extension Migration {
  /// Version 1 had only questions with one right answer, with `kind` and `correct` in the content
  /// of a question and `selected` in an answer. Version 2 has `solution` and `response`. Records in
  /// the trash are migrated as well.
  static let toSolutions = Migration(from: 1) { document in
    document.change(Question.entityName) { $0.toSolution() }
    document.change(Answer.entityName) { $0.toResponse() }
    document.change(TrashedRecord.entityName) { trashed in
      trashed.change(at: ["content", "question", "record"]) { $0.toSolution() }
      trashed.change(at: ["content", "answer", "record"]) { $0.toResponse() }
    }
  }

  /// Version 2 stored a second copy of each question's text, folded for searching. It also wrote
  /// members without information: empty texts and lists, and a date of the last change for
  /// questions that were never changed.
  static let toSparseQuestions = Migration(from: 2) { document in
    document.change(Question.entityName) { $0.toSparseQuestion() }
    document.change(TrashedRecord.entityName) { trashed in
      trashed.change(at: ["content", "question", "record"]) { $0.toSparseQuestion() }
    }
  }
}

extension Migration {
  /// Version 3 had questions of five kinds. Version 4 has four more, and answers to them.
  static let toFurtherKinds = Migration(from: 3) { _ in }
}

extension JSONValue {
  fileprivate mutating func toSparseQuestion() {
    self["searchText"] = nil
    if self["changedAt"] == self["createdAt"] { self["changedAt"] = nil }
    change(at: ["content"]) { content in
      for member in ["choices", "commentary", "tags"] { content.removeIfEmpty(member) }
      guard let choices = content["choices"]?.array else { return }
      content["choices"] = .array(choices.map(\.sparseChoice))
    }
  }

  private var sparseChoice: JSONValue {
    self["feedback"]?.string == "" && object?.members.count == 2 ? self["text"] ?? self : self
  }

  /// Removes a member if it is an empty text or list.
  private mutating func removeIfEmpty(_ member: String) {
    if self[member]?.string == "" || self[member]?.array?.isEmpty == true { self[member] = nil }
  }

  fileprivate mutating func toSolution() {
    change(at: ["content"]) { content in
      guard let correct = content["correct"] else { return }
      let kind = content["kind"]?.string ?? QuestionContent.Kind.single.rawValue
      content["kind"] = nil
      content["correct"] = nil
      content["solution"] = .object([kind: correct])
    }
  }

  fileprivate mutating func toResponse() {
    guard let selected = self["selected"] else { return }
    self["selected"] = nil
    self["response"] = selected
  }

  /// Changes the value at a path of members, if it exists.
  fileprivate mutating func change(at path: [String], _ body: (inout JSONValue) -> Void) {
    guard let name = path.first else { return body(&self) }
    guard var member = self[name] else { return }
    member.change(at: Array(path.dropFirst()), body)
    self[name] = member
  }
}

/// A record that a backup may contain. The file may have been edited, even maliciously, so the
/// values are checked when it is read.
protocol BackupRecord: Decodable, Sendable {
  /// Whether all values are possible.
  var isPlausible: Bool { get }

  /// Why the values are impossible; `nil` when they are possible.
  var impossibility: Reason? { get }

  /// Decodes a record of any version of the format.
  static func decode(with decoder: JSONTextDecoder, at element: Int) throws(JSONFault) -> Self
}

extension BackupRecord {
  var impossibility: Reason? {
    isPlausible ? nil : Reason("this value is not allowed here", "あり得ない値です")
  }

  static func decode(with decoder: JSONTextDecoder, at element: Int) throws(JSONFault) -> Self {
    try decoder.decode(Self.self, at: element)
  }
}

/// A member of a record that is split into its parts. Each part becomes a field.
struct SplitMember {
  let name: String
  /// The parts that only make sense together, so they share one field.
  let together: Set<String>
  /// The name of that field.
  let field: String

  /// The prefix of the names of the fields.
  var prefix: String { name + "." }

  /// - Parameter joined: the parts that only make sense together. The first one names their field.
  init(_ name: String, joining joined: [String]) {
    self.name = name
    together = Set(joined)
    field = "\(name).\(joined[0])"
  }
}

extension Fault {
  package static func unreadableRecord(_ reason: Reason) -> Fault {
    Fault(
      "unreadable-record",
      "this record of the history cannot be read: \(reason.text(in: .english))",
      "履歴の記録を読めません（\(reason.text(in: .japanese))）")
  }
}
