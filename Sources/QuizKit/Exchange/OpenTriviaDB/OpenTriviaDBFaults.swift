import QuizSupport

/// Faults of responses from Open Trivia DB.
extension Fault {
  /// Open Trivia DB answered with this code instead of questions.
  package static func responseCode(_ code: Int) -> Fault {
    let meaning = meaning(of: code)
    return Fault(
      "response-code",
      "the service answered with code \(code): \(meaning.text(in: .english))",
      "サービスの応答コード \(code): \(meaning.text(in: .japanese))",
      hint: code == 5 ? Reason("wait five seconds and ask again", "5 秒待ってから、もう一度試してください") : nil,
      scope: .file)
  }

  private static func meaning(of responseCode: Int) -> Reason {
    switch responseCode {
    case 1: Reason("no results", "結果がありません")
    case 2: Reason("invalid parameter", "パラメーターが不正です")
    case 3: Reason("token not found", "トークンが見つかりません")
    case 4: Reason("token used up, all questions were seen", "すべての質問を取得済みです")
    case 5: Reason("asked too often", "アクセスが多すぎます")
    default: Reason("unknown", "不明")
    }
  }
}
