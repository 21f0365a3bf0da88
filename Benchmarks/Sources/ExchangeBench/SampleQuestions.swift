import QuizExchange
import QuizKit
import QuizSupport

/// Questions of realistic length: a stem of some hundred characters and four short choices, every
/// fourth one with a commentary, a quarter in Japanese.
enum SampleQuestions {
  static let count = 100_000

  static func make(_ count: Int) -> [ExportedQuestion] {
    var random = SplitMix64(seed: 1)
    return (0..<count).map { number in
      let words = number % 4 == 0 ? japanese : english
      let separator = number % 4 == 0 ? "" : " "
      func text(_ length: Int) -> String {
        (0..<length).map { _ in words[Int.random(in: words.indices, using: &random)] }
          .joined(separator: separator)
      }
      let choices = (1...4).map { Choice("\($0)\(separator)" + text(3)) }
      return ExportedQuestion(
        category: "Deck \(number / 1_000)",
        content: QuestionContent(
          text: "\(number)\(separator)" + text(16) + "?", choices: choices, correct: number % 4,
          commentary: number % 4 == 1 ? text(20) : ""))
    }
  }

  private static let english = [
    "river", "the", "of", "which", "planet", "a", "\"long\"", "count", "f(x) = {1, 2}", "red,",
    "window", "and", "under", "seven", "is", "not",
  ]

  private static let japanese = ["日本", "の", "首都", "は", "どれ", "山", "、", "川", "歴史", "を", "選ぶ", "。"]
}
