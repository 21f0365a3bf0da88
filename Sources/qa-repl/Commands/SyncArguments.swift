import QuizKit
import QuizSupport

extension CommandEntry {
  /// The command that exchanges the bank with other devices.
  static let sync = CommandEntry(
    name: "sync", aliases: ["同期"], screens: [.start], isEverywhere: true,
    arguments: "[DIR|status|log|restore N] [OPTIONS]",
    english:
      "exchange the bank with other devices through a folder shared by git, Syncthing or Dropbox",
    japanese: "git、Syncthing、Dropbox などで共有するフォルダーを通じて、ほかのデバイスと同期します",
    options: [
      OptionEntry(
        name: "name", value: "DEVICE", english: "the name of this device for others",
        japanese: "このデバイスの名前"),
      OptionEntry(
        name: "questions-only", english: "for a group: no notes and no answers",
        japanese: "グループ用: メモと回答は送受信しない"),
      OptionEntry(
        name: "read-only", english: "take what others write, and give nothing",
        japanese: "受信だけで、何も送らない"),
      OptionEntry(
        name: "auto", value: "on|off",
        english: "synchronize whenever the program starts and ends at a terminal",
        japanese: "ターミナルで起動・終了するたびに同期する"),
      OptionEntry(
        name: "forget", english: "stop using the folder; its files stay",
        japanese: "このフォルダーとの同期をやめる(ファイルは残る)"),
      OptionEntry(
        name: "limit", value: "N", english: "log: the last N texts that were replaced",
        japanese: "log: 最近置き換えられた N 件"),
    ], group: .bank
  ) { arguments throws(CommandError) in .application(.sync(try arguments.syncCommand())) }
}

extension Arguments {
  fileprivate mutating func syncCommand() throws(CommandError) -> SyncCommand {
    let isAutomatic = try choice(
      "auto", { Switch(rawValue: FullWidth.folded($0)) }, among: [.on, .off])
    let limit = try linesOnPage()
    let word = nextIfAny()
    switch word.map(FullWidth.folded) {
    case "status": return .status
    case "log": return .log(limit: limit)
    case "restore": return .restore(try nextNumber("N"))
    default:
      return .run(
        SyncOptions(
          folder: word, name: value("name"), isQuestionsOnly: flag("questions-only"),
          isReadOnly: flag("read-only"), isAutomatic: isAutomatic.map { $0 == .on },
          forgets: flag("forget")))
    }
  }
}

private enum Switch: String {
  case on, off
}
