import Signals

@testable import QuizKit
@testable import QuizSupport

/// Does the work of an import when the test says so: first what is handed on, then the end.
final class SteppedBackground: Background {
  private var read: () -> Void = {}
  private var end: (_ isCancelled: Bool) -> Void = { _ in }

  func work<Progress: Sendable, Value: Sendable>(
    _ body: @escaping @Sendable (_ report: @escaping @Sendable (Progress) -> Bool) -> Value
  ) -> BackgroundWork<Progress, Value> {
    BackgroundWork(
      news: Signal { [unowned self] receive, completed in
        // Everything happens on the test's thread.
        nonisolated(unsafe) let receive = receive
        var result: Value?
        read = {
          result = body { progress in
            receive(.progress(progress))
            return true
          }
        }
        end = { isCancelled in
          let value = isCancelled ? ImportReading.Result.cancelled as? Value : result
          if let value { receive(.result(value)) }
          completed()
        }
        return Disposable()
      }, stop: {})
  }

  /// Reads, and hands everything on.
  func readParts() { read() }

  /// Says that the work is done.
  func complete() { end(false) }

  /// Says that the work was stopped.
  func cancel() { end(true) }
}
