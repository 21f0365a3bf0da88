import Testing

@testable import QuizExchange

/// Tests code blocks between the check boxes of a question.
@Suite struct ChoiceCodeTests {
  private func read(_ text: String) throws -> QuestionFile {
    try readText(text, name: "test.md")
  }

  @Test(arguments: ["```", "~~~"])
  func `a fence at the margin belongs to the choice above it, with its indentation`(
    fence: String
  ) throws {
    let file = try read(
      """
      #### Q1. Which loop ends?

      - [ ] A
      \(fence)swift
      while true {

          wait()
      }
      \(fence)
      - [x] B
      \(fence)swift
      for _ in 1...3 {
          wait()
      }
      \(fence)

      Because it counts.

      """)
    let content = try #require(file.contents.first)
    #expect(file.problems.isEmpty)
    #expect(
      content.choiceTexts == [
        "A\n\(fence)swift\nwhile true {\n\n    wait()\n}\n\(fence)",
        "B\n\(fence)swift\nfor _ in 1...3 {\n    wait()\n}\n\(fence)",
      ])
    #expect(content.solution.rightChoice == 1)
    #expect(content.commentary == "Because it counts.")
  }

  @Test func `a fence behind a blank line belongs to the choice if more choices follow`() throws {
    let file = try read(
      "## Which?\n\n- [ ] A\n\n```\n  a\n```\n\n- [x] B\n\n```\n  b\n```\n\n```\nwhy\n```\n")
    let content = try #require(file.contents.first)
    #expect(content.choiceTexts == ["A\n\n```\n  a\n```", "B\n\n```\n  b\n```"])
    #expect(content.commentary == "```\nwhy\n```")
  }

  @Test func `a fence behind the last choice alone is commentary`() throws {
    let file = try read("## Which?\n- [ ] a\n- [x] b\n\n```\n- [ ] code\n```\nWhy.\n")
    #expect(file.contents.first?.choiceTexts == ["a", "b"])
    #expect(file.contents.first?.commentary == "```\n- [ ] code\n```\nWhy.")
    #expect(file.problems.isEmpty)
  }

  @Test func `an image between choices belongs to the choice above it`() throws {
    let file = try read(
      "## Which?\n- [ ] A\n\n![a tree](a.png)\n\n- [x] B\n\n![a house](b.png)\n\nWhy.\n")
    #expect(
      file.contents.first?.choiceTexts == ["A\n\n[image: a tree]", "B\n\n[image: a house]"])
    #expect(file.contents.first?.commentary == "Why.")
    #expect(file.places == ["4:image-dropped", "8:image-dropped"])
  }

  @Test func `code in a list loses only the indentation of its fence`() throws {
    let file = try read(
      "## Which?\n- [ ] A\n  ```\n  if x\n      y\n  ```\n- [x] B\n\t```\n\tz\n\t\tw\n\t```\n")
    #expect(
      file.contents.first?.choiceTexts == [
        "A\n```\nif x\n    y\n```", "B\n```\nz\n\tw\n```",
      ])
  }

  @Test func `an unclosed fence ends at the next choice or heading and is a warning`() throws {
    let file = try read(
      "## One?\n- [ ] A\n```\na\n- [x] B\n## Two?\n- [x] c\n- [ ] d\n```swift\nlet d = 1\n"
        + "# no heading\n"
    )
    #expect(
      file.contents.map(\.choiceTexts) == [
        ["A\n```\na", "B"], ["c", "d\n```swift\nlet d = 1"],
      ])
    #expect(file.places == ["3:fence-not-closed", "9:fence-not-closed"])
  }

  @Test func `a fence that begins anew below a heading was not closed`() throws {
    let question = "- [x] A\n```swift\na\n```\n- [ ] B\n"
    let file = try read("## One?\n- [ ] A\n```swift\na\n- [x] B\n## Two?\n" + question)
    #expect(file.contents.map(\.text) == ["One?", "Two?"])
    #expect(file.places == ["3:fence-not-closed"])
  }

  @Test func `a box below the commentary is said once`() throws {
    let file = try read("## Which?\n- [ ] a\n- [x] b\n\nText.\n\n- [x] c\n- [ ] d\n")
    #expect(file.contents.first?.choices.count == 2)
    #expect(file.places == ["7:box-below-commentary"])
  }
}
