/// A clock of the machine that only goes forward, whatever happens to the date.
struct MonotonicClock: Sendable {
  /// Nanoseconds since a point that stays the same while the program runs.
  let nanoseconds: @Sendable () -> Int64

  static let system = MonotonicClock { [start = SuspendingClock.now] in
    Int64((SuspendingClock.now - start).attoseconds / 1_000_000_000)
  }
}
