import QuizKit

extension CommandEntry {
  /// The history and the statistics: how one gets there, and their commands.
  static let history: [CommandEntry] = [
    CommandEntry(
      name: "history", aliases: ["履歴"], screens: [.start, .result],
      english: "the quizzes that were played", japanese: "これまでのクイズの履歴を表示します"
    ) { _ throws(CommandError) in .open(.history) },
    CommandEntry(
      name: "stats", aliases: ["統計", "成績"], screens: [.start, .result, .history],
      english: "how the answers turned out", japanese: "正答率などの統計を表示します"
    ) { _ throws(CommandError) in .open(.stats) },
    CommandEntry(
      name: "open", aliases: ["開く"], screens: [.history], arguments: "N",
      english: "the answers of quiz number N", japanese: "N 番目のクイズの回答を表示します"
    ) { arguments throws(CommandError) in .history(.open(try arguments.nextNumber("N"))) },
    CommandEntry(
      name: "delete", aliases: ["削除"], screens: [.history], arguments: "N",
      english: "delete quiz number N from the history", japanese: "N 番目のクイズを履歴から削除します"
    ) { arguments throws(CommandError) in .history(.delete(try arguments.nextNumber("N"))) },
    CommandEntry(
      name: ">>", aliases: ["次へ"], screens: [.history],
      english: "the next page, with older quizzes", japanese: "一覧の次のページ(古いもの)"
    ) { _ throws(CommandError) in .history(.nextPage) },
    CommandEntry(
      name: "<<", aliases: ["前へ"], screens: [.history],
      english: "the page before", japanese: "一覧の前のページ"
    ) { _ throws(CommandError) in .history(.previousPage) },
  ]
}
