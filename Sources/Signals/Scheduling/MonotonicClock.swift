/// A clock that only moves forward, even if the system's date changes.
struct MonotonicClock: Sendable {
  /// Nanoseconds since a fixed moment.
  let nanoseconds: @Sendable () -> Int64

  static let system = MonotonicClock { [start = SuspendingClock.now] in
    Int64((SuspendingClock.now - start).attoseconds / 1_000_000_000)
  }
}
