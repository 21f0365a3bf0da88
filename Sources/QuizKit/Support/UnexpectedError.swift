import Signals

/// An error that has no message of its own, such as one from a system call or from Foundation.
package struct UnexpectedError: ReportableError {
  /// The error's own description.
  package let description: String

  /// Returns `error` itself if it is reportable; otherwise wraps it.
  package static func reportable(_ error: any Error) -> any ReportableError {
    error as? any ReportableError ?? UnexpectedError(description: "\(error)")
  }

  package var message: Message {
    Message(
      "unexpected", "Something unexpected happened: \(description)",
      "予期しないエラーが発生しました: \(description)")
  }
}

extension PublishSubject<any ReportableError> {
  /// Runs `work`, and emits the error if it throws one.
  package func attempt(_ work: () throws -> Void) {
    do {
      try work()
    } catch {
      emit(UnexpectedError.reportable(error))
    }
  }
}
