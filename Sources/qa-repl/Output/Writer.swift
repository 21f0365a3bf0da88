import Foundation

/// A destination for text.
protocol TextSink: AnyObject {
  /// Writes `text` in one piece.
  func write(_ text: String)
}

/// Writes text to a file descriptor.
///
/// It uses `write(2)` instead of `print` or `FileHandle`, because a closed pipe must end the
/// program with exit code 141 rather than a signal or an abort, and each output must be a single
/// write.
final class Writer: TextSink {
  private let descriptor: Int32
  /// Whether the reader is gone. Further output is dropped.
  private(set) var isClosed = false

  init(descriptor: Int32) {
    self.descriptor = descriptor
  }

  /// Writes all of `text`, in one system call unless the kernel accepts less.
  func write(_ text: String) {
    guard !isClosed else { return }
    var text = text
    text.withUTF8 { write($0) }
  }

  private func write(_ bytes: UnsafeBufferPointer<UInt8>) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let slice = UnsafeBufferPointer(rebasing: rest)
      let count = systemWrite(descriptor, slice.baseAddress, slice.count)
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        // A parent process may have made a shared descriptor non-blocking, so wait until it is
        // writable.
        var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&wait, 1, -1)
      } else if errno != EINTR {
        isClosed = true
        return
      }
    }
  }
}

/// Calls `write(2)` by another name, because inside ``Writer`` its own methods hide that one.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
