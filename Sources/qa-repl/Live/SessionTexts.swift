import QuizSupport

/// What a session at a terminal says besides what the screens say.
extension Strings {
  func pasted(_ lines: Int) -> String {
    self(
      "The \(lines) pasted lines are one line now; Enter takes it, Ctrl-C clears it.",
      "貼り付けた \(lines) 行を 1 行にまとめました。Enter で確定、Ctrl-C で消去します。")
  }

  var interruptAgain: String {
    self("Ctrl-C again, or quit, leaves the program.", "もう一度 Ctrl-C、または quit で終了します。")
  }
}
