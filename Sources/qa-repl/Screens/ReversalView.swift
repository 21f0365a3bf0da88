import QuizKit

extension Reversal {
  /// Describes the change that was undone or redone.
  func view(_ look: Look) -> [String] {
    let strings = look.strings
    return look.lines(look.palette.heading(strings.reversal(action, change(strings))))
  }

  private func change(_ strings: Strings) -> String {
    let showsDecks = change == .deletion || change == .restoration
    let what = strings.what(
      questions: questions, decks: showsDecks ? decks : 0, notes: notes, quizzes: quizzes)
    return switch change {
    case .registration: strings("registration of \(what)", "\(what)の登録")
    case .imported: strings("import of \(what)", "\(what)の取り込み")
    case .deletion: strings("deletion of \(what)", "\(what)の削除")
    case .edit: strings("edit of \(what)", "\(what)の編集")
    case .deck: strings("a new deck", "問題集の作成")
    case .renaming: strings("another name for a deck", "問題集の名前の変更")
    case .restoration: strings("return of \(what) from the trash", "\(what)のごみ箱からの復元")
    case .emptying: strings("emptying of the trash", "ごみ箱を空にする操作")
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

  /// A text such as "a deck with 3 questions, 2 notes, 1 quiz".
  fileprivate func what(questions count: Int, decks: Int, notes: Int, quizzes: Int) -> String {
    var parts: [String] = []
    let names = self(decks == 1 ? "a deck" : "\(decks) decks", "問題集 \(decks) 件")
    if decks > 0 {
      parts = [
        count == 0 ? names : self("\(names) with \(questions(count))", "\(names)と \(questions(count))")
      ]
    } else if count > 0 {
      parts = [questions(count)]
    }
    if notes > 0 { parts.append(self(notes == 1 ? "1 note" : "\(notes) notes", "メモ \(notes) 件")) }
    if quizzes > 0 {
      parts.append(self(quizzes == 1 ? "1 quiz" : "\(quizzes) quizzes", "クイズ \(quizzes) 回"))
    }
    return parts.joined(separator: self(", ", "、"))
  }
}
