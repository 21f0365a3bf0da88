import QuizStore
import QuizSupport

/// Something in a shared folder that was skipped, or that waits to be read. The rest of the folder
/// is exchanged.
package struct SyncProblem: ReportableError, Equatable {
  /// The cause of a problem.
  enum Cause: Equatable {
    /// A file that existed before is missing.
    case missing
    /// The file was replaced by an older copy of itself.
    case older
    /// Lines that were already read are different now.
    case changed
    /// The last line does not have a line break yet.
    case incomplete
    /// A line is not valid JSON, perhaps because only a part of the file has arrived.
    case unreadable(Reason)
    /// A line is longer than the program ever writes.
    case longLine
    /// A line breaks a rule of the format.
    case refused(Reason)
    /// The file is not a file of the device.
    case foreign
    /// The file was written by a newer version of the program.
    case newer(Int)
    /// A synchronization program has made a copy with another name.
    case conflictCopy
    /// Another program has written to the file of this device, for example one with a copy of its
    /// bank.
    case copied
    /// The file system refused to read or write.
    case system(Reason)
    /// A line has a clock that no other clock can follow.
    case damaged(Reason)
    /// A kind of record, or a field of a known kind, that only newer versions of the program know.
    case unread(String)
    /// A record contradicts itself after merging.
    case contradiction(Reason)
    /// Pictures, as many, have not arrived yet.
    case picturesMissing(Int)
    /// The file of a picture is not what its name says.
    case pictureDamaged
  }

  /// The cause of the problem.
  let cause: Cause
  /// The file in the shared folder.
  package let file: String?
  /// The line in it, counted from 1.
  package let line: Int?
  /// The number of further problems of the same kind that are not reported individually.
  package internal(set) var more = 0

  init(_ cause: Cause, file: String, line: Int? = nil) {
    self.cause = cause
    self.file = file
    self.line = line
  }

  /// Whether a newer version of the program wrote the file.
  var isOfNewerProgram: Bool {
    if case .newer = cause { true } else { false }
  }

  /// Whether the next attempt may succeed without any action by the user.
  var waits: Bool {
    switch cause {
    case .missing, .older, .changed, .incomplete, .unreadable, .system, .picturesMissing: true
    case .longLine, .refused, .damaged, .foreign, .newer, .conflictCopy, .copied,
      .unread, .contradiction, .pictureDamaged:
      false
    }
  }

  /// Whether the file system refused an operation.
  package var isOfSystem: Bool {
    if case .system = cause { true } else { false }
  }

  package var message: Message {
    guard more > 0 else { return first }
    return first
      + Reason(
        more == 1 ? " There is 1 more of this kind." : " There are \(more) more of this kind.",
        "同じ種類がほかに \(more) 件あります。")
  }

  /// The message, without the number of further problems.
  private var first: Message {
    switch cause {
    case .missing:
      Message(
        "sync-missing",
        "The file of this device is not there at the moment; it is read when it comes back.",
        "このデバイスのファイルが見つかりません。見つかり次第、読み込みます。")
    case .older:
      Message(
        "sync-older",
        "This is an older copy of the file; it is read again when the newer one comes back.",
        "ファイルが古いコピーに戻っています。新しいものが届き次第、読み込みます。")
    case .changed:
      Message(
        "sync-changed",
        "Lines that were already read have changed. "
          + "The file is skipped until its device rewrites it.",
        "読み込み済みの行が変わっています。このデバイスがファイルを書き直すまで待ちます。")
    case .incomplete:
      Message(
        "sync-incomplete",
        "The line has no end yet; it is read when the rest of the file has arrived.",
        "行が途中で終わっています。残りが届き次第、読み込みます。")
    case .unreadable(let reason):
      Message(
        "sync-incomplete",
        "The line cannot be read yet: \(reason.text(in: .english)). It is tried again the next "
          + "time.",
        "まだ読み込めない行です:\(reason.text(in: .japanese))。次回もう一度試します。")
    case .longLine:
      Message(
        "sync-refused", "The line is longer than \(ByteCount.text(SyncLine.mostBytes)).",
        "行が \(ByteCount.text(SyncLine.mostBytes)) を超えています。")
    case .unread(let name):
      Message(
        "sync-unread",
        "Another device has something that this version of the program does not know (\(name)). "
          + "It is kept; "
          + "update this program to see it.",
        "ほかのデバイスに、このバージョンでは扱えないデータ（\(name)）があります。そのまま残してあります。見るには qa-repl を更新してください。")
    case .refused(let reason):
      Message(
        "sync-refused", "The line was passed over: \(reason.text(in: .english)).",
        "行を読み飛ばしました:\(reason.text(in: .japanese))。")
    case .damaged(let reason):
      Message(
        "sync-damaged", "The line was passed over: \(reason.text(in: .english)).",
        "行を読み飛ばしました:\(reason.text(in: .japanese))。")
    case .foreign:
      Message(
        "sync-foreign", "This is not a file of the device after which the folder is named.",
        "フォルダー名とは別のデバイスのファイルです。")
    case .newer(let version):
      Message(
        "sync-newer",
        "The file has version \(version) of the format; update this program to read it.",
        "バージョン \(version) の形式のファイルです。読み込むには qa-repl を更新してください。")
    case .conflictCopy:
      Message(
        "sync-conflict-copy",
        "A program that moves files made this copy; it was passed over and can be deleted.",
        "同期ソフトが作ったコピーのため、読み飛ばしました。削除してかまいません。")
    case .copied:
      Message(
        "sync-copied",
        "The file of this device has lines that this bank did not write, as when the bank was "
          + "copied or restored. "
          + "They were read, and from now on this bank writes a file of its own.",
        "このデバイスのファイルに、この問題データから書いたものではない行があります（コピーや復元をした場合など）。その行も読み込み、今後は新しいファイルに書きます。")
    case .system(let reason):
      .unreachable(reason)
    case .picturesMissing(let count):
      Message(
        "sync-pictures-missing",
        "\(count.counted("picture")) have not arrived yet; they are looked for again each time.",
        "画像 \(count) 枚がまだ届いていません。次回もう一度探します。")
    case .pictureDamaged:
      Message(
        "sync-picture-refused",
        "The picture is not what its name says; it was passed over.",
        "画像の内容が名前と合わないため、読み飛ばしました。")
    case .contradiction(let reason):
      Message(
        "sync-contradiction",
        "A record waits, because it contradicts itself: \(reason.text(in: .english)).",
        "内容に矛盾があるため保留しています:\(reason.text(in: .japanese))。")
    }
  }
}

