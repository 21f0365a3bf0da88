import QuizKit
import QuizSupport

extension Arguments {
  /// Takes all remaining words as the name of an exam, so that it needs no quotes.
  mutating func nextExamName() throws(CommandError) -> String {
    let first = try next("EXAM")
    return ([first] + remaining()).joined(separator: " ")
  }

  /// The exam to write; `nil` when none was named.
  func examExport() throws(CommandError) -> ExamExport? {
    let seed = try seed()
    guard let name = value("exam") else {
      if seed != nil { throw .missingArgument("--exam EXAM", command: command, usage: usage) }
      return nil
    }
    return ExamExport(name, seed: seed, language: language)
  }

  /// The number that decides which questions are drawn; `nil` for any.
  func seed() throws(CommandError) -> Int? {
    guard let text = value("seed") else { return nil }
    guard let seed = Int(FullWidth.folded(text)), seed >= 0 else {
      throw .badValue(option: "--seed", value: text, allowed: ["0, 1, 2 …"])
    }
    return seed
  }
}

extension OptionEntry {
  /// Which paper of an exam.
  static let seed = OptionEntry(
    name: "seed", value: "N", english: "draw the same questions again for the same number",
    japanese: "N が同じなら同じ質問を同じ順に出題する")
}
