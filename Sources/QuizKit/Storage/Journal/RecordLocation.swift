import QuizSupport

/// The location in a journal of a record's latest text.
struct RecordLocation: Equatable, BitwiseCopyable {
  var id: Int64
  /// Where the record's own text begins in the file; negative when the record was deleted.
  var offset: Int64
  /// The length. The highest bit has no meaning; checkpoints of older programs may have it.
  private var markedLength: UInt32
  /// The lower half of the text's checksum, which is verified whenever the record is read.
  private var check: UInt32

  init(id: Int64, offset: Int, text: UnsafeRawBufferPointer) {
    self.id = id
    self.offset = Int64(offset)
    markedLength = UInt32(text.count)
    check = Self.check(text)
  }

  var length: Int { Int(markedLength & ~(1 << 31)) }

  /// The same text at another position.
  func moved(to offset: Int) -> RecordLocation {
    var moved = self
    moved.offset = Int64(offset)
    return moved
  }

  /// The same text, `shift` bytes further on.
  func moved(by shift: Int) -> RecordLocation { moved(to: Int(offset) + shift) }

  var isDeleted: Bool { offset < 0 }

  var end: Int { Int(offset) + length }

  mutating func markDeleted() { offset = -1 }

  /// See ``RecordVersion``. It does not depend on the location.
  var version: UInt64 { RecordVersion.of(length: length, check: check) }

  func fits(_ text: UnsafeRawBufferPointer) -> Bool {
    text.count == length && Self.check(text) == check
  }

  private static func check(_ text: UnsafeRawBufferPointer) -> UInt32 {
    RecordVersion.check(text)
  }
}