/// Problems in the order in which they were found. Three of each kind are reported and the others
/// are only counted, so that a file full of errors fills neither memory nor the screen.
struct SyncProblems: Sendable {
  /// The number of problems of one kind that are reported, as in an import.
  static let mostOfOneKind = 3

  private(set) var all: [SyncProblem] = []
  /// For each kind, the number of reported problems and the position of the last of them.
  private var told: [Kind: (count: Int, last: Int)] = [:]

  private struct Kind: Hashable {
    let code: String
    /// The file; `nil` for problems that are counted for the whole folder.
    let file: String?
  }

  /// Adds a problem that may occur many times: in lines of one file, copies of files, or records.
  mutating func count(_ problem: SyncProblem) {
    let kind = Kind(code: problem.code, file: problem.line == nil ? nil : problem.file)
    if let (count, last) = told[kind], count == Self.mostOfOneKind {
      all[last].more += 1
    } else {
      told[kind] = (told[kind, default: (0, 0)].count + 1, all.count)
      all.append(problem)
    }
  }

  /// Adds a problem that is always reported.
  mutating func append(_ problem: SyncProblem) { all.append(problem) }
}

extension Message {
  /// The message that a file or folder cannot be reached, for a reason of the operating system.
  static func unreachable(_ reason: Reason) -> Message {
    Message("sync-unreachable", Reason("cannot be reached: ", "アクセスできません: ") + reason)
  }
}

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
        "このデバイスのフォルダーがシンボリックリンクになっているため、同期しませんでした。実際のフォルダーに置き換えるか、リンクを削除してください（ファイルは新しく書き直されます）。"
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
