import Testing

@testable import QuizExchange
@testable import QuizSupport

/// What single platforms write into QTI 1.2.
@Suite struct QTI1DialectTests {
  private func read(_ kind: String, _ body: String, _ rules: String) throws -> QuestionFile {
    let field =
      kind.isEmpty
      ? ""
      : "<itemmetadata><qtimetadata><qti_metadatafield><fieldlabel>\(kind.prefix { $0 != "=" })"
        + "</fieldlabel><fieldentry>\(kind.drop { $0 != "=" }.dropFirst())</fieldentry>"
        + "</qti_metadatafield></qtimetadata></itemmetadata>"
    return try readText(
      "<questestinterop><assessment title=\"Quiz\"><section><item ident=\"i\">\(field)"
        + "<presentation><flow>\(body)</flow></presentation>\(rules)</item></section>"
        + "</assessment></questestinterop>", name: "a.xml")
  }

  private func question(
    _ kind: String, _ body: String, _ rules: String
  ) throws -> QuestionContent {
    let file = try read(kind, body, "<resprocessing>\(rules)</resprocessing>")
    return try #require(file.contents.first, "\(file.problems)")
  }

  private func text(_ text: String) -> String { "<material><mattext>\(text)</mattext></material>" }

  private func labels(_ texts: [String]) -> String {
    "<render_choice>"
      + texts.map { "<response_label ident=\"\($0)\">\(text($0))</response_label>" }.joined()
      + "</render_choice>"
  }

  private func rule(_ response: String, _ value: String, _ variable: String) -> String {
    "<respcondition><conditionvar><varequal respident=\"\(response)\">\(value)</varequal>"
      + "</conditionvar><setvar varname=\"\(variable)\" action=\"Add\">1</setvar></respcondition>"
  }

  private func field(_ response: String, label: String = "") -> String {
    "<response_str ident=\"\(response)\"><render_fib><response_label ident=\"\(label)\"/>"
      + "</render_fib></response_str>"
  }

