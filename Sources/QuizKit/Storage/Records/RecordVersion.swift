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
