import QuizSupport

/// A warning about a store that was opened in spite of a problem.
public enum StoreNotice: Sendable, Equatable {
  /// The file is damaged, and only a part of it was read.
  case salvaged(SalvageReport)
  /// There is no file, so an empty store is shown.
  case missing(path: String)
  /// The file is older than the program. Its records were migrated in memory only.
  case migratedInMemory(path: String, from: Int, to: Int)
  /// The file was of an older version, and the first save wrote it in the program's version. The
  /// old file is kept under the name `copy`.
  case rewritten(path: String, copy: String)
  /// The file ends in the middle of a save that was interrupted before it was acknowledged. When
  /// `bytes` is 0, only the line feed after the last save is missing.
  case unfinishedSave(FilePlace, bytes: Int, isRemoved: Bool)
  /// The file with the name of the journal's index was not made by a store. It is left alone.
  case foreignIndex(path: String)
  /// The file to write has several names (hard links).
  case severalNames(path: String, Int, Names)

  /// How the store treats a file that has several names.
  public enum Names: Sendable, Equatable {
    /// All names keep leading to one file. For that reason the file is not compacted.
    case keptTogether
    /// The next save replaces the file under the name with which it was opened.
    case willPart
  }
}

/// A report about the data that was lost from a damaged file.
public struct SalvageReport: Sendable, Equatable {
  /// The place of the damage.
  public var place: FilePlace
  /// The description of the damage.
  public var reason: Reason
  /// How many saves could not be read.
  public var saves = 0
  /// How many lines those saves have, where line ends can still be recognized.
  public var lines = 0
  /// How many bytes those saves have.
  public var bytes = 0
  /// The lines that were not read, counted from 1: the first five places.
  public var gaps: [ClosedRange<Int>] = []
  /// How many records are left out of the saves that were read, because their text was changed.
  public var leftOut = 0
  /// The records that were left out because their values cannot be read, as `exam 3`.
  public var unreadable: [String] = []
}

extension StoreNotice {
  /// Whether it tells only what follows from opening the file for reading.
  package var isAboutReading: Bool {
    switch self {
    case .missing, .migratedInMemory: true
    case .salvaged, .rewritten, .unfinishedSave, .foreignIndex, .severalNames: false
    }
  }

  /// The code of the ``message``.
  public var code: String { message.code }

  /// The sentences of the ``message``.
  public func text(in language: Language) -> String { message.text(in: language) }

  /// The file that the warning is about.
  public var file: String {
    switch self {
    case .salvaged(let report): report.place.path
    case .missing(let path), .migratedInMemory(let path, _, _), .rewritten(let path, _),
      .foreignIndex(let path), .severalNames(let path, _, _):
      path
    case .unfinishedSave(let place, _, _): place.path
    }
  }

  /// The line that the warning is about, counted from 1.
  public var line: Int? {
    switch self {
    case .salvaged(let report): report.place.line
    case .unfinishedSave(let place, _, _): place.line
    case .missing, .migratedInMemory, .rewritten, .foreignIndex, .severalNames: nil
    }
  }

