import Signals

/// A fetch that runs again after every save that may change its result.
///
/// It emits once for each save that changes the result. It ignores pending changes and saves of
/// other kinds of records.
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

  /// Creates a query for records and fetches them.
  ///
  /// - Throws: the error of the fetch.
  public convenience init<R: StoredRecord>(
    _ descriptor: FetchDescriptor<R>, in context: StoreContext
  ) throws(StoreError) where Result == [R] {
    let saved = descriptor.ofWhatIsSaved
    try self.init(R.self, in: context) { () throws(StoreError) in try context.fetch(saved) }
  }

  /// Creates a query for identifiers and fetches them. An index may give them without reading the
  /// records.
  ///
  /// - Throws: the error of the fetch.
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

  /// Emits the current result at once, then every different one.
  public var results: Signal<Result> { $current }

  /// Emits the errors of later fetches. The result then stays as it was.
  public var failures: Signal<StoreError> { problems.signal }

  /// The latest result.
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
