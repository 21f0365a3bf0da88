import Foundation

#if canImport(Glibc)
  @preconcurrency import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Does the units of one task on several processors.
///
/// Threads are started for each task and end with it. They are not Dispatch's, because Dispatch opens
/// file descriptors with its first thread and ends the process where none is left.
struct Workers: Sendable {
  /// How many threads may work at the same time, the caller's among them.
  let count: Int

  /// - Parameter limit: at most so many, of the processors that there are.
  init(limit: Int) {
    count = max(1, min(limit, ProcessInfo.processInfo.activeProcessorCount))
  }

  /// Does units 0, 1, 2 … and passes on what comes of them, in their order and in this thread.
  ///
  /// - Parameter worker: is called once in each thread and returns what does one unit, so that a thread
  ///   can use its memory again.
  /// - Parameter receive: takes what came of a unit; `false` when no more is wanted.
  /// - Throws: the error of the first unit that failed, after those before it were passed on, and what
  ///   `receive` throws.
  func perform<Part: Sendable>(
    units: Int, _ worker: @Sendable () -> (_ unit: Int) throws(StoreError) -> Part,
    receive: (Part) throws(StoreError) -> Bool
  ) throws(StoreError) {
    let queue = UnitQueue<Part>(count: units)
    let failure: StoreError? = withoutActuallyEscaping(worker) { worker in
      let threads = (1..<max(1, min(count, units))).compactMap { _ in
        WorkerThread { queue.work(with: worker()) }
      }
      let outcome = Result { () throws(StoreError) in
        try queue.work(with: worker(), receive: receive)
      }
      for thread in threads { thread.join() }
      do throws(StoreError) {
        try outcome.get()
        try queue.drain(receive)
        return nil
      } catch {
        return error
      }
    }
    if let failure { throw failure }
  }
}

/// The units of a task: which are still to be done, and what came of those that are done.
private final class UnitQueue<Part: Sendable>: Sendable {
  private struct State {
    var next = 0
    var isOver = false
    /// Of each unit, once it is done and until it is passed on.
    var outcomes: [Result<Part, StoreError>?]
    var passedOn = 0
  }

  private let state: Locked<State>

  init(count: Int) {
    state = Locked(State(outcomes: Array(repeating: nil, count: count)))
  }

  /// Does units until there are none.
  func work(with perform: (Int) throws(StoreError) -> Part) {
    while let unit = take() { finish(unit, with: perform) }
  }

  /// The same, and passes on what is ready after each.
  func work(
    with perform: (Int) throws(StoreError) -> Part, receive: (Part) throws(StoreError) -> Bool
  ) throws(StoreError) {
    while let unit = take() {
      finish(unit, with: perform)
      try drain(receive)
    }
  }

  /// Passes on what is ready, in the order of the units.
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

  /// Units are taken in their order, so that every unit before one that was taken is done by somebody.
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

  /// Nothing more is taken or passed on.
  private func stop() {
    state.withLock { state in
      state.isOver = true
      state.passedOn = state.outcomes.count
    }
  }
}

/// A thread that does one thing and ends.
private struct WorkerThread {
  private let thread: pthread_t

  private final class Body: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) {
      self.run = run
    }
  }

  /// `nil` where the system has no thread to give; then the others do the work.
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

  /// Waits until it has ended.
  func join() { pthread_join(thread, nil) }
}
