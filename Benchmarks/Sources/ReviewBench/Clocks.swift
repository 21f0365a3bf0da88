#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// Seconds of processor time of this thread, because the machine may have other work to do.
func processorSeconds() -> Double {
  seconds(of: CLOCK_THREAD_CPUTIME_ID)
}

/// Seconds of real time, for work on several threads.
func realSeconds() -> Double {
  seconds(of: CLOCK_MONOTONIC)
}

private func seconds(of clock: clockid_t) -> Double {
  var time = timespec()
  clock_gettime(clock, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
