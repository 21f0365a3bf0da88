/// Chooses a position for the right answer in formats that list it separately from the wrong ones.
enum StablePlace {
  /// Returns a number from 0 to `count` - 1 that is always the same for the same text.
  ///
  /// The hash is FNV-1a, because Swift's own hashes differ from run to run. The upper half is mixed
  /// into the lower half, because the lowest bits alone are unevenly distributed for two or four
  /// choices.
  static func of(_ text: String, count: Int) -> Int {
    var hash = hash(of: text)
    hash ^= hash >> 32
    return Int(hash % UInt64(count))
  }

  /// A number that is always the same for the same text, and hardly ever for two texts.
  static func hash(of text: String) -> UInt64 {
    text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
  }

  /// Inserts the right choice among the wrong ones and returns all choices with its index.
  static func place(
    _ right: String, among wrong: [String], of text: String
  ) -> (choices: [Choice], correct: Int) {
    let correct = of(text, count: wrong.count + 1)
    var choices = wrong.map { Choice($0) }
    choices.insert(Choice(right), at: correct)
    return (choices, correct)
  }

  /// Inserts several right choices among the wrong ones.
  static func place(_ right: [String], among wrong: [String], of text: String) -> [Choice] {
    right.reduce(wrong) { choices, next in
      var choices = choices
      choices.insert(next, at: of(text + "\n" + next, count: choices.count + 1))
      return choices
    }.map { Choice($0) }
  }
}
