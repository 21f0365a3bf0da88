/// A number for what a record contains, by which a save notices that another writer has changed it.
///
/// It is a hash of the record's JSON text, compact and with dates as numbers: the same in every store. Equal contents have
/// equal numbers, and different ones almost certainly different numbers.
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
