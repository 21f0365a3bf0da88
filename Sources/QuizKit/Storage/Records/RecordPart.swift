/// Some fields of a record, for code that reads very many records and needs only these fields.
///
/// A store may decode only these fields. They must have the same names in the file as the record's.
public protocol RecordPart: Decodable, Sendable {
  /// The kind of record.
  associatedtype Whole: StoredRecord

  /// Takes the part from a whole record.
  init(_ record: Whole)
}
