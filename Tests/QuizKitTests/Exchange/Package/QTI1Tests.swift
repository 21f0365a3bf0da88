import Testing

@testable import QuizExchange
@testable import QuizSupport

@Suite struct QTI1Tests {
  private static func labels(_ texts: [String]) -> String {
    "<render_choice>"
      + texts.enumerated().map {
        "<response_label ident=\"\($0.offset + 1)\"><material><mattext>\($0.element)</mattext>"
          + "</material></response_label>"
      }.joined() + "</render_choice>"
  }

  private func item(
    _ kind: String, _ responses: String, _ rules: String, text: String = "What?",
    feedback: String = ""
  ) -> String {
    """
    <item ident="i" title="Question"><itemmetadata><qtimetadata><qtimetadatafield>
    <fieldlabel>question_type</fieldlabel><fieldentry>\(kind)</fieldentry></qtimetadatafield>
    </qtimetadata></itemmetadata><presentation><material><mattext>\(text)</mattext></material>
    \(responses)</presentation><resprocessing>\(rules)</resprocessing>\(feedback)</item>
    """
  }

  private func rule(_ condition: String, _ points: String = "100") -> String {
    "<respcondition><conditionvar>\(condition)</conditionvar>"
      + "<setvar varname=\"SCORE\" action=\"Set\">\(points)</setvar></respcondition>"
  }

  private func equal(_ response: String, _ value: String) -> String {
    "<varequal respident=\"\(response)\">\(value)</varequal>"
  }

  private func read(_ items: String, title: String = "Quiz") throws -> QuestionFile {
    try readText(
      "<?xml version=\"1.0\"?><questestinterop><assessment title=\"\(title)\"><section>\(items)"
        + "</section></assessment></questestinterop>", name: "a.xml")
  }

  private func question(_ item: String) throws -> QuestionContent {
    let file = try read(item)
    return try #require(file.contents.first, "\(file.places)")
  }

  @Test func `a file of QTI is recognised by its outermost element`() throws {
    #expect(try readText("<questestinterop/>", name: "a.xml").format?.name == "qti")
    #expect(try readText("<!-- x --><q:assessmentItem xmlns:q='u'/>").format?.name == "qti")
    #expect(try readText("<other/>", name: "a.xml").places == ["1:not-this-format"])
  }

  @Test func `paragraphs have one blank line between them`() throws {
    let question = try question(
      item(
        "true_false_question",
        "<response_lid ident=\"r\" rcardinality=\"Single\">\(Self.labels(["True", "False"]))"
          + "</response_lid>", rule(equal("r", "1")),
        text: "&lt;div&gt;&lt;p&gt;a&lt;/p&gt;&lt;/div&gt;"
          + "&lt;div&gt;&lt;p&gt;b&lt;/p&gt;&lt;/div&gt;"
      ).replacing("<mattext>", with: "<mattext texttype=\"text/html\">"))
    #expect(question.text == "a\n\nb")
  }

  @Test func `one right choice, its quiz and its feedback are read`() throws {
    let file = try read(
      item(
        "multiple_choice_question",
        "<response_lid ident=\"r\" rcardinality=\"Single\">\(Self.labels(["a", "b", "c"]))"
          + "</response_lid>",
        rule(equal("r", "2"))
          + "<respcondition><conditionvar>\(equal("r", "1"))</conditionvar>"
          + "<displayfeedback linkrefid=\"1_fb\"/></respcondition>",
        feedback: "<itemfeedback ident=\"1_fb\"><material><mattext>no</mattext></material>"
          + "</itemfeedback><itemfeedback ident=\"general_fb\"><flow_mat><material><mattext>why"
          + "</mattext></material></flow_mat></itemfeedback>"), title: "Letters")
    let question = try #require(file.questions.first)
    #expect(question.category == "Letters")
    #expect(question.content.text == "What?")
    #expect(question.content.choices == [Choice("a", feedback: "no"), Choice("b"), Choice("c")])
    #expect(question.content.solution == .single(1))
    #expect(question.content.commentary == "why")
  }

