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
public final class LiveQuery<Result: Equatable> {
  private let fetch: () throws(StoreError) -> Result
  @Observed private var current: Result
  private let problems = PublishSubject<StoreError>()
  private var subscription: Disposable?

  /// Fetches records for the first time.
  ///
  /// - Throws: what the fetch throws.
  public convenience init<R: StoredRecord>(
    _ descriptor: FetchDescriptor<R>, in context: StoreContext
  ) throws(StoreError) where Result == [R] {
    let saved = descriptor.ofWhatIsSaved
    try self.init(R.self, in: context) { () throws(StoreError) in try context.fetch(saved) }
  }

  /// Fetches the identifiers of records for the first time, which need not be read where an index
  /// says enough.
  ///
  /// - Throws: what the fetch throws.
  public convenience init<R: StoredRecord>(
    identifiers descriptor: FetchDescriptor<R>, in context: StoreContext
  ) throws(StoreError) where Result == [Identifier<R>] {
    let saved = descriptor.ofWhatIsSaved
    try self.init(R.self, in: context) { () throws(StoreError) in try context.identifiers(saved) }
  }

  private init<R: StoredRecord>(
    _ type: R.Type, in context: StoreContext, fetch: @escaping () throws(StoreError) -> Result
  ) throws(StoreError) {
    self.fetch = fetch
    _current = Observed(wrappedValue: try fetch())
    subscription = context.saves.observe { [weak self] changes in
      if changes.concerns(type) { self?.refresh() }
    }
  }

  /// The result at once, then each one that differs from the one before.
  public var results: Signal<Result> { $current }

  /// What kept a later fetch from being answered; the result stays as it was.
  public var failures: Signal<StoreError> { problems.signal }

  /// The newest result.
  public var value: Result { current }

  private func refresh() {
    do throws(StoreError) {
      current = try fetch()
    } catch {
      problems.emit(error)
    }
  }
}

extension FetchDescriptor {
  fileprivate var ofWhatIsSaved: Self {
    var copy = self
    copy.includesPendingChanges = false
    return copy
  }
}
