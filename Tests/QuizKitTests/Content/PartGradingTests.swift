import Testing

@testable import QuizExchange

/// Tests the points for cards, and for answers with several parts. The cases are those of Moodle's
/// published tests.
@Suite struct PartGradingTests {
  private func points(
    _ response: Response?, _ content: QuestionContent, isPartial: Bool = true
  ) -> Double {
    Grading(isPartial: isPartial).grade(response, to: content).points
  }

  /// The choices of the gaps of `The [[1]] brown [[2]] jumped over the [[3]] dog.`
  private static let fox = QuestionContent(
    text: "The [[1]] brown [[2]] jumped over the [[3]] dog.",
    solution: .gaps(
      GapsSolution(
        [["quick", "slow"], ["fox", "dog"], ["lazy", "assiduous"]].map {
          .picked(GapChoices($0, correct: 0))
        })))

  // question/type/gapselect/tests/question_test.php, test_grading
  @Test(
    arguments: [
      (["quick", "fox", "lazy"], 1.0), (["quick", nil, nil], 1.0 / 3),
      (["slow", "dog", "assiduous"], 0),
    ] as [([String?], Double)])
  func `gaps are credit the share of the right ones`(_ answers: [String?], _ credit: Double) {
    #expect(points(.gaps(answers), Self.fox) == credit)
    #expect(points(.gaps(answers), Self.fox, isPartial: false) == (credit == 1 ? 1 : 0))
  }

  // question/type/match/tests/question_test.php, test_grading: the stems are dog, frog, toad, cat
  private static let animals = QuestionContent(
    text: "Classify the animals.",
    solution: .match(
      MatchSolution(
        [
          MatchPair("Dog", "Mammal"), MatchPair("Frog", "Amphibian"),
          MatchPair("Toad", "Amphibian"), MatchPair("Cat", "Mammal"),
        ], extra: ["Insect"])))

  @Test(
    arguments: [
      ([0, 1, 1, 0], 1.0), ([0, nil, nil, nil], 0.25), ([1, 2, 0, 1], 0),
    ] as [([Int?], Double)])
  func `pairs are credit the share of the right ones`(_ pairs: [Int?], _ credit: Double) {
    #expect(points(.pairs(pairs), Self.animals) == credit)
    #expect(points(.pairs(pairs), Self.animals, isPartial: false) == (credit == 1 ? 1 : 0))
  }

  @Test func `equal lines on the right are one line`() {
    #expect(Self.animals.options.map(\.text) == ["Mammal", "Amphibian", "Insect"])
  }

  // question/type/ordering/tests/question_test.php, test_grading_absolute_position
  @Test(
    arguments: [
      ([0, 1, 2, 3, 4, 5], 1.0), ([5, 4, 3, 2, 1, 0], 0), ([5, 1, 2, 3, 4, 0], 4.0 / 6),
      ([2, 1, 3, 4, 5, 0], 1.0 / 6),
    ] as [([Int], Double)])
  func `an order is credit the share of what is in its absolute place`(
    _ order: [Int], _ credit: Double
  ) {
    let words = ["Modular", "Object", "Oriented", "Dynamic", "Learning", "Environment"]
    let content = QuestionContent(
      text: "Put these words in order.", choices: words.map { Choice($0) }, solution: .order)
    #expect(points(.order(order), content) == credit)
    #expect(points(.order(order), content, isPartial: false) == (credit == 1 ? 1 : 0))
  }

  @Test func `equal choices may change places in an order`() {
    let content = QuestionContent(
      text: "Spell it.", choices: ["b", "o", "o", "k"].map { Choice($0) }, solution: .order)
    #expect(points(.order([0, 2, 1, 3]), content) == 1)
  }

  @Test(arguments: RecallGrade.allCases)
  func `the learner grades a card`(_ grade: RecallGrade) {
    let card = QuestionContent(text: "Front", solution: .card(CardSolution(back: "Back")))
    for isPartial in [false, true] {
      #expect(points(.recall(grade), card, isPartial: isPartial) == (grade == .again ? 0 : 1))
    }
    #expect(points(nil, card) == 0)
  }

  @Test func `a typed gap is compared like a typed answer`() {
    let content = QuestionContent(
      text: "[[1]] is the capital of [[2]].",
      solution: .gaps(
        GapsSolution([
          .typed(
            TextSolution(accepted: [AcceptedText("Paris"), AcceptedText("Lutetia", fraction: 0.5)])),
          .typed(TextSolution(accepted: [AcceptedText("France")], isCaseSensitive: true)),
        ])))
    #expect(points(.gaps(["ＰＡＲＩＳ", "France."]), content) == 1)
    #expect(points(.gaps(["lutetia", "France"]), content) == 0.75)
    #expect(points(.gaps(["Paris", "france"]), content) == 0.5)
  }

  @Test func `an answer that does not fit the question is wrong`() {
    for response in [
      Response.gaps(["quick"]), .gaps([nil, nil, nil]), .order([0, 1, 2]), .recall(.easy),
      .pairs([0, 1, 2]), .typed("quick"), .choice(0),
    ] {
      #expect(points(response, Self.fox) == 0, "\(response)")
    }
    #expect(points(.pairs([0, 1, 1, 7]), Self.animals) == 0)
  }

  @Test func `a text is divided at its gaps`() {
    #expect(
      GapText("a [[1]][[12]] b [[0]] [[1]] [[x]]").parts == [
        .text("a "), .gap(0), .gap(11), .text(" b [[0]] "), .gap(0), .text(" [[x]]"),
      ])
    #expect(GapText("").parts == [])
    #expect(GapText("none").gaps == [])
  }
}
