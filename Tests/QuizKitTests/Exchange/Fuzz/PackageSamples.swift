@testable import QuizExchange

/// Packages with which the fuzzer starts: what this program writes, and a small one of each other
/// format.
enum PackageSamples {
  static let all: [FuzzSamples.Sample] =
    written + [
      sample(
        "a.h5p",
        [
          "h5p.json": "{\"title\":\"t\",\"mainLibrary\":\"H5P.Column\"}",
          "content/content.json": h5p,
        ]),
      sample("a.docx", ["word/document.xml": word]),
      sample("b.zip", ["a.xml": item, "t/test.xml": test, "imsmanifest.xml": "<manifest/>"]),
      sample("c.zip", ["a.md": "### q\n- [ ] a\n- [x] b\n", "b.gift": "q{=a ~b}\n"]),
      FuzzSamples.Sample(name: "c.xml", bytes: Array(item.utf8)),
    ]

  private static func sample(
    _ name: String, _ files: KeyValuePairs<String, String>
  ) -> FuzzSamples.Sample {
    let sample = ZipSample(files)
    return FuzzSamples.Sample(name: name, bytes: sample.bytes, files: sample.entries)
  }

  private static let questions: [ExportedQuestion] = [
    QuestionContent(
      text: "q\nr", choices: [Choice("a", feedback: "f"), Choice("b")],
      solution: .single(SingleSolution(0, weights: [1, 0.5])), commentary: "c"),
    QuestionContent(
      text: "s", choices: [Choice("a"), Choice("b"), Choice("c")],
      solution: .several(SeveralSolution(correct: [0, 2]))),
    QuestionContent(
      text: "n",
      solution: .number(NumberSolution(accepted: [AcceptedNumber(.value(3, tolerance: 0.1))]))),
    QuestionContent(text: "t", solution: .text(TextSolution(accepted: [AcceptedText("a*")]))),
    QuestionContent(
      text: "[[1]] x",
      solution: .gaps(GapsSolution([.picked(GapChoices(["a", "b"], correct: 0))]))),
    QuestionContent(
      text: "m", solution: .match(MatchSolution([MatchPair("a", "b"), MatchPair("c", "d")]))),
  ].map { ExportedQuestion(category: "d", content: $0) }

  /// The packages that this program writes, with their files.
  private static var written: [FuzzSamples.Sample] {
    [QuestionFormat.qti, .xlsx].compactMap { format in
      guard let bytes = format.write(questions, name: "x")?.bytes else { return nil }
      return FuzzSamples.Sample(
        name: "a." + format.extensions[0], bytes: bytes, files: ZipSample.files(of: bytes))
    }
  }

  private static let item =
    "<assessmentItem identifier=\"i\"><responseDeclaration identifier=\"R\" "
    + "cardinality=\"multiple\" baseType=\"identifier\"><correctResponse><value>A</value>"
    + "</correctResponse><mapping><mapEntry mapKey=\"A\" mappedValue=\"2\"/></mapping>"
    + "</responseDeclaration><itemBody><p>q &lt;b&gt;<br/><img src=\"a/b.png\"/></p>"
    + "<choiceInteraction responseIdentifier=\"R\"><prompt>p</prompt>"
    + "<simpleChoice identifier=\"A\">a<feedbackInline>f</feedbackInline></simpleChoice>"
    + "<simpleChoice identifier=\"B\">b</simpleChoice></choiceInteraction></itemBody>"
    + "<modalFeedback identifier=\"m\">why</modalFeedback></assessmentItem>"

  private static let test =
    "<assessmentTest title=\"t\"><assessmentItemRef href=\"../a.xml\"/>"
    + "<assessmentSectionRef href=\"test.xml\"/></assessmentTest>"

  private static let h5p =
    "{\"content\":[{\"library\":\"H5P.MultiChoice 1.1\",\"params\":{\"question\":\"q\",\"answers\":"
    + "[{\"text\":\"a\",\"correct\":true},{\"text\":\"b\"}]}},{\"library\":\"H5P.Blanks 1\",\"params\":"
    + "{\"questions\":[\"<p>*a/b:t* c</p>\"]}},{\"library\":\"H5P.Dialogcards 1\",\"params\":"
    + "{\"dialogs\":[{\"text\":\"f\",\"answer\":\"b\"}]}}]}"

  private static let word =
    "<w:document><w:body><w:p><w:r><w:t>1. q</w:t></w:r></w:p><w:p><w:r><w:rPr><w:b/></w:rPr>"
    + "<w:t>a. x</w:t></w:r></w:p><w:p><w:r><w:t>b. y</w:t></w:r></w:p><w:p><w:r><w:t>Ans: A"
    + "</w:t></w:r></w:p><w:tbl><w:tr><w:tc><w:p><w:r><w:t>Question</w:t></w:r></w:p></w:tc>"
    + "</w:tr></w:tbl></w:body></w:document>"
}
