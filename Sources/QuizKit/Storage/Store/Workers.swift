import Foundation
import Signals

#if canImport(Glibc)
  @preconcurrency import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Performs the units of a task on several processors.
///
/// It starts threads for each task, which end with the task. It does not use Dispatch, because
/// Dispatch opens file descriptors for its first thread and terminates the process when none are
/// left.
package struct Workers: Sendable {
  private let limit: Int

  /// - Parameter limit: the maximum number of threads; never more than there are processors.
  package init(limit: Int) {
    self.limit = limit
  }

  /// How many threads may work at the same time, including the caller's.
  ///
  /// Asked only for tasks with several units: the system opens a file to count its processors,
  /// which would take longer than the read of a single record.
  var count: Int {
    limit > 1 ? max(1, min(limit, ProcessInfo.processInfo.activeProcessorCount)) : 1
  }

  /// Performs units 0, 1, 2 … and delivers their results in order, on the calling thread.
  ///
  /// - Parameter worker: called once on each thread. Returns a function that performs one unit and
  ///   can reuse that thread's memory. The closure does not outlive the call. It is still
  ///   `@escaping`, because the check of `withoutActuallyEscaping` would put the length of this
  ///   file's path into the program, and the program would then differ from folder to folder.
  /// - Parameter receive: takes the result of a unit; returns `false` to stop.
  /// - Throws: the error of the first failed unit, after the results before it were delivered, or
  ///   the error of `receive`.
  package func perform<Part: Sendable>(
    units: Int, _ worker: @escaping @Sendable () -> (_ unit: Int) throws(StoreError) -> Part,
    receive: (Part) throws(StoreError) -> Bool
  ) throws(StoreError) {
    let queue = UnitQueue<Part>(count: units)
    let threads = (1..<(units > 1 ? min(count, units) : 1)).compactMap { _ in
      WorkerThread { queue.work(with: worker()) }
    }
    let outcome = Result { () throws(StoreError) in
      try queue.work(with: worker(), receive: receive)
    }
    for thread in threads { thread.join() }
    try outcome.get()
    try queue.drain(receive)
  }
}

/// The units of a task: the next one to do, and the results that were not delivered yet.
private final class UnitQueue<Part: Sendable>: Sendable {
  private struct State {
    var next = 0
    var isOver = false
    /// The result of each unit between its end and its delivery.
    var outcomes: [Result<Part, StoreError>?]
    var passedOn = 0
  }

  private let state: Locked<State>

  init(count: Int) {
    state = Locked(State(outcomes: Array(repeating: nil, count: count)))
  }

  /// Performs units until none are left.
  func work(with perform: (Int) throws(StoreError) -> Part) {
    while let unit = take() { finish(unit, with: perform) }
  }

  /// Performs units until none are left, and delivers available results after each.
  func work(
    with perform: (Int) throws(StoreError) -> Part, receive: (Part) throws(StoreError) -> Bool
  ) throws(StoreError) {
    while let unit = take() {
      finish(unit, with: perform)
      try drain(receive)
    }
  }

  /// Delivers available results in the order of the units.
  func drain(_ receive: (Part) throws(StoreError) -> Bool) throws(StoreError) {
    do throws(StoreError) {
      while let outcome = pop() {
        if try !receive(try outcome.get()) { return stop() }
      }
    } catch {
      stop()
      throw error
    }
  }

  /// Units are handed out in order, so that every unit before one that was handed out gets done.
  private func take() -> Int? {
    state.withLock { state in
      guard !state.isOver, state.next < state.outcomes.count else { return nil }
      state.next += 1
      return state.next - 1
    }
  }

  private func finish(_ unit: Int, with perform: (Int) throws(StoreError) -> Part) {
    let outcome = Result { () throws(StoreError) in try perform(unit) }
    state.withLock { state in
      state.outcomes[unit] = outcome
      if case .failure = outcome { state.isOver = true }
    }
  }

  private func pop() -> Result<Part, StoreError>? {
    state.withLock { state in
      guard state.passedOn < state.outcomes.count, let outcome = state.outcomes[state.passedOn]
      else { return nil }
      state.outcomes[state.passedOn] = nil
      state.passedOn += 1
      return outcome
    }
  }

  /// No more units are handed out and no more results are delivered.
  private func stop() {
    state.withLock { state in
      state.isOver = true
      state.passedOn = state.outcomes.count
    }
  }
}

/// A thread that runs one closure and ends.
private struct WorkerThread {
  private let thread: pthread_t

  private final class Body: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) {
      self.run = run
    }
  }

  /// `nil` when the system cannot start a thread; the other threads then do its work.
  init?(_ run: @escaping @Sendable () -> Void) {
    let body = Unmanaged.passRetained(Body(run))
    #if canImport(Glibc)
      var thread = pthread_t()
    #else
      var thread: pthread_t?
    #endif
    let code = pthread_create(
      &thread, nil,
      { argument in
        #if canImport(Glibc)
          guard let argument else { return nil }
        #endif
        Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
        return nil
      }, body.toOpaque())
    guard code == 0 else {
      body.release()
      return nil
    }
    #if canImport(Glibc)
      self.thread = thread
    #else
      guard let thread else { return nil }
      self.thread = thread
    #endif
  }

  /// Waits for the thread to end.
  func join() { pthread_join(thread, nil) }
}
