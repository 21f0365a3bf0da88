import Foundation

/// A value that several threads use, one at a time.
///
/// Not `Mutex`: where two threads want one at the same time, the thread sanitizer does not see how it
/// is handed on, and reports every use as a race; and a lock of this kind takes half the time.
final class Locked<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value

  init(_ value: Value) {
    self.value = value
  }

  func withLock<T>(_ body: (inout Value) -> T) -> T {
    lock.lock()
    defer { lock.unlock() }
    return body(&value)
  }
}
