/// Looks at eight bytes at once (the well-known tests of Bit Twiddling Hacks,
/// <https://graphics.stanford.edu/~seander/bithacks.html#ZeroInWord>).
enum ByteWord {
  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let highBits: UInt64 = 0x8080_8080_8080_8080

  /// Whether one of the bytes is below a limit of at most 80.
  @inline(__always)
  static func hasByte(below limit: UInt8, in word: UInt64) -> Bool {
    (word &- ones &* UInt64(limit)) & ~word & highBits != 0
  }

  /// Whether one of the bytes is this one.
  @inline(__always)
  static func has(_ byte: UInt8, in word: UInt64) -> Bool {
    hasByte(below: 1, in: word ^ (ones &* UInt64(byte)))
  }

  /// Whether one of the bytes is beyond ASCII.
  @inline(__always)
  static func hasHighByte(_ word: UInt64) -> Bool { word & highBits != 0 }
}
