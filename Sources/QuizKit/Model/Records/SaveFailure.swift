import QuizStore
import QuizSupport

/// Why a change was not saved. The bank is unchanged.
package enum SaveFailure: ReportableError {
  /// The record to change has been deleted.
  case notFound
  /// The record was changed elsewhere after it was read.
  case conflict
  /// The store failed.
  case store(any ReportableError)

  /// Turns a store's error into the failure to report.
  init(_ error: any Error) {
    switch error {
    case let failure as SaveFailure: self = failure
    case StoreError.notFound: self = .notFound
    case StoreError.conflict(let conflict): self = conflict.theirs == nil ? .notFound : .conflict
    default: self = .store(UnexpectedError.reportable(error))
    }
  }

  package var isDataUnusable: Bool {
    if case .store(let error) = self { error.isDataUnusable } else { false }
  }

  package var message: Message {
    switch self {
    case .notFound:
      Message("not-found", "Not saved: it is not there any more.", "保存エラー:データが見つかりませんでした。")
    case .conflict:
      Message(
        "conflict",
        "Not saved: another program has changed it meanwhile.", "保存エラー:ほかの人が先に変更しました。",
        topic: "conflict.save")
    case .store(let error):
      Message("save-failed", "Not saved: ", "保存エラー:").because(of: error)
    }
  }
}
