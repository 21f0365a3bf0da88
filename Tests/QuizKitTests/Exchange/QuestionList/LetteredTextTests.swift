import Testing

@testable import QuizExchange

/// Choices with letters inside of a text, such as the front of a card.
@Suite struct LetteredTextTests {
  @Test(arguments: [
    ("A. 6\nB. 8", "", ["6", "8"], ""),
    ("Legs?\nA. 6\nof them\nB. 8\nC. 10", "Legs?", ["6\nof them", "8", "10"], ""),
    ("A. Which?\nA. 6\nB. 8\n\nThe answer: A", "A. Which?", ["6", "8"], "The answer: A"),
    ("Legs? A) six B) eight", "Legs?", ["six", "eight"], ""),
    ("A) six B) eight", "", ["six", "eight"], ""),
    ("Legs? a) six b) eight", "Legs?", ["six", "eight"], ""),
  ])
  func `lettered choices part from the text around them`(
    text: String, stem: String, choices: [String], rest: String
  ) throws {
    let parts = try #require(LetteredText(text))
    #expect(parts.stem == stem && parts.choices == choices && parts.rest == rest)
  }

  @Test(arguments: ["B. 8\nA. 6", "A. 6\nC. 10", "A. 6", "A. 6\n\nText"])
  func `letters that do not follow each other are text`(text: String) {
    #expect(LetteredText(text) == nil)
  }
}
