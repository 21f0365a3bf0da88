import Testing

@testable import QuizExchange

@Suite struct TextSolutionTests {
  @Test(arguments: [
    ("it's", "it’s"), ("it’s", "it's"), ("itʼs", "it‘s"), ("it`s", "it's"), ("it＇s", "it’s"),
    ("say \"no\"", "say “no”"), ("„no“", "\"no\""), ("5\"", "5″"), ("e-mail", "e‐mail"),
    ("e‑mail", "e-mail"), ("1990–2000", "1990-2000"), ("−5 °C", "-5 °C"), ("-5", "−5"),
    ("king's palace", "king’s*"), ("It's.", "it’s"), ("｢a｣ -", "｢a｣ –"),
  ])
  func `the forms of quotation marks and hyphens make nothing wrong`(
    typed: String, accepted: String
  ) {
    #expect(TextSolution(accepted: [AcceptedText(accepted)]).match(typed)?.isRight == true)
    let gap = Gap.typed(TextSolution(accepted: [AcceptedText(accepted)]))
    #expect(gap.credit(of: typed) == 1)
  }

  @Test(arguments: [
    ("its", "it’s"), ("it s", "it's"), ("no", "\"no\""), ("e mail", "e-mail"), ("a—b", "a-b"),
  ])
  func `other signs stay different`(typed: String, accepted: String) {
    #expect(TextSolution(accepted: [AcceptedText(accepted)]).match(typed) == nil)
  }

  @Test(
    arguments: [
      ("it’s", 0.5), ("it's", 1), ("itʼs", 1), ("its", nil),
    ] as [(String, Double?)])
  func `the answer as it was typed counts first`(typed: String, credit: Double?) {
    let solution = TextSolution(accepted: [
      AcceptedText("it's"), AcceptedText("it’s", fraction: 0.5),
    ])
    #expect(solution.match(typed)?.fraction == credit)
  }

  @Test func `a pattern for all other answers does not come before the folded form`() {
    let solution = TextSolution(accepted: [
      AcceptedText("it’s"), AcceptedText("*", fraction: 0, feedback: "Think again."),
    ])
    #expect(solution.match("it's")?.isRight == true)
    #expect(solution.match("its")?.feedback == "Think again.")
    let strict = TextSolution(accepted: [
      AcceptedText("a–b"), AcceptedText("a-b", fraction: 0), AcceptedText("*", fraction: 0.1),
    ])
    #expect(strict.match("a-b")?.fraction == 0)
    #expect(strict.match("a–b")?.fraction == 1)
    #expect(strict.match("c")?.fraction == 0.1)
  }

  private func matches(_ typed: String, _ pattern: String, isCaseSensitive: Bool) -> Bool {
    TextSolution(accepted: [AcceptedText(pattern)], isCaseSensitive: isCaseSensitive)
      .match(typed) != nil
  }

  // The expectations of Moodle's question/type/shortanswer/tests/question_test.php.
  @Test(
    arguments: [
      ("Frog", "Frog", true, true), ("Frog", "frog", true, false),
      ("   Frog   ", "Frog", true, true),
      ("Frogs", "Frog", true, false), ("Frog", "frog", false, true),
      ("   FROG   ", "Frog", false, true),
      ("Frogs", "Frog", false, false), ("Frog", "F*og", true, true), ("Fog", "F*og", true, true),
      ("   Fat dog   ", "F*og", true, true), ("Frogs", "F*og", true, false),
      ("Fg", "F*og", true, false),
      ("frog", "F*og", true, false), ("   fat dog   ", "F*og", true, false),
      ("Frogs", "F*og", false, false),
      ("Fg", "F*og", false, false), ("frog", "F*og", false, true),
      ("   fat dog   ", "F*og", false, true),
      ("   *   ", "\\*", true, true), ("*", "\\*", true, true),
      ("Frog*toad", "Frog\\*toad", true, true),
      ("Frog-toad", "Frog\\*toad", true, false), ("a", "[a-z]", true, false),
      ("[a-z]", "[a-z]", true, true),
      ("\\{}/", "\\{}/", false, true), ("ITÁLIE", "Itálie", false, true),
      ("départ", "DÉPART", false, true),
      ("départ", "DÉPART", true, false), ("d\u{E9}part", "d\u{65}\u{301}part", true, true),
      ("d\u{E9}part", "D\u{45}\u{301}PART", false, true), ("0", "0", true, true),
      ("0", "0*", true, true),
      ("0", "*0", true, true), ("0", "*0*", true, true),
      (
        "<em></em>",
        "***********************************<em>***********************************</em>", true,
        true
      ),
    ] as [(String, String, Bool, Bool)])
  func `a pattern matches what it matches in Moodle`(
    _ typed: String, _ pattern: String, _ isCaseSensitive: Bool, _ isMatch: Bool
  ) {
    #expect(matches(typed, pattern, isCaseSensitive: isCaseSensitive) == isMatch)
  }

  @Test(
    arguments: [
      ("Ｐａｒｉｓ", "Paris", true), ("１８６８年", "1868年", true), ("1868年。", "１８６８年", true),
      ("ﾊﾟﾘ", "パリ", true),
      ("パリ", "ﾊﾟﾘ", true), ("Paris.", "Paris", true), ("Paris. ", "Paris", true),
      ("Paris..", "Paris", false),
      ("The  red\u{3000}cat", "the red cat", true), ("Mt.", "Mt.", true), ("Mt", "Mt.", false),
      (".", ".", true),
      ("m2", "m²", false), ("はり", "ハリ", false), ("＊", "\\*", true), ("abc", "＊", false),
      ("", "*", true),
      ("aXbXc", "a*b*c", true), ("abcb", "a*bc", false), ("aa", "a*a", true), ("a", "a*a", false),
      ("abab", "*ab*ab*", true), ("aba", "*ab*ab*", false),
    ] as [(String, String, Bool)])
  func `what means the same is the same`(_ typed: String, _ pattern: String, _ isMatch: Bool) {
    #expect(matches(typed, pattern, isCaseSensitive: false) == isMatch)
  }

  @Test func `width does not count where case does`() {
    #expect(matches("ＤＮＡ", "DNA", isCaseSensitive: true))
    #expect(!matches("ｄｎａ", "DNA", isCaseSensitive: true))
  }

  @Test func `a text is refused that accepts nothing, or an empty answer`() {
    #expect(TextSolution(accepted: []).fault != nil)
    #expect(TextSolution(accepted: [AcceptedText(" ")]).fault != nil)
    #expect(TextSolution(accepted: [AcceptedText("a", fraction: 0)]).fault != nil)
    #expect(TextSolution(accepted: [AcceptedText("a", fraction: 1.5)]).fault != nil)
    #expect(
      TextSolution(accepted: [AcceptedText("a", fraction: 0.5), AcceptedText("b")]).fault == nil)
  }
}
