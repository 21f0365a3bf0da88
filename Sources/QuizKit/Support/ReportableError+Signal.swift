import Signals

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
