import Signals

/// Runs long work off the models' thread, so that the program stays responsive, and delivers its
/// progress and its result on the models' thread.
public protocol Background: AnyObject {
  /// Work that starts when its news are first observed. They arrive on the observer's thread. None
  /// arrives before `observe` has returned, except from ``ImmediateBackground``.
  ///
  /// - Parameter body: does the work. It receives a closure that reports progress and returns
  ///   `false` when the work should stop.
  func work<Progress: Sendable, Value: Sendable>(
    _ body: @escaping @Sendable (_ report: @escaping @Sendable (Progress) -> Bool) -> Value
  ) -> BackgroundWork<Progress, Value>
}

/// A piece of long work.
public struct BackgroundWork<Progress, Value> {
  /// A report from running work.
  public enum News {
    /// The work has advanced.
    case progress(Progress)
    /// The work is done. Nothing follows.
    case result(Value)
  }

  /// Starts the work when it is first observed, and emits its progress and then its result.
  public let news: Signal<News>
  /// Asks the work to stop. It still has a result, possibly a partial one.
  public let stop: () -> Void

  /// Creates the work from its news and the closure that stops it.
  public init(news: Signal<News>, stop: @escaping () -> Void) {
    (self.news, self.stop) = (news, stop)
  }
}

/// Does the work at once, before `observe` returns. For scripts, where each line waits for the
/// previous one, and for tests.
public final class ImmediateBackground: Background {
  /// Creates a background that runs everything on the caller's thread.
  public init() {}

  public func work<Progress: Sendable, Value: Sendable>(
    _ body: @escaping @Sendable (_ report: @escaping @Sendable (Progress) -> Bool) -> Value
  ) -> BackgroundWork<Progress, Value> {
    BackgroundWork(
      news: Signal { receive, completed in
        // Safe, because the work ends before this closure returns and runs on the caller's thread.
        nonisolated(unsafe) let receive = receive
        let value = body { progress in
          receive(.progress(progress))
          return true
        }
        receive(.result(value))
        completed()
        return Disposable()
      }, stop: {})
  }
}
