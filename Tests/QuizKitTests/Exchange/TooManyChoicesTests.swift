import Testing

@testable import QuizExchange
@testable import QuizKit

/// Tests the rule for all formats that a question does not have more choices than there are
/// letters.
@Suite struct TooManyChoicesTests {
  private static func letter(_ index: Int) -> String {
    index < 26
      ? String(UnicodeScalar(UInt8(65 + index)))
      : "A" + String(UnicodeScalar(UInt8(65 + index - 26)))
  }

  /// The text of a question in each format, with a number of choices called "c1" … The first choice
  /// is right.
  static let texts: [(name: String, format: String, text: @Sendable (Int) -> String)] = [
    ("gift", "gift", { "q {=c1 " + choices($0).dropFirst().map { "~\($0) " }.joined() + "}\n" }),
    ("aiken", "aiken", { lettered($0, ". ") { "q\n\($0)\nANSWER: A\n" } }),
    ("aiken )", "aiken", { lettered($0, ") ") { "q\n\($0)\nANSWER: A\n" } }),
    (
      "csv", "csv",
      {
        "question," + (1...$0).map { "choice\($0)" }.joined(separator: ",") + ",correct\nq,"
          + choices($0).joined(separator: ",") + ",1\n"
      }
    ),
    ("csv without a header", "csv", { "Which?,\(choices($0).joined(separator: ",")),1\n" }),
    (
      "csv in one column", "csv",
      { "question,choices,correct\nq,\(choices($0).joined(separator: "|")),A\n" }
    ),
    (
      "csv of wrong answers", "csv",
      {
        "question,answer," + (1..<$0).map { "wrong\($0)" }.joined(separator: ",") + "\nq,"
          + choices($0).joined(separator: ",") + "\n"
      }
    ),
    (
      "tsv", "tsv",
      {
        "question\t" + (1...$0).map { "choice\($0)" }.joined(separator: "\t") + "\tcorrect\nq\t"
          + choices($0).joined(separator: "\t") + "\t1\n"
      }
    ),
    (
      "anki", "anki",
      {
        "#separator:tab\n#columns:question\t"
          + (1...$0).map { "choice\($0)" }.joined(separator: "\t") + "\tcorrect\nq\t"
          + choices($0).joined(separator: "\t") + "\t1\n"
      }
    ),
    (
      "markdown", "markdown",
      { "## q\n\n" + list($0) { $1 == 0 ? "- [x] \($0)" : "- [ ] \($0)" } }
    ),
    (
      "markdown details", "markdown",
      { count in
        "### 1. q\n" + list(count) { "- \(letter($1)): \($0)" }
          + "\n<details><summary><b>Answer</b></summary>\n\n#### Answer: A\n</details>\n"
      }
    ),
    (
      "markdown exam", "markdown",
      { "1. q\n" + list($0) { "    - \(letter($1)). \($0)" } + "\n    Correct answer: A\n" }
    ),
    ("hascard", "hascard", { "# q\n" + list($0) { $1 == 0 ? "* \($0)" : "- \($0)" } }),
    (
      "json", "json",
      {
        #"{"format":"qa-repl","version":1,"questions":[{"text":"q","choices":["#
          + choices($0).map { #"{"text":"\#($0)"}"# }.joined(separator: ",") + #"],"correct":1}]}"#
      }
    ),
    (
      "jsonl", "jsonl",
      { #"{"question":"q","choices":["\#(choices($0).joined(separator: "\",\""))"],"answer":0}"# }
    ),
    (
      "jsonl by number", "jsonl",
      { count in
        #"{"question":"q","#
          + choices(count).enumerated().map { #""choice\#($0)":"\#($1)","# }.joined()
          + #""label":0}"#
      }
    ),
    (
      "opentdb", "opentdb",
      {
        #"{"results":[{"type":"multiple","question":"q","correct_answer":"c1","incorrect_answers":"#
          + #"[""#
          + choices($0).dropFirst().joined(separator: "\",\"") + #""]}]}"#
      }
    ),
    ("opentriviaqa", "opentriviaqa", { lettered($0, " ") { "#Q q\n^ c1\n\($0)\n\n" } }),
    (
      "moodle-xml", "moodle-xml",
      {
        #"<quiz><question type="multichoice"><questiontext><text>q</text></questiontext>"#
          + choices($0).enumerated().map {
            #"<answer fraction="\#($0 == 0 ? 100 : 0)"><text>\#($1)</text></answer>"#
          }.joined() + "</question></quiz>"
      }
    ),
    (
      "qti", "qti",
      {
        "<questestinterop><item><presentation><material><mattext>q</mattext></material>"
          + "<response_lid ident=\"r\"><render_choice>"
          + choices($0).map {
            "<response_label ident=\"\($0)\"><material><mattext>\($0)</mattext></material>"
              + "</response_label>"
          }.joined()
          + "</render_choice></response_lid></presentation><resprocessing><respcondition>"
          + "<conditionvar><varequal respident=\"r\">c1</varequal></conditionvar>"
          + "<setvar>100</setvar></respcondition></resprocessing></item></questestinterop>"
      }
    ),
    (
      "qti 2", "qti",
      {
        "<assessmentItem><responseDeclaration identifier=\"R\"><correctResponse><value>c1</value>"
          + "</correctResponse></responseDeclaration><itemBody><choiceInteraction "
          + "responseIdentifier=\"R\"><prompt>q</prompt>"
          + choices($0).map { "<simpleChoice identifier=\"\($0)\">\($0)</simpleChoice>" }.joined()
          + "</choiceInteraction></itemBody></assessmentItem>"
      }
    ),
    (
      "lines", "lines",
      { "Question: q\n" + list($0) { line, _ in "Choices: \(line)" } + "Correct: c1\n" }
    ),
  ]

  private static func choices(_ count: Int) -> [String] { (1...count).map { "c\($0)" } }

  private static func list(_ count: Int, _ line: (String, Int) -> String) -> String {
    choices(count).enumerated().map { line($1, $0) + "\n" }.joined()
  }

  private static func lettered(
    _ count: Int, _ mark: String, _ whole: (String) -> String
  ) -> String {
    whole(
      choices(count).enumerated().map { letter($0) + mark + $1 }.joined(separator: "\n"))
  }

  @Test(arguments: texts.indices, [27, 40])
  func `a question of too many choices is refused in every format alike`(
    index: Int, count: Int
  ) throws {
    let sample = Self.texts[index]
    let file = try readText(
      sample.text(count), name: "x", format: QuestionFormat.named(sample.format))
    #expect(file.questions.isEmpty, "\(sample.name)")
    #expect(
      file.problems.contains { $0.code == "too-many-choices" }, "\(sample.name): \(file.places)")
  }

  @Test(arguments: texts.indices)
  func `as many choices as there are letters are read in every format`(index: Int) throws {
    let sample = Self.texts[index]
    let file = try readText(
      sample.text(26), name: "x", format: QuestionFormat.named(sample.format))
    #expect(file.contents.first?.choices.count == 26, "\(sample.name): \(file.places)")
    #expect(file.contents.first?.correctText == "c1", "\(sample.name)")
  }

  @Test func `every format of texts is among those that are tested`() {
    let formats = QuestionFormat.all.filter { !$0.isPackage || !$0.recognitions.isEmpty }
    #expect(Set(formats.map(\.name)) == Set(Self.texts.map(\.format)))
  }

  @Test(arguments: QuestionFormat.all.filter { $0.writer != nil }.map(\.name), [27, 40])
  func `no format writes a question that none reads, and says which`(
    name: String, count: Int
  ) throws {
    func question(_ count: Int) -> ExportedQuestion {
      ExportedQuestion(
        content: QuestionContent(
          text: "q\(count)", choices: Self.choices(count).map { Choice($0) }, correct: 0))
    }
    let format = try #require(QuestionFormat.named(name))
    let file = try #require(
      format.write([question(2), question(count), question(26)], name: "x"))
    #expect(file.written == 2)
    let refused = file.problems.filter { $0.code == "too-many-choices" }
    #expect(refused.map(\.element) == ["[2]"])
    #expect(refused.map(\.question) == ["q\(count)"])
    let back = try QuestionFile.read(file.bytes, name: "x", format: format)
    #expect(back.contents.map(\.choices.count) == [2, 26])
  }

  @Test func `a letter behind the last one is too many, whichever it is`() throws {
    let text = "q\n" + Self.lettered(26, ". ") { $0 } + "\nB. one more\nANSWER: A\n"
    let file = try readText(text, name: "x.txt")
    #expect(file.places == ["28:too-many-choices"])
    #expect(file.problems.first?.fault == .tooManyChoices(27))
  }

  @Test func `a form takes no more choices either`() throws {
    var form = QuestionForm()
    for number in 5...26 { try form.apply(.addChoice("\(number)")) }
    #expect(throws: FormProblem.tooManyChoices) { try form.apply(.addChoice("27")) }
    #expect(form.choices.count == 26)
  }
}
