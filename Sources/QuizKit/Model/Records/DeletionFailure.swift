import QuizSupport

/// Why something was not deleted. Nothing is changed.
package enum DeletionFailure: ReportableError {
  /// The record has been deleted already.
  case notFound
  /// The record was changed elsewhere after it was read.
  case conflict
  /// The store failed.
  case store(any ReportableError)

  /// The failure of a save that deletes.
  init(_ failure: SaveFailure) {
    switch failure {
    case .notFound: self = .notFound
    case .conflict: self = .conflict
    case .store(let error): self = .store(error)
    }
  }

  package var isDataUnusable: Bool {
    if case .store(let error) = self { error.isDataUnusable } else { false }
  }

  package var message: Message {
    let failed = Message("delete-failed", "Deleting failed: ", "削除エラー:")
    return switch self {
    case .notFound: failed + Reason("it is not there any more.", "データが見つかりませんでした。")
    case .conflict:
      failed + Reason("another program has changed it meanwhile.", "ほかの人が先に変更しました。")
    case .store(let error): failed.because(of: error)
    }
  }
}
