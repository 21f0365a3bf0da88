import QuizKit

extension CommandEntry {
  private static let reviewOptions = [
    OptionEntry(name: "deck", value: "DECK", english: "only this deck", japanese: "この問題集だけ"),
    OptionEntry(name: "tag", value: "TAG", english: "only this tag", japanese: "このタグだけ"),
    OptionEntry(
      name: "time", value: "60s", english: "time for the whole quiz", japanese: "全体の制限時間"),
    OptionEntry(
      name: "per-question", value: "10s", english: "time for each question",
      japanese: "1 問ごとの制限時間"),
    OptionEntry(
      name: "count", value: "N", english: "at most so many questions", japanese: "問題数の上限"),
    OptionEntry(
      name: "shuffle", english: "questions and choices in random order",
      japanese: "質問と選択肢の順番を混ぜる"),
    OptionEntry(
      name: "practice", english: "show what was right after each answer",
      japanese: "答えるたびに正解と解説を表示"),
  ]

  private static func reviewQuiz(
    _ arguments: inout Arguments
  ) throws(CommandError) -> QuizOptions {
    QuizOptions(
      deck: arguments.value("deck"), tag: arguments.value("tag"),
      time: try arguments.duration("time"),
      perQuestion: try arguments.duration("per-question"),
      count: try arguments.number("count"), shuffle: arguments.flag("shuffle"), due: true,
      mode: arguments.flag("practice") ? .practice : .exam)
  }

  /// The review: how one gets there, and its commands.
  static let review: [CommandEntry] = [
    CommandEntry(
      name: "review", aliases: ["復習"], screens: [.start], arguments: "[OPTIONS]",
      english: "play what is due for review", japanese: "復習の時期が来た質問を出題します",
      options: reviewOptions
    ) { arguments throws(CommandError) in .start(.quiz(try reviewQuiz(&arguments))) },
    CommandEntry(
      name: "review", aliases: ["復習"], screens: [.review], arguments: "[OPTIONS]",
      english: "play what is due", japanese: "復習を始めます", options: reviewOptions
    ) { arguments throws(CommandError) in .review(.play(try reviewQuiz(&arguments))) },
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
