import QuizStore
import QuizSupport

/// The reason why nothing was synchronized, or why a text was not put back.
package enum SyncRefusal: ReportableError, Equatable {
  /// There is no such folder.
  case noFolder(String)
  /// The folder contained devices before and is empty now.
  case emptied(String)
  /// The folder cannot be read.
  case unreachable(String, Reason)
  /// The path of the folder is relative, and the working directory was removed.
  case noWorkingDirectory(FileSystemError)
  /// The folder of this device in the shared folder is a symbolic link, which may lead anywhere.
  case linked(String)
  /// No folder was named, and the bank does not know any.
  case nowhere
  /// The bank does not know the folder.
  case unknownFolder(String)
  /// Notes and answers are already in the folder.
  case alreadyShared(String)
  /// A record of the folder has the place of another one, which no program can put right.
  case olderBank(String)
  /// A synchronization is already running.
  case busy
  /// The record that the text belongs to was deleted.
  case recordGone

  package var file: String? {
    switch self {
    case .noFolder(let path), .emptied(let path), .unreachable(let path, _),
      .linked(let path), .unknownFolder(let path), .alreadyShared(let path),
      .olderBank(let path):
      path
    case .noWorkingDirectory(let error): error.path
    case .nowhere, .busy, .recordGone: nil
    }
  }

  package var message: Message {
    switch self {
    case .noFolder:
      Message(
        "sync-no-folder", "The folder is not there. Make it, or connect the drive, and try again.",
        "フォルダーがありません。作成するか、ドライブを接続してから、もう一度試してください。")
    case .emptied:
      Message(
        "sync-emptied",
        "The folder is empty, but devices were in it. Connect the drive, or wait for the files to "
          + "arrive, and try "
          + "again.",
        "フォルダーが空になっています。ドライブを接続するか、ファイルが届くのを待って、もう一度試してください。")
    case .unreachable(_, let reason):
      .unreachable(reason)
    case .noWorkingDirectory(let error): Message("sync-unreachable", error.sentences)
    case .linked:
      Message(
        "sync-linked",
        "The folder of this device is a symbolic link, which is not followed, and nothing was "
          + "synchronized. "
          + "Replace it with a real folder, or remove the link. The files are then written again.",
        "このデバイスのフォルダーがシンボリックリンクになっているため、同期しませんでした。実際のフォルダーに置き換えるか、リンクを削除してください(ファイルは新しく書き直されます)。"
      )
    case .nowhere:
      Message(
        "sync-nowhere", "Name the folder that your devices share.",
        "デバイスどうしで共有するフォルダーを指定してください。")
    case .unknownFolder:
      Message(
        "sync-unknown-folder", "The bank was never synchronized with this folder.",
        "このフォルダーとは同期していません。")
    case .alreadyShared:
      Message(
        "sync-already-shared",
        "The folder has notes and answers of this device already.",
        "このフォルダーにはこのデバイスのメモと回答がすでにあります。")
    case .olderBank:
      Message(
        "sync-older-bank",
        "In this folder an older version gave a record the place of another one, so nothing was "
          + "synchronized.",
        "以前のバージョンがこのフォルダーで項目を取り違えているため、同期しませんでした。")
    case .busy:
      Message("sync-running", "A synchronization is under way.", "同期中です。")
    case .recordGone:
      Message(
        "sync-record-gone",
        "The text belongs to something that was deleted; bring that back from the trash first.",
        "この内容があった項目は削除されています。先に、その項目をごみ箱から戻してください。")
    }
  }
}
