import Testing

@testable import QuizExchange
@testable import QuizSupport

@Suite struct FormatGuessTests {
  private func guess(_ text: String, _ name: String = "file.txt") -> String? {
    FormatGuess.format(of: FormatClues(SourceText(Array(text.utf8), name: name)))?.name
  }

  @Test func `the extension decides where it can`() {
    #expect(guess("x", "a.gift") == "gift")
    #expect(guess("x", "a.CSV") == "csv")
    #expect(guess("x", "a.tsv") == "tsv")
    #expect(guess("x", "a.md") == "markdown")
    #expect(guess("x", "a.xml") == "moodle-xml")
  }

  @Test func `JSON formats are told apart by their members`() {
    #expect(guess("{\"format\": \"qa-repl\"}", "a.json") == "json")
    #expect(guess("{\"results\":[{\"incorrect_answers\":[]}]}", "a.json") == "opentdb")
    #expect(guess("{\"question\":1}\n{\"question\":2}", "a.json") == "jsonl")
  }

  @Test func `text is known by its marks`() {
    #expect(guess("q?\nA. x\nB. y\nANSWER: A\n") == "aiken")
    #expect(guess("#separator:tab\n#html:true\n") == "anki")
    #expect(guess("#Q q?\n^ x\nA x\n") == "opentriviaqa")
    #expect(guess("q? {=a ~b}\n") == "gift")
    #expect(guess("wet? {T}\n") == "gift")
    #expect(guess("# q\n- a\n* b\n---\n") == "hascard")
    #expect(guess("front\tback\nfront\tback\n") == "anki")
    #expect(guess("q?;x;y;z;A\nq?;x;y;z;B\n") == "csv")
    #expect(guess("<quiz>\n</quiz>") == "moodle-xml")
    #expect(guess("Dear reader,\nno questions here.\n") == nil)
  }

  @Test(arguments: [
    "```{r data, echo = FALSE}\nx <- 2\n```\n\nWhich?\n\n* Quito\n* Lima\n\nexname: peru\n",
    "BIN = ${HOME}/bin\nall: ${BIN}\n\tsed -e 's/{a=b}/c/' ${BIN}\n",
    "resource \"disk\" \"a\" {\n  size = 3\n  tags = { a = 1 }\n}\n",
    "digraph g {\n  a -> b [label=\"x\"]\n}\n",
    "%a{href: \"x\"}= link\n%p{:class => \"y\"}\n",
  ])
  func `braces of a program are no answers`(text: String) {
    #expect(guess(text, "file") == nil)
  }

  @Test func `a file of no known format is an error that asks for its name`() throws {
    let file = try readText("Dear reader,\nno questions here.\n", name: "letter")
    #expect(file.problems.map(\.code) == ["unknown-format"])
    #expect(file.isUnusable)
    #expect(file.problems.first?.fault.topic == "unknown-format.file")
  }

  @Test(arguments: [
    (QuestionFormat.csv, "## One?\n- [x] a\n- [ ] b\n", "markdown"),
    (.json, "question,a,b,correct\nq?,x,y,A\n", "csv"),
    (.aiken, "#Q q?\n^ x\nA x\nB y\n", "opentriviaqa"),
    (
      .gift,
      "<quiz><question type=\"multichoice\"><questiontext><text>q</text></questiontext>"
        + "<answer fraction=\"100\"><text>a</text></answer>"
        + "<answer fraction=\"0\"><text>b</text></answer></question></quiz>", "moodle-xml"
    ),
  ])
  func `a named format that finds only errors says what the file looks like`(
    format: QuestionFormat, text: String, other: String
  ) throws {
    let file = try readText(text, name: "bank", format: format)
    #expect(file.isUnusable)
    #expect(file.problems.last?.fault.facts == [other])
  }

  @Test func `errors of the named format stay alone where no other one finds a question`() throws {
    let file = try readText("q? {=a\n", name: "bank", format: .gift)
    #expect(file.problems.map(\.code) == ["brace"])
  }

  @Test func `a wrong format says what the file looks like`() throws {
    let file = try readText("q?\nA. x\nB. y\nANSWER: A\n", format: .gift)
    #expect(file.problems.last?.fault.facts == ["aiken"])
  }

  @Test(arguments: [
    // Whole lines of the beginning, a whole document however long it is, and nothing of a line
    // without an end.
    ("q?\nA. x\nB. y\nANSWER: A\n\n", "", "aiken" as String?),
    ("{\"question\":\"q?\",\"choices\":[\"a\",\"b\"],\"answer\":\"a\"}, ", "[", "jsonl"),
    ("q? ", "", nil),
  ])
  func `the beginning of a large file says what it looks like`(
    part: String, start: String, other: String?
  ) throws {
    let text = start + String(repeating: part, count: 100_000 / part.utf8.count)
    let end = start.isEmpty ? "" : "{}]"
    let file = try readText(text + end, name: "bank", format: .gift)
    #expect(file.problems.last?.fault.facts.last == other)
  }
}
