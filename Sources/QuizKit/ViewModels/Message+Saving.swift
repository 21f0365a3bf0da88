import QuizSupport

extension Message {
  /// Something was changed.
  static let saved = Message("saved", "Saved.", "保存成功")
  /// Something was deleted.
  static let deleted = Message("deleted", "Deleted.", "削除成功")
  /// Something was brought back from the trash.
  static let restored = Message("restored", "Brought back.", "復元しました。")
  /// Something new was saved.
  static let registered = Message("registered", "Registered.", "登録完了")
}
