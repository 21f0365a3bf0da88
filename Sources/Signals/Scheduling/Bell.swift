#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Wakes a sleeping thread. It is a pipe that contains a byte while the bell is ringing.
///
/// A Dispatch semaphore would not do: on Linux it waits by the wall clock.
final class Bell: Sendable {
  private let readEnd: Int32
  private let writeEnd: Int32

  init() {
    var ends: [Int32] = [-1, -1]
    precondition(pipe(&ends) == 0, "no pipe for the mailbox: too many files are open")
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK)
    }
    (readEnd, writeEnd) = (ends[0], ends[1])
  }

  deinit {
    close(readEnd)
    close(writeEnd)
  }

  func ring() {
    var byte: UInt8 = 1
    // A full pipe refuses the byte, but then the bell is already ringing.
    _ = write(writeEnd, &byte, 1)
  }

  /// Sleeps until the bell rings, a signal arrives or `limit` has passed (nil: no limit), and
  /// silences the bell. `poll` counts whole milliseconds in an `Int32`, so the sleep may be up to
  /// one longer and is at most 24 days.
  func wait(atMost limit: Duration?) {
    let milliseconds = limit.map { min(($0 / .milliseconds(1)).rounded(.up), Double(Int32.max)) }
    var request = pollfd(fd: readEnd, events: Int16(POLLIN), revents: 0)
    guard poll(&request, 1, Int32(milliseconds ?? -1)) > 0 else { return }
    var bytes: (UInt64, UInt64) = (0, 0)
    while read(readEnd, &bytes, MemoryLayout.size(ofValue: bytes)) > 0 {}
  }
}
