import Testing

@testable import QuizExchange
@testable import QuizSupport

/// What the declarations and the rules of an item of QTI 2 make right.
@Suite struct QTI2KeyTests {
  private func read(
    _ body: String, _ processing: String, declared: String = "", cardinality: String = "single",
    type: String = "identifier"
  ) throws -> QuestionFile {
    try readText(
      "<assessmentItem identifier=\"i\"><responseDeclaration identifier=\"R\" "
        + "cardinality=\"\(cardinality)\" baseType=\"\(type)\">\(declared)</responseDeclaration>"
        + "<itemBody>\(body)</itemBody><responseProcessing>\(processing)</responseProcessing>"
        + "</assessmentItem>", name: "a.xml")
  }

  private func solution(
    _ body: String, _ processing: String, declared: String = "", cardinality: String = "single",
    type: String = "identifier"
  ) throws -> Solution {
    let file = try read(
      body, processing, declared: declared, cardinality: cardinality, type: type)
    return try #require(file.contents.first, "\(file.problems)").solution
  }

  private let choices =
    "<p>Q</p><choiceInteraction responseIdentifier=\"R\">"
    + ["a", "b", "c"].map { "<simpleChoice identifier=\"\($0)\">\($0)</simpleChoice>" }.joined()
    + "</choiceInteraction>"
  private let field = "<p>Q</p><textEntryInteraction responseIdentifier=\"R\"/>"

  private func correct(_ values: String...) -> String {
    "<correctResponse>\(values.map { "<value>\($0)</value>" }.joined())</correctResponse>"
  }

  private func mapping(_ points: KeyValuePairs<String, String>) -> String {
    "<mapping>"
      + points.map { "<mapEntry mapKey=\"\($0.key)\" mappedValue=\"\($0.value)\"/>" }.joined()
      + "</mapping>"
  }

  private let response = "<variable identifier=\"R\"/>"

  private func value(_ text: String) -> String { "<baseValue>\(text)</baseValue>" }

  private func match(_ text: String) -> String { "<match>\(response)\(value(text))</match>" }

  private func score(_ points: String, _ name: String = "SCORE") -> String {
    "<setOutcomeValue identifier=\"\(name)\">\(points)</setOutcomeValue>"
  }

  private func sum(_ name: String, _ points: String) -> String {
    score("<\(name)><variable identifier=\"SCORE\"/>\(value(points))</\(name)>")
  }

  private func condition(
    _ condition: String, _ then: String, otherwise: String = ""
  ) -> String {
    "<responseCondition><responseIf>\(condition)\(then)</responseIf>"
      + "<responseElse>\(otherwise)</responseElse></responseCondition>"
  }

