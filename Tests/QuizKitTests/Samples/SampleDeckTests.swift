import Testing

@testable import QuizExchange
@testable import QuizKit
@testable import QuizSupport

@Suite struct SampleDeckTests {
  @Test(arguments: Language.allCases)
  func `there are at least twenty questions in each language`(language: Language) throws {
    let deck = try #require(SampleDeck.all.first { $0.language == language })
    #expect(deck.questions.count >= 20)
  }

  @Test(arguments: SampleDeck.all)
  func `each sample question can be asked, with four different choices and a commentary`(
    deck: SampleDeck
  ) {
    for question in deck.questions {
      #expect(question.fault == nil && question.kind == .single, "\(question.text)")
      #expect(Set(question.choices.map(\.text)).count == 4, "\(question.text)")
      #expect(!question.commentary.isEmpty, "\(question.text)")
    }
  }

  @Test func `the right answers are not mostly at the same place`() {
    for deck in SampleDeck.all {
      let places = Dictionary(grouping: deck.questions, by: \.solution).mapValues(\.count)
      #expect(places.count == 4)
      #expect(places.values.allSatisfy { $0 <= 8 })
    }
  }
}

extension SampleDeck: CustomTestStringConvertible {
  public var testDescription: String { name }
}
