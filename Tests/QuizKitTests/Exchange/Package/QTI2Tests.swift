import Testing

@testable import QuizExchange
@testable import QuizSupport

@Suite struct QTI2Tests {
  private func item(
    _ body: String, _ declarations: String, _ more: String = "", attributes: String = ""
  ) -> String {
    "<assessmentItem identifier=\"i\" title=\"T\" \(attributes)>\(declarations)<itemBody>\(body)"
      + "</itemBody>\(more)</assessmentItem>"
  }

  private func declaration(
    _ values: [String], cardinality: String = "single", type: String = "identifier",
    more: String = "", name: String = "R"
  ) -> String {
    let correct = values.map { "<value>\($0)</value>" }.joined()
    return "<responseDeclaration identifier=\"\(name)\" cardinality=\"\(cardinality)\" "
      + "baseType=\"\(type)\">"
      + (values.isEmpty ? "" : "<correctResponse>\(correct)</correctResponse>")
      + more + "</responseDeclaration>"
  }

  private let choices = """
    <choiceInteraction responseIdentifier="R" maxChoices="1"><prompt>Which?</prompt>
    <simpleChoice identifier="A">&lt;img&gt;<feedbackInline>no</feedbackInline></simpleChoice>
    <simpleChoice identifier="B"><b>two</b>
       words</simpleChoice></choiceInteraction>
    """

  private func question(_ text: String) throws -> QuestionContent {
    let file = try readText(text, name: "a.xml")
    return try #require(file.contents.first, "\(file.problems)")
  }

  @Test func `escaped markup is the text of an answer, real markup is markup`() throws {
    let content = try question(item("<p>Look.</p>" + choices, declaration(["A"])))
    #expect(content.text == "Look.\nWhich?")
    #expect(content.choices == [Choice("<img>", feedback: "no"), Choice("**two** words")])
    #expect(content.solution == .single(0))
    #expect(content.title == "T")
  }

