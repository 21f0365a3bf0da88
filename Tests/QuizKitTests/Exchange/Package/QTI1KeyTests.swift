import Testing

@testable import QuizExchange
@testable import QuizSupport

/// What the rules of an item of QTI 1.2 make right.
@Suite struct QTI1KeyTests {
  private func read(
    _ response: String, _ rules: String, outcomes: String = ""
  ) throws -> QuestionFile {
    try readText(
      "<questestinterop><item ident=\"i\"><presentation><material><mattext>Q</mattext></material>"
        + "\(response)</presentation><resprocessing>\(outcomes)\(rules)</resprocessing></item>"
        + "</questestinterop>", name: "a.xml")
  }

  private func solution(
    _ response: String, _ rules: String, outcomes: String = ""
  ) throws -> Solution {
    let file = try read(response, rules, outcomes: outcomes)
    return try #require(file.contents.first, "\(file.problems)").solution
  }

  /// Choices a, b and c.
  private func choices(_ cardinality: String) -> String {
    let labels = ["a", "b", "c"].map {
      "<response_label ident=\"\($0)\"><material><mattext>\($0)</mattext></material>"
        + "</response_label>"
    }
    return "<response_lid ident=\"r\" rcardinality=\"\(cardinality)\"><render_choice>"
      + labels.joined() + "</render_choice></response_lid>"
  }

  private let field =
    "<response_str ident=\"r\"><render_fib fibtype=\"Decimal\"/></response_str>"

  private func equal(_ value: String, _ attributes: String = "") -> String {
    "<varequal respident=\"r\" \(attributes)>\(value)</varequal>"
  }

  private func bound(_ name: String, _ value: String) -> String {
    "<\(name) respident=\"r\">\(value)</\(name)>"
  }

  private func not(_ condition: String) -> String { "<not>\(condition)</not>" }
  private func all(_ conditions: String...) -> String { "<and>\(conditions.joined())</and>" }
  private func any(_ conditions: String...) -> String { "<or>\(conditions.joined())</or>" }

  private func set(_ points: String, _ variable: String = "SCORE", add: Bool = false) -> String {
    "<setvar varname=\"\(variable)\" action=\"\(add ? "Add" : "Set")\">\(points)</setvar>"
  }

  private func rule(_ condition: String, _ set: String) -> String {
    "<respcondition><conditionvar>\(condition)</conditionvar>\(set)</respcondition>"
  }

