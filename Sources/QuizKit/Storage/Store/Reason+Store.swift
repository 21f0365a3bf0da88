/// What more than one place finds wrong.
extension Reason {
  static func missingField(_ name: String) -> Reason {
    Reason("the field \"\(name)\" is missing", "「\(name)」がありません")
  }

  static let changedText = Reason("the record's text was changed", "レコードのテキストが変わっています")
  static let wrongCheck = Reason("the check of the save does not fit", "保存のチェックサムが合いません")
  static let foreignLine = Reason("this is no line of a journal", "ジャーナルの行ではありません")
}
