import Testing

@testable import QuizExchange
@testable import QuizKit
@testable import QuizSupport

@Suite struct ChoiceOrderTests {
  func orders(_ content: QuestionContent) -> Set<[Int]> {
    var random = SplitMix64(seed: 1)
    return Set(
      (0..<200).map { _ in
        let order = ChoiceOrder.shuffled(content, using: random)
        _ = random.next()
        return order
      })
  }

  @Test func `every order of four choices comes up`() {
    #expect(orders(.sample()).count == 24)
  }

  @Test(arguments: [
    "All of the above", "none of the above.", "None of these is right", "Both", "上記すべて", "上記のすべて。",
    "上記の両方",
    "上記のどれにも当てはまらない", "これらすべて", "いずれでもない", "どちらでもない", "両方",
  ])
  func `a choice that speaks of the others stays last`(text: String) {
    var content = QuestionContent.sample()
    content.choices[3] = Choice(text)
    #expect(orders(content).allSatisfy { $0.last == 3 })
  }

  @Test(arguments: ["A and C", "Both B and C", "A, B or C", "AとB", "BとCのみ", "ＡとＣの両方。", "ア、イ"])
  func `nothing moves where a choice calls others by their letters`(text: String) {
    var content = QuestionContent.sample()
    content.choices[2] = Choice(text)
    #expect(orders(content) == [[0, 1, 2, 3]])
  }

  @Test(arguments: ["A", "Anna and Bob", "かばん", "DNA", "All mammals", "両方向", "B to C"])
  func `a choice that only looks alike moves freely`(text: String) {
    var content = QuestionContent.sample()
    content.choices[3] = Choice(text)
    #expect(orders(content).count == 24)
  }

  @Test func `true and false are never shuffled`() {
    let content = QuestionContent(
      text: "?", choices: [Choice("True"), Choice("False")], solution: .trueFalse(0))
    #expect(orders(content) == [[0, 1]])
  }

  /// Explanations as people write them, in words of our own.
  static let naming = [
    "Option B is correct.", "Options A and C are wrong.", "The correct answer is B.",
    "The answer is (c).", "Answer: D", "Answer B is right because it is cheap.",
    "B is correct.", "B is the correct answer.", "A is wrong because it is too small.",
    "A and B are both wrong.", "Both A and B apply.", "Neither A nor C fits.",
    "A, C and D are distractors.", "(A) is too small; (B) fits.", "(a) and (b) are true.",
    "Choice 3 is a trap.", "Choices 1 and 4 are wrong.",
    "The second option is a common mistake.", "The last answer is out of date.",
    "The first choice is right.", "The third one is wrong.", "The first two are wrong.",
    "The last two answers are both wrong.", "The options above are all wrong.",
    "All of the above choices are services.", "A: too small. B: right.",
    "A. Wrong, too small.", "B) Right.", "C - no such thing", "1. Wrong: too small.",
    "2) Right.", "3: no", "Number 3 is correct.", "No. 2 is right.",
    "3 is the correct answer.", "2 is wrong because it is too old.", "1 and 4 are correct.",
    "Hence, C.", "So the answer is C.", "Therefore B is right.", "Only D is valid.",
    "Answer choice A is out.", "Answer choices A and B are out.",
    "Option (D) can be ruled out.", "Option \"B\" is right.", "option b is right",
    "Statement 2 is false.", "Alternative C", "Why not A? Because it is slow.",
    "D would be right if it were faster.", "While A describes a bucket, B describes a queue.",
    "Correct: B", "Correct answer: B, D", "Correct answers: 1, 3", "Right answer is 4.",
    "Response C is incorrect.", "The top option is right.", "The bottom answer is wrong.",
    "The middle choice is right.", "Eliminate A and D.", "The remaining choices are wrong.",
    "Explanation: B. It is cheap.", "Key: C", "B because it is the largest.",
    "Option A – too small", "Options 2-4 are wrong", "#3 is right", "Choose B.",
    "Select option C if unsure.", "We can rule out A.", "I would pick D.", "Letter B",
    "Antwort B ist richtig.", "La réponse C est correcte.", "La opción A es correcta.",
    "Правильный ответ: Б", "Ответ B верный.", "选项B是正确的。", "答案是C。", "正确答案：D", "故选B。",
    "정답은 3번입니다.", "보기 2는 틀렸다.", "La première réponse est fausse.",
    "Die zweite Antwort ist richtig.", "選択肢Bが正しい。", "選択肢 2 は誤り。", "選択肢アは誤り。", "正解はイ。",
    "正解は3です。", "正解：B", "答えはC。", "答え：2", "ア～ウのすべて", "アとウが正しい。", "ア、イは誤り。", "アは誤り。イが正しい。",
    "(ア)は誤り", "（イ）が正しい。", "ウのみが正しい。", "Aは誤り、Bが正しい。", "AとCは誤り。", "Ａが正解。", "2番が正しい。",
    "3番目の選択肢は誤り。", "二番目が正解です。", "1つ目の選択肢は誤り。", "最初の選択肢が正しい。", "最後の選択肢は誤り。", "上から2番目", "①が正しい。",
    "②と④は誤り。", "1が正しい。", "3は誤り。", "1と4が正解。", "他の選択肢は誤り。", "上記の選択肢はどれも誤り。", "肢2は誤り。", "ア：誤り。",
    "エ…正しい", "ア. 誤り", "1：誤り", "１：誤り、２：正しい", "ア　誤り", "ロが正しい", "a は誤り。", "bが正しい。", "したがってB。",
    "よって、ウ。", "イを選ぶ。", "設問の4が該当する。", "残りの選択肢は誤り。", "四番が正しい", "選択肢の3", "３が正解", "選択肢1〜3は誤り",
    "(2)が正しい", "解答 エ", "模範解答：ア", "正答はBとD", "BとDを選ぶ", "Bを選択", "Dについては", "ウについて", "エだけが正しい",
    "イ・ウ", "ア又はイ", "アまたはイ",
  ]

