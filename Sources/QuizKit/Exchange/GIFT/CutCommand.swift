/// LaTeX commands that begin with `\n`, which GIFT takes for a line end.
enum CutCommand {
  /// Only those whose rest is no word of any language; `\ne` and `\nu` may well be a line end.
  private static let rests = ["eq", "abla", "otin", "geq", "leq", "subseteq"]

  /// The first command that was cut, as it is written: `\neq`.
  ///
  /// - Parameter places: Where an `n` stands behind a backslash.
  static func first(
    in bytes: UnsafeBufferPointer<UInt8>, at places: [Int]
  ) -> String? {
    for place in places {
      let word = bytes[(place + 1)...].prefix {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
      }
      let rest = String(decoding: word.prefix(9), as: UTF8.self)
      if rests.contains(rest) { return "\\n\(rest)" }
    }
    return nil
  }
}
