import Foundation

/// The order in which a question's choices are shown.
enum ChoiceOrder {
  /// A random order of the author's positions. True and false keep their order; choices that speak of all the others stay where they
  /// are, and nothing moves where a choice calls others by their letters.
  static func shuffled(
    _ content: QuestionContent, using random: some RandomNumberGenerator
  ) -> [Int] {
    let positions = Array(content.choices.indices)
    let texts = content.choices.map(\.text)
    guard content.kind == .single, !texts.contains(where: namesOthers) else { return positions }
    var random = random
    var free = positions.filter { !isClosing(texts[$0]) }
    let fixed = Set(positions).subtracting(free)
    free.shuffle(using: &random)
    var next = free.makeIterator()
    return positions.map { fixed.contains($0) ? $0 : next.next() ?? $0 }
  }

  // MARK: Choices about choices

  /// How texts begin that mean "those before me". The lists are what authors of real question banks write; a choice too many
  /// on them is only not shuffled.
  private static let closingBeginnings = [
    "all of the above", "all the above", "all of these", "all of them", "none of", "both of",
    "neither of", "any of the above", "any of these",
    "上記", "上のすべて", "上の全て", "以上すべて", "以上の", "以上全て", "これらすべて", "これら全て", "これらのすべて", "これらの全て",
    "これらのいずれ", "これらのどれ", "いずれでもない", "いずれも", "どれでもない", "どれも", "どちらでもない", "どちらも", "該当なし",
    "すべて正し", "全て正し",
  ]

  /// Whole texts that mean the same.
  private static let closingTexts: Set<String> = [
    "all", "none", "both", "neither", "neither one", "すべて", "全て", "全部", "両方", "どちらか", "なし",
  ]

  private static func isClosing(_ text: String) -> Bool {
    let lowered = text.lowercased()
    return closingBeginnings.contains { lowered.hasPrefix($0) }
      || closingTexts.contains(lowered.trimmingMarks)
  }

  /// Whether the choice means others by their letters, as "A and C", "BとCのみ" or "ア、イの両方" do.
  private static func namesOthers(_ text: String) -> Bool {
    // Nothing longer consists of letters and what joins them.
    guard text.utf8.count <= 48 else { return false }
    let letters = text.precomposedStringWithCompatibilityMapping
      .split { joining.contains($0) }
      .filter { !joiningWords.contains($0.lowercased()) }
    return letters.count > 1
      && letters.allSatisfy { $0.count == 1 && "ABCDEFGHアイウエオカキク".contains($0) }
  }

  private static let joining = Set(" ,、&()。.とか及びおよびまたは又はの両方のみだけすべて")
  private static let joiningWords: Set<String> = [
    "and", "or", "nor", "both", "neither", "either", "only",
  ]
}

extension String {
  /// The text without a full stop at its end.
  fileprivate var trimmingMarks: String {
    hasSuffix(".") || hasSuffix("。") ? String(dropLast()) : self
  }
}
