import Synchronization

/// A value that only one thread at a time can access.
///
/// The library that contains `Mutex` is not instrumented, so the thread sanitizer cannot see its
/// locking and would report every use as a race. The flag shows the sanitizer that one thread hands
/// the value over to the next.
package struct Locked<Value: Sendable>: ~Copyable, Sendable {
  private let value: Mutex<Value>
  private let handover = Atomic(false)

  package init(_ value: Value) { self.value = Mutex(value) }

  /// Calls `body` with exclusive access to the value.
  package func withLock<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
    value.withLock { value in
      _ = handover.load(ordering: .acquiring)
      defer { handover.store(true, ordering: .releasing) }
      return body(&value)
    }
  }
}
