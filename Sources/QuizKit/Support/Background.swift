import Signals

/// Runs long work off the models' thread, so that the program stays responsive, and delivers what comes of it on the models' thread.
public protocol Background: AnyObject {
  /// Work that starts when its news are first observed. They come on the observer's thread. None comes before `observe` has
  /// returned, except from ``ImmediateBackground``.
  ///
  /// - Parameter body: receives a closure that reports progress. The closure returns `false` when the work should stop.
  func work<Progress: Sendable, Value: Sendable>(
    _ body: @escaping @Sendable (_ report: @escaping @Sendable (Progress) -> Bool) -> Value
  ) -> BackgroundWork<Progress, Value>
}

/// A piece of long work.
public struct BackgroundWork<Progress, Value> {
  /// What there is to say of work.
  public enum News {
    /// It has come on.
    case progress(Progress)
    /// It is done. Nothing follows.
    case result(Value)
  }

  /// Starts the work when it is first observed, and emits its progress and then its result.
  public let news: Signal<News>
  /// Asks the work to stop. It still has a result, possibly a partial one.
  public let stop: () -> Void

  /// Creates the work from what starts and what stops it.
  public init(news: Signal<News>, stop: @escaping () -> Void) {
    (self.news, self.stop) = (news, stop)
  }
}

/// Does the work at once, before `observe` returns: for scripts, where each line waits for the one before, and for tests.
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
