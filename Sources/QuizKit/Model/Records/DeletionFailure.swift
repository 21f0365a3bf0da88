import QuizSupport

/// The reason why something was not deleted. Nothing is changed.
package enum DeletionFailure: ReportableError {
  /// The record with this name has already been deleted.
  case notFound(RecordName?)
  /// The record was changed elsewhere after it was read.
  case conflict(RecordName?)
  /// The store failed.
  case store(any ReportableError)

  /// Converts the failure of a save that deletes.
  init(_ failure: SaveFailure) {
    switch failure {
    case .notFound(let name): self = .notFound(name)
    case .conflict(let name): self = .conflict(name)
    case .store(let error): self = .store(error)
    }
  }

  package var isDataUnusable: Bool {
    if case .store(let error) = self { error.isDataUnusable } else { false }
  }

  package var message: Message {
    let failed = Message("delete-failed", "Deleting failed: ", "削除エラー:")
    return switch self {
    case .notFound(let name):
      failed + Reason("\(name.english) is not there any more.", "データが見つかりませんでした。")
    case .conflict(let name):
      failed
        + Reason("\(name.english) has been changed meanwhile.", "その間に変更されました。")
    case .store(let error): failed.because(of: error)
    }
  }
}
