import QuizKit

extension Reversal {
  /// Describes the change that was undone or redone.
  func view(_ theme: Theme) -> [String] {
    let strings = theme.strings
    return theme.lines(theme.palette.heading(strings.reversal(self)))
  }
}

extension Strings {
  /// The question before an undo of a change that was made before the screen was visited.
  func takeBack(_ reversal: Reversal) -> String {
    self("Take back: \(change(reversal))?", "\(change(reversal))を取り消しますか?")
  }

  /// The name of a change, such as "import of 40 questions".
  fileprivate func change(_ reversal: Reversal) -> String {
    let what = what(reversal)
    return switch reversal.change {
    case .registration: self("registration of \(what)", "\(what)の登録")
    case .imported where what.isEmpty: self("import", "取り込み")
    case .imported: self("import of \(what)", "\(what)の取り込み")
    case .deletion: self("deletion of \(what)", "\(what)の削除")
    case .edit where what.isEmpty: self("edit", "編集")
    case .edit: self("edit of \(what)", "\(what)の編集")
    case .deck: self("a new deck", "問題集の作成")
    case .renaming: self("another name for a deck", "問題集の名前の変更")
    case .restoration where what.isEmpty: self("return from the trash", "ごみ箱からの復元")
    case .restoration: self("return of \(what) from the trash", "\(what)のごみ箱からの復元")
    case .emptying: self("emptying of the trash", "ごみ箱を空にする操作")
    case .synchronization where what.isEmpty: self("changes of other devices", "同期による変更")
    case .synchronization: self("changes of other devices to \(what)", "\(what)の同期による変更")
    }
  }

  fileprivate func reversal(_ reversal: Reversal) -> String {
    switch reversal.action {
    case .undo: self("undone: \(change(reversal))", "取り消しました:\(change(reversal))")
    case .redo: self("redone: \(change(reversal))", "取り消しを戻しました:\(change(reversal))")
    }
  }

  /// A text such as "a deck with 3 questions, 2 notes, 1 quiz".
  fileprivate func what(_ reversal: Reversal) -> String {
    let showsDecks = reversal.change == .deletion || reversal.change == .restoration
    let (questions, decks) = (reversal.questions, showsDecks ? reversal.decks : 0)
    var parts: [String] = []
    let names = self(decks == 1 ? "a deck" : "\(decks) decks", "問題集 \(decks) 件")
    if decks > 0 {
      let contents = self.questions(questions)
      parts = [questions == 0 ? names : self("\(names) with \(contents)", "\(names)と \(contents)")]
    } else if questions > 0 {
      parts = [self.questions(questions)]
    }
    parts += reversal.others.texts(in: language)
    return parts.joined(separator: comma)
  }
}