  @Test func `the processing may need several choices together, or a number in a range`() throws {
    func processing(_ condition: String) -> String {
      "<responseProcessing><responseCondition><responseIf>\(condition)"
        + "<setOutcomeValue identifier=\"SCORE\"><baseValue>2</baseValue></setOutcomeValue>"
        + "</responseIf></responseCondition></responseProcessing>"
    }
    func compare(_ name: String, _ value: String) -> String {
      "<\(name)><variable identifier=\"R\"/><baseValue>\(value)</baseValue></\(name)>"
    }
    let several = """
      <choiceInteraction responseIdentifier="R" maxChoices="2"><prompt>Which?</prompt>
      <simpleChoice identifier="A">a</simpleChoice><simpleChoice identifier="B">b</simpleChoice>
      <simpleChoice identifier="C">c</simpleChoice></choiceInteraction>
      """
    let together =
      "<and><not>\(compare("match", "A"))</not>\(compare("match", "B"))\(compare("match", "C"))"
      + "</and>"
    #expect(
      try question(item(several, declaration([], cardinality: "multiple"), processing(together)))
        .solution == .several(SeveralSolution(correct: [1, 2])))
    let nested =
      "<responseProcessing><responseCondition><responseIf><isNull/></responseIf><responseElse>"
      + processing(compare("match", "B")).replacing("responseProcessing", with: "x")
      + "</responseElse></responseCondition></responseProcessing>"
    #expect(try question(item(choices, declaration([]), nested)).solution == .single(1))
    let field = "Root? <textEntryInteraction responseIdentifier=\"R\"/>"
    let range = "<and>\(compare("gte", "1.41"))\(compare("lte", "1.42"))</and>"
    #expect(
      try question(item(field, declaration([], type: "float"), processing(range))).solution
        == .number(NumberSolution(accepted: [AcceptedNumber(.range(1.41, 1.42))])))
  }

  @Test func `empty fields of a form are no choices`() throws {
    let empty = choices.replacing(
      "</choiceInteraction>", with: "<simpleChoice identifier=\"C\"/></choiceInteraction>")
    #expect(
      try question(item(empty, declaration(["B"]))).choiceTexts == ["<img>", "**two** words"])
  }

  @Test func `the key may be the points or the processing`() throws {
    let mapping =
      "<mapping defaultValue=\"0\"><mapEntry mapKey=\"B\" mappedValue=\"2\"/></mapping>"
    #expect(
      try question(item(choices, declaration([], more: mapping))).solution == .single(1))
    let processing = """
      <responseProcessing><responseCondition><responseIf><match><variable identifier="R"/>
      <baseValue baseType="identifier">B</baseValue></match><setOutcomeValue identifier="SCORE">
      <baseValue baseType="float">1</baseValue></setOutcomeValue></responseIf>
      </responseCondition></responseProcessing>
      """
    #expect(
      try question(item(choices, declaration([]), processing)).solution == .single(1))
    #expect(
      try readText(item(choices, declaration([])), name: "a.xml").problems.map(\.code)
        == ["no-correct-choice"])
  }

  @Test func `texts, numbers and gaps are read`() throws {
    let entry = "<textEntryInteraction responseIdentifier=\"R\"/>"
    let text = try question(
      item("<p>The \(entry) is red.</p>", declaration(["sun"], type: "string")))
    #expect(text.text == "The _____ is red.")
    #expect(text.solution == .text(TextSolution(accepted: [AcceptedText("sun")])))
    let number = try question(item("<p>2+2? \(entry)</p>", declaration(["4"], type: "float")))
    #expect(
      number.solution
        == .number(NumberSolution(accepted: [AcceptedNumber(.value(4, tolerance: 0))])))
    let list =
      "<inlineChoiceInteraction responseIdentifier=\"S\"><inlineChoice identifier=\"a\">x"
      + "</inlineChoice><inlineChoice identifier=\"b\">y</inlineChoice></inlineChoiceInteraction>"
    let gaps = try question(
      item(
        "<p>A \(entry) and \(list).</p>",
        declaration(["sun"], type: "string") + declaration(["b"], name: "S")))
    #expect(gaps.text == "A [[1]] and [[2]].")
    #expect(
      gaps.solution
        == .gaps(
          GapsSolution([
            .typed(TextSolution(accepted: [AcceptedText("sun")])),
            .picked(GapChoices(["x", "y"], correct: 1)),
          ])))
  }

  @Test func `orders and pairs are read`() throws {
    let order = try question(
      item(
        "<orderInteraction responseIdentifier=\"R\"><prompt>Sort</prompt>"
          + "<simpleChoice identifier=\"A\">1</simpleChoice><simpleChoice identifier=\"B\">2"
          + "</simpleChoice></orderInteraction>", declaration(["B", "A"], cardinality: "ordered")))
    #expect(order.choiceTexts == ["2", "1"])
    #expect(order.solution == .order)
    func set(_ names: [String]) -> String {
      "<simpleMatchSet>"
        + names.map {
          "<simpleAssociableChoice identifier=\"\($0)\">\($0)!</simpleAssociableChoice>"
        }.joined() + "</simpleMatchSet>"
    }
    let pairs = try question(
      item(
        "<p>Match</p><matchInteraction responseIdentifier=\"R\">\(set(["a", "b"]))"
          + "\(set(["x", "y", "z"]))</matchInteraction>",
        declaration(["a y", "b x"], cardinality: "multiple", type: "directedPair")))
    #expect(
      pairs.solution
        == .match(MatchSolution([MatchPair("a!", "y!"), MatchPair("b!", "x!")], extra: ["z!"])))
  }

  @Test func `QTI 3 is read by its own names`() throws {
    let content = try question(
      """
      <qti-assessment-item identifier="i" title="T">
      <qti-response-declaration identifier="R" cardinality="single" base-type="identifier">
      <qti-correct-response><qti-value>B</qti-value></qti-correct-response>
      </qti-response-declaration><qti-item-body><p>Look.</p>
      <qti-choice-interaction response-identifier="R" max-choices="1"><qti-prompt>Which?</qti-prompt>
      <qti-simple-choice identifier="A">a</qti-simple-choice>
      <qti-simple-choice identifier="B">b</qti-simple-choice></qti-choice-interaction>
      </qti-item-body></qti-assessment-item>
      """)
    #expect(content.text == "Look.\nWhich?")
    #expect(content.solution == .single(1))
  }

  @Test(arguments: [
    ("<extendedTextInteraction responseIdentifier=\"R\"/>", "essay"),
    ("<uploadInteraction responseIdentifier=\"R\"/>", "file-upload"),
    ("<hotspotInteraction responseIdentifier=\"R\"/>", "hot-spot"),
    ("<p>Only text</p>", "description"),
  ])
  func `what cannot be asked is named`(body: String, kind: String) throws {
    let file = try readText(item("<p>Q</p>" + body, declaration(["A"])), name: "a.xml")
    #expect(file.skippedKinds.map { $0.fault.nameOfSkipped?.text(in: .english) } == [kind])
  }
}
