import Testing

@testable import QuizExchange

/// Tests HTML comments, which do not belong to a text except within code.
@Suite struct MarkdownCommentTests {
  private func read(_ text: String) throws -> QuestionFile {
    try readText(text, name: "test.md")
  }

  @Test func `a comment in code is text`() throws {
    let file = try read(
      "## Which is `<!-- a -->` in ``b ` <!-- c``? <!-- gone -->\n\n```html\n<!-- d\n```\n\n"
        + "- [ ] `<!--`\n- [x] e<!-- gone\ngone -->f\n")
    #expect(
      file.contents.first?.text
        == "Which is `<!-- a -->` in ``b ` <!-- c``?\n```html\n<!-- d\n```")
    #expect(file.contents.first?.choiceTexts == ["`<!--`", "e\nf"])
    #expect(file.problems.isEmpty)
  }

  @Test func `an unclosed comment ends at the next heading and is a warning with its line`() throws
  {
    let file = try read(
      "## One?\n- [x] a\n- [ ] b\n\nAs <!-- so\n- [x] c\n\n```\n# code\n```\n## Two?\n- [x] a\n"
        + "- [ ] b\n"
    )
    #expect(file.contents.map(\.text) == ["One?", "Two?"])
    #expect(file.contents.first?.commentary == "As")
    #expect(file.places == ["5:comment-not-closed"])
    #expect(file.problems[0].level == .warning)
  }

  @Test func `the end of a later comment does not close an unclosed one`() throws {
    let boxes = "- [x] a\n- [ ] b\n"
    let file = try read(
      "## One?\n\(boxes)<!-- so\n## Two?\n\(boxes)## Three?\n\(boxes)<!-- why -->\n## Four?\n"
        + "\(boxes)"
    )
    #expect(file.contents.map(\.text) == ["One?", "Two?", "Three?", "Four?"])
    #expect(file.places == ["4:comment-not-closed"])
  }

  @Test func `a question that is commented out is not read`() throws {
    let boxes = "- [x] a\n- [ ] b\n"
    let file = try read("## One?\n\(boxes)<!--\n## Two?\n\(boxes)-->\n## Three?\n\(boxes)")
    #expect(file.contents.map(\.text) == ["One?", "Three?"])
    #expect(file.problems.isEmpty)
  }

  @Test func `where no heading follows, an unclosed comment ends at the next question`() throws {
    let exam = "- A. x\n- B. y\n\nAnswer: A\n\n"
    let file = try read("1. One? <!-- so\n\(exam)2. Two?\n\(exam)")
    #expect(file.contents.map(\.text) == ["Two?"])
    #expect(file.places.first == "1:comment-not-closed")
    let quiz =
      "<quiz>\nOne?\n- [x] a\n- [ ] b\n\n<!-- so\n</quiz>\n<quiz>\nTwo?\n- [x] a\n- [ ] b\n"
      + "</quiz>\n"
    #expect(try read(quiz).contents.map(\.text) == ["One?", "Two?"])
  }
}
