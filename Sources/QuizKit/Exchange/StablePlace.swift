/// Puts a right answer among wrong ones where a format gives it no place of its own.
enum StablePlace {
  /// A place from 0 up to but not including `count`, always the same for the same text.
  ///
  /// The hash is FNV-1a, because Swift's own changes from run to run; the upper half is folded into the
  /// lower one, whose last bits alone spread badly over two and four places.
  static func of(_ text: String, count: Int) -> Int {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    hash ^= hash >> 32
    return Int(hash % UInt64(count))
  }

  /// The wrong choices with the right one among them, and its place.
  static func place(
    _ right: String, among wrong: [String], of text: String
  ) -> (choices: [Choice], correct: Int) {
    let correct = of(text, count: wrong.count + 1)
    var choices = wrong.map { Choice($0) }
    choices.insert(Choice(right), at: correct)
    return (choices, correct)
  }
}
