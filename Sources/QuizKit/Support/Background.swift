/// Does long work away from the models' thread, so that the program goes on answering, and brings its result back to that thread.
public protocol Background: AnyObject {
  /// Begins `work`; `progress` and `completed` are called on the caller's thread, never before this returns unless the work is
  /// done at once.
  ///
  /// - Parameter work: is given a closure to say how far it has come, which answers `false` when it should stop.
  /// - Returns: what stops the work.
  func run<Value: Sendable, Progress: Sendable>(
    _ work: @escaping @Sendable (_ report: @escaping @Sendable (Progress) -> Bool) -> Value,
    progress: @escaping (Progress) -> Void, completed: @escaping (Value) -> Void
  ) -> BackgroundWork
}

/// Work that is under way.
public protocol BackgroundWork: AnyObject, Sendable {
  /// Asks the work to stop; it still completes, with whatever it makes of that.
  func stop()
}

/// Does everything at once, before going on: for scripts, where the next line waits for the one before, and for tests.
public final class ImmediateBackground: Background {
  /// Creates a background that is none.
  public init() {}

  public func run<Value: Sendable, Progress: Sendable>(
    _ work: @escaping @Sendable (_ report: @escaping @Sendable (Progress) -> Bool) -> Value,
    progress: @escaping (Progress) -> Void, completed: @escaping (Value) -> Void
  ) -> BackgroundWork {
    // The work is done before this returns, on the caller's thread; nothing is shared.
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
