import Testing

@testable import QuizExchange
@testable import QuizSupport

@Suite struct DOCXGIFTTests: WordSampling {
  @Test func `GIFT is read, with the numbers of its paragraphs`() throws {
    let file = try read(
      paragraph("My questions") + paragraph("") + paragraph("::One:: Who “said” it?{")
        + paragraph("=\u{A0}Ann#right") + paragraph("~\u{A0}Bob") + paragraph("}") + paragraph("")
        + paragraph("The sky is blue.{\u{A0}T\u{A0}}") + paragraph("Match these.{=a → b =c → d}")
        + paragraph("Broken {=a ~b"))
    #expect(
      file.contents.map(\.text) == ["Who “said” it?", "The sky is blue.", "Match these."])
    #expect(file.contents.map(\.kind) == [.single, .trueFalse, .match])
    #expect(file.contents[0].choiceTexts == ["Ann", "Bob"])
    #expect(file.questions.map(\.line) == [3, 8, 9])
    #expect(file.places.contains("10:brace"))
    #expect(file.notes.contains(.format("GIFT")))
  }

  @Test func `a question in one paragraph with line breaks is read`() throws {
    let lines = ["Which?", "{~one", "=two}"].map { "<w:t>\($0)</w:t>" }
      .joined(separator: "<w:br/>")
    let question = "<w:p><w:r>\(lines)</w:r></w:p>"
    let file = try read(question + question)
    #expect(file.contents.map(\.correctText) == ["two", "two"])
    #expect(file.questions.map(\.line) == [1, 2])
  }

  @Test func `a program in a question is not GIFT`() throws {
    let file = try read(
      paragraph("1. What does it print?") + paragraph("{ int x = 5; print(x); }")
        + paragraph("A. 4") + paragraph("B. 5") + paragraph("Answer: B"))
    #expect(file.contents.map(\.correctText) == ["5"])
  }
}
