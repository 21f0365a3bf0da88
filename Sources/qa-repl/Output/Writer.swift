import Foundation

/// Where text goes.
protocol TextSink: AnyObject {
  /// Writes `text` in one piece.
  func write(_ text: String)
}

/// The one place where bytes leave the program.
///
/// `write(2)` and not `print` or `FileHandle`: a closed pipe has to end the program with exit code 141 and not with a
/// signal or an abort, and each emission is one write.
final class Writer: TextSink {
  private let descriptor: Int32
  /// Whether the reader has gone away; everything after that is dropped.
  private(set) var isClosed = false

  init(descriptor: Int32) {
    self.descriptor = descriptor
  }

  /// Writes all of `text`, in one system call unless the kernel takes less.
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
        // A parent may have made a shared descriptor non-blocking.
        var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&wait, 1, -1)
      } else if errno != EINTR {
        isClosed = true
        return
      }
    }
  }
}

/// `write(2)`, which inside ``Writer`` its own methods would hide.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
