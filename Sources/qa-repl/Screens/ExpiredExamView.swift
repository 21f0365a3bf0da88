import QuizKit

extension ExpiredExam {
  func view(_ theme: Theme) -> [String] {
    let (strings, title) = (theme.strings, title.sanitisedLine)
    let (points, possible) = (strings.points(score.points), strings.points(score.possible))
    return theme.lines(
      strings(
        "\(title): the time ran out while you were away. "
          + "\(score.passed ? "Passed" : "Not passed"), "
          + "\(points) of \(possible) marks. “history” shows it.",
        "「\(title)」は不在中に時間切れになりました。\(score.passed ? "合格" : "不合格")、"
          + "\(points)/\(possible) 点です。history で見られます。"))
  }
}
