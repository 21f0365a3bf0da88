import QuizSupport

extension Message {
  /// The message after a change.
  static let saved = Message("saved", "Saved.", "保存成功")
  /// The message after a deletion.
  static let deleted = Message("deleted", "Deleted.", "削除成功")
  /// The message after bringing a record back from the trash.
  static let restored = Message("restored", "Brought back.", "復元しました。")
  /// The message after saving a new record.
  static let registered = Message("registered", "Registered.", "登録完了")
}
