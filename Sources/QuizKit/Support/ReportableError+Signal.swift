import Signals

extension PublishSubject<any ReportableError> {
  /// Does `work`, and emits why it failed where it does.
  func attempt(_ work: () throws -> Void) {
    do {
      try work()
    } catch {
      emit(UnexpectedError.reportable(error))
    }
  }
}
