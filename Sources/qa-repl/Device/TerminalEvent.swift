import QuizStore
import Synchronization

/// An event from the terminal, the system or background work. All arrive in one queue.
enum TerminalEvent: Equatable, Sendable {
  /// The bytes of one read, and the number of the question on the screen at that time.
  case bytes([UInt8], question: Int)
  case endOfInput
  case resized
  /// A request to end, with the signal's number.
  case signal(Int32)
  /// A request to pause, and the continuation afterwards.
  case suspension, continuation
  /// Progress or a result of background work.
  case news(BackgroundNews)
  /// Another program may have written to the bank's file.
  case file(FileNews)
}

/// State that the thread that reads keys shares with the thread that handles them.
final class InputGate: Sendable {
  /// The number of the question on the screen. Keys read before it appeared were not meant for it.
  let shownQuestion = Atomic(0)
  /// How many Ctrl-C have not been handled yet.
  let unhandledInterrupts = Atomic(0)
}

/// A terminal that can show a live region.
protocol TerminalDevice: AnyObject {
  var size: ScreenSize { get }
  /// Whether this program may write to the terminal, rather than another job.
  var isForeground: Bool { get }
  /// Whether the terminal shows its alternate screen, which has to be left at the program's end.
  var isOnAlternateScreen: Bool { get set }

  /// Takes over the terminal, so that each key arrives when it is pressed.
  func enter()
  /// Restores the terminal. Does nothing if it was not taken over.
  func leave()
  /// Stops the whole job until it is continued. Give the terminal back first.
  func stop()
  /// Undoes what ``stop()`` changed.
  func goOn()

  /// - Throws: ``OutputClosed`` when the output can no longer be written.
  func write(_ bytes: [UInt8]) throws(OutputClosed)
}

/// The error for output that can no longer be written, because its reader is gone.
struct OutputClosed: Error, Equatable {}
