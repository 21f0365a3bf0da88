/// Why something was not saved. The bank is as it was.
public enum SaveFailure: ReportableError {
  /// What was to be changed is gone.
  case notFound
  /// Somebody else has changed it since it was read.
  case conflict
  /// The store refused.
  case store(any ReportableError)

  /// The failure that a store's error means to the one who saves.
  init(_ error: any Error) {
    switch error {
    case let failure as SaveFailure: self = failure
    case StoreError.notFound: self = .notFound
    case StoreError.conflict(let conflict): self = conflict.theirs == nil ? .notFound : .conflict
    default: self = .store(UnexpectedError.reportable(error))
    }
  }

  public var code: String {
    switch self {
    case .notFound: "not-found"
    case .conflict: "conflict"
    case .store: "save-failed"
    }
  }

  public var isDataUnusable: Bool {
    if case .store(let error) = self { error.isDataUnusable } else { false }
  }

  public func text(in language: Language) -> String {
    switch self {
    case .notFound:
      language.text(
        "Not saved: the question is not there any more.", "保存エラー:データが見つかりませんでした。")
    case .conflict:
      language.text(
        "Not saved: somebody else has changed it meanwhile. “overwrite”, “reload” or “keep-both”?",
        "保存エラー:ほかの人が先に変更しました。overwrite、reload、keep-both のどれかを選んでください。")
    case .store(let error):
      // The file of the store is no place to look at; the line of the command is.
      language.text("Not saved: ", "保存エラー:") + (error.file.map { "\($0): " } ?? "")
        + error.text(in: language)
    }
  }
}
