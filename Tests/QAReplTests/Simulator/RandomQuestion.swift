import TestKit

@testable import QuizExchange
@testable import QuizSupport

/// Questions of all kinds, including values at the limits of what is allowed.
struct RandomQuestion {
  /// The sign before the number that each question keeps in its text.
  private static let sign: Character = "#"

  private static let end: Character = "."

  /// The number in a text; `nil` when there is none. Keys can delete the end of the number, but not
  /// change it.
  static func serial(of text: String) -> Int? {
    guard let start = text.firstIndex(of: sign) else { return nil }
    let rest = text[text.index(after: start)...]
    return rest.firstIndex(of: end).flatMap { Int(rest[..<$0]) }
  }

  /// A text with a number, by which its question is recognised after any change.
  static func text(_ serial: Int, _ words: String) -> String { "\(words) \(sign)\(serial)\(end)" }

  private static let words = [
    "Which one", "どれですか", "Quelle est", "a < b & c", "the “best”", "ｶﾀｶﾅ", "1 + 1 =", "{x} = y",
    "half ½", "tab\there", "who's", "100 %", "~ tilde", "e\u{301}", "絵文字 😀", "back\\slash",
  ]

  /// A few words of one line, or marks and letters of any script that nobody chose.
  static func phrase(_ random: inout SplitMix64) -> String {
    let phrase = words.randomElement(using: &random) ?? ""
    guard Int.random(in: 0..<4, using: &random) == 0 else { return phrase }
    let strange = strangePhrase(&random)
    return strange.isEmpty ? phrase : strange
  }

  /// A text without what a line cannot have, and without the sign of the number.
  private static func strangePhrase(_ random: inout SplitMix64) -> String {
    let scalars = StrangeText.text(most: 8, &random).unicodeScalars.map {
      scalar -> Unicode.Scalar in
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: return " "
      default: return scalar == "#" ? "+" : scalar
      }
    }
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars)
    return String(text).trimmed
  }

  /// A question of the bank's format.
  static func content(_ serial: Int, _ random: inout SplitMix64) -> QuestionContent {
    let kind = QuestionContent.Kind.allCases.randomElement(using: &random) ?? .single
    var content = QuestionContent(
      text: text(serial, phrase(&random).replacing("[[1]]", with: "[1]")), choices: [],
      solution: solution(kind, &random))
    switch kind {
    case .trueFalse: content.choices = [Choice("True"), Choice("False")]
    case .single, .several:
      content.choices = (1...choiceCount).map { Choice("c\($0) \(phrase(&random))") }
    case .order: content.choices = (1...choiceCount).map { Choice("s\($0) \(phrase(&random))") }
    case .gaps: content.text += " [[1]] – [[2]]"
    case .text, .number, .card, .match: break
    }
    if Bool.random(using: &random) { content.commentary = phrase(&random) }
    if Int.random(in: 0..<3, using: &random) == 0 {
      content.tags = ["t\(Int.random(in: 1...3, using: &random))"]
    }
    for index in content.choices.indices where Int.random(in: 0..<6, using: &random) == 0 {
      content.choices[index].feedback = "because " + phrase(&random)
    }
    if Int.random(in: 0..<8, using: &random) == 0 { content.title = "title \(serial)" }
    if Int.random(in: 0..<8, using: &random) == 0 { content.externalID = "id-\(serial)" }
    return content
  }

  private static let choiceCount = 4

  private static func solution(
    _ kind: QuestionContent.Kind, _ random: inout SplitMix64
  ) -> Solution {
    switch kind {
    case .single:
      let correct = Int.random(in: 0..<choiceCount, using: &random)
      if Int.random(in: 0..<4, using: &random) > 0 { return .single(correct) }
      var weights = [0.5, -1.0 / 3, 0, -0.5]
      weights[correct] = 1
      return .single(SingleSolution(correct, weights: weights))
    case .trueFalse: return .trueFalse(Int.random(in: 0...1, using: &random))
    case .several:
      if Int.random(in: 0..<4, using: &random) == 0 {
        return .several(SeveralSolution(weights: [0.5, 0.5, -1, -0.5]))
      }
      return .several(SeveralSolution(correct: [0, Int.random(in: 1...3, using: &random)]))
    case .text:
      var accepted = [AcceptedText("yes"), AcceptedText("はい")]
      if Bool.random(using: &random) {
        accepted.append(AcceptedText("maybe", fraction: 0.5, feedback: "half"))
      }
      return .text(
        TextSolution(
          accepted: accepted, isCaseSensitive: Int.random(in: 0..<6, using: &random) == 0))
    case .number:
      let values: [Double] = [0, 3.14159, -1e10, 1e-7, 42]
      let tolerances: [Double] = [0, 0.5, 1e-9]
      let value = values.randomElement(using: &random) ?? 0
      let tolerance = tolerances.randomElement(using: &random) ?? 0
      return .number(
        NumberSolution(accepted: [AcceptedNumber(NumberSpan.value(value, tolerance: tolerance))]))
    case .card: return .card(CardSolution(back: "back " + phrase(&random)))
    case .gaps:
      return .gaps(
        GapsSolution([
          .typed(TextSolution(accepted: [AcceptedText("yes"), AcceptedText("はい", fraction: 0.5)])),
          .picked(GapChoices(["is", "are " + phrase(&random)], correct: 0)),
        ]))
    case .order: return .order
    case .match:
      let pairs = (1...3).map { MatchPair("l\($0) \(phrase(&random))", "r\($0 % 2)") }
      return .match(MatchSolution(pairs, extra: Bool.random(using: &random) ? ["none"] : []))
    }
  }
}
