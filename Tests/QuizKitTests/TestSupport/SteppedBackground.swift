@testable import QuizKit

/// Does the work of an import when the test says so: first what is handed on, then the end.
final class SteppedBackground: Background {
  private var read: () -> Void = {}
  private var end: (_ isCancelled: Bool) -> Void = { _ in }

  func run<Value: Sendable, Progress: Sendable>(
    _ work: @escaping @Sendable (_ report: @escaping @Sendable (Progress) -> Bool) -> Value,
    progress: @escaping (Progress) -> Void, completed: @escaping (Value) -> Void
  ) -> BackgroundWork {
    // Everything happens on the test's thread.
    nonisolated(unsafe) let progress = progress
    var result: Value?
    read = {
      result = work { news in
        progress(news)
        return true
      }
    }
    end = { isCancelled in
      let value = isCancelled ? ImportReading.Result.cancelled as? Value : result
      if let value { completed(value) }
    }
    return Work()
  }

  /// Reads, and hands everything on.
  func readParts() { read() }

  /// Says that the work is done.
  func complete() { end(false) }

  /// Says that the work was stopped.
  func cancel() { end(true) }

  private final class Work: BackgroundWork {
    func stop() {}
  }
}
