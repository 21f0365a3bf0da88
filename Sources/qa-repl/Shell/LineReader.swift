import Foundation
import Signals

/// What arrives from outside while the program waits.
enum Arrival: Sendable {
  /// A line of standard input, without its end.
  case line([UInt8])
  /// Standard input has ended.
  case endOfInput
  /// Standard input cannot be read.
  case unreadable(UnreadableFile)
}

/// Reads standard input on a thread of its own and posts each line.
///
/// A blocking thread, because Dispatch's read source loses the end of a pipe, never fires on `/dev/null` and spins at the end of
/// a file (seen on Linux with Swift 6.3). The thread is never stopped: the program's end takes it along.
enum LineReader {
  static func start(postingTo mailbox: Mailbox<Arrival>) {
    Thread.detachNewThread {
      let source = LineSource.standardInput()
      do throws(UnreadableFile) {
        while let line = try source.next(path: "-") { mailbox.post(.line(line)) }
        mailbox.post(.endOfInput)
      } catch {
        // A terminal that went away is the end of the input.
        mailbox.post(error.number == EIO ? .endOfInput : .unreadable(error))
      }
    }
  }
}
