import Dispatch
import Synchronization

/// Work that several processors share: each takes the next unit until nothing is left or enough was
/// found, and the results are in the order of the units whoever did them.
final class SharedWork<Found: Sendable>: Sendable {
  /// So few units are done before another thread is awake.
  private static var few: Int { 4 }

  private struct State {
    var next = 0
    var found = 0
    var hasFailed = false
    var outcomes: [Int: Result<FoundPart<Found>, StoreError>] = [:]
  }

  private let units: Int
  private let limit: Int
  private let state = Mutex(State())

  /// - Parameter units: how many there are, numbered from 0.
  /// - Parameter limit: how many results are wanted.
  init(units: Int, limit: Int) {
    self.units = units
    self.limit = limit
  }

  /// Has the units done by some processors, this thread's among them, and returns the results.
  ///
  /// - Parameter body: takes units until there are none, and finishes each.
  /// - Throws: what ``results()`` throws.
  func share(
    among processors: Int, _ body: @Sendable (SharedWork) -> Void
  ) throws(StoreError) -> [Found] {
    if processors > 1, units > Self.few {
      // Dispatch takes no more threads than there are processors: whoever comes when nothing is left
      // has nothing to do. To ask how many there are takes half a millisecond the first time.
      DispatchQueue.concurrentPerform(iterations: min(processors, units)) { _ in body(self) }
    } else {
      body(self)
    }
    return try results()
  }

  /// The next unit; `nil` when there is none to do. Every unit before it was taken by somebody who
  /// finishes it, so that no result before the limit is missing.
  func take() -> Int? {
    state.withLock { state in
      guard state.next < units, state.found < limit, !state.hasFailed else { return nil }
      state.next += 1
      return state.next - 1
    }
  }

  func finish(_ unit: Int, _ outcome: Result<FoundPart<Found>, StoreError>) {
    state.withLock { state in
      switch outcome {
      case .success(let found): state.found += found.count
      case .failure: state.hasFailed = true
      }
      state.outcomes[unit] = outcome
    }
  }

  /// The first results, as many as are wanted, once everybody is done.
  ///
  /// - Throws: the failure of the first unit that failed, unless enough was found before it.
  func results() throws(StoreError) -> [Found] {
    let outcomes = state.withLock { $0.outcomes }
    var parts: [FoundPart<Found>] = []
    var count = 0
    for unit in 0..<outcomes.count {
      guard count < limit, let outcome = outcomes[unit] else { break }
      let part = try outcome.get()
      count += part.count
      parts.append(part)
    }
    return FoundPart.joined(parts, limit: limit)
  }
}
