import QuizKit

extension [CommandEntry] {
  /// The commands that the user can give when saving was refused, because another program or device,
  /// or `undo`, has changed the same record.
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
        "save over what has been saved meanwhile", "先に保存された内容に上書きします"),
      .plain(
        "reload", ["再読み込み"], on: screen, reload,
        "drop the edit and show what has been saved meanwhile", "編集をやめて、先に保存された内容を読み込みます"),
      .plain("keep-both", ["両方残す"], on: screen, keepBoth, english, japanese),
    ]
  }
}

extension Strings {
  /// The heading above the version that is saved now.
  var theirs: String { self("As it is saved now:", "現在保存されている内容:") }
}
