import QuizKit

extension [CommandEntry] {
  /// What the user may say after saving was refused, because somebody else has changed the same
  /// record.
  ///
  /// - Parameter english: what `keep-both` does.
  /// - Parameter japanese: the same in Japanese.
  static func afterConflict<C: Equatable & Sendable>(
    on screen: ScreenName, overwrite: C, reload: C, keepBoth: C, english: String,
    japanese: String
  ) -> Self {
    [
      CommandEntry(
        name: "overwrite", aliases: ["上書き"], screens: [screen],
        english: "save over what somebody else has changed", japanese: "ほかの人の変更に上書きして保存します"
      ) { _ throws(CommandError) in .screen(overwrite) },
      CommandEntry(
        name: "reload", aliases: ["再読み込み"], screens: [screen],
        english: "drop the edit for what somebody else has changed",
        japanese: "編集をやめて、ほかの人の変更を読み込みます"
      ) { _ throws(CommandError) in .screen(reload) },
      CommandEntry(
        name: "keep-both", aliases: ["両方残す"], screens: [screen],
        english: english, japanese: japanese
      ) { _ throws(CommandError) in .screen(keepBoth) },
    ]
  }
}

extension Strings {
  /// Stands above what somebody else has saved.
  var theirs: String { self("Saved by somebody else meanwhile:", "ほかの人が先に保存した内容:") }
}
