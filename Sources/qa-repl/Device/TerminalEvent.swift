import Synchronization

/// What reaches the program from its terminal and the system, in one queue.
enum TerminalEvent: Equatable, Sendable {
  /// What one read returned, and the question that was on the screen at that time.
  case bytes([UInt8], question: Int)
  case endOfInput
  case resized
  /// A request to end, by the number of the signal.
  case signal(Int32)
  /// Another program asks this one to pause; and it goes on.
  case suspension, continuation
  /// Something that was done in the background.
  case news(BackgroundNews)
}

/// What the thread that reads the keys and the one that handles them have to know of each other.
final class InputGate: Sendable {
  /// The question that the screen shows: keys read before that were not meant for it.
  let shownQuestion = Atomic(0)
  /// How often Ctrl-C came without being handled.
  let unhandledInterrupts = Atomic(0)
}

/// A terminal, as the live region needs it.
protocol TerminalDevice: AnyObject {
  var size: ScreenSize { get }
  /// Whether the terminal is ours to write to, and not another job's.
  var isForeground: Bool { get }

  /// Takes the terminal over: each key arrives as it is pressed.
  func enter()
  /// Gives it back as it was. Harmless when it was not taken over.
  func leave()
  /// Stops the whole job until it is continued; the terminal has been given back.
  func stop()
  /// Undoes what ``stop()`` changed.
  func goOn()

  /// - Throws: ``OutputClosed`` when no one reads any more.
  func write(_ bytes: [UInt8]) throws(OutputClosed)
}

/// Whatever reads the output has gone.
struct OutputClosed: Error, Equatable {}
