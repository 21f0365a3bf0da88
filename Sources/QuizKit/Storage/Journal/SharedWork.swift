import Signals

/// What comes of one unit of a work that is shared.
protocol WorkPart: Sendable {
  /// How much of what is wanted it is.
  var count: Int { get }
}

/// Work that several processors share: each takes the next unit until nothing is left or enough was
/// found, and the parts are in the order of the units whoever did them.
final class SharedWork<Part: WorkPart>: Sendable {
  private struct State {
    var next = 0
    var found = 0
    var hasFailed = false
    /// Of each unit, as soon as it is finished and until it is passed on.
    var outcomes: [Result<Part, StoreError>?]
    var passedOn = 0
  }

  private let units: Int
  fileprivate let limit: Int
  private let state: Locked<State>

  /// - Parameter units: how many there are, numbered from 0.
  /// - Parameter limit: how much is wanted.
  init(units: Int, limit: Int = .max) {
    self.units = units
    self.limit = limit
    state = Locked(State(outcomes: Array(repeating: nil, count: units)))
  }

  /// Has the units done by some processors, this thread's among them.
  ///
  /// - Parameter body: takes units until there are none, and finishes each.
  func share(among processors: Int, _ body: @Sendable (SharedWork) -> Void) {
    guard processors > 1, units > 1 else { return body(self) }
    HelperThreads.shared.perform(helpers: min(processors, units) - 1) { body(self) }
  }

  /// The next unit; `nil` when there is none to do. Every unit before it was taken by somebody who
  /// finishes it, so that no part before the limit is missing.
  func take() -> Int? {
    state.withLock { state in
      guard state.next < units, state.found < limit, !state.hasFailed else { return nil }
      state.next += 1
      return state.next - 1
    }
  }

  func finish(_ unit: Int, _ outcome: Result<Part, StoreError>) {
    state.withLock { state in
      switch outcome {
      case .success(let part): state.found += part.count
      case .failure: state.hasFailed = true
      }
      state.outcomes[unit] = outcome
    }
  }

  /// Lets nobody take another unit.
  func giveUp() {
    state.withLock { $0.hasFailed = true }
  }

  /// The part of the first unit that was not passed on yet; `nil` while it is not finished.
  ///
  /// - Throws: why it failed.
  func pass() throws(StoreError) -> Part? {
    let outcome = state.withLock { state -> Result<Part, StoreError>? in
      guard state.passedOn < units else { return nil }
      let outcome = state.outcomes[state.passedOn]
      if outcome != nil {
        state.outcomes[state.passedOn] = nil
        state.passedOn += 1
      }
      return outcome
    }
    return try outcome?.get()
  }
}

extension SharedWork {
  /// The first results, as many as are wanted, once everybody is done.
  ///
  /// - Throws: the failure of the first unit that failed, unless enough was found before it.
  func results<Found>() throws(StoreError) -> [Found] where Part == FoundPart<Found> {
    var parts: [FoundPart<Found>] = []
    var count = 0
    while count < limit, let part = try pass() {
      count += part.count
      parts.append(part)
    }
    return FoundPart.joined(parts, limit: limit)
  }
}
