import QuizSupport
import Testing

@testable import QuizExchange
@testable import QuizKit

/// What the doctor finds in questions without knowing any answers to them.
@Suite struct ExaminationTests {
  // MARK: Commentaries

  /// A question with a commentary, and the choice for which it speaks.
  private typealias Case = (
    text: String, choices: [String], commentary: String, spoken: Int?
  )

  private static let cases: [Case] = [
    (
      "Which runs code without servers?", ["Acme Boxes", "Acme Lambda", "Acme Light"],
      "Acme Lambda runs code in response to events.", 1
    ),
    (
      "Which runs code without servers?", ["Acme Boxes", "Acme Lambda", "Acme Light"],
      "With Lambda nobody thinks of servers.", 1
    ),
    ("Capital of Italy?", ["Rome", "Milan", "Turin"], "Not Milan, but Rome.", 0),
    ("Capital of Italy?", ["Rome", "Milan", "Turin"], "Milan is wrong: Rome it is.", 0),
    ("What is 41 + 8?", ["47", "49", "50"], "41 + 8 = 49.", 1),
    ("Which is a bird?", ["owl", "cod", "bat"], "Owls fly at night.", 0),
    ("Which is a bird?", ["owl", "cod", "bat"], "Answer: B. It has feathers.", 1),
    ("Which is a bird?", ["owl", "cod", "bat"], "The correct answer is (C).", 2),
    ("Which is a bird?", ["owl", "cod", "bat"], "B is correct, because it has feathers.", 1),
    ("Which is a bird?", ["owl", "cod", "bat"], "Answer: 3", 2),
    ("Which is NOT a planet?", ["Mars", "Pluto", "Earth"], "Pluto is a dwarf planet.", 1),
    (
      "Why are pages cached?",
      ["To show them sooner when they are asked for again", "To print them", "To sort them"],
      "What is asked for again can be shown sooner.", 0
    ),
    ("江戸幕府を開いたのは?", ["豊臣秀吉", "徳川家康", "織田信長"], "徳川家康が 1603 年に開きました。", 1),
    ("江戸幕府を開いたのは?", ["豊臣秀吉", "徳川家康", "織田信長"], "正解はイです。", 1),
    ("江戸幕府を開いたのは?", ["豊臣秀吉", "徳川家康", "織田信長"], "豊臣秀吉ではなく徳川家康です。", 1),
    ("依存関係を線で結ぶ図は?", ["ガントチャート", "パート図", "フローチャート"], "パート図は依存関係を表します。", 1),
    ("まとめて行う作業は?", ["回帰テスト", "テスト", "監査"], "回帰テストは変更のたびに行います。", 0),

    ("Capital of Italy?", ["Rome", "Milan", "Turin"], "Rome, Milan and Turin are old.", nil),
    ("Capital of Italy?", ["Rome", "Milan", "Turin"], "It has been so since 1871.", nil),
    ("Answer?", ["A vector", "A number", "A word"], "Answer: A vector has a direction.", 0),
    ("Which letter?", ["R", "A", "I"], "A letter is a sign, and I like them.", nil),
    ("Is it so?", ["True", "False"], "It is true in most places, and false in some.", nil),
    ("What is printed?", ["`1`", "`2`", "`undefined`"], "First `a` is `undefined`.", nil),
    (
      "Which fly?", ["Owls", "Bats", "Both of them", "None"], "Owls fly, as is well known.", nil
    ),
    ("Not a fruit?", ["Apple", "Pear", "Stone"], "Apples and pears are fruits.", nil),
    ("どれが燃えますか。", ["木", "石", "水"], "木は燃えます。", 0),
  ]

  private func question(
    _ text: String, _ choices: [String], key: Int, commentary: String = ""
  ) -> QuestionContent {
    QuestionContent(
      text: text, choices: choices.map { Choice($0) }, solution: .single(key),
      commentary: commentary)
  }

  @Test(arguments: cases.indices)
  func `a commentary is doubted where another choice is right than the one it speaks for`(
    _ index: Int
  ) {
    let given = Self.cases[index]
    for key in given.choices.indices {
      let content = question(given.text, given.choices, key: key, commentary: given.commentary)
      let said = CommentaryDoubts([content]).doubts.map(\.choice)
      let spoken = given.spoken.map { $0 == key ? [] : [$0] } ?? []
      #expect(said == spoken, "\(given.commentary), right is \(given.choices[key])")
    }
  }

