import QuizKit
import QuizSupport
import Signals

/// The results and failures of the models that no screen shows, such as those of imports and
/// exports.
final class ModelNews {
  /// Emits each result to be written.
  var reports: Signal<any Report> { reported.signal }
  /// Emits each failure.
  var failures: Signal<any ReportableError> { failed.signal }

  private let reported = PublishSubject<any Report>()
  private let failed = PublishSubject<any ReportableError>()
  private let bag = DisposeBag()

  init(of models: Models, _ application: ApplicationViewModel) {
    pass(models.quizzes.choices, models.quizzes.failures)
    pass(models.quizzes.expirations)
    pass(models.importer.outcomes, models.importer.failures)
    pass(models.exporter.outcomes)
    pass(models.examExporter.outcomes)
    pass(application.chances)
    pass(application.selections)
    pass(models.fitter.outcomes, models.fitter.failures)
    let synchronizer = models.synchronizer
    pass(synchronizer.outcomes, synchronizer.failures)
    pass(synchronizer.statuses)
    pass(synchronizer.logs)
    pass(synchronizer.restorations)
    pass(synchronizer.farewells)
  }

  private func pass<Outcome: Report>(
    _ outcomes: Signal<Outcome>, _ failures: Signal<any ReportableError>? = nil
  ) {
    outcomes.observe { [unowned self] in reported.emit($0) }.disposed(by: bag)
    failures?.observe { [unowned self] in failed.emit($0) }.disposed(by: bag)
  }
}
