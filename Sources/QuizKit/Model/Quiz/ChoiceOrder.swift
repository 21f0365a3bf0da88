import Foundation
import QuizExchange

/// The order in which a question's choices are shown.
enum ChoiceOrder {
  /// The order for a question of a quiz; `nil` for the author's order.
  ///
  /// - Parameter shuffles: whether the choices that a player picks are shuffled. Those that are to
  ///   be put in order, and the lines to be matched, always are.
  static func order(
    of content: QuestionContent, shuffles: Bool, using random: some RandomNumberGenerator
  ) -> [Int]? {
    content.needsDisorder || shuffles ? shuffled(content, using: random) : nil
  }

  /// An order that depends on nothing but the seed, for a question whose order is the answer; `nil`
  /// for the author's order of all other questions.
  static func disordered(_ content: QuestionContent, seed: Int64) -> [Int]? {
    content.needsDisorder
      ? shuffled(content, using: RandomSource(seed: UInt64(bitPattern: seed))) : nil
  }

  /// Returns the author's positions in random order. True and false keep their order, and choices
  /// that refer to all others keep their places. Nothing moves if a text of the question names
  /// choices by letter, number or place.
  static func shuffled(
    _ content: QuestionContent, using random: some RandomNumberGenerator
  ) -> [Int] {
    let texts = content.options.map(\.text)
    let positions = Array(texts.indices)
    if content.needsDisorder { return disorder(of: texts, using: random) }
    guard content.kind != .trueFalse, !ChoiceMention.isIn(content) else { return positions }
    var random = random
    let free = positions.filter { !isClosing(texts[$0]) }
    var order = positions
    for (place, choice) in zip(free, free.shuffled(using: &random)) { order[place] = choice }
    return order
  }

  /// Positions in random order, but not so that the texts are in order. If all texts are equal,
  /// nothing can be done.
  private static func disorder(
    of texts: [String], using random: some RandomNumberGenerator
  ) -> [Int] {
    var random = random
    var order = texts.indices.shuffled(using: &random)
    if order.map({ texts[$0] }) == texts,
      let other = order.indices.first(where: { texts[order[$0]] != texts[order[0]] })
    {
      order.swapAt(0, other)
    }
    return order
  }

  /// The position of the first choice that mentions the others in words like "any two of the
  /// above", and is shuffled all the same, because the words are not among those that keep a choice
  /// in place; `nil` when there is none.
  static func shuffledReference(in content: QuestionContent) -> Int? {
    let texts = content.choices.map(\.text)
    guard content.kind.isPicked, content.kind != .trueFalse, !ChoiceMention.isIn(content)
    else { return nil }
    return texts.firstIndex { text in
      let lowered = text.lowercased()
      return !isClosing(text) && references.contains { lowered.contains($0) }
    }
  }

  // MARK: Choices that refer to other choices

  /// Words that mention the other choices, wherever they stand in a choice.
  private static let references = [
    "the above", "of these answers", "of these options", "of the answers", "of the options",
    "of the other answers", "of the other options", "of the choices", "all answers", "all options",
    "all are correct", "all are true", "上記", "以上のすべて", "以上の全て", "すべての選択肢", "全ての選択肢", "他の選択肢",
  ]

  /// Beginnings of texts that mean "all of the above" or similar, collected from real question
  /// banks. The only effect of a wrong entry is that a choice is not shuffled.
  private static let closingBeginnings = [
    "all of the above", "all the above", "all of these", "all of them", "none of", "both of",
    "neither of", "any of the above", "any of these",
    "上記", "上のすべて", "上の全て", "以上すべて", "以上の", "以上全て", "これらすべて", "これら全て", "これらのすべて", "これらの全て",
    "これらのいずれ", "これらのどれ", "いずれでもない", "いずれも", "どれでもない", "どれも", "どちらでもない", "どちらも", "該当なし",
    "すべて正し", "全て正し",
  ]

  /// Complete texts with the same meaning.
  private static let closingTexts: Set<String> = [
    "all", "none", "both", "neither", "neither one", "すべて", "全て", "全部", "両方", "どちらか", "なし",
  ]

  private static func isClosing(_ text: String) -> Bool {
    let lowered = text.lowercased()
    return closingBeginnings.contains { lowered.hasPrefix($0) }
      || closingTexts.contains(lowered.trimmingMarks)
  }
}

extension QuestionContent {
  /// Whether the author's order of the choices is the answer.
  fileprivate var needsDisorder: Bool { kind == .order || kind == .match }
}

extension String {
  /// The text without a full stop at the end.
  fileprivate var trimmingMarks: String {
    hasSuffix(".") || hasSuffix("。") ? String(dropLast()) : self
  }
}

extension QuizItem {
  /// The same question with its choices in another order, as if it had never been shown.
  func mixed(using random: some RandomNumberGenerator) -> QuizItem {
    cleared(order: ChoiceOrder.shuffled(question.content, using: random))
  }
}