  @Test(arguments: 1...3 as ClosedRange<UInt64>)
  func `of 60 wrong keys among 500 at least 50 are found, and at most 5 others`(_ seed: UInt64) {
    for isJapanese in [false, true] {
      let bank = GeneratedBank(seed: seed, isJapanese: isJapanese)
      let doubts = CommentaryDoubts(bank.questions).doubts.map(\.question)
      let found = doubts.count(where: bank.wrong.contains)
      #expect(bank.questions.count == 500 && bank.wrong.count == 60)
      #expect(found >= 50 && doubts.count - found <= 5, "\(found), \(doubts.count - found)")
    }
  }

  @Test func `an author who explains the wrong choices is not doubted`() {
    let bank = GeneratedBank(seed: 3, isJapanese: false)
    let contrary = bank.questions.prefix(100).map { content in
      let key = content.solution.rightChoice ?? 0
      let other = content.choices[(key + 1) % content.choices.count].text
      return question(
        content.text, content.choices.map(\.text), key: key,
        commentary: "\(other) belongs elsewhere.")
    }
    #expect(CommentaryDoubts(contrary).doubts.isEmpty)
  }

  // MARK: Equal questions

  @Test(arguments: 1...3 as ClosedRange<UInt64>)
  func `of 60 nearly equal questions among 500 at least 50 are found, and at most 5 others`(
    _ seed: UInt64
  ) {
    for isJapanese in [false, true] {
      var bank = GeneratedBank(seed: seed, isJapanese: isJapanese)
      let copies = bank.addCopies(60)
      let similar = SimilarQuestions(among: bank.questions).similar
      let found = copies.count { copy in
        similar.contains { $0.contains(copy.original) && $0.contains(copy.copy) }
      }
      let others = similar.count { group in
        !copies.contains { group.contains($0.original) && group.contains($0.copy) }
      }
      #expect(bank.questions.count == 500)
      #expect(found >= 50 && others <= 5, "\(found), \(others)")
    }
  }

  // MARK: Decks

  private func findings(
    _ contents: [QuestionContent], decks: [String]? = nil
  ) -> [Finding] {
    Examination(
      contents, decks: decks ?? contents.map { _ in "Deck" },
      given: GivenAnswers([], to: contents), missing: { _ in [] },
      names: { Reason(verbatim: "\($0)") }
    ).findings.filter(\.kind.concernsDeck)
  }

  /// Questions with four choices each, the right one at a place and as long as wanted.
  private func questions(
    _ count: Int, place: (Int) -> Int, isLongest: (Int) -> Bool
  ) -> [QuestionContent] {
    (0..<count).map { number in
      let key = place(number)
      let choices = (0..<4).map { choice in
        let isLong = (choice == key) == isLongest(number)
        return String(repeating: "x", count: isLong ? 20 + choice : 8) + "\(number).\(choice)"
      }
      return question("Question \(number)?", choices, key: key)
    }
  }

  @Test func `a deck whose longest choice is right too often is one row`() throws {
    let contents = questions(40, place: { $0 % 4 }, isLongest: { $0 < 30 })
    let found = findings(contents)
    #expect(found.map(\.kind) == [.longestChoice])
    #expect(found[0].deck == "Deck" && found[0].number == 1 && found[0].others.count == 29)
    #expect(
      found[0].reason.text(in: .english)
        == "the longest choice is right in 30 of 40 questions, by chance in about 10")
  }

  @Test func `a deck with one place of the key too often is one row, of each deck`() throws {
    let contents = questions(60, place: { $0 < 30 ? 2 : $0 % 4 }, isLongest: { $0 % 4 == 0 })
    let found = findings(contents, decks: (0..<60).map { $0 < 30 ? "A" : "B" })
    #expect(found.map(\.kind) == [.keyPlace] && found[0].deck == "A")
    #expect(
      found[0].reason.text(in: .japanese) == "30 問中 30 問で、3 番目の選択肢が正解です（偶然なら約 8 問）")
  }

  @Test func `where one of two is to be picked, no place and no length is a habit`() {
    let contents = (0..<60).map { question("\($0)?", ["a long one \($0)", "b\($0)"], key: 0) }
    #expect(findings(contents).isEmpty)
  }

  @Test func `twenty questions can show a habit, one fewer cannot`() {
    for (count, found) in [(20, 1), (19, 0)] {
      let contents = questions(count, place: { _ in 1 }, isLongest: { $0 % 4 == 0 })
      #expect(findings(contents).count == found, "\(count)")
    }
  }

  @Test func `chance is no habit, nor is a handful of questions`() throws {
    #expect(findings(questions(40, place: { $0 % 4 }, isLongest: { $0 % 3 == 0 })).isEmpty)
    #expect(findings(questions(12, place: { _ in 1 }, isLongest: { _ in true })).isEmpty)
    var random = RandomSource(seed: 5)
    for _ in 0..<100 {
      let places = (0..<50).map { _ in Int.random(in: 0..<4, using: &random) }
      let contents = places.indices.map { number in
        question("\(number)?", ["aaa", "bbbb", "ccccc", "dddddd"], key: places[number])
      }
      #expect(findings(contents).isEmpty)
    }
  }
}

