import Testing

@testable import QuizKit

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

  @Test(arguments: ["All of the above", "none of the above.", "上記すべて", "いずれでもない"])
  func `a choice that speaks of the others stays last`(text: String) {
    var content = QuestionContent.sample()
    content.choices[3] = Choice(text)
    #expect(orders(content).allSatisfy { $0.last == 3 })
  }

  @Test func `true and false are never shuffled`() {
    let content = QuestionContent(
      kind: .trueFalse, text: "?", choices: [Choice("True"), Choice("False")], correct: 0)
    #expect(orders(content) == [[0, 1]])
  }
}
