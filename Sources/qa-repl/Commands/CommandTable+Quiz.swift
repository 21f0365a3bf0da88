import QuizKit

extension CommandEntry {
  /// The commands of the quiz screen, beside the numbers and letters that answer.
  static let quiz: [CommandEntry] = [
    CommandEntry(
      name: "back", aliases: ["戻る"], screens: [.quiz],
      english: "the question before", japanese: "前の質問へ戻ります"
    ) { _ throws(CommandError) in .quiz(.back) },
    CommandEntry(
      name: "skip", aliases: ["next", "スキップ", "次へ"], screens: [.quiz],
      english: "go on without changing the answer", japanese: "答えを変えずに次へ進みます"
    ) { _ throws(CommandError) in .quiz(.skip) },
    CommandEntry(
      name: "flag", aliases: ["印"], screens: [.quiz],
      english: "mark this question, or take the mark away", japanese: "この質問に印を付けます(もう一度で外します)"
    ) { _ throws(CommandError) in .quiz(.flag) },
    CommandEntry(
      name: "go", aliases: ["移動"], screens: [.quiz], arguments: "N",
      english: "question number N", japanese: "N 番目の質問へ移ります"
    ) { arguments throws(CommandError) in .quiz(.go(try arguments.nextNumber("N"))) },
    CommandEntry(
      name: "pause", aliases: ["一時停止"], screens: [.quiz],
      english: "halt the time and hide the question", japanese: "時間を止め、質問を隠します"
    ) { _ throws(CommandError) in .quiz(.pause) },
    CommandEntry(
      name: "resume", aliases: ["再開"], screens: [.quiz],
      english: "go on after a pause", japanese: "一時停止から再開します"
    ) { _ throws(CommandError) in .quiz(.resume) },
    CommandEntry(
      name: "finish", aliases: ["回答一覧"], screens: [.quiz],
      english: "go to the list of answers", japanese: "回答一覧へ進みます"
    ) { _ throws(CommandError) in .quiz(.finish) },
  ]

  /// The commands of the list of answers.
  static let confirm: [CommandEntry] = [
    CommandEntry(
      name: "result", aliases: ["結果", "結果を確認"], screens: [.confirm],
      english: "show what was right", japanese: "結果を確認します"
    ) { _ throws(CommandError) in .confirm(.result) },
    CommandEntry(
      name: "go", aliases: ["移動"], screens: [.confirm], arguments: "N",
      english: "change answer number N", japanese: "N 番目の回答を変更します"
    ) { arguments throws(CommandError) in .confirm(.go(try arguments.nextNumber("N"))) },
    CommandEntry(
      name: "restart", aliases: ["やり直す"], screens: [.confirm],
      english: "clear all answers and start again", japanese: "回答をすべて消してやり直します"
    ) { _ throws(CommandError) in .confirm(.restart) },
    CommandEntry(
      name: "back", aliases: ["戻る"], screens: [.confirm],
      english: "back to the questions", japanese: "質問へ戻ります"
    ) { _ throws(CommandError) in .confirm(.back) },
  ]

  /// The commands of the result.
  static let result: [CommandEntry] = [
    CommandEntry(
      name: "restart", aliases: ["やり直す"], screens: [.result],
      english: "play the same questions again", japanese: "同じ質問をやり直します"
    ) { _ throws(CommandError) in .result(.restart) },
    CommandEntry(
      name: "retry", aliases: ["再挑戦"], screens: [.result],
      english: "play only what was wrong", japanese: "間違えた質問だけをやり直します"
    ) { _ throws(CommandError) in .result(.retry) },
  ]
}