  @Test func `a counter of mistakes does not make an answer right`() throws {
    let body =
      ["1", "2"].map {
        "<response_lid ident=\"\($0)\">\(text("left \($0)"))"
          + labels(["a", "b"]) + "</response_lid>"
      }.joined()
    let rules =
      rule("1", "a", "Respondus_Incorrect") + rule("1", "b", "Respondus_Correct")
      + rule("2", "a", "Respondus_Correct") + rule("2", "b", "Respondus_Incorrect")
    #expect(
      try question("qmd_itemtype=Matching", text("Match") + body, rules).solution
        == .match(MatchSolution([MatchPair("left 1", "b"), MatchPair("left 2", "a")])))
  }

  @Test func `Brightspace counts what is right among several choices`() throws {
    let body =
      text("Which?") + "<response_lid ident=\"r\" rcardinality=\"Multiple\">"
      + labels(["a", "b", "c"]) + "</response_lid>"
    let rules =
      rule("r", "a", "D2L_Correct") + rule("r", "b", "D2L_Incorrect")
      + rule("r", "c", "D2L_Correct")
    #expect(
      try question("qmd_questiontype=Multi-Select", body, rules).solution
        == .several(SeveralSolution(correct: [0, 2])))
  }

  @Test func `Brightspace gives each item its place in the order`() throws {
    let body =
      text("Sort") + "<response_grp ident=\"r\" rcardinality=\"Ordered\">"
      + labels(["a", "b", "c"]) + "</response_grp>"
    let rules =
      rule("a", "3", "D2L_Correct") + rule("b", "1", "D2L_Correct") + rule("c", "2", "D2L_Correct")
    let content = try question("qmd_questiontype=Ordering", body, rules)
    #expect(content.solution == .order)
    #expect(content.choiceTexts == ["b", "c", "a"])
  }

  @Test func `Brightspace names pairs by respident and blanks by their fields`() throws {
    let pairs =
      ["1", "2"].map {
        "<response_grp respident=\"\($0)\">\(text("left \($0)"))"
          + labels(["a", "b"]) + "</response_grp>"
      }.joined()
    #expect(
      try question(
        "qmd_questiontype=Matching", text("Match") + pairs,
        rule("1", "b", "D2L_Correct") + rule("2", "a", "D2L_Correct")
      ).solution
        == .match(MatchSolution([MatchPair("left 1", "b"), MatchPair("left 2", "a")])))
    let blanks = try question(
      "qmd_questiontype=Fill in the Blanks",
      text("One is ") + field("1_STR", label: "1_ANS") + text(" and two ")
        + field("2_STR", label: "2_ANS"),
      rule("1_ANS", "x", "") + rule("2_ANS", "y", ""))
    #expect(blanks.text == "One is [[1]] and two [[2]]")
    #expect(
      blanks.solution
        == .gaps(
          GapsSolution([
            .typed(TextSolution(accepted: [AcceptedText("x")])),
            .typed(TextSolution(accepted: [AcceptedText("y")])),
          ])))
  }

  @Test func `several fields of a short answer are gaps`() throws {
    let body = text("Roses are ") + field("1") + text(" and violets ") + field("2")
    let content = try question(
      "qmd_itemtype=Fill In the Blank", body, rule("2", "blue", "SCORE") + rule("1", "red", "SCORE")
    )
    #expect(content.text == "Roses are [[1]] and violets [[2]]")
    let file = try read(
      "qmd_itemtype=Numeric Response", body,
      "<resprocessing>\(rule("1", "1|2", "SCORE") + rule("2", "3", "SCORE"))</resprocessing>")
    #expect(file.questions.isEmpty)
    #expect(file.skipped == 1)
  }

  @Test func `Vista has labels of its own, and its rules stand in several parts`() throws {
    let labels = ["true", "false"].map {
      "<response_label ident=\"\($0)\"><material><mat_extension><w:localizable_mattext>\($0)"
        + "</w:localizable_mattext></mat_extension></material></response_label>"
    }.joined()
    let statement = try question(
      "wct_questiontype=WCT_TrueFalse",
      text("Black?") + "<response_lid ident=\"r\"><render_choice>\(labels)</render_choice>"
        + "</response_lid>", rule("r", "false", "SCORE"))
    #expect(statement.solution == .trueFalse(1))
    let file = try read(
      "wct_questiontype=WCT_FillInTheBlank",
      text("Just a ") + field("A") + text(" boy from a ") + field("B", label: "b"),
      "<resprocessing>\(rule("B", "family", "SCORE"))</resprocessing>"
        + "<resprocessing>\(rule("A", "poor", "SCORE"))\(rule("A", "sad", "SCORE"))</resprocessing>"
    )
    #expect(file.contents.map(\.text) == ["Just a [[1]] boy from a [[2]]"])
    let combination = try read("wct_questiontype=WCT_Combination", text("Which?"), "")
    #expect(combination.skipped == 1)
  }

  @Test func `the words of a mixed-up sentence are gaps in it`() throws {
    let words = ["jumped", "fence", "brown"].map {
      "<response_label ident=\"\($0)\">\(text($0))</response_label>"
    }
    let body =
      "<response_lid ident=\"r\" rcardinality=\"Ordered\"><render_extension><ims_render_object>"
      + text("The ") + words[0] + text(" fox ") + words[1] + text(" over the ") + words[2]
      + text(".") + "</ims_render_object></render_extension></response_lid>"
    let key = ["brown", "jumped", "fence"].map {
      "<varequal respident=\"r\">\($0)</varequal>"
    }.joined()
    let content = try question(
      "wct_questiontype=WCT_JumbledSentence", body,
      "<respcondition><conditionvar><and>\(key)</and></conditionvar>"
        + "<setvar>100</setvar></respcondition>")
    #expect(content.text == "The [[1]] fox [[2]] over the [[3]].")
    #expect(
      content.solution
        == .gaps(
          GapsSolution(
            [2, 0, 1].map { .picked(GapChoices(["jumped", "fence", "brown"], correct: $0)) })))
  }

  @Test func `pairs that nobody filled in are left out`() throws {
    let pairs =
      ["", "one", "two"].map {
        "<response_lid ident=\"\($0)\">\(text($0))"
          + labels(["a", "b"]) + "</response_lid>"
      }.joined()
    #expect(
      try question(
        "", text("Match") + pairs, rule("one", "b", "SCORE") + rule("two", "a", "SCORE")
      ).solution == .match(MatchSolution([MatchPair("one", "b"), MatchPair("two", "a")])))
  }

  @Test func `New Quizzes of Canvas say which blanks have a list and how a text is compared`()
    throws
  {
    func response(_ name: String, _ labels: [String]) -> String {
      "<response_lid ident=\"response_\(name)\">\(text("red"))<render_choice>"
        + labels.joined() + "</render_choice></response_lid>"
    }
    func label(_ value: String, _ type: String, _ scoring: String) -> String {
      "<response_label ident=\"\(value)\" answer_type=\"\(type)\" scoring_algorithm=\"\(scoring)\">"
        + text(value) + "</response_label>"
    }
    let content = try question(
      "question_type=fill_in_multiple_blanks_question",
      text("Roses are [a-1], [b-2].")
        + response("a-1", [label("red", "dropdown", ""), label("blue", "dropdown", "")])
        + response(
          "b-2",
          [
            label("sweet", "openEntry", "TextContainsAnswer"),
            label("^s.*$", "openEntry", "TextRegex"),
          ]), rule("response_a-1", "red", "SCORE") + rule("response_b-2", "sweet", "SCORE"))
    #expect(content.text == "Roses are [[1]], [[2]].")
    #expect(
      content.solution
        == .gaps(
          GapsSolution([
            .picked(GapChoices(["red", "blue"], correct: 0)),
            .typed(TextSolution(accepted: [AcceptedText("*sweet*")])),
          ])))
  }

  @Test func `both sides of pairs may be labels of one group`() throws {
    let group =
      "<response_grp ident=\"g\" rcardinality=\"Ordered\">"
      + labels(["one", "two", "three", "eins", "zwei"]) + "</response_grp>"
    #expect(
      try question(
        "qmd_itemtype=Matching", text("Match") + group,
        rule("eins", "one", "SCORE") + rule("zwei", "two", "SCORE")
      ).solution
        == .match(
          MatchSolution([MatchPair("eins", "one"), MatchPair("zwei", "two")], extra: ["three"])))
  }

  @Test func `a pool of Blackboard names the feedback that it loses`() throws {
    let pool = """
      <POOL><QUESTION_TRUEFALSE id="q"><BODY><TEXT>Q</TEXT></BODY>
      <ANSWER id="1"><TEXT>True</TEXT></ANSWER><ANSWER id="2"><TEXT>False</TEXT></ANSWER><GRADABLE>
      <CORRECTANSWER answer_id="2"/><FEEDBACK_WHEN_CORRECT>yes</FEEDBACK_WHEN_CORRECT>
      <FEEDBACK_WHEN_INCORRECT>no</FEEDBACK_WHEN_INCORRECT></GRADABLE></QUESTION_TRUEFALSE></POOL>
      """
    let file = try readText(pool, name: "a.xml")
    #expect(file.contents.map(\.solution) == [.trueFalse(1)])
    #expect(file.contents.map(\.commentary) == ["yes"])
    #expect(file.problems.map(\.code) == ["wrong-feedback-dropped"])
  }

  @Test func `a gap of ILIAS may have a list whose right text is named`() throws {
    let list =
      "<response_str ident=\"gap_1\"><render_choice>"
      + ["x", "y"].enumerated().map {
        "<response_label ident=\"\($0.offset)\">\(text($0.element))</response_label>"
      }.joined() + "</render_choice></response_str>"
    let content = try question(
      "QUESTIONTYPE=CLOZE QUESTION", text("One ") + field("gap_0") + text(" two ") + list,
      rule("gap_0", "a", "SCORE") + rule("gap_1", "y", "SCORE"))
    #expect(content.text == "One [[1]] two [[2]]")
    #expect(
      content.solution
        == .gaps(
          GapsSolution([
            .typed(TextSolution(accepted: [AcceptedText("a")])),
            .picked(GapChoices(["x", "y"], correct: 1)),
          ])))
  }
}
