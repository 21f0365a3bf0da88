import QuizSupport

/// Why the question bank could not do something.
package enum BankError: ReportableError, Equatable {
  /// There is no deck with this name; `known` has the names of all decks.
  case unknownDeck(String, known: [String])
  /// A part of a name that several decks have.
  case ambiguousDeck(String, among: [String])
  /// None of the questions to choose from has this tag; `known` has all tags of these questions.
  case unknownTag(String, known: [String])
  /// No question matches the options.
  case noQuestions
  /// All matching questions were answered right the last time, or were never asked.
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

  package var message: Message {
    switch self {
    case .unknownDeck(let name, let known):
      Message("unknown-deck", "There is no deck “\(name)”.", "「\(name)」という問題集はありません。")
        + Self.meant(name, known, list: Reason("There are", "使える問題集"))
    case .ambiguousDeck(let name, let known):
      Message(
        "ambiguous-deck", "Several decks are called something like “\(name)”.",
        "「\(name)」に当てはまる問題集が複数あります。")
        + Self.listed(known, after: Reason("There are", "候補"))
    case .unknownTag(let tag, let known):
      Message("unknown-tag", "No question here has the tag “\(tag)”.", "「\(tag)」というタグの付いた質問はありません。")
        + Self.meant(tag, known, list: Reason("There are", "使えるタグ"))
    case .noQuestions:
      Message(
        "no-questions", "There are no questions to ask.", "問題データ読み込みに失敗しました。",
        topic: "no-questions.bank")
    case .noMistakes:
      Message(
        "no-mistakes", "No question went wrong the last time it was asked.", "前回間違えた質問はありません。")
    case .nothingDue(let next?):
      Message(
        "nothing-due", "Nothing is due today; the next review is on \(next.text).",
        "今日復習する質問はありません。次の復習は \(next.text) です。")
    case .nothingDue(nil):
      Message(
        "nothing-due",
        "There is nothing to review: questions from a quiz come up again from the next day on.",
        "復習する質問はありません。クイズで出題された質問が翌日から対象になります。")
    case .nothingToResume:
      Message(
        "nothing-to-resume", "No quiz is waiting.", "中断したクイズはありません。")
    case .alreadyFinished:
      Message(
        "already-finished", "This quiz is finished.", "このクイズは終わっています。")
    case .samplesExist:
      Message("samples-exist", "The sample decks are there already.", "サンプルの問題集はすでに追加されています。")
    }
  }

  /// The name that the user probably meant, or otherwise the first of the existing names.
  private static func meant(
    _ name: String, _ known: [String], list: Reason
  ) -> Reason {
    if let nearest = Suggestion.nearest(to: name, among: known) {
      return Reason(" Did you mean “\(nearest)”?", "「\(nearest)」ではありませんか?")
    }
    return listed(known, after: list)
  }

  /// The first of some names.
  private static func listed(_ known: [String], after list: Reason) -> Reason {
    guard !known.isEmpty else { return Reason("", "") }
    let shown = known.prefix(8), more = known.count > 8 ? ["…"] : []
    return Reason(
      " \(list.text(in: .english)): \((shown.map { "“\($0)”" } + more).joined(separator: ", ")).",
      "\(list.text(in: .japanese)): \((shown.map { "「\($0)」" } + more).joined(separator: "、"))")
  }
}
