/// Why a quiz refused a command.
public enum QuizRefusal: ReportableError, Equatable {
  /// There is no choice with this number; the question has `count` choices.
  case noSuchChoice(number: Int, count: Int)
  /// There is no question with this number; the quiz has `count` questions.
  case noSuchQuestion(number: Int, count: Int)
  /// There is no question before the first one.
  case atFirstQuestion
  /// Time ran out before the question was answered, so it stays unanswered.
  case timeIsUp
  /// The quiz is paused.
  case paused
  /// The quiz is not paused.
  case notPaused
  /// The right answer has already been shown.
  case alreadyRevealed
  /// The question comes again in a moment.
  case notYetAgain
  /// All answers were right, so there are no mistakes to retry.
  case nothingToRetry
  /// There are no further questions of the same kind.
  case nothingMore

  public var code: String {
    switch self {
    case .noSuchChoice: "no-such-choice"
    case .noSuchQuestion: "no-such-question"
    case .atFirstQuestion: "at-first-question"
    case .timeIsUp: "time-is-up"
    case .paused: "paused"
    case .notPaused: "not-paused"
    case .alreadyRevealed: "already-revealed"
    case .notYetAgain: "not-yet-again"
    case .nothingToRetry: "nothing-to-retry"
    case .nothingMore: "nothing-more"
    }
  }

  public func text(in language: Language) -> String {
    switch self {
    case .noSuchChoice(let number, let count):
      language.text(
        "There is no choice \(number); choose 1 to \(count).",
        "選択肢 \(number) はありません。1〜\(count) を選んでください。")
    case .noSuchQuestion(let number, let count):
      language.text(
        "There is no question \(number); there are 1 to \(count).",
        "質問 \(number) はありません。1〜\(count) を指定してください。")
    case .atFirstQuestion:
      language.text(
        "This is the first question; “home” leaves the quiz.", "最初の質問です。home でクイズを中断できます。")
    case .timeIsUp:
      language.text(
        "Time is up: what was not answered in time stays unanswered.",
        "時間切れです。時間内に答えなかった質問は未回答のままです。")
    case .paused:
      language.text("The quiz is paused; “resume” goes on.", "一時停止中です。resume で再開します。")
    case .notPaused:
      language.text("The quiz is not paused.", "一時停止していません。")
    case .alreadyRevealed:
      language.text(
        "The answer has been shown already; “next” goes on.", "もう正解を表示しました。next で次へ進みます。")
    case .notYetAgain:
      language.text(
        "The question comes again in a moment; “next” asks it now.",
        "この質問はもう少し後で出ます。next ですぐに出題します。")
    case .nothingToRetry:
      language.text("All answers are right: there is nothing to retry.", "全問正解です。やり直す質問はありません。")
    case .nothingMore:
      language.text(
        "There are no more questions; “restart” plays these again.",
        "続きの質問はありません。restart で同じ質問をやり直せます。")
    }
  }
}
