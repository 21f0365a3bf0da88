import Foundation

/// A text that is one part again and again. Whatever looks at something again for each of the parts
/// takes sixteen times as long for four times as many.
package struct HostileShape: Sendable {
  private let start: String
  private let part: String
  private let middle: String
  private let closing: String
  private let end: String

  /// - Parameters:
  ///   - start: What stands once before the parts, and `end` once behind all.
  ///   - middle: What stands once behind the parts.
  ///   - closing: What stands behind the middle as often as the part before it.
  package init(
    _ start: String = "", _ part: String, middle: String = "", closing: String = "",
    _ end: String = ""
  ) {
    (self.start, self.part, self.middle) = (start, part, middle)
    (self.closing, self.end) = (closing, end)
  }

  package var name: String {
    "\(start.debugDescription) \(part.debugDescription)… \((middle + closing + end).debugDescription)"
  }

  /// The text with about so many bytes of parts.
  package func text(bytes: Int) -> String {
    let count = max(1, bytes / (part.utf8.count + closing.utf8.count))
    return start + String(repeating: part, count: count) + middle
      + String(repeating: closing, count: count) + end
  }

  /// What takes too long; `nil` where the time grows as the text does.
  ///
  /// Times are those of the processor, the least of five, because other tests run beside this one.
  /// Unless `QA_REPL_HOSTILE_GROWTH` is set, the texts are small.
  package func fault(_ read: (String) throws -> Void) rethrows -> String? {
    let limits = Limits.current
    // A neighbour on the machine, or a limit between the two lengths, disturbs one measurement, but
    // what is quadratic is so at any length.
    if let fault = try growth(from: limits.bytes, read),
      try growth(from: limits.bytes * 4, read) != nil
    {
      return fault
    }
    return limits.timesMegabyte ? try slowness(read) : nil
  }

  /// What a megabyte takes if that is more than two seconds, and more than so many times what the
  /// standard library takes for its own work at the same moment: a slow machine, or one whose memory
  /// is busy with something else, is slow for both.
  private func slowness(_ read: (String) throws -> Void) rethrows -> String? {
    let text = text(bytes: 1 << 20)
    var (seconds, ratio) = (Double.infinity, Double.infinity)
    for _ in 0..<5 {
      let time = try ThreadTime.seconds { try read(text) }
      if time <= 2 { return nil }
      seconds = min(seconds, time)
      ratio = min(ratio, time / Self.secondsOfLibrary())
      if ratio <= Self.mostOfLibrary { return nil }
    }
    return "\(name): \(seconds) s for a megabyte, \(ratio) times the library's time for its work"
  }

  /// As much as two seconds where the limit was set and nothing else ran.
  private static let mostOfLibrary = 13.0

  /// What the standard library takes to find the characters of a megabyte, to keep each by itself and
  /// to put them together again.
  private static func secondsOfLibrary() -> Double {
    let text = String(repeating: "- a\n", count: 1 << 18)
    var joined = ""
    let seconds = ThreadTime.seconds { joined = text.map { [$0] }.map { String($0) }.joined() }
    precondition(joined == text)
    return seconds
  }

  private func growth(from bytes: Int, _ read: (String) throws -> Void) rethrows -> String? {
    let (short, long) = (text(bytes: bytes), text(bytes: bytes * 4))
    var (least, most) = (Double.infinity, Double.infinity)
    for _ in 0..<5 {
      least = min(least, try ThreadTime.seconds { try read(short) })
      most = min(most, try ThreadTime.seconds { try read(long) })
      // The other measurements are for what took too long once, perhaps because of its neighbours.
      if isLinear(least, most) { return nil }
    }
    return "\(name): \(least) s for \(bytes) bytes, \(most) s for four times as many"
  }

  private func isLinear(_ least: Double, _ most: Double) -> Bool {
    // A time that is hardly there says nothing of how it grows.
    most < 0.01 || most <= least * Limits.current.growth
  }

  private struct Limits {
    let bytes: Int
    let growth: Double
    let timesMegabyte: Bool

    /// `QA_REPL_HOSTILE_GROWTH` asks for longer texts and narrower limits, which need a machine that
    /// does nothing else.
    static let areStrict = ProcessInfo.processInfo.environment["QA_REPL_HOSTILE_GROWTH"] != nil

    static var current: Limits {
      #if DEBUG
        let isOptimized = false
      #else
        let isOptimized = true
      #endif
      return Limits(
        bytes: areStrict ? (isOptimized ? 65_536 : 8192) : 1536,
        growth: areStrict ? 5.3 : 8,
        timesMegabyte: areStrict && isOptimized)
    }
  }
}

/// The time that the processor works for the thread of a test, whatever else runs beside it.
package enum ThreadTime {
  package static func seconds(_ body: () throws -> Void) rethrows -> Double {
    let start = now
    try body()
    return now - start
  }

  private static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
