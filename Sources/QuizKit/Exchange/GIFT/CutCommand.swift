/// Detects LaTeX commands that begin with `\n`, which GIFT takes for a line break.
enum CutCommand {
  /// The commands without their `\n`. Only those that cannot be a word after a real line break:
  /// `\ne` and `\nu` are ambiguous.
  private static let rests = ["eq", "abla", "otin", "geq", "leq", "subseteq"]

  /// Returns the first damaged command as the author wrote it, such as `\neq`.
  ///
  /// - Parameter places: The positions of each `n` that follows a backslash.
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
