import Synchronization

/// A value that only one thread at a time can reach.
///
/// A `Mutex` is all that is needed. The thread sanitizer, however, does not see one lock or unlock
/// (the library it lives in is not instrumented) and would report every use as a race; the flag shows
/// it the handing over from one thread to the next, for about a nanosecond.
struct Guarded<Value: Sendable>: ~Copyable, Sendable {
  private let value: Mutex<Value>
  private let handover = Atomic(false)

  init(_ value: Value) {
    self.value = Mutex(value)
  }

  /// Calls `body` with the value, alone.
  func withLock<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
    value.withLock { value in
      _ = handover.load(ordering: .acquiring)
      defer { handover.store(true, ordering: .releasing) }
      return body(&value)
    }
  }
}
