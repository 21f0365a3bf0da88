import QuizKit

extension [CommandEntry] {
  /// The commands that the user can give when saving was refused, because another program or device
  /// has changed the same record.
  ///
  /// - Parameter english: the effect of `keep-both`.
  /// - Parameter japanese: the same in Japanese.
  static func afterConflict<C: ScreenCommand>(
    on screen: ScreenName, overwrite: C, reload: C, keepBoth: C, english: String,
    japanese: String
  ) -> Self {
    [
      .plain(
        "overwrite", ["上書き"], on: screen, overwrite,
        "save over the change of another program", "ほかの人の変更に上書きして保存します"),
      .plain(
        "reload", ["再読み込み"], on: screen, reload,
        "drop the edit and show the change of another program", "編集をやめて、ほかの人の変更を読み込みます"),
      .plain("keep-both", ["両方残す"], on: screen, keepBoth, english, japanese),
    ]
  }
}

extension Strings {
  /// The heading above the version that another program or device has saved.
  var theirs: String { self("Saved by another program meanwhile:", "ほかの人が先に保存した内容:") }
}
