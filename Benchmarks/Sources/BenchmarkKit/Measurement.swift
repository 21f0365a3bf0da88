import AllocationCounter

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// The result of a contest for one contender: nanoseconds and heap requests per operation.
public struct Measurement {
  /// The median time of an operation, in nanoseconds of the thread's processor time.
  public let nanoseconds: Double

  /// The median of the rounds' ratios to the floor of the same round.
  public let ratio: Double

  /// Heap requests per operation, if they can be counted here.
  public let requests: Double?
}

extension Contest {
  /// Runs all contenders in each round, starting with another one each time. The machine may have
  /// other work to do, so contenders to be compared run at nearly the same time.
  public func measure(rounds: Int) -> [Measurement] {
    var times = contenders.map { _ in [Double]() }
    for round in 0..<rounds {
      for offset in contenders.indices {
        let index = (round + offset) % contenders.count
        let run = contenders[index].prepare(count)
        let start = processorTime()
        run()
        times[index].append((processorTime() - start) / Double(count))
      }
    }
    return contenders.indices.map { index in
      Measurement(
        nanoseconds: median(times[index]),
        ratio: median(zip(times[index], times[0]).map { $0 / $1 }),
        requests: countRequests(contenders[index]))
    }
  }

  private func countRequests(_ contender: Contender) -> Double? {
    guard heap_count_is_available() else { return nil }
    let count = min(count, 100_000)
    let run = contender.prepare(count)
    heap_count_start()
    run()
    return Double(heap_count_stop().requests) / Double(count)
  }
}

/// The heap requests and bytes that are still held after `body`, whose result is kept alive
/// meanwhile.
public func heldMemory<Result>(after body: () -> Result) -> (requests: Int, bytes: Int) {
  heap_count_start()
  let result = body()
  let count = heap_count_stop()
  withExtendedLifetime(result) {}
  return (Int(count.live), Int(count.bytes))
}

private func processorTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}

private func median(_ numbers: [Double]) -> Double {
  let sorted = numbers.sorted()
  let middle = sorted.count / 2
  return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}
