import Testing

@testable import QuizExchange
@testable import QuizKit
@testable import QuizSupport

/// Several hundred explanations that name a choice: every way to say it with every choice that there
/// is. Not one of the questions may have its choices mixed.
@Suite struct FixedOrderTests {
  /// The explanations; `{}` is a choice and `{+}` the one after it.
  private static let ways: [(labels: [String], ways: [String])] = [
    (
      ["A", "B", "C", "D"],
      [
        "Option {} is correct.", "Answer {} is wrong because it is too long.",
        "The correct answer is {}.", "{} is right, the others are not.",
        "{} and {+} are both wrong.",
        "Choice {} names the capital.", "({}) is the only one that ends.",
        "{}) would loop for ever.",
        "Options {} and {+} can be ruled out.", "{}, {+} are distractors.", "Correct: {}",
        "As {} says, the sun is a star.", "Neither {} nor {+} fits.", "Not {}: it has no key.",
        "{} is incorrect.", "{}: this is the old name.", "We choose {} because it is first.",
        "Answers {} or {+} would do elsewhere.", "See option {}.", "Only {} is true.",
        "Antwort {} ist richtig.", "Die richtige Antwort ist {}.", "Möglichkeit {} scheidet aus.",
        "La réponse {} est correcte.", "La bonne réponse est la {}.",
        "La respuesta correcta es {}.",
        "La opción {} es falsa.", "選択肢{}が正しい。", "正解は{}です。", "{}と{+}は誤りです。", "{}は誤り。",
        "{}が正解。", "答えは{}。", "{}：これは古い名前です。", "選項{}正確", "答案是{}",
      ]
    ),
    (
      ["1", "2", "3", "4"],
      [
        "Option {} is correct.", "Answer {} is wrong.", "The correct answer is {}.",
        "Choice {} names the capital.", "({}) is the only one that ends.", "Answer number {} fits.",
        "Antwort {} ist richtig.", "La réponse {} est correcte.", "La opción {} es falsa.",
        "{}番が正しい。", "{}番と{+}番は誤りです。", "選択肢{}は誤り。", "正解は{}番です。", "答えは{}。",
        "選択肢 {} と {+} を比べる。", "({})は古い名前です。", "{}番目の選択肢は短すぎる。", "第{}个选项是对的",
      ]
    ),
    (
      ["ア", "イ", "ウ", "エ"],
      [
        "{}が正しい。", "正解は{}です。", "{}と{+}は誤り。", "選択肢{}は古い名前です。", "{}：短すぎる。", "答え {}",
        "{}は二つの意味を持つ。", "（{}）は誤りです。", "{}、{+}は該当しない。", "{}～{+}のすべて", "{}のみが正しい。",
        "{}：正しい。{+}：誤り。",
      ]
    ),
    (
      ["①", "②", "③", "④"],
      [
        "{}が正しい。", "正解は{}です。", "{}と{+}は誤り。", "{} is correct.", "Only {} fits.", "{}：短すぎる。",
        "選択肢{}を選ぶ。",
      ]
    ),
    (
      ["first", "second", "third", "fourth", "last"],
      [
        "The {} option is correct.", "The {} answer is too long.", "The {} choice has no key.",
        "The {} one is wrong.", "Only the {} answer fits.", "The {} statement is true.",
      ]
    ),
    (
      ["erste", "zweite", "dritte", "vierte", "letzte"],
      ["Die {} Antwort ist richtig.", "Die {} Möglichkeit scheidet aus.", "Die {} Aussage stimmt."]
    ),
    (
      ["最初", "最後", "一番目", "二番目", "三番目"],
      ["{}の選択肢が正しい。", "{}の答えは誤り。", "{}の選択肢は短すぎる。"]
    ),
  ]

  private static let texts = ways.flatMap { labels, ways in
    ways.flatMap { way in
      labels.indices.compactMap { index -> String? in
        guard !way.contains("{+}") || index + 1 < labels.count else { return nil }
        let next = index + 1 < labels.count ? labels[index + 1] : ""
        return way.replacing("{+}", with: next).replacing("{}", with: labels[index])
      }
    }
  }

  @Test func `of hundreds of texts that name a choice none lets the choices move`() {
    #expect(Self.texts.count >= 330)
    let moved = Self.texts.filter { text in
      var content = QuestionContent.sample()
      content.commentary = text
      return !FixedOrder.isIn(content)
    }
    #expect(moved.isEmpty, "\(moved.count): \(moved.joined(separator: "\n"))")
  }

  @Test(arguments: [
    "The answer depends on the size of the array.", "DNA and RNA are acids.",
    "選択肢DNAを比べる。", "正解はDNAに書かれている。", "正解は長い。", "データは3つある。",
  ])
  func `a text that names no choice lets the choices move`(text: String) {
    var content = QuestionContent.sample()
    content.commentary = text
    #expect(!FixedOrder.isIn(content))
  }

  @Test func `a choice that lists letters and says more lets the choices move`() {
    let named = ["A and C", "x", "y", "z"]
    let plain = ["Vitamins B and D", "x", "y", "z"]
    func isMention(_ choices: [String]) -> Bool {
      FixedOrder.isIn(
        QuestionContent(text: "Which?", choices: choices.map { Choice($0) }, correct: 0))
    }
    #expect(isMention(named) && !isMention(plain))
  }
}
