/// What more than one place finds wrong.
extension Reason {
  static func missingSaves(_ saves: UInt64, bytes: Int, path: String) -> Reason {
    Reason(
      "here the file ends, but its index \(path).index knows of more (saves: \(saves), bytes: \(bytes)); if you put an older copy here on purpose, remove the index",
      "ここでファイルが終わっていますが、索引 \(path).index によると、このあとに保存が \(saves) 回分(\(bytes) バイト)あります。意図して古いコピーに戻した場合は索引を削除してください"
    )
  }

  static let changedText = Reason("the record's text was changed", "レコードのテキストが変わっています")
  static let wrongCheck = Reason("the check of the save does not fit", "保存のチェックサムが合いません")
  static let foreignLine = Reason("this is no line of a journal", "ジャーナルの行ではありません")
}
