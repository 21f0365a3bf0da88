import OpenCombine

/// A virtual clock for the peer, which has no public one: nanoseconds and a list of work.
final class PeerClock: Scheduler {
  struct Instant: Strideable {
    var nanoseconds: Int64

    func distance(to other: Instant) -> Span { Span(nanoseconds: other.nanoseconds - nanoseconds) }
    func advanced(by span: Span) -> Instant { Instant(nanoseconds: nanoseconds + span.nanoseconds) }
  }

  struct Span: SchedulerTimeIntervalConvertible, Comparable, SignedNumeric {
    var nanoseconds: Int64

    init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }
    init(integerLiteral value: Int64) { nanoseconds = value }
    init?<Source: BinaryInteger>(exactly source: Source) { nanoseconds = Int64(source) }

    var magnitude: Int64 { abs(nanoseconds) }
    static func < (left: Span, right: Span) -> Bool { left.nanoseconds < right.nanoseconds }
    static func + (left: Span, right: Span) -> Span {
      Span(nanoseconds: left.nanoseconds + right.nanoseconds)
    }
    static func - (left: Span, right: Span) -> Span {
      Span(nanoseconds: left.nanoseconds - right.nanoseconds)
    }
    static func * (left: Span, right: Span) -> Span {
      Span(nanoseconds: left.nanoseconds * right.nanoseconds)
    }
    static func *= (left: inout Span, right: Span) { left = left * right }

    static func seconds(_ number: Int) -> Span { Span(nanoseconds: Int64(number) * 1_000_000_000) }
    static func seconds(_ number: Double) -> Span { Span(nanoseconds: Int64(number * 1e9)) }
    static func milliseconds(_ number: Int) -> Span { Span(nanoseconds: Int64(number) * 1_000_000) }
    static func microseconds(_ number: Int) -> Span { Span(nanoseconds: Int64(number) * 1000) }
    static func nanoseconds(_ number: Int) -> Span { Span(nanoseconds: Int64(number)) }
  }

  private(set) var now = Instant(nanoseconds: 0)
  private var work: [(due: Instant, action: () -> Void)] = []

  var minimumTolerance: Span { Span(nanoseconds: 0) }

  func advance(by nanoseconds: Int64) {
    now.nanoseconds += nanoseconds
    while let index = work.firstIndex(where: { $0.due <= now }) {
      work.remove(at: index).action()
    }
  }

  func schedule(options: Never?, _ action: @escaping () -> Void) {
    work.append((now, action))
  }

  func schedule(
    after date: Instant, tolerance: Span, options: Never?, _ action: @escaping () -> Void
  ) {
    work.append((date, action))
  }

  func schedule(
    after date: Instant, interval: Span, tolerance: Span, options: Never?,
    _ action: @escaping () -> Void
  ) -> any Cancellable {
    work.append((date, action))
    return AnyCancellable {}
  }
}
