/// Runs long work off the models' thread, so that the program stays responsive, and delivers the result on the models' thread.
public protocol Background: AnyObject {
  /// Starts `work`. Calls `progress` and `completed` on the caller's thread. Neither is called before this method returns, except
  /// by ``ImmediateBackground``.
  ///
  /// - Parameter work: receives a closure that reports progress. The closure returns `false` when the work should stop.
  /// - Returns: a handle to stop the work.
  func run<Value: Sendable, Progress: Sendable>(
    _ work: @escaping @Sendable (_ report: @escaping @Sendable (Progress) -> Bool) -> Value,
    progress: @escaping (Progress) -> Void, completed: @escaping (Value) -> Void
  ) -> BackgroundWork
}

/// Work in progress.
public protocol BackgroundWork: AnyObject, Sendable {
  /// Asks the work to stop. It still completes, possibly with a partial result.
  func stop()
}

/// Does the work at once, before `run` returns: for scripts, where each line waits for the one before, and for tests.
public final class ImmediateBackground: Background {
  /// Creates a background that runs everything on the caller's thread.
  public init() {}

  public func run<Value: Sendable, Progress: Sendable>(
    _ work: @escaping @Sendable (_ report: @escaping @Sendable (Progress) -> Bool) -> Value,
    progress: @escaping (Progress) -> Void, completed: @escaping (Value) -> Void
  ) -> BackgroundWork {
    // Safe, because the work ends before this method returns and runs on the caller's thread.
    nonisolated(unsafe) let progress = progress
    let value = work { news in
      progress(news)
      return true
    }
    completed(value)
    return Done()
  }

  private final class Done: BackgroundWork {
    func stop() {}
  }
}
