import QuizKit

extension [CommandEntry] {
  /// What the user may say after saving was refused, because somebody else has changed the same
  /// record.
  ///
  /// - Parameter english: what `keep-both` does.
  /// - Parameter japanese: the same in Japanese.
  static func afterConflict<C: ScreenCommand>(
    on screen: ScreenName, overwrite: C, reload: C, keepBoth: C, english: String,
    japanese: String
  ) -> Self {
    [
      .plain(
        "overwrite", ["上書き"], on: screen, overwrite,
        "save over what somebody else has changed", "ほかの人の変更に上書きして保存します"),
      .plain(
        "reload", ["再読み込み"], on: screen, reload,
        "drop the edit for what somebody else has changed", "編集をやめて、ほかの人の変更を読み込みます"),
      .plain("keep-both", ["両方残す"], on: screen, keepBoth, english, japanese),
    ]
  }
}

extension Strings {
  /// Stands above what somebody else has saved.
  var theirs: String { self("Saved by somebody else meanwhile:", "ほかの人が先に保存した内容:") }
}
