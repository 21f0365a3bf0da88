/// Some fields of a record, for whoever looks at very many of them and needs no more.
///
/// A store may read only these fields, which have the names in the file that the record's have.
public protocol RecordPart: Decodable, Sendable {
  /// The kind of record.
  associatedtype Whole: StoredRecord

  /// The part of a record that is at hand.
  init(_ record: Whole)
}