  @Test func `a choice is right where the others get no points`() throws {
    let wrong = "<or>\(match("a"))\(match("c"))</or>"
    #expect(
      try solution(
        choices, condition(wrong, score(value("0")), otherwise: score(value("1"))))
        == .single(1))
    #expect(
      try solution(
        choices,
        condition("<not>\(match("b"))</not>", score(value("0")), otherwise: score(value("1"))))
        == .single(1))
  }

  @Test func `a condition without an else leaves the points as they are`() throws {
    let rules = [("b", "1"), ("a", "0.5")].map { choice, points in
      "<responseCondition><responseIf>\(match(choice))\(score(value(points)))</responseIf>"
        + "</responseCondition>"
    }
    let weighted = try #require(SingleSolution(weights: [0.5, 1, 0]))
    #expect(try solution(choices, rules.joined()) == .single(weighted))
  }

  @Test func `what takes points or sets another variable makes nothing right`() throws {
    let rules = ["a", "b", "c"].map { choice in
      condition(match(choice), sum(choice == "b" ? "sum" : "subtract", "1"))
    }
    #expect(
      try solution(choices, rules.joined())
        == .single(try #require(SingleSolution(weights: [-1, 1, -1]))))
    let others = ["a", "b", "c"].map { choice in
      condition(
        match(choice),
        score(value("1"), "SCORE_TOTAL") + score(value(choice == "b" ? "1" : "0")))
    }
    #expect(try solution(choices, others.joined()) == .single(1))
  }

  @Test func `choices that give points one by one are right together`() throws {
    let rules = [("a", "1"), ("b", "-1"), ("c", "1")].map {
      condition("<member>\(value($0))\(response)</member>", sum("sum", $1))
    }
    #expect(
      try solution(choices, rules.joined(), cardinality: "multiple")
        == .several(
          try #require(SeveralSolution(weights: [0.5, -0.5, 0.5], mark: nil))))
  }

  @Test func `a set with more points than a choice alone is right`() throws {
    func set(_ names: String...) -> String {
      "<match>\(response)<multiple>\(names.map(value).joined())</multiple></match>"
    }
    let rules =
      condition(set("a"), score(value("1"))) + condition(set("a", "c"), score(value("2")))
    #expect(
      try solution(choices, rules, cardinality: "multiple")
        == .several(SeveralSolution(correct: [0, 2])))
    let members = ["a", "b"].map { "<member>\(value($0))\(response)</member>" }.joined()
    let size = "<equal><containerSize>\(response)</containerSize>\(value("2"))</equal>"
    #expect(
      try solution(
        choices, condition("<and>\(members)\(size)</and>", score(value("1"))),
        cardinality: "multiple") == .several(SeveralSolution(correct: [0, 1])))
  }

  @Test func `feedback may depend on what is not known`() throws {
    let rules =
      condition("<customOperator/>", score(value("x"), "FEEDBACK"))
      + condition(match("c"), score(value("2")), otherwise: score(value("0")))
    #expect(try solution(choices, rules) == .single(2))
  }

  @Test func `orders and pairs may be written in the processing alone`() throws {
    let order = choices.replacing("choiceInteraction", with: "orderInteraction")
    let ordered =
      "<match>\(response)<ordered>\(value("c"))\(value("a"))\(value("b"))</ordered></match>"
    #expect(
      try read(order, condition(ordered, score(value("1"))), cardinality: "ordered")
        .contents.map(\.choiceTexts) == [["c", "a", "b"]])
    let pairs = "<match>\(response)<multiple>\(value("a x"))\(value("b y"))</multiple></match>"
    #expect(
      try solution(sides, condition(pairs, score(value("1"))), cardinality: "multiple")
        == .match(MatchSolution([MatchPair("a", "x"), MatchPair("b", "y")], extra: [])))
  }

  private let sides =
    "<matchInteraction responseIdentifier=\"R\"><prompt>Q</prompt>"
    + [["a", "b"], ["x", "y"]].map { side in
      "<simpleMatchSet>"
        + side.map {
          "<simpleAssociableChoice identifier=\"\($0)\">\($0)</simpleAssociableChoice>"
        }.joined() + "</simpleMatchSet>"
    }.joined() + "</matchInteraction>"

  @Test func `of the pairs of one side that with the most points is right`() throws {
    #expect(
      try solution(
        sides, "", declared: mapping(["a y": "0.5", "a x": "1", "b y": "1"]),
        cardinality: "multiple")
        == .match(MatchSolution([MatchPair("a", "x"), MatchPair("b", "y")], extra: [])))
  }

  @Test func `a range decides unless the declared number is asked for`() throws {
    let range =
      "<and><gte>\(response)\(value("1"))</gte><lte>\(response)\(value("3"))</lte></and>"
    let rules = condition(range, score(value("1")))
    #expect(
      try solution(field, rules, declared: correct("2"), type: "float")
        == .number(NumberSolution(accepted: [AcceptedNumber(.range(1, 3))])))
    let exact = condition(
      "<match>\(response)<correct identifier=\"R\"/></match>", score(value("2")))
    #expect(
      try solution(field, exact + rules, declared: correct("2"), type: "float")
        == .number(NumberSolution(accepted: [AcceptedNumber(.value(2, tolerance: 0))])))
  }

  @Test func `rounded numbers are equal within half of the last place`() throws {
    let rounded =
      "<equalRounded roundingMode=\"decimalPlaces\" figures=\"1\">\(response)"
      + "<correct identifier=\"R\"/></equalRounded>"
    #expect(
      try solution(
        field, condition(rounded, score(value("1"))), declared: correct("3.14"), type: "float")
        == .number(NumberSolution(accepted: [AcceptedNumber(.value(3.1, tolerance: 0.05))])))
  }

  @Test func `the comparison says whether capital letters count`() throws {
    func rules(_ word: String) -> String {
      condition(
        "<stringMatch caseSensitive=\"\(word)\">\(response)\(value("Oslo"))</stringMatch>",
        score(value("1")))
    }
    for (word, isSensitive) in [("true", true), ("false", false)] {
      #expect(
        try solution(field, rules(word), type: "string")
          == .text(TextSolution(accepted: [AcceptedText("Oslo")], isCaseSensitive: isSensitive)))
    }
  }
}