/// A bank of questions with words that nobody has written, in which some keys are wrong.
private struct GeneratedBank {
  private(set) var questions: [QuestionContent] = []
  /// The positions of the questions with a wrong key.
  private(set) var wrong: Set<Int> = []

  private let isJapanese: Bool
  private var random: RandomSource

  init(seed: UInt64, isJapanese: Bool) {
    (random, self.isJapanese) = (RandomSource(seed: seed), isJapanese)
    questions = (0..<500).map { _ in question() }
    wrong = Set(questions.indices.shuffled(using: &random).prefix(60))
    for index in wrong.sorted() {
      let key = questions[index].solution.rightChoice ?? 0
      let others = questions[index].choices.indices.filter { $0 != key }
      questions[index].solution = .single(others[below(others.count)])
    }
  }

  /// Puts copies of some questions, in which a word is another, in the place of the last ones.
  mutating func addCopies(_ count: Int) -> [(original: Int, copy: Int)] {
    let first = questions.count - count
    return (0..<count).map { number in
      var copy = questions[number]
      var words = copy.text.split(separator: " ").map(String.init)
      words[below(words.count)] = word()
      copy.text = words.joined(separator: " ")
      copy.choices.shuffle(using: &random)
      questions[first + number] = copy
      return (number, first + number)
    }
  }

  // MARK: Words

  private mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }

  private mutating func word() -> String {
    let syllables =
      isJapanese
      ? ["トゥ", "カム", "ソレ", "ミナ", "ラポ", "ヘギ", "ヴィ", "ヤク", "ノズ", "ペル", "デモ", "リガ"]
      : [
        "ba", "cor", "den", "fil", "gam", "hol", "kir", "lum", "mav", "nor", "pel", "rud", "tiv",
        "zan",
      ]
    return (0..<(3 + below(2))).map { _ in syllables[below(syllables.count)] }.joined()
  }

  private mutating func words(_ count: Int) -> [String] { (0..<count).map { _ in word() } }

  private mutating func phrase(_ count: Int) -> String {
    words(count).joined(separator: isJapanese ? "の" : " ")
  }

  private mutating func question() -> QuestionContent {
    let text = words(10).joined(separator: " ") + "?"
    // Choices of one word, of two that begin alike, and of a sentence.
    let style = below(4)
    let beginning = word()
    let choices = (0..<4).map { _ in
      switch style {
      case 0: word()
      case 1: beginning + " " + word()
      default: phrase(style == 2 ? 2 : 6)
      }
    }
    let key = below(4)
    return QuestionContent(
      text: text, choices: choices.map { Choice($0) }, solution: .single(key),
      commentary: commentary(on: choices, key: key))
  }

  /// A commentary as people write them. One in twelve names no choice, or two of them.
  private mutating func commentary(on choices: [String], key: Int) -> String {
    let (right, other) = (choices[key], choices[(key + 1) % 4])
    let rest = phrase(5)
    let letter = ["A", "B", "C", "D"][key]
    switch below(12) {
    case 0: return isJapanese ? "\(rest)です。" : "It is \(rest)."
    case 1: return isJapanese ? "正解は\(letter)です。\(rest)。" : "Answer: \(letter). \(rest)."
    case 2: return isJapanese ? "正解は「\(right)」。" : "The correct answer is \(right)."
    case 3: return isJapanese ? "\(other)ではなく\(right)です。" : "Not \(other), but \(right)."
    case 4...7: return isJapanese ? "\(right)は\(rest)です。" : "\(right) is \(rest)."
    default:
      return isJapanese ? "\(rest)から\(right)になります。" : "Because of \(rest) it has to be \(right)."
    }
  }
}
