import Foundation
import QuizKit
import QuizSupport

/// The lines of a script, read one at a time, so that a program at the other end of a pipe can wait
/// for each answer before it sends the next line.
final class LineSource {
  private let descriptor: Int32
  private let ownsDescriptor: Bool
  private var splitter = LineSplitter()
  private var ready: [[UInt8]] = []
  private var isAtEnd = false

  /// Standard input.
  static func standardInput() -> LineSource {
    LineSource(descriptor: 0, ownsDescriptor: false)
  }

  /// Opens a script file.
  ///
  /// - Throws: ``UnreadableFile`` when it cannot be opened.
  init(path: String) throws(UnreadableFile) {
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    ownsDescriptor = true
    if descriptor < 0 { throw UnreadableFile(path: path, number: errno) }
  }

  private init(descriptor: Int32, ownsDescriptor: Bool) {
    self.descriptor = descriptor
    self.ownsDescriptor = ownsDescriptor
  }

  deinit {
    if ownsDescriptor { close(descriptor) }
  }

  /// Returns the bytes of the next line, or `nil` at the end.
  ///
  /// - Throws: ``UnreadableFile`` when reading fails, for example because the path is a directory.
  func next(path: String) throws(UnreadableFile) -> [UInt8]? {
    while ready.isEmpty, !isAtEnd {
      var buffer = [UInt8](repeating: 0, count: 65_536)
      let count = read(descriptor, &buffer, buffer.count)
      if count > 0 {
        ready = splitter.feed(buffer[..<count])
      } else if count == 0 {
        isAtEnd = true
        ready = splitter.finish().map { [$0] } ?? []
      } else if errno != EINTR {
        throw UnreadableFile(path: path, number: errno)
      }
    }
    return ready.isEmpty ? nil : ready.removeFirst()
  }
}

/// The error for a script that cannot be read.
struct UnreadableFile: ReportableError, Equatable {
  let path: String
  /// The system's `errno`.
  let number: Int32

  var file: String? { path }
  var isDataUnusable: Bool { true }

  var message: Message {
    UserFileError(path: path, reason: .system(number)).message
  }
}
