import Foundation
import QuizStore
import Signals

/// Keeps a model of the answers, and adds new answers to it instead of reading all of them again.
final class RecallKeeper {
  private struct Known {
    var model: RecallModel
    /// The number of settled answers that the model has seen, and the last of them.
    var count: Int
    var last: AnswerLog.Entry?
    /// The ``AnswerLog/revision`` of these answers.
    var revision: Int
    /// The instant of the latest answer in the model.
    var latest: Date
  }

  private var known: Known?
  private var handle: Disposable?

  /// - Parameter store: the store whose saves can change questions or the numbers of the formulas.
  init(store: StoreContext) {
    handle = store.saves.observe { [unowned self] saved in
      if saved.concerns(Question.self) || saved.concerns(KeptFit.self) { known = nil }
    }
  }

  /// Calls `body` with the model of the settled answers. Changes that `body` makes to the model are
  /// kept, so that the next call can be faster.
  ///
  /// - Throws: The store's error when it cannot be read.
  func withModel<Result>(
    of reviews: Reviews, _ body: (inout RecallModel) throws -> Result
  ) throws -> Result {
    let settled = try reviews.answers.settled()
    let revision = reviews.answers.revision
    var next =
      try continued(with: settled, revision, of: reviews) ?? all(settled, revision, of: reviews)
    // Give up the second reference, so that the model is changed in place and not copied.
    known = nil
    defer { known = next }
    return try body(&next.model)
  }

  private func all(
    _ settled: [AnswerLog.Entry], _ revision: Int, of reviews: Reviews
  ) throws -> Known {
    let fit = try reviews.keptFit()?.formulaParameters ?? .standard
    let model = RecallModel(of: try reviews.reviewAnswers(settled), formulas: FSRS(fit))
    return Known(
      model: model, count: settled.count, last: settled.last, revision: revision,
      latest: settled.lazy.map(\.changedAt).max() ?? .distantPast)
  }

  /// The known model extended by newer answers; `nil` when older answers have changed.
  private func continued(
    with settled: [AnswerLog.Entry], _ revision: Int, of reviews: Reviews
  ) throws -> Known? {
    guard var next = known, next.revision == revision, settled.count >= next.count,
      next.count == 0 || settled[next.count - 1] == next.last
    else { return nil }
    let new = settled[next.count...].sorted { $0.changedAt < $1.changedAt }
    guard let first = new.first, let last = new.last else { return next }
    guard first.changedAt >= next.latest else { return nil }
    let answers = try reviews.reviewAnswers(new)
    known = nil
    for answer in answers { next.model.add(answer) }
    (next.count, next.last, next.latest) = (settled.count, settled.last, last.changedAt)
    return next
  }
}