  @Test func `several right choices are the set that gives the points`() throws {
    let set = "<and>\(equal("r", "1"))<not>\(equal("r", "2"))</not>\(equal("r", "3"))</and>"
    let content = try question(
      item(
        "multiple_answers_question",
        "<response_lid ident=\"r\" rcardinality=\"Multiple\">\(Self.labels(["a", "b", "c"]))"
          + "</response_lid>", rule(set)))
    #expect(content.solution == .several(SeveralSolution(correct: [0, 2])))
  }

  @Test func `points for each choice are its weights`() throws {
    let rules = [("1", "50"), ("2", "-25"), ("3", "50")].map { rule(equal("r", $0), $1) }.joined()
    let content = try question(
      item(
        "multiple_answers_question",
        "<response_lid ident=\"r\" rcardinality=\"Multiple\">\(Self.labels(["a", "b", "c"]))"
          + "</response_lid>", rules))
    #expect(
      content.solution
        == .several(SeveralSolution(correct: [0, 2], weights: [0.5, -0.25, 0.5])))
  }

  @Test func `empty fields of a form are no choices unless they are right`() throws {
    func file(_ right: String) throws -> QuestionFile {
      try read(
        item(
          "multiple_choice_question",
          "<response_lid ident=\"r\">\(Self.labels(["a", "", "b"]))</response_lid>",
          rule(equal("r", right))))
    }
    #expect(try file("3").contents.map(\.choiceTexts) == [["a", "b"]])
    #expect(try file("2").problems.map(\.code) == ["empty-choice"])
  }

  @Test func `a key without points is known by its feedback, one with no points is none`() throws {
    let responses = "<response_lid ident=\"r\">\(Self.labels(["a", "b"]))</response_lid>"
    func rule(_ set: String) -> String {
      "<respcondition><conditionvar>\(equal("r", " 2 "))</conditionvar>\(set)"
        + "<displayfeedback linkrefid=\"correct\"/></respcondition>"
    }
    #expect(
      try question(item("Multiple Choice", responses, rule(""))).solution == .single(1))
    let unkeyed = try read(
      item("Multiple Choice", responses, rule("<setvar varname=\"s\">0</setvar>")))
    #expect(unkeyed.problems.map(\.code) == ["no-correct-choice"])
  }

  @Test func `typed texts and numbers are read`() throws {
    let field = "<response_str ident=\"r\"><render_fib/></response_str>"
    let text = try question(
      item(
        "short_answer_question", field,
        rule("<or>\(equal("r", "Paris"))\(equal("r", "2*3"))</or>")))
    #expect(
      text.solution
        == .text(TextSolution(accepted: [AcceptedText("Paris"), AcceptedText("2\\*3")])))
    let margin =
      "<or>\(equal("r", "3.14"))<and><vargte respident=\"r\">3.13</vargte>"
      + "<varlte respident=\"r\">3.15</varlte></and></or>"
    let number = try question(item("numerical_question", field, rule(margin)))
    #expect(
      number.solution
        == .number(NumberSolution(accepted: [AcceptedNumber(.value(3.14, tolerance: 0.01))])))
    let range =
      "<vargte respident=\"r\">1</vargte><varlte respident=\"r\">2.5</varlte>"
    #expect(
      try question(item("numerical_question", field, rule(range))).solution
        == .number(NumberSolution(accepted: [AcceptedNumber(.range(1, 2.5))])))
  }

  @Test func `blanks are gaps in the places of their names`() throws {
    func response(_ name: String, _ texts: [String]) -> String {
      "<response_lid ident=\"response_\(name)\"><material><mattext>\(name)</mattext></material>"
        + "\(Self.labels(texts))</response_lid>"
    }
    let responses = response("x", ["red", "rot"]) + response("y", ["blue", "green"])
    let rules = rule(equal("response_x", "1"), "50") + rule(equal("response_y", "2"), "50")
    let typed = try question(
      item("fill_in_multiple_blanks_question", responses, rules, text: "[y] and [x]."))
    #expect(typed.text == "[[1]] and [[2]].")
    let picked = try question(
      item("multiple_dropdowns_question", responses, rules, text: "[x] and [y]."))
    #expect(
      picked.solution
        == .gaps(
          GapsSolution([
            .picked(GapChoices(["red", "rot"], correct: 0)),
            .picked(GapChoices(["blue", "green"], correct: 1)),
          ])))
  }

  @Test func `pairs and orders are read`() throws {
    func response(_ name: String) -> String {
      "<response_lid ident=\"\(name)\"><material><mattext>\(name)</mattext></material>"
        + "\(Self.labels(["one", "two", "three"]))</response_lid>"
    }
    let pairs = try question(
      item(
        "matching_question", response("1") + response("2"),
        rule(equal("1", "1"), "50") + rule(equal("2", "2"), "50")))
    #expect(
      pairs.solution
        == .match(MatchSolution([MatchPair("1", "one"), MatchPair("2", "two")], extra: ["three"])))
    let order = try question(
      item(
        "Ordering",
        "<response_lid ident=\"r\" rcardinality=\"Ordered\">\(Self.labels(["a", "b"]))"
          + "</response_lid>", rule("<and>\(equal("r", "2"))\(equal("r", "1"))</and>")))
    #expect(order.solution == .order)
    #expect(order.choiceTexts == ["b", "a"])
  }

  @Test func `what cannot be asked is named with its number`() throws {
    let file = try read(
      item("essay_question", "<response_str ident=\"r\"/>", "")
        + item("file_upload_question", "", "") + item("calculated_question", "", "")
        + item("file_upload_question", "", ""))
    #expect(file.problems.map(\.element) == ["#1", "#2", "#3", "#4"])
  }

  @Test func `what cannot be asked is counted by kind, the most first, then by name`() throws {
    let file = try read(
      item("file_upload_question", "", "") + item("essay_question", "", "")
        + item("calculated_question", "", "") + item("text_only_question", "", "")
        + item("file_upload_question", "", ""))
    #expect(
      file.skippedKinds.map { $0.fault.skippedName(in: .english) }
        == ["file-upload", "calculated", "description", "essay"])
  }

  @Test func `a section that draws some of its questions is named`() throws {
    let one = item(
      "true_false_question",
      "<response_lid ident=\"r\">\(Self.labels(["True", "False"]))"
        + "</response_lid>", rule(equal("r", "1")))
    let file = try read(
      "<section title=\"s\"><selection_ordering><selection><selection_number>1</selection_number>"
        + "</selection></selection_ordering>\(one)\(one)</section>")
    #expect(file.questions.count == 2)
    #expect(file.problems.map(\.code) == ["draws-some"])
  }

  @Test func `escaped HTML is markup only where the file says so`() throws {
    func text(_ type: String) throws -> String {
      try question(
        item(
          "true_false_question",
          "<material><mattext texttype=\"\(type)\">&lt;b&gt;x&lt;/b&gt; &amp;lt;p&amp;gt;</mattext>"
            + "</material><response_lid ident=\"r\">\(Self.labels(["True", "False"]))"
            + "</response_lid>", rule(equal("r", "1")), text: "")
      ).text
    }
    #expect(try text("text/html") == "**x** <p>")
    #expect(try text("text/plain") == "<b>x</b> &lt;p&gt;")
  }

  @Test func `what stands before a missing end tag is read`() throws {
    let good = item(
      "true_false_question",
      "<response_lid ident=\"r\">\(Self.labels(["True", "False"]))"
        + "</response_lid>", rule(equal("r", "1")))
    let file = try read(good + "<item><presentation></item>")
    #expect(file.questions.count == 1)
    #expect(file.problems.map(\.code) == ["syntax"])
  }
}
