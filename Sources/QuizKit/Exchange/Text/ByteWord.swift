/// Tests eight bytes at once, with the formulas of Bit Twiddling Hacks,
/// <https://graphics.stanford.edu/~seander/bithacks.html#ZeroInWord>.
enum ByteWord {
  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let highBits: UInt64 = 0x8080_8080_8080_8080

  /// Whether any byte is less than `limit`, which must not exceed 0x80.
  @inline(__always)
  static func hasByte(below limit: UInt8, in word: UInt64) -> Bool {
    (word &- ones &* UInt64(limit)) & ~word & highBits != 0
  }

  /// Whether any byte equals `byte`.
  @inline(__always)
  static func has(_ byte: UInt8, in word: UInt64) -> Bool {
    hasByte(below: 1, in: word ^ (ones &* UInt64(byte)))
  }

  /// Whether any byte is not ASCII.
  @inline(__always)
  static func hasHighByte(_ word: UInt64) -> Bool { word & highBits != 0 }
}
