/// Why no parameters can be fitted.
public enum FitRefusal: ReportableError, Equatable {
  /// A fit needs more answers than there are.
  case tooFewAnswers(Int, needed: Int)

  public var code: String {
    switch self {
    case .tooFewAnswers: "too-few-answers"
    }
  }

  public func text(in language: Language) -> String {
    switch self {
    case .tooFewAnswers(let count, let needed):
      language.text(
        "There are \(count) answers; fitting the review to you needs \(needed). Answer more questions first.",
        "回答が \(count) 件しかありません。復習の調整には \(needed) 件必要です。もっと質問に答えてください。")
    }
  }
}