  @Test(arguments: naming)
  func `nothing moves where an explanation names a choice by letter, number or place`(
    text: String
  ) {
    var content = QuestionContent.sample()
    content.commentary = text
    #expect(orders(content) == [[0, 1, 2, 3]])
    content.commentary = ""
    content.choices[1].feedback = text
    #expect(orders(content) == [[0, 1, 2, 3]])
  }

  @Test(arguments: [
    "Is option B or option C the cheaper one?", "What do A and B have in common?",
    "Look at (C). What is it?", "選択肢アとイの違いは何か。", "Why is the second answer a trap?",
  ])
  func `nothing moves where the question names a choice`(text: String) {
    var content = QuestionContent.sample()
    content.text = text
    #expect(orders(content) == [[0, 1, 2, 3]])
  }

  @Test(arguments: [
    "A spider has eight legs.", "I think therefore I am.", "Vitamin C is found in oranges.",
    "The answer depends on the temperature.", "3 is greater than 2.",
    "It was the first country to do so.", "The second world war ended in 1945.",
    "A queue keeps its order; a stack does not.", "In 1969, Apollo 11 landed.",
    "There are 4 kinds of blood groups.", "Because 1 comes before 2, the first line decides.",
    "Amazon S3 stores objects.", "HTTP/2 and TLS 1.3", "The list has 3 items.", "クモの足は8本です。",
    "日本の首都は東京です。", "1945年に終わった。", "イギリスの首都はロンドン。", "エネルギーは保存される。", "第二次世界大戦", "2つの値を比べる",
    "アメリカとイギリス", "最初の国",
  ])
  func `an explanation that names no choice keeps nothing in place`(text: String) {
    var content = QuestionContent.sample()
    content.commentary = text
    #expect(orders(content).count == 24)
  }

  @Test func `choices that are labels themselves stay, as below a picture`() {
    var content = QuestionContent.sample()
    content.choices = ["A", "B", "C", "D"].map { Choice($0) }
    #expect(orders(content) == [[0, 1, 2, 3]])
  }
}
