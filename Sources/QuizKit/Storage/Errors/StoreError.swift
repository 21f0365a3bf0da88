import QuizSupport

/// An error from storing or reading records.
public enum StoreError: Error, Sendable {
  /// The store leaves the predicate to the context.
  case preferInMemoryFilter
  /// The store leaves order, limit and offset to the context.
  case preferInMemorySort
  /// Evaluating the predicate failed.
  case invalidPredicate(reason: String)

  /// Another process, or another store in this process, has the file open for writing.
  case inUse(path: String)
  /// The store was opened for reading only.
  case readOnly(path: String)
  /// The store was closed.
  case closed(path: String)
  /// The file system reported an error.
  case fileSystem(FileSystemError)
  /// Another program has changed the file since it was read. Saving would undo that change.
  case changedOutside(path: String)
  /// After a failed write it is unknown what is on the disk. Open the store again to find out.
  case unknownState(path: String)

  /// The bytes of an attachment are not those that its name says.
  case damagedAttachment(path: String)
  /// The store keeps no attachments.
  case attachmentsUnsupported

  /// This program did not write the file.
  case notAStore(path: String, reason: Reason)
  /// This program wrote the file, but it is damaged.
  case damaged(FilePlace, reason: Reason)
  /// A newer version of the program wrote the file.
  case newerVersion(path: String, found: Int, supported: Int)
  /// A migration step is missing between the file's version and the schema's.
  case noMigration(path: String, from: Int, to: Int)

  /// A field's value cannot be written, such as an infinite number or a reference to an unsaved
  /// record.
  case invalidRecord(entity: String, id: Int64, reason: Reason)
  /// The record does not exist or was deleted.
  case notFound(entity: String, id: Int64)
  /// A record with this identifier already exists.
  case alreadyExists(entity: String, id: Int64)
  /// Another record has the same value in a field that must be unique.
  case duplicateKey(DuplicateKey)
  /// A record refers to one that does not exist.
  case danglingReference(entity: String, id: Int64, to: String, target: Int64)
  /// The record has changed since the writer saw it.
  case conflict(Conflict)
}

/// A place in a file.
public struct FilePlace: Sendable, Equatable {
  /// The file.
  public var path: String
  /// The line, counted from 1; `nil` when only the position is known.
  public var line: Int?
  /// The position in bytes, counted from 0.
  public var offset: Int

  /// Creates a place.
  public init(path: String, line: Int? = nil, offset: Int) {
    self.path = path
    self.line = line
    self.offset = offset
  }
}

/// Two records with the same value in a unique field.
public struct DuplicateKey: Sendable, Equatable {
  /// The kind of record.
  public var entity: String
  /// The value, as text.
  public var value: String
  /// The record that already has the value.
  public var existing: Int64
  /// The record that was rejected; negative when it is not saved yet.
  public var rejected: Int64
}

/// A record that another writer changed or deleted after this writer read it.
public struct Conflict: Sendable {
  /// The kind of record.
  public var entity: String
  /// The record's identifier.
  public var id: Int64
  /// The version that the writer wants to save; `nil` when the writer deletes it.
  public var mine: (any StoredRecord)?
  /// The version in the store; `nil` when the record was deleted.
  public var theirs: (any StoredRecord)?
}

/// Codes for scripts and messages for people.
extension StoreError: ReportableError {
  public var file: String? {
    switch self {
    case .inUse(let path), .readOnly(let path), .closed(let path), .changedOutside(let path),
      .unknownState(let path), .damagedAttachment(let path), .notAStore(let path, _),
      .newerVersion(let path, _, _), .noMigration(let path, _, _):
      path
    case .damaged(let place, _): place.path
    case .fileSystem(let error): error.path
    default: nil
    }
  }

  public var line: Int? {
    guard case .damaged(let place, _) = self else { return nil }
    return place.line
  }

  public var isDataUnusable: Bool {
    switch self {
    case .inUse, .fileSystem, .unknownState, .notAStore, .damaged, .newerVersion, .noMigration,
      .changedOutside, .damagedAttachment:
      true
    default: false
    }
  }

