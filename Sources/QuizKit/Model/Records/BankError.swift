import QuizSupport

/// Why the question bank could not do something.
package enum BankError: ReportableError, Equatable {
  /// There is no deck with this name; `known` has the names of all decks.
  case unknownDeck(String, known: [String])
  /// No question to choose from has this tag; `known` has the tags that they have.
  case unknownTag(String, known: [String])
  /// No question matches the options.
  case noQuestions
  /// All questions that match were answered right the last time, or were never asked.
  case noMistakes
  /// No question is due for review. `next` is the day on which one will be due; `nil` when no
  /// question has been asked yet.
  case nothingDue(next: Day?)
  /// There is no unfinished quiz.
  case nothingToResume
  /// The quiz to resume is finished.
  case alreadyFinished
  /// The bank already has the sample decks.
  case samplesExist

  package var code: String {
    switch self {
    case .unknownDeck: "unknown-deck"
    case .unknownTag: "unknown-tag"
    case .noQuestions: "no-questions"
    case .noMistakes: "no-mistakes"
    case .nothingDue: "nothing-due"
    case .nothingToResume: "nothing-to-resume"
    case .alreadyFinished: "already-finished"
    case .samplesExist: "samples-exist"
    }
  }

  package func text(in language: Language) -> String {
    switch self {
    case .unknownDeck(let name, let known):
      return language.text("There is no deck “\(name)”.", "「\(name)」という問題集はありません。")
        + Self.meant(name, known, language, list: language.text("There are", "ある問題集"))
    case .unknownTag(let tag, let known):
      return language.text(
        "No question here has the tag “\(tag)”.", "「\(tag)」というタグの付いた質問はありません。")
        + Self.meant(tag, known, language, list: language.text("There are", "あるタグ"))
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
    case .alreadyFinished:
      return language.text(
        "This quiz is finished; “quiz” starts another.", "このクイズは終わっています。quiz で新しく始められます。")
    case .samplesExist:
      return language.text("The sample decks are there already.", "サンプルの問題集はもう追加されています。")
    }
  }

  /// The name that was probably meant, or otherwise the first of those that there are.
  private static func meant(
    _ name: String, _ known: [String], _ language: Language, list: String
  ) -> String {
    if let nearest = Suggestion.nearest(to: name, among: known) {
      return language.text(" Did you mean “\(nearest)”?", "「\(nearest)」ではありませんか?")
    }
    guard !known.isEmpty else { return "" }
    let shown = known.prefix(8), more = known.count > 8 ? ["…"] : []
    return language.text(
      " \(list): \((shown.map { "“\($0)”" } + more).joined(separator: ", ")).",
      "\(list): \((shown.map { "「\($0)」" } + more).joined(separator: "、"))")
  }
}
