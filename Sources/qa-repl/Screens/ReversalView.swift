import QuizKit

extension Reversal {
  /// Describes the change that was undone or redone.
  func view(_ look: Look) -> [String] {
    let strings = look.strings
    return look.lines(look.palette.heading(strings.reversal(action, change(strings))))
  }

  private func change(_ strings: Strings) -> String {
    switch change {
    case .registration, .imported:
      strings.made(questions, isImport: change == .imported)
        + strings.beside(notes: notes, quizzes: quizzes)
    case .deletion: strings.deletion(questions: questions, decks: decks)
    case .edit:
      strings("edit of \(strings.questions(questions))", "\(strings.questions(questions))の編集")
    case .deck: strings("a new deck", "問題集の作成")
    case .renaming: strings("another name for a deck", "問題集の名前の変更")
    }
  }
}

extension Strings {
  fileprivate func reversal(_ action: Reversal.Action, _ change: String) -> String {
    switch action {
    case .undo: self("undone: \(change)", "取り消しました:\(change)")
    case .redo: self("redone: \(change)", "やり直しました:\(change)")
    }
  }

  /// A text such as ", 2 notes, 1 quiz"; empty for none.
  fileprivate func beside(notes: Int, quizzes: Int) -> String {
    let notes =
      notes == 0 ? "" : self(", \(notes) \(notes == 1 ? "note" : "notes")", "、メモ \(notes) 件")
    return notes
      + (quizzes == 0
        ? "" : self(", \(quizzes) \(quizzes == 1 ? "quiz" : "quizzes")", "、クイズ \(quizzes) 回"))
  }

  fileprivate func made(_ count: Int, isImport: Bool) -> String {
    isImport
      ? self("import of \(questions(count))", "\(questions(count))の取り込み")
      : self("registration of \(questions(count))", "\(questions(count))の登録")
  }

  fileprivate func deletion(questions count: Int, decks: Int) -> String {
    guard decks > 0 else {
      return self("deletion of \(questions(count))", "\(questions(count))の削除")
    }
    let names = self(decks == 1 ? "a deck" : "\(decks) decks", "問題集 \(decks) 件")
    return self(
      "deletion of \(names) with \(questions(count))", "\(names)と \(questions(count))の削除")
  }
}
