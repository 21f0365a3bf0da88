import QuizKit

extension FitOutcome {
  func view(_ theme: Theme) -> [String] { theme.lines(sentence(theme.strings)) }

  /// The result of the fit in words.
  func sentence(_ strings: Strings) -> String {
    switch self {
    case .fitted(let fit, let answers) where fit.isBetter:
      strings(
        "Fitted to \(answers.counted("answer")) and kept: on the last \(fit.judged), "
          + "which the fit had not seen, the log loss is "
          + "\(loss(fit.fittedLoss)) instead of \(loss(fit.standardLoss)).",
        "回答 \(answers) 件に合わせて調整しました。調整に使わなかった最後の \(fit.judged) 件で、予測の誤差(対数損失)が "
          + "\(loss(fit.standardLoss)) から \(loss(fit.fittedLoss)) に減りました。")
    case .fitted(let fit, let answers):
      strings(
        "Fitted to \(answers.counted("answer")), but not kept: on the last \(fit.judged), "
          + "which the fit had not seen, it is not clearly better "
          + "(log loss \(loss(fit.fittedLoss)), before \(loss(fit.standardLoss))). "
          + "Try again with more answers.",
        "回答 \(answers) 件に合わせてみましたが、採用しませんでした。調整に使わなかった最後の \(fit.judged) 件で、予測がはっきりとは良くならなかったためです"
          + "(対数損失 \(loss(fit.fittedLoss))、元は \(loss(fit.standardLoss)))。回答が増えたらもう一度試してください。")
    case .reset:
      strings("The review uses the default numbers again.", "復習の調整を初期値に戻しました。")
    case .nothingToReset:
      strings("The review uses the default numbers already.", "復習の調整はもともと初期値です。")
    }
  }

  /// A loss with four decimal places.
  private func loss(_ loss: Double) -> String {
    let digits = String(Int((loss * 10_000).rounded()))
    let padded = String(repeating: "0", count: max(0, 5 - digits.count)) + digits
    return "\(padded.dropLast(4)).\(padded.suffix(4))"
  }
}