  /// The code for scripts, and what happened for people.
  public var message: Message {
    switch self {
    case .salvaged(let report): Message("store-salvaged", Reason(report.text))
    case .missing:
      Message(
        "store-missing", "There is no bank here, so an empty one is shown. Nothing was written.",
        "ここには問題データがないため、空の状態で表示しています。何も書き込んでいません。")
    case .migratedInMemory(_, let from, let to):
      Message(
        "store-migrated-in-memory",
        "The file is of version \(from) and is shown as version \(to). It was left as it is.",
        "バージョン \(from) のファイルをバージョン \(to) として表示しています。ファイルは変更していません。")
    case .rewritten(_, let copy):
      Message(
        "store-rewritten",
        "The file was of an older version. It is of this version now, and older programs refuse "
          + "it; the old file is kept as “\(copy)”.",
        "古いバージョンのファイルを、このバージョンの形式に変換しました。以前のプログラムでは開けなくなります。元のファイルは「\(copy)」に残してあります。")
    case .unfinishedSave(_, bytes: 0, _):
      Message(
        "store-unfinished-save",
        "The line feed at the end of the file was missing, so the file was cut or edited. "
          + "All saves are complete.",
        "ファイルの末尾に改行がありませんでした(途中で切れたか、編集されたようです)。保存した内容はすべて無事です。")
    case .unfinishedSave(_, let bytes, let isRemoved):
      isRemoved
        ? Message(
          "store-unfinished-save",
          "The file ended in the middle of a save (\(bytes.counted("byte"))). "
            + "The incomplete save was removed. All saves before it are complete.",
          "最後の保存が途中で切れていたため、その部分(\(bytes) バイト)を取り除きました。それより前に保存した内容はすべて無事です。")
        : Message(
          "store-unfinished-save",
          "The file ends in the middle of a save (\(bytes.counted("byte"))). "
            + "The incomplete save is not shown. All saves before it are complete.",
          "最後の保存が途中で切れているため、その部分(\(bytes) バイト)は表示していません。それより前に保存した内容はすべて無事です。")
    case .foreignIndex:
      Message(
        "store-foreign-index",
        "This file is not an index made by qa-repl. It was not changed. "
          + "Opening a large bank takes longer until you move it away.",
        "qa-repl の索引ではないため、変更していません。別の場所へ移すまで、大きな問題集を開くのに時間がかかります。")
    case .severalNames(_, let count, .keptTogether):
      Message(
        "store-several-names",
        "The file has \(count) names (hard links). While it has, it is not compacted, because the "
          + "others would keep the old file.",
        "このファイルには名前が \(count) 個あります(ハードリンク)。ほかの名前に古い内容が残らないよう、名前が 1 つになるまで圧縮しません。")
    case .severalNames(_, let count, .willPart):
      Message(
        "store-several-names",
        "The file has \(count) names (hard links). A save writes a new file under this one; "
          + "the others keep what is there now.",
        "このファイルには名前が \(count) 個あります(ハードリンク)。保存するとこの名前だけが新しいファイルになり、ほかの名前には今の内容が残ります。")
    }
  }
}

extension SalvageReport {
  /// How many places ``gaps`` names at most.
  static let mostGaps = 5

  fileprivate func text(in language: Language) -> String {
    var parts = [
      language.text(
        "The file is damaged at byte \(place.offset): \(reason.text(in: .english)).",
        "ファイルが壊れています(\(place.offset) バイト目): \(reason.text(in: .japanese))。")
    ]
    if bytes > 0 {
      let shown = gaps.map {
        $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)–\($0.upperBound)"
      }
      let places = (shown + (gaps.count == Self.mostGaps ? ["…"] : [])).joined(separator: ", ")
      parts.append(
        language.text(
          "Not read: saves: \(saves), lines: \(lines) (\(places)), bytes: \(bytes).",
          "読み込めなかった部分: 保存 \(saves) 回分、\(lines) 行(\(places) 行目)、\(bytes) バイト。"))
    }
    if leftOut > 0 {
      parts.append(
        language.text(
          "Records that were changed by the damage are left out: \(leftOut).",
          "壊れたレコード \(leftOut) 件を除いています。"))
    }
    if !unreadable.isEmpty {
      let names = unreadable.prefix(5).joined(separator: ", ")
      let more = unreadable.count > 5 ? ", …" : ""
      parts.append(
        language.text(
          "Records whose values cannot be read are left out: "
            + "\(unreadable.count) (\(names)\(more)).",
          "読み取れない値のあるレコード \(unreadable.count) 件を除いています(\(names)\(more))。"))
    }
    parts.append(
      language.text(
        "The file was left as it is.", "ファイルは変更していません。"))
    return parts.joined(separator: language == .japanese ? "" : " ")
  }
}
