import Testing

@testable import QuizExchange
@testable import QuizKit
@testable import QuizSupport

@Suite struct ChoiceOrderTests {
  func orders(_ content: QuestionContent) -> Set<[Int]> {
    var random = SplitMix64(seed: 1)
    return Set(
      (0..<200).map { _ in
        let order = ChoiceOrder.shuffled(content, using: random)
        _ = random.next()
        return order
      })
  }

  @Test func `every order of four choices comes up`() {
    #expect(orders(.sample()).count == 24)
  }

  @Test(arguments: [
    "All of the above", "none of the above.", "None of these is right", "Both", "上記すべて", "上記のすべて。",
    "上記の両方",
    "上記のどれにも当てはまらない", "これらすべて", "いずれでもない", "どちらでもない", "両方",
  ])
  func `a choice that speaks of the others stays last`(text: String) {
    var content = QuestionContent.sample()
    content.choices[3] = Choice(text)
    #expect(orders(content).allSatisfy { $0.last == 3 })
  }

  @Test(arguments: ["A and C", "Both B and C", "A, B or C", "AとB", "BとCのみ", "ＡとＣの両方。", "ア、イ"])
  func `nothing moves where a choice calls others by their letters`(text: String) {
    var content = QuestionContent.sample()
    content.choices[2] = Choice(text)
    #expect(orders(content) == [[0, 1, 2, 3]])
  }

  @Test(arguments: ["A", "Anna and Bob", "かばん", "DNA", "All mammals", "両方向", "B to C"])
  func `a choice that only looks alike moves freely`(text: String) {
    var content = QuestionContent.sample()
    content.choices[3] = Choice(text)
    #expect(orders(content).count == 24)
  }

  @Test func `true and false are never shuffled`() {
    let content = QuestionContent(
      text: "?", choices: [Choice("True"), Choice("False")], solution: .trueFalse(0))
    #expect(orders(content) == [[0, 1]])
  }
}
