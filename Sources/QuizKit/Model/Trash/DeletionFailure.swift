/// Why something was not deleted. Nothing is changed.
public enum DeletionFailure: ReportableError {
  /// The record has been deleted already.
  case notFound
  /// The record was changed elsewhere after it was read.
  case conflict
  /// The store failed.
  case store(any ReportableError)

  /// Turns a store's error into the failure to report.
  init(_ error: any Error) {
    switch SaveFailure(error) {
    case .notFound: self = .notFound
    case .conflict: self = .conflict
    case .store(let error): self = .store(error)
    }
  }

  public var code: String { "delete-failed" }

  public var isDataUnusable: Bool {
    if case .store(let error) = self { error.isDataUnusable } else { false }
  }

  public func text(in language: Language) -> String {
    language.text("Deleting failed: ", "削除エラー:") + reason(in: language)
  }

  private func reason(in language: Language) -> String {
    switch self {
    case .notFound: language.text("it is not there any more.", "データが見つかりませんでした。")
    case .conflict:
      language.text("somebody else has changed it meanwhile.", "ほかの人が先に変更しました。")
    case .store(let error):
      // Name the store's file in the text, as ``SaveFailure`` does.
      (error.file.map { "\($0): " } ?? "") + error.text(in: language)
    }
  }
}
