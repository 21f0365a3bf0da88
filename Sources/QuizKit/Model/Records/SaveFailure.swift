import QuizStore
import QuizSupport

/// The reason why a change was not saved. The bank is unchanged.
package enum SaveFailure: ReportableError {
  /// The record to change has been deleted. `nil` for a record of a kind without a name.
  case notFound(RecordName?)
  /// The record was changed elsewhere after it was read.
  case conflict(RecordName?)
  /// The store failed.
  case store(any ReportableError)

  /// Turns a store's error into the failure to report.
  ///
  /// - Parameter kinds: the kinds of records of the bank, which provide the name of the record.
  init(_ error: any Error, _ kinds: BankKinds) {
    func name(_ entity: String) -> RecordName? { kinds[RecordKind(rawValue: entity)]?.name }
    switch error {
    case let failure as SaveFailure: self = failure
    case StoreError.notFound(let entity, _): self = .notFound(name(entity))
    case StoreError.conflict(let conflict):
      let name = name(conflict.entity)
      self = conflict.theirs == nil ? .notFound(name) : .conflict(name)
    default: self = .store(UnexpectedError.reportable(error))
    }
  }

  package var isDataUnusable: Bool {
    if case .store(let error) = self { error.isDataUnusable } else { false }
  }

  package var message: Message {
    switch self {
    case .notFound(let name):
      Message(
        "not-found", "Not saved: \(name.english) is not there any more.", "保存エラー:データが見つかりませんでした。")
    case .conflict(let name):
      Message(
        "conflict", "Not saved: \(name.english) has been changed since the edit began.",
        "保存エラー:編集中に、保存されている内容が変更されました。",
        topic: "conflict.save")
    case .store(let error):
      Message("save-failed", "Not saved: ", "保存エラー:").because(of: error)
    }
  }
}

extension RecordName? {
  /// The name for the record in an English sentence.
  var english: String { map { "the \($0.one)" } ?? "it" }
}
