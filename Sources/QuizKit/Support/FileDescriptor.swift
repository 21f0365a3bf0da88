import Foundation

/// An open file, pipe or terminal of the system.
package struct FileDescriptor: Sendable {
  private let number: Int32

  package init(_ number: Int32) { self.number = number }

  /// Writes all bytes, in one system call unless the kernel takes less.
  ///
  /// A parent process may have made a shared descriptor non-blocking, so this waits until it can be
  /// written to.
  ///
  /// - Returns: `errno` if the bytes cannot be written, for example because the reader of a pipe is
  ///   gone; otherwise `nil`.
  package func writeAll(_ bytes: UnsafeRawBufferPointer) -> Int32? {
    var rest = bytes[...]
    while !rest.isEmpty {
      let slice = UnsafeRawBufferPointer(rebasing: rest)
      let count = write(number, slice.baseAddress, slice.count)
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        var wait = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
        poll(&wait, 1, -1)
      } else if errno != EINTR {
        return errno
      }
    }
    return nil
  }

  package func writeAll(_ bytes: [UInt8]) -> Int32? {
    bytes.withUnsafeBytes { writeAll($0) }
  }
}
