// The sentences of a live session that belong to no screen.

extension Strings {
  /// What became of a pasted text of several lines, where there is room for one.
  func pasted(_ lines: Int) -> String {
    self(
      "The \(lines) pasted lines are one line now; Enter takes it, Ctrl-C clears it.",
      "貼り付けた \(lines) 行を 1 行にまとめました。Enter で確定、Ctrl-C で消去します。")
  }

  /// What Ctrl-C on the first screen says.
  var interruptAgain: String {
    self("Ctrl-C again, or quit, leaves the program.", "もう一度 Ctrl-C、または quit で終了します。")
  }
}
