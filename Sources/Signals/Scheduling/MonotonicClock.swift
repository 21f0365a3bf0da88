#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The clock of the machine that only goes forward, whatever happens to the date.
struct MonotonicClock: Sendable {
  /// Nanoseconds since a point that stays the same while the program runs.
  let nanoseconds: @Sendable () -> Int64

  static let system = MonotonicClock {
    var time = timespec()
    // Fails only for a clock that does not exist; POSIX has this one.
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
