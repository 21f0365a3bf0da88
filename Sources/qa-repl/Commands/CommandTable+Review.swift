import QuizKit

extension CommandEntry {
  private static func reviewQuiz(_ arguments: Arguments) throws(CommandError) -> QuizOptions {
    var options = try arguments.quizOptions()
    options.due = true
    return options
  }

  /// The review: how one gets there, and its commands.
  static let review: [CommandEntry] = [
    CommandEntry(
      name: "review", aliases: ["復習"], screens: [.start], arguments: "[OPTIONS]",
      english: "play what is due for review", japanese: "復習の時期が来た質問を出題します",
      options: OptionEntry.quiz
    ) { arguments throws(CommandError) in .start(.quiz(try reviewQuiz(arguments))) },
    CommandEntry(
      name: "review", aliases: ["復習"], screens: [.review], arguments: "[OPTIONS]",
      english: "play what is due", japanese: "復習を始めます", options: OptionEntry.quiz
    ) { arguments throws(CommandError) in .review(.play(try reviewQuiz(arguments))) },
    CommandEntry(
      name: "due", aliases: ["復習予定"], screens: [.start, .result, .stats],
      arguments: "[--deck DECK]",
      english: "what is due for review, and what comes next", japanese: "復習する質問と今後の予定を表示します",
      options: [
        OptionEntry(name: "deck", value: "DECK", english: "only this deck", japanese: "この問題集だけ")
      ]
    ) { arguments throws(CommandError) in .open(.review(deck: arguments.value("deck"))) },
    CommandEntry(
      name: ">>", aliases: ["次へ"], screens: [.review],
      english: "the next page", japanese: "一覧の次のページ"
    ) { _ throws(CommandError) in .review(.nextPage) },
    CommandEntry(
      name: "<<", aliases: ["前へ"], screens: [.review],
      english: "the page before", japanese: "一覧の前のページ"
    ) { _ throws(CommandError) in .review(.previousPage) },
  ]
}
