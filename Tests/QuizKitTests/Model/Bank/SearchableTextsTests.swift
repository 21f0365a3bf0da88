import Foundation
import Testing

@testable import QuizExchange
@testable import QuizKit
@testable import QuizStore
@testable import QuizSupport

@Suite struct SearchableTextsTests {
  let test = TestWorld()

  private func search(_ query: SearchQuery) throws -> QuestionSearch {
    try QuestionSearch(bank: test.bank, query: query, timeZone: test.world.timeZone)
  }

  private func texts(_ search: QuestionSearch) throws -> [String] {
    try search.perform(.show(ListWindow(first: 0, count: 1000)))
    return try search.shown().map(\.question.content.text)
  }

  /// A random text of plain letters and of letters that combine with their neighbours.
  private static func text(_ random: inout SplitMix64, longest: Int) -> String {
    let letters = [
      "a", "b", "の", "ノ", "か", "\u{3099}", "ﾊ", "ﾟ", "e", "\u{301}", "é", "👩", "\u{200D}", "🇯", "🇵",
      "日", "本", " ", "\"", "\\", "ß", "각", "ᄀ", "ᅡ",
    ]
    return (0..<Int.random(in: 1...longest, using: &random)).map { _ in
      letters.randomElement(using: &random) ?? ""
    }.joined()
  }

  /// The questions that contain the words, newest first, found in the simplest way.
  private func wanted(_ words: [String]) throws -> [String] {
    let folded = words.map(SearchText.folded).filter { !$0.isBlank }
    return try test.bank.store.fetch(FetchDescriptor<Question>()).reversed()
      .filter { question in
        folded.allSatisfy { question.content.searchText.firstRange(of: $0) != nil }
      }
      .map(\.content.text)
  }

  @Test func `each search finds what the characters of the texts say`() throws {
    var random = SplitMix64(seed: 3)
    try test.add((0..<300).map { .sample("\($0) " + Self.text(&random, longest: 12)) })
    let follower = try search(SearchQuery())
    for _ in 0..<300 {
      let words = (0..<Int.random(in: 0...2, using: &random)).map { _ in
        Self.text(&random, longest: 3)
      }
      try follower.find(SearchQuery(words: words))
      let (found, wanted) = try (texts(follower), wanted(words))
      let difference = Set(found).symmetricDifference(wanted).map { Array($0.unicodeScalars) }
      #expect(found == wanted, "\(words.map { Array($0.unicodeScalars) }) \(difference)")
    }
  }

  @Test func `a search after a save finds what was saved`() throws {
    try test.add([.sample("apple"), .sample("apple pie")])
    let follower = try search(SearchQuery())
    try follower.find(SearchQuery(words: ["app"]))
    try test.add([.sample("pineapple")])
    #expect(follower.total == 3)
    try follower.find(SearchQuery(words: ["apple"]))
    #expect(follower.total == 3)
    let found = try test.world.store.fetch(FetchDescriptor<Question>())
    try test.bank.delete(found.prefix(2).map(\.id))
    try follower.find(SearchQuery(words: ["appl"]))
    #expect(try texts(follower) == ["pineapple"])
  }

  @Test func `a deck and a tag still narrow one search after another`() throws {
    var tagged = QuestionContent.sample("apple tagged")
    tagged.tags = ["Fruit"]
    try test.add([tagged, .sample("apple")], deck: "One")
    try test.add([.sample("apple late")], deck: "Two")
    let follower = try search(SearchQuery())
    for word in ["a", "ap", "app"] {
      for query in [
        SearchQuery(words: [word]), SearchQuery(words: [word], deck: "One"),
        SearchQuery(words: [word], tag: "fruit"), SearchQuery(words: [word], limit: 2),
      ] {
        try follower.find(query)
        #expect(try texts(follower) == texts(search(query)))
        #expect(try follower.total == search(query).total)
      }
    }
  }
}
