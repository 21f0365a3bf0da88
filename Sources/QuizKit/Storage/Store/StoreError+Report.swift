import QuizSupport

/// Codes for scripts and messages for people.
extension StoreError: ReportableError {
  public var file: String? {
    switch self {
    case .inUse(let path), .readOnly(let path), .closed(let path), .changedOutside(let path),
      .unknownState(let path), .notAStore(let path, _), .newerVersion(let path, _, _),
      .noMigration(let path, _, _):
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
      .changedOutside:
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
    case .notAStore(_, let reason):
      Message(
        "not-a-store", "This is not a file of qa-repl: \(reason.text(in: .english)).",
        "qa-repl のファイルではありません: \(reason.text(in: .japanese))")
    case .damaged(let place, let reason):
      Message(
        "store-damaged",
        "The file is damaged at byte \(place.offset): \(reason.text(in: .english)). "
          + "It was left as it is.",
        "ファイルが壊れています(\(place.offset) バイト目): \(reason.text(in: .japanese))。ファイルは変更していません。")
    case .newerVersion(_, let found, let supported):
      Message(
        "store-newer",
        "A newer qa-repl wrote this file (version \(found), this one reads \(supported)). Update.",
        "新しい qa-repl のファイルです(バージョン \(found)、対応は \(supported) まで)。qa-repl を更新してください。")
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
      "ここでファイルが終わっていますが、索引 \(path).index によると、このあとに保存が \(saves) 回分(\(bytes) バイト)あります。"
        + "意図して古いコピーに戻した場合は索引を削除してください"
    )
  }

  static let changedText = Reason("the record's text was changed", "レコードのテキストが変わっています")
  static let wrongCheck = Reason("the check of the save does not fit", "保存のチェックサムが合いません")
  static let foreignLine = Reason("this is not a line of a journal", "ジャーナルの行ではありません")
}
