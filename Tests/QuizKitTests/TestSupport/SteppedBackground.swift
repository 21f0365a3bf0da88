import Signals

@testable import QuizKit
@testable import QuizSupport

/// Does the work of an import when the test asks for it: first sending the parts, then ending.
final class SteppedBackground: Background {
  /// How many pieces of work began.
  private(set) var begun = 0
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
        begun += 1
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

  /// Reads, and sends all parts.
  func readParts() { read() }

  /// Reports that the work is done.
  func complete() { end(false) }

  /// Reports that the work was stopped.
  func cancel() { end(true) }
}
