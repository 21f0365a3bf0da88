import Synchronization

/// A value that only one thread at a time can reach.
///
/// The thread sanitizer cannot see how a `Mutex` is locked and unlocked, because the library that
/// has it is not instrumented, and would report every use as a race. The flag shows it that one
/// thread hands the value over to the next.
package struct Locked<Value: Sendable>: ~Copyable, Sendable {
  private let value: Mutex<Value>
  private let handover = Atomic(false)

  package init(_ value: Value) { self.value = Mutex(value) }

  /// Calls `body` with the value while no other thread can reach it.
  package func withLock<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
    value.withLock { value in
      _ = handover.load(ordering: .acquiring)
      defer { handover.store(true, ordering: .releasing) }
      return body(&value)
    }
  }
}
