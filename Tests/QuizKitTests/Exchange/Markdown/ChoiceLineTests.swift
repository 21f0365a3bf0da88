import Testing

@testable import QuizExchange

/// Tests lines of choices and numbers that are easily misread.
@Suite struct ChoiceLineTests {
  private func read(_ text: String) throws -> QuestionFile {
    try readText(text, name: "test.md")
  }

  @Test func `a comment alone in a box is the choice`() throws {
    let file = try read(
      "## How is a comment written?\n- [ ] //\n- [x] <!-- -->\n- [ ] # <!-- no -->\n")
    #expect(file.contents.map(\.choiceTexts) == [["//", "<!-- -->", "#"]])
    #expect(file.problems.isEmpty)
  }

  @Test(arguments: ["  ", "      ", ""])
  func `a fence may open in the line of a box`(indent: String) throws {
    let file = try read(
      "## Which?\n- [ ] ```swift\n\(indent)let a\n\(indent)  + 1\n\(indent)```\n- [x] b\n## Next?\n"
        + "- [x] a\n- [ ] b\n")
    #expect(
      file.contents.map(\.choiceTexts) == [["```swift\nlet a\n  + 1\n```", "b"], ["a", "b"]])
    #expect(file.problems.isEmpty)
  }

  @Test(arguments: [
    ("Q93.In which?", "In which?"), ("Q42.b. Which?", "Which?"), ("Q42.b.", "b?"),
    ("Q7: Which?", "Which?"),
  ])
  func `a number with its letter is no part of the text`(heading: String, text: String) throws {
    let body = heading == "Q42.b." ? "b?\n" : ""
    let file = try read("#### \(heading)\n\(body)- [x] a\n- [ ] b\n")
    #expect(file.contents.map(\.text) == [text])
  }

  @Test func `a tag of an image without an address keeps its name`() throws {
    let file = try read(
      "## What does <img> do?\n- [x] <img src=\"a.png\">\n- [ ] <IMG SRC='b.png'>\n")
    #expect(file.contents.map(\.text) == ["What does <img> do?"])
    #expect(file.contents.map(\.choiceTexts) == [["[image: a.png]", "[image: b.png]"]])
  }

  @Test func `two boxes below a note are choices again`() throws {
    let file = try read("## Which?\n- [ ] a\n- [x] b\n\nNote.\n\n- [ ] c\n- [ ] d\n\nWhy.\n")
    #expect(file.contents.map(\.choiceTexts) == [["a", "b", "c", "d"]])
    #expect(file.contents.map(\.commentary) == ["Note.\n\nWhy."])
    #expect(file.problems.isEmpty)
  }

  @Test func `boxes below a note that have a right answer of their own are not`() throws {
    let file = try read("## Which?\n- [ ] a\n- [x] b\n\nNote.\n\n- [x] c\n- [ ] d\n")
    #expect(file.contents.map(\.choiceTexts) == [["a", "b"]])
    #expect(file.places == ["7:box-below-commentary"])
  }
}
