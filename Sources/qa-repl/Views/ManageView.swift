import QuizKit

extension ManageState: Viewable {
  func view(_ look: Look) -> [String] {
    var lines = look.lines(heading(look))
    if index == 0, !editing {
      lines += look.lines(look.strings.emptyManagement)
    } else {
      lines += fields.view(look, question: look.strings.question(index))
    }
    if let theirs {
      lines += look.lines(look.palette.warning(look.strings.theirs))
      lines += theirs.view(look, question: look.strings.question(index))
    }
    if let message { lines += message.view(look) }
    if editing, !unsaved { lines += look.lines(look.palette.faint(look.strings.editHint)) }
    return lines
  }

  func question(before command: Command, _ strings: Strings) -> String? {
    guard command == .manage(.delete), index > 0, !editing else { return nil }
    return strings.deleteQuestion(fields.question.sanitisedLine.truncated(to: 40))
  }

  private func heading(_ look: Look) -> String {
    let strings = look.strings
    let name = (questionDeck ?? deck)?.sanitisedLine ?? strings.allDecks
    var parts = ["[\(name)]", "\(index)/\(count)"]
    if editing { parts.append(look.palette.warning(strings.editing)) }
    return parts.joined(separator: "  ")
  }
}

extension Strings {
  fileprivate var editing: String { self("(editing)", "(編集中)") }
  fileprivate var theirs: String { self("Saved by somebody else meanwhile:", "ほかの人が先に保存した内容:") }
  fileprivate var emptyManagement: String {
    self("There are no questions here. “register” adds one.", "質問がありません。register で登録できます。")
  }
  fileprivate var editHint: String {
    self(
      "“question”, “choice N”, “correct N”, “commentary” write; then “save” or “cancel”.",
      "question、choice N、correct N、commentary で入力し、save か cancel で終えます。")
  }

  fileprivate func deleteQuestion(_ text: String) -> String {
    self("Delete the question “\(text)”?", "質問「\(text)」を削除しますか?")
  }
}
