/// The order in which a question's choices are shown.
enum ChoiceOrder {
  /// Texts that mean "those before me" and must stay at the end.
  private static let closing = [
    "all of the above", "none of the above", "both of the above", "all of these", "none of these",
    "all the above", "上記すべて", "上記の全て", "上記全て", "以上すべて", "すべて正しい", "いずれでもない", "どれでもない",
    "上記以外", "該当なし", "上のすべて",
  ]

  /// A random order of the author's positions. True and false keep their order, and choices that speak of the others stay
  /// where they are.
  static func shuffled(
    _ content: QuestionContent, using random: some RandomNumberGenerator
  ) -> [Int] {
    let positions = Array(content.choices.indices)
    guard content.kind == .single else { return positions }
    var random = random
    var free = positions.filter { !isClosing(content.choices[$0].text) }
    let fixed = Set(positions).subtracting(free)
    free.shuffle(using: &random)
    var next = free.makeIterator()
    return positions.map { fixed.contains($0) ? $0 : next.next() ?? $0 }
  }

  private static func isClosing(_ text: String) -> Bool {
    let lowered = text.lowercased()
    return closing.contains { lowered.hasPrefix($0) }
  }
}
