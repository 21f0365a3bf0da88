/// The characters of code page 1252.
enum Windows1252 {
  /// The character of a byte; U+FFFD for the five undefined bytes.
  static func scalar(_ byte: UInt8) -> Unicode.Scalar {
    (0x80...0x9F).contains(byte) ? specials[Int(byte) - 0x80] : Unicode.Scalar(byte)
  }

  /// The characters 80 to 9F, in which the code page differs from Latin-1.
  private static let specials = Array(
    "€\u{FFFD}‚ƒ„…†‡ˆ‰Š‹Œ\u{FFFD}Ž\u{FFFD}\u{FFFD}‘’“”•–—˜™š›œ\u{FFFD}žŸ".unicodeScalars)
}
