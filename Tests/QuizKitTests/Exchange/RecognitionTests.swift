import Testing

@testable import QuizExchange
@testable import QuizSupport

/// Tests that each format recognises its files as it declares in its folder.
@Suite struct RecognitionTests {
  private func guess(_ text: String, _ name: String = "file") -> String? {
    FormatGuess.format(of: FormatClues(SourceText(Array(text.utf8), name: name)))?.name
  }

  @Test func `a format that no ending tells is recognised by something, or named by a person`() {
    for format in QuestionFormat.all where !format.isNamedByEnding || format.extensions.isEmpty {
      let isNamed = format.name == QuestionFormat.lines.name
      #expect(!format.recognitions.isEmpty || format.isPackage || isNamed, "\(format.name)")
    }
  }

  @Test func `no two formats claim one ending`() {
    let endings = (QuestionFormat.all + [.exam]).flatMap(\.extensions)
    #expect(Set(endings).count == endings.count)
  }

  @Test func `a surer sign decides before another one`() {
    // A line of Aiken in a text that also looks like GIFT, Markdown and a table.
    #expect(guess("- [ ] a {=b}\n- [x] c\nx;y;z\nx;y;z\nANSWER: A\n") == "aiken")
    #expect(guess("# q {=x}\n- a\n* b\n---\n") == "gift")
    #expect(guess("front\tback\nfront\tback\nfront\tback\n") == "anki")
  }

  @Test(arguments: [("a.json", "jsonl"), ("a.ndjson", "jsonl")])
  func `the ending of a document tells its language, even where nothing is in it`(
    name: String, format: String
  ) {
    #expect(guess("", name) == format)
    #expect(guess("question,a,b\n", name) == format)
  }

  @Test func `a document of XML without questions is read as text`() {
    #expect(guess("<p>q? {=a ~b}</p>") == "gift")
    #expect(guess("<p>nothing</p>") == nil)
    let source = SourceText(Array("<p>nothing</p>".utf8), name: "file")
    #expect(!FormatGuess.isDocument(FormatClues(source), named: nil))
    #expect(FormatGuess.isDocument(FormatClues(source), named: .moodleXML))
    #expect(
      !FormatGuess.isDocument(
        FormatClues(SourceText(Array("[".utf8), name: "a.csv")), named: nil))
    #expect(
      FormatGuess.isDocument(
        FormatClues(SourceText(Array("[".utf8), name: "a.txt")), named: nil))
  }
}
