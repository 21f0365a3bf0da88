import QuizSupport

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
  private let descriptor: FileDescriptor
  /// Whether the reader is gone. Further output is dropped.
  private(set) var isClosed = false

  init(descriptor: Int32) {
    self.descriptor = FileDescriptor(descriptor)
  }

  /// Writes all of `text`, in one system call unless the kernel accepts less.
  func write(_ text: String) {
    guard !isClosed else { return }
    var text = text
    isClosed = text.withUTF8 { descriptor.writeAll(UnsafeRawBufferPointer($0)) } != nil
  }
}