  @Test func `only the variable of the points makes an answer right`() throws {
    let rules = ["a", "b", "c"].map { choice in
      rule(equal(choice), (choice == "b" ? set("1") : "") + set("2", "ATTEMPTS", add: true))
    }.joined()
    #expect(try solution(choices("Single"), rules) == .single(1))
    #expect(
      try solution(choices("Multiple"), rules) == .several(SeveralSolution(correct: [1])))
  }

  @Test func `a choice is right because the others are excluded or take the points`() throws {
    let others = not(any(equal("a"), equal("c")))
    #expect(try solution(choices("Single"), rule(others, set("1"))) == .single(1))
    let taken = rule(equal("a"), set("0")) + rule(equal("c"), set("0"))
    #expect(
      try solution(
        choices("Single"), taken,
        outcomes: "<outcomes><decvar varname=\"SCORE\" defaultval=\"1\"/></outcomes>")
        == .single(1))
  }

  @Test func `the points of all rules that a choice meets are its points`() throws {
    let rules =
      rule(any(equal("a"), equal("b")), set("1", add: true)) + rule(equal("b"), set("1", add: true))
    #expect(
      try solution(choices("Single"), rules)
        == .single(try #require(SingleSolution(weights: [0.5, 1, 0]))))
  }

  @Test func `penalties alone make nothing right`() throws {
    let file = try read(
      choices("Single"), rule(equal("a"), set("-1")) + rule(equal("c"), set("-1")))
    #expect(file.contents.isEmpty)
    #expect(file.problems.map(\.code) == ["no-correct-choice"])
  }

  @Test func `the points for all other choices are not those of one that a rule has met`() throws {
    let rules = rule(equal("b"), set("1")) + rule("<other/>", set("2"))
    let weighted = try #require(SingleSolution(weights: [1, 0.5, 1]))
    #expect(try solution(choices("Single"), rules) == .single(weighted))
  }

  @Test func `a set of choices may be one comparison`() throws {
    let subset = "<varsubset respident=\"r\" setmatch=\"Exact\">a,c</varsubset>"
    #expect(
      try solution(choices("Multiple"), rule(subset, set("1")))
        == .several(SeveralSolution(correct: [0, 2])))
    #expect(
      try solution(
        choices("Single"), rule("<varsubset respident=\"r\">b</varsubset>", set("1")))
        == .single(1))
  }

  @Test func `rules may name choices by their texts`() throws {
    let named = choices("Single").replacing("ident=\"a\"", with: "ident=\"1\"")
      .replacing("ident=\"b\"", with: "ident=\"2\"")
      .replacing("ident=\"c\"", with: "ident=\"3\"")
    #expect(try solution(named, rule(equal("b"), set("1"))) == .single(1))
    #expect(try solution(named, rule(equal("2"), set("1"))) == .single(1))
  }

  @Test func `two sets of choices that give all points are no key`() throws {
    let first = all(equal("a"), equal("b"), not(equal("c")))
    let second = all(equal("a"), equal("c"), not(equal("b")))
    for rules in [
      rule(any(first, second), set("1")), rule(first, set("1")) + rule(second, set("1")),
    ] {
      #expect(try read(choices("Multiple"), rules).places == ["1:no-correct-choice"])
    }
    #expect(
      try solution(choices("Multiple"), rule(first, set("1")) + rule(second, set("2")))
        == .several(SeveralSolution(correct: [0, 2])))
  }

  @Test func `several numbers are accepted, and what is outside of bounds is not`() throws {
    func accepted(_ rules: String) throws -> [NumberSpan] {
      guard case .number(let numbers) = try solution(field, rules) else { return [] }
      return numbers.accepted.map(\.span)
    }
    let ranges = any(
      all(bound("vargte", "1"), bound("varlte", "2")),
      all(bound("vargte", "5"), bound("varlte", "6")), equal("9"))
    #expect(
      try accepted(rule(ranges, set("1")))
        == [.range(1, 2), .range(5, 6), .value(9, tolerance: 0)])
    let outside = not(any(bound("varlt", "1"), bound("vargt", "2")))
    #expect(try accepted(rule(outside, set("1"))) == [.range(1, 2)])
  }

  @Test func `an answer with all points comes before one with some`() throws {
    let near = all(bound("vargte", "1"), bound("varlte", "3"))
    #expect(
      try solution(field, rule(near, set("50")) + rule(equal("2"), set("100")))
        == .number(
          NumberSolution(accepted: [
            AcceptedNumber(.value(2, tolerance: 0)),
            AcceptedNumber(.range(1, 3), fraction: 0.5),
          ])))
  }

  @Test func `parts of a text that are needed in any order are no accepted text`() throws {
    let parts = all(bound("varsubstring", "x"), bound("varsubstring", "y"))
    let text = "<response_str ident=\"r\"><render_fib/></response_str>"
    #expect(try read(text, rule(parts, set("1"))).places == ["1:no-correct-choice"])
    #expect(
      try solution(text, rule(all(any(equal("x"), equal("y"))), set("1")))
        == .text(TextSolution(accepted: [AcceptedText("x"), AcceptedText("y")])))
  }

  @Test func `an order is that of the places or of the most points`() throws {
    func order(_ rules: String) throws -> [String] {
      try read(choices("Ordered"), rules).contents.flatMap(\.choiceTexts)
    }
    let places = [("c", 1), ("a", 3), ("b", 2)].map { equal($0, "index=\"\($1)\"") }
    #expect(try order(rule(places.joined(), set("1"))) == ["c", "b", "a"])
    #expect(
      try order(places.map { rule($0, set("1", add: true)) }.joined()) == ["c", "b", "a"])
    let rules =
      rule(all(equal("a"), equal("b"), equal("c")), set("50"))
      + rule(all(equal("b"), equal("a"), equal("c")), set("100"))
    #expect(try order(rules) == ["b", "a", "c"])
    #expect(try order(rules.replacing("100", with: "50")) == [])
  }

  @Test func `answers in gaps have the share of the points that they give`() throws {
    func blank(_ name: String) -> String {
      "<response_str ident=\"\(name)\"><render_fib/></response_str>"
    }
    let rules =
      rule(equal("half"), set("1", add: true)) + rule(equal("whole"), set("2", add: true))
      + rule("<varequal respident=\"s\">x</varequal>", set("2", add: true))
    #expect(
      try solution(blank("r") + blank("s"), rules)
        == .gaps(
          GapsSolution([
            .typed(
              TextSolution(accepted: [AcceptedText("whole"), AcceptedText("half", fraction: 0.5)])),
            .typed(TextSolution(accepted: [AcceptedText("x")])),
          ])))
  }

  @Test func `the choice with the most points is that of a gap with a list`() throws {
    func list(_ name: String) -> String {
      choices("Single").replacing("ident=\"r\"", with: "ident=\"\(name)\"")
    }
    let rules = ["r", "s"].flatMap { name in
      [("a", "1"), ("c", "2")].map {
        rule("<varequal respident=\"\(name)\">\($0)</varequal>", set($1, add: true))
      }
    }
    #expect(
      try solution(list("r") + list("s"), rules.joined())
        == .gaps(
          GapsSolution([
            .picked(GapChoices(["a", "b", "c"], correct: 2)),
            .picked(GapChoices(["a", "b", "c"], correct: 2)),
          ])))
  }
}
