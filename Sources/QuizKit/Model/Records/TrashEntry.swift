import Foundation
import QuizStore
import QuizSupport

/// A deleted item that can be brought back, such as a question or a deck, together with everything
/// that was deleted with it.
struct TrashEntry: StoredRecord {
  static let entityName = "trash"
  static let keys: [RecordKey<TrashEntry>] = [.index(\.deletedAt, named: "deletedAt")]

  var id: Identifier<TrashEntry> = .unassigned
  /// The kind of record that was deleted.
  var kind: RecordKind
  /// The title in lists: the question, the deck's name, the note's title, or the quiz's name and
  /// date.
  var text: String
  /// The name of a question's deck, in case that deck is gone when the question comes back.
  var deck: String?
  /// When it was deleted.
  var deletedAt: Date
  /// True when the date comes from a virtual clock.
  var isVirtual: Bool?

  /// The time for which deleted records are kept, in seconds.
  static let keptFor: TimeInterval = 30 * 24 * 60 * 60

  /// Whether it can no longer be brought back. An entry that was deleted under another kind of
  /// clock is kept, because a script's virtual date does not tell how long ago that was.
  func isExpired(at now: Date, isVirtual: Bool) -> Bool {
    now.timeIntervalSince(deletedAt) > Self.keptFor && (self.isVirtual ?? false) == isVirtual
  }
}

/// One deleted record.
struct TrashedRecord: StoredRecord {
  static let entityName = "trashed"
  static let keys: [RecordKey<TrashedRecord>] = [
    .reference(\.entryID, named: "entryID", onDelete: .cascade)
  ]

  var id: Identifier<TrashedRecord> = .unassigned
  /// The entry of the trash that the record belongs to.
  var entryID: Identifier<TrashEntry>
  /// The record.
  var content: Content

  var fault: Reason? { content.record.fault }

  /// A record as it was when it was deleted, in an object that is named after its kind:
  /// `{"note":{"record":{…}}}`.
  struct Content {
    let record: any BankRecord

    /// The record, if it is of this kind.
    func record<R: BankRecord>(of kind: R.Type) -> R? { record as? R }
  }
}

extension TrashedRecord.Content: Equatable {
  static func == (left: Self, right: Self) -> Bool { left.record.equals(right.record) }
}

extension BankRecord {
  fileprivate func equals(_ other: any BankRecord) -> Bool { self == other as? Self }

  fileprivate func encode<Key: CodingKey>(
    to container: inout KeyedEncodingContainer<Key>, forKey key: Key
  ) throws {
    try container.encode(self, forKey: key)
  }
}

extension TrashedRecord.Content: Codable {
  private struct Kind: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { return nil }
  }

  private enum Member: CodingKey { case record }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Kind.self)
    let kinds = BankKinds(of: decoder)
    guard let key = container.allKeys.first,
      let kind = kinds[RecordKind(rawValue: key.stringValue)]
    else {
      throw JSONDecoding.refusal(
        Reason("the kind of this record is unknown", "未知の種類のデータです"), by: decoder)
    }
    record = try Self.record(kind, container.nestedContainer(keyedBy: Member.self, forKey: key))
  }

  private static func record<R: BankRecord>(
    _ kind: R.Type, _ container: KeyedDecodingContainer<Member>
  ) throws -> any BankRecord {
    try container.decode(R.self, forKey: .record)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Kind.self)
    let key = Kind(stringValue: type(of: record).entityName)
    var content = container.nestedContainer(keyedBy: Member.self, forKey: key)
    try record.encode(to: &content, forKey: .record)
  }
}

/// The reason why something was not deleted. Nothing is changed.
package enum DeletionFailure: ReportableError {
  /// The record with this name has already been deleted.
  case notFound(RecordName?)
  /// The record was changed elsewhere after it was read.
  case conflict(RecordName?)
  /// The store failed.
  case store(any ReportableError)

  /// Converts the failure of a save that deletes.
  init(_ failure: SaveFailure) {
    switch failure {
    case .notFound(let name): self = .notFound(name)
    case .conflict(let name): self = .conflict(name)
    case .store(let error): self = .store(error)
    }
  }

  package var isDataUnusable: Bool {
    if case .store(let error) = self { error.isDataUnusable } else { false }
  }

  package var message: Message {
    let failed = Message("delete-failed", "Deleting failed: ", "削除エラー:")
    return switch self {
    case .notFound(let name):
      failed + Reason("\(name.english) is not there any more.", "データが見つかりませんでした。")
    case .conflict(let name):
      failed
        + Reason("\(name.english) has been changed meanwhile.", "その間に変更されました。")
    case .store(let error): failed.because(of: error)
    }
  }
}
