import QuizKit

extension RegisterState: Viewable {
  func view(_ look: Look) -> [String] {
    let strings = look.strings
    var lines = look.lines("[\(deck.sanitisedLine)]  \(strings.newQuestion)")
    lines += fields.view(look, question: strings.newQuestionLabel)
    if let message { lines += message.view(look) }
    guard !unsaved else { return lines }
    return lines + look.lines(look.palette.faint(strings.registerHint))
  }
}

extension Strings {
  fileprivate var newQuestion: String { self("New question", "質問の登録") }
  fileprivate var newQuestionLabel: String { self("Question: ", "質問 : ") }
  fileprivate var registerHint: String {
    self(
      "“question”, “choice N”, “correct N”, “commentary” write; then “register”.",
      "question、choice N、correct N、commentary で入力し、register で登録します。")
  }
}
