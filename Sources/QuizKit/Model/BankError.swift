/// What the question bank cannot do.
public enum BankError: ReportableError, Equatable {
  /// There is no deck of this name; the nearest name that there is, if one is near.
  case unknownDeck(String, known: [String])
  /// No question fits what was asked for.
  case noQuestions
  /// No question went wrong the last time it was asked.
  case noMistakes
  /// No question is due for review; the day on which the next one is, if any was ever asked.
  case nothingDue(next: Day?)
  /// No quiz was left.
  case nothingToResume
  /// The sample decks are there already.
  case samplesExist

  public var code: String {
    switch self {
    case .unknownDeck: "unknown-deck"
    case .noQuestions: "no-questions"
    case .noMistakes: "no-mistakes"
    case .nothingDue: "nothing-due"
    case .nothingToResume: "nothing-to-resume"
    case .samplesExist: "samples-exist"
    }
  }

  public func text(in language: Language) -> String {
    switch self {
    case .unknownDeck(let name, let known):
      let names = known.prefix(8).map { "“\($0)”" }.joined(separator: ", ")
      let more = known.count > 8 ? ", …" : ""
      let list =
        known.isEmpty
        ? "" : language.text(" There are: \(names)\(more).", " ある問題集: \(names)\(more)")
      return language.text("There is no deck “\(name)”.", "「\(name)」という問題集はありません。") + list
    case .noQuestions:
      return language.text(
        "There are no questions to ask. “import” or “sample” adds some.", "問題データ読み込みに失敗しました。")
    case .noMistakes:
      return language.text(
        "No question went wrong the last time it was asked.", "前回間違えた質問はありません。")
    case .nothingDue(let next?):
      return language.text(
        "Nothing is due today; the next review is on \(next.text).",
        "今日復習する質問はありません。次の復習は \(next.text) です。")
    case .nothingDue(nil):
      return language.text(
        "There is nothing to review: what was asked in a quiz comes up again from the next day on.",
        "復習する質問はありません。クイズで出題された質問が翌日から対象になります。")
    case .nothingToResume:
      return language.text(
        "No quiz is waiting; “quiz” starts one.", "中断したクイズはありません。quiz で始められます。")
    case .samplesExist:
      return language.text("The sample decks are there already.", "サンプルの問題集はもう追加されています。")
    }
  }
}
