import QuizSupport
import Testing

@testable import QuizKit

/// The decks that a person means by what was typed.
@Suite struct DeckFinderTests {
  private static let names = [
    "AWS Solutions Architect Associate, Practice", "AWS Cloud Practitioner", "Unit 3", "Unit 33",
    "日本史", "First Steps", "swift", "Swift 6",
  ]
  private let finder = DeckFinder(names)

  private func found(_ positions: [Int]) -> [String] { positions.map { Self.names[$0] } }

  @Test(arguments: [
    ("Unit 3", "Unit 3"), ("unit 3", "Unit 3"), ("ＵＮＩＴ　３３", "Unit 33"), ("SWIFT", "swift"),
    (" first steps ", "First Steps"),
  ])
  func `a whole name is found in any case and width`(typed: String, name: String) {
    #expect(finder.position(named: typed).map { Self.names[$0] } == name)
    #expect(finder.name(for: typed) == name)
  }

  @Test(arguments: ["Unit", "nit 3", "", "日本"])
  func `a part is no name, and stays as it is where something is written`(typed: String) {
    #expect(finder.position(named: typed) == nil)
    #expect(finder.name(for: typed) == typed)
  }

  @Test func `a name that two decks have in another case is meant to the letter`() {
    let finder = DeckFinder(["Swift", "SWIFT"])
    #expect(finder.position(named: "Swift") == 0)
    #expect(finder.position(named: "SWIFT") == 1)
    #expect(finder.position(named: "swift") == nil)
  }

  @Test(arguments: [
    ("first", ["First Steps"]), ("Steps", ["First Steps"]), ("日本", ["日本史"]),
    ("unit", ["Unit 3", "Unit 33"]), ("unit 3", ["Unit 3"]), ("swift", ["swift"]),
    ("practi", ["AWS Solutions Architect Associate, Practice", "AWS Cloud Practitioner"]),
    ("aws c", ["AWS Cloud Practitioner"]), ("nothing", []), ("", []),
  ])
  func `a beginning is meant before a part, and a whole name before both`(
    typed: String, names: [String]
  ) {
    #expect(found(finder.positions(meantBy: typed)) == names)
  }

  @Test(arguments: [
    ("unit 33", ["Unit 33"]), ("unit 3", ["Unit 3", "Unit 33"]),
    ("saap", ["AWS Solutions Architect Associate, Practice"]),
    ("acp", ["AWS Cloud Practitioner"]), ("practitioner cloud", ["AWS Cloud Practitioner"]),
    ("ニホン", []), ("fs", ["First Steps"]), ("zzz", []), ("", []), ("s", ["swift", "Swift 6"]),
  ])
  func `a search finds words in any order and initials, the likeliest first`(
    query: String, names: [String]
  ) {
    let all = found(finder.positions(found: query))
    #expect(query == "s" ? Array(all.prefix(2)) == names : all == names)
  }

  @Test func `initials of a long name are found at once`() {
    let name = String(repeating: "a a", count: 400)
    #expect(
      DeckFinder([name]).positions(found: String(repeating: "a", count: 400)).isEmpty == false)
  }
}
