extension Message {
  /// A question was changed.
  static let saved = Message(code: "saved", english: "Saved.", japanese: "保存成功")
  /// A question is gone.
  static let deleted = Message(code: "deleted", english: "Deleted.", japanese: "削除成功")
  /// A question is new.
  static let registered = Message(code: "registered", english: "Registered.", japanese: "登録完了")
}
