import Foundation
import QuizStore
import Signals

/// The news that a waiting program receives from standard input.
enum Arrival: Sendable {
  /// A line of standard input, without its end.
  case line([UInt8])
  /// Standard input has ended.
  case endOfInput
  /// Reading standard input failed.
  case unreadable(UnreadableFile)
  /// A signal asks the program to end.
  case signal(Int32)
  /// Another program may have written to the bank's file.
  case file(FileNews)
}

/// Reads standard input on its own thread and posts each line.
///
/// The thread blocks in `read`, because Dispatch's read source misses the end of a pipe, never
/// fires on `/dev/null` and spins at the end of a file (seen on Linux with Swift 6.3). The thread
/// is never stopped; it ends with the program.
enum LineReader {
  static func start(postingTo mailbox: Mailbox<Arrival>) {
    Thread.detachNewThread {
      let source = LineSource.standardInput()
      do throws(UnreadableFile) {
        while let line = try source.next(path: "-") { mailbox.post(.line(line)) }
        mailbox.post(.endOfInput)
      } catch {
        // Reading from a terminal that has gone away fails with EIO. Treat that as the end of the
        // input.
        mailbox.post(error.number == EIO ? .endOfInput : .unreadable(error))
      }
    }
  }
}
