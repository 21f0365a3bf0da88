import QuizSupport

/// The reason why parameters cannot be fitted.
public enum FitRefusal: ReportableError, Equatable {
  /// There are too few answers for a fit.
  case tooFewAnswers(Int, needed: Int)
  /// The fit was stopped.
  case cancelled
  /// A fit is already running.
  case busy

  public var message: Message {
    switch self {
    case .tooFewAnswers(let count, let needed):
      Message(
        "too-few-answers",
        "There \(count == 1 ? "is" : "are") \(count.counted("answer")); fitting the review to you needs \(needed). "
          + "Answer more questions first.",
        "回答が \(count) 件しかありません。復習の調整には \(needed) 件必要です。回答が増えてから、もう一度試してください。")
    case .cancelled:
      Message("cancelled", "The fit was stopped; nothing was changed.", "調整を中止しました。何も変更していません。")
    case .busy:
      Message("fit-running", "A fit is running already.", "すでに調整中です。")
    }
  }
}
