import Signals

/// A fetch that is repeated whenever a save may have changed its result.
///
/// It tells of the result once for each save that changes it, and of nothing else: not of pending
/// changes, not of saves of other records.
///
/// ```swift
/// let query = try LiveQuery(FetchDescriptor<Deck>(sortBy: [SortDescriptor(\.name)]), in: context)
/// query.results.observe { show($0) }.disposed(by: bag)
/// ```
public final class LiveQuery<R: StoredRecord> {
  private let context: StoreContext
  private let descriptor: FetchDescriptor<R>
  @Observed private var current: [R]
  private let problems = PublishSubject<StoreError>()
  private var subscription: Disposable?

  /// Fetches for the first time.
  ///
  /// - Throws: what the fetch throws.
  public init(
    _ descriptor: FetchDescriptor<R>, in context: StoreContext
  ) throws(StoreError) {
    var saved = descriptor
    saved.includesPendingChanges = false
    self.descriptor = saved
    self.context = context
    _current = Observed(wrappedValue: try context.fetch(saved))
    subscription = context.saves.observe { [weak self] changes in
      if changes.concerns(R.self) { self?.refresh() }
    }
  }

  /// The result at once, then each one that differs from the one before.
  public var results: Signal<[R]> { $current }

  /// What kept a later fetch from being answered; the result stays as it was.
  public var failures: Signal<StoreError> { problems.signal }

  /// The newest result.
  public var value: [R] { current }

  private func refresh() {
    do throws(StoreError) {
      current = try context.fetch(descriptor)
    } catch {
      problems.emit(error)
    }
  }
}