  public var message: Message {
    switch self {
    case .preferInMemoryFilter, .preferInMemorySort:
      Message("query-failed", "The store does not answer this question.", "保存先はこの検索に対応していません。")
    case .invalidPredicate(let reason):
      Message("query-failed", "The search failed: \(reason).", "検索に失敗しました: \(reason)")
    case .inUse:
      Message(
        "store-in-use",
        "The store is in use by another program.", "保存先は別のプログラムが使用中です。")
    case .readOnly:
      Message("store-read-only", "The store is open for reading only.", "保存先は読み取り専用で開いています。")
    case .closed:
      Message("store-closed", "The store is closed.", "保存先はもう閉じています。")
    case .changedOutside:
      Message(
        "store-changed-outside",
        "Another program changed the file. Open it again; nothing was written.",
        "別のプログラムがファイルを変更しました。開き直してください。何も書き込んでいません。")
    case .fileSystem(let error): Message("store-io", error.sentences)
    case .unknownState:
      Message(
        "store-unknown-state",
        "An earlier write failed half-way. Open the store again to see what was saved.",
        "以前の書き込みが途中で失敗しました。開き直して保存内容を確認してください。")
    case .damagedAttachment:
      Message(
        "attachment-damaged",
        "The file is not what its name says. Remove it, and import the questions once more.",
        "ファイルの内容が名前と合いません。削除してから、質問をもう一度取り込んでください。")
    case .attachmentsUnsupported:
      Message(
        "attachments-unsupported", "This store keeps no pictures.", "この保存先に画像は保存できません。")
    case .notAStore(_, let reason):
      Message(
        "not-a-store", "This is not a file of qa-repl: \(reason.text(in: .english)).",
        "qa-repl のファイルではありません: \(reason.text(in: .japanese))")
    case .damaged(let place, let reason):
      Message(
        "store-damaged",
        "The file is damaged at byte \(place.offset): \(reason.text(in: .english)). "
          + "It was left as it is.",
        "ファイルが壊れています（\(place.offset) バイト目）: \(reason.text(in: .japanese))。ファイルは変更していません。")
    case .newerVersion(_, let found, let supported):
      Message(
        "store-newer",
        "A newer qa-repl wrote this file (version \(found), this one reads \(supported)). Update.",
        "新しい qa-repl のファイルです（バージョン \(found)、対応は \(supported) まで）。qa-repl を更新してください。")
    case .noMigration(_, let from, let to):
      Message(
        "store-no-migration", "There is no way from version \(from) of this file to version \(to).",
        "このファイルはバージョン \(from) から \(to) へ移行できません。")
    case .invalidRecord(let entity, let id, let reason):
      Message(
        "invalid-record", "The \(entity) \(id) cannot be stored: \(reason.text(in: .english)).",
        "\(entity) \(id) は保存できません: \(reason.text(in: .japanese))")
    case .notFound(let entity, let id):
      Message("not-found", "There is no \(entity) \(id).", "\(entity) \(id) は見つかりませんでした。")
    case .alreadyExists(let entity, let id):
      Message("already-exists", "There is a \(entity) \(id) already.", "\(entity) \(id) はすでにあります。")
    case .duplicateKey(let duplicate):
      Message(
        "duplicate-key", "Another \(duplicate.entity) is called \(duplicate.value).",
        "\(duplicate.entity)「\(duplicate.value)」はすでにあります。")
    case .danglingReference(let entity, let id, let to, let target):
      Message(
        "dangling-reference",
        "The \(entity) \(id) refers to \(to) \(target), which does not exist.",
        "\(entity) \(id) が参照する \(to) \(target) は存在しません。")
    case .conflict(let conflict):
      Message(
        "conflict",
        "The \(conflict.entity) \(conflict.id) was changed elsewhere meanwhile.",
        "\(conflict.entity) \(conflict.id) はその間に別の場所で変更されました。")
    }
  }
}

/// Reasons that several readers report.
extension Reason {
  static func missingSaves(_ saves: UInt64, bytes: Int, path: String) -> Reason {
    Reason(
      "the file ends here, but its index \(path).index lists more "
        + "(saves: \(saves), bytes: \(bytes)); "
        + "if you put an older copy here on purpose, remove the index",
      "ここでファイルが終わっていますが、索引 \(path).index によると、このあとに保存が \(saves) 回分（\(bytes) バイト）あります。"
        + "意図して古いコピーに戻した場合は索引を削除してください"
    )
  }

  static let changedText = Reason("the record's text was changed", "レコードのテキストが変わっています")
  static let wrongCheck = Reason("the check of the save does not fit", "保存のチェックサムが合いません")
  static let foreignLine = Reason("this is not a line of a journal", "ジャーナルの行ではありません")

  static let missingRecords = Reason("the file ends before its records", "レコードの前でファイルが終わっています")
}

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
        "ファイルの末尾に改行がありませんでした（途中で切れたか、編集されたようです）。保存した内容はすべて無事です。")
    case .unfinishedSave(_, let bytes, let isRemoved):
      isRemoved
        ? Message(
          "store-unfinished-save",
          "The file ended in the middle of a save (\(bytes.counted("byte"))). "
            + "The incomplete save was removed. All saves before it are complete.",
          "最後の保存が途中で切れていたため、その部分（\(bytes) バイト）を取り除きました。それより前に保存した内容はすべて無事です。")
        : Message(
          "store-unfinished-save",
          "The file ends in the middle of a save (\(bytes.counted("byte"))). "
            + "The incomplete save is not shown. All saves before it are complete.",
          "最後の保存が途中で切れているため、その部分（\(bytes) バイト）は表示していません。それより前に保存した内容はすべて無事です。")
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
        "このファイルには名前が \(count) 個あります（ハードリンク）。ほかの名前に古い内容が残らないよう、名前が 1 つになるまで圧縮しません。")
    case .severalNames(_, let count, .willPart):
      Message(
        "store-several-names",
        "The file has \(count) names (hard links). A save writes a new file under this one; "
          + "the others keep what is there now.",
        "このファイルには名前が \(count) 個あります（ハードリンク）。保存するとこの名前だけが新しいファイルになり、ほかの名前には今の内容が残ります。")
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
        "ファイルが壊れています（\(place.offset) バイト目）: \(reason.text(in: .japanese))。")
    ]
    if bytes > 0 {
      let shown = gaps.map {
        $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)–\($0.upperBound)"
      }
      let places = (shown + (gaps.count == Self.mostGaps ? ["…"] : [])).joined(separator: ", ")
      parts.append(
        language.text(
          "Not read: saves: \(saves), lines: \(lines) (\(places)), bytes: \(bytes).",
          "読み込めなかった部分: 保存 \(saves) 回分、\(lines) 行（\(places) 行目）、\(bytes) バイト。"))
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
          "読み取れない値のあるレコード \(unreadable.count) 件を除いています（\(names)\(more)）。"))
    }
    parts.append(
      language.text(
        "The file was left as it is.", "ファイルは変更していません。"))
    return parts.joined(separator: language == .japanese ? "" : " ")
  }
}

/// Converts file system errors to store errors.
func fromFileSystem<T>(_ body: () throws(FileSystemError) -> T) throws(StoreError) -> T {
  do throws(FileSystemError) {
    return try body()
  } catch {
    throw StoreError.fileSystem(error)
  }
}
