import Foundation
import QuizStore
import QuizSupport
import Signals

/// Fits the numbers of the formulas to the learner's answers, and keeps them if they predict
/// better.
package final class Fitter {
  /// Emits the result of each fit.
  package var outcomes: Signal<FitOutcome> { finished.signal }

  /// Emits the error of a fit that failed after it had started.
  package var failures: Signal<any ReportableError> { failed.signal }

  /// How much of the running fit is done, in percent; `nil` when there is none.
  @Observed package private(set) var percent: Int?

  private let reviews: Reviews
  private let world: World
  /// A separate unit of work, because undo does not affect the numbers.
  private let store: StoreContext
  private let finished = PublishSubject<FitOutcome>()
  private let failed = PublishSubject<any ReportableError>()
  private var work: BackgroundWork<Int, Result<ParameterFit, FitRefusal>>?
  private var observation: Disposable?

  /// Creates a fitter for the answers of reviews.
  package init(reviews: Reviews, world: World) {
    (self.reviews, self.world) = (reviews, world)
    store = world.unitOfWork()
  }

  /// Starts a fit, in the background if the world has one.
  ///
  /// - Throws: ``FitRefusal``; errors of the store. Later errors go to ``failures``.
  package func run() throws {
    guard work == nil else { throw FitRefusal.busy }
    let answers = try reviews.reviewAnswers()
    guard answers.count >= ParameterFit.leastAnswers else {
      throw FitRefusal.tooFewAnswers(answers.count, needed: ParameterFit.leastAnswers)
    }
    let work = world.background.work { (report: @escaping @Sendable (Int) -> Bool) in
      Result { () throws(FitRefusal) in
        try ParameterFit(to: answers) { report(Int($0 * 100)) }
      }
    }
    self.work = work
    let observation = work.news.observe { [unowned self] news in
      switch news {
      case .progress(let done):
        // Without a background the fit ends before `observe` returns, so there is no progress to
        // show.
        if percent != nil { percent = done }
      case .result(let result):
        self.work = nil
        percent = nil
        failed.attempt { try save(try result.get(), answers: answers.count) }
      }
    }
    guard self.work != nil else { return }
    self.observation = observation
    percent = 0
  }

  /// Stops the running fit, if any.
  package func cancel() {
    work?.stop()
  }

  /// Goes back to the default numbers.
  ///
  /// - Throws: ``FitRefusal/busy``; ``SaveFailure``.
  package func reset() throws {
    guard work == nil else { throw FitRefusal.busy }
    let kept = try store.fetch(FetchDescriptor<KeptFit>())
    if !kept.isEmpty { try replace(with: nil) }
    finished.emit(kept.isEmpty ? .nothingToReset : .reset)
  }

  private func save(_ fit: ParameterFit, answers: Int) throws {
    if fit.isBetter { try replace(with: KeptFit(fit, answers: answers, at: world.now())) }
    finished.emit(.fitted(fit, answers: answers))
  }

  private func replace(with fit: KeptFit?) throws {
    do {
      try store.transaction {
        for old in try store.fetch(FetchDescriptor<KeptFit>()) { try store.delete(old.id) }
        if let fit { store.insert(fit) }
      }
    } catch {
      throw SaveFailure(error, store.kinds)
    }
  }
}

/// The result of a fit, or of a return to the default numbers.
package enum FitOutcome: Equatable, Sendable {
  /// The numbers were fitted to `answers` answers, and are kept if they predict better.
  case fitted(ParameterFit, answers: Int)
  /// The default numbers are used again.
  case reset
  /// The default numbers were already in use.
  case nothingToReset

  /// A stable code for scripts.
  package var code: String {
    switch self {
    case .fitted(let fit, _): fit.isBetter ? "fit-kept" : "fit-not-better"
    case .reset: "fit-reset"
    case .nothingToReset: "nothing-to-reset"
    }
  }
}

extension KeptFit {
  /// Creates the record of a fit.
  fileprivate init(_ fit: ParameterFit, answers: Int, at date: Date) {
    self.init(
      fittedAt: date, answers: answers, judged: fit.judged, standardLoss: fit.standardLoss,
      fittedLoss: fit.fittedLoss, parameters: fit.parameters.values)
  }
}
