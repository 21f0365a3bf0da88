import QuizStore
import QuizSupport

/// One deleted record.
struct TrashedRecord: StoredRecord {
  static let entityName = "trashed"
  static let keys: [RecordKey<TrashedRecord>] = [.reference(\.entryID, onDelete: .cascade)]

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
