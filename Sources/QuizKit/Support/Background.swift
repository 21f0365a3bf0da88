import Foundation
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

/// The computer's free memory. Check it before a large allocation, because a failed allocation ends
/// the program.
package enum FreeMemory {
  /// Whether `count` more bytes can be allocated.
  package static func hasRoom(for count: Int) -> Bool {
    // A limit on the process (`ulimit -v`) makes this mapping fail. The memory is unmapped at once
    // and never touched.
    let block = mmap(
      nil, max(count, 1), PROT_READ | PROT_WRITE, MAP_PRIVATE | anonymousMemory, -1, 0)
    guard let block, block != MAP_FAILED else { return false }
    munmap(block, max(count, 1))
    return available.map { $0 >= count } ?? true
  }

  /// How many bytes the system can provide without swapping; `nil` when the system does not report
  /// it.
  ///
  /// Linux grants more memory than it has, and kills processes when it runs out. `MemAvailable` of
  /// proc(5) is the memory that is really available.
  private static var available: Int? {
    guard let file = fopen("/proc/meminfo", "r") else { return nil }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    while fgets(&line, Int32(line.count), file) != nil {
      let text = String(
        decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
      guard text.hasPrefix("MemAvailable:") else { continue }
      return Int(text.filter { $0.isASCII && $0.isNumber }).map { $0 * 1024 }
    }
    return nil
  }
}

#if canImport(Darwin)
  private let anonymousMemory = MAP_ANON
#else
  private let anonymousMemory = MAP_ANONYMOUS
#endif
