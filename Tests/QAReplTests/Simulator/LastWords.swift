import Foundation

/// The description of the running history, written when the program traps, because then no test can
/// report it.
enum LastWords {
  private static let capacity = 1 << 16
  nonisolated(unsafe) private static let text = UnsafeMutablePointer<UInt8>.allocate(
    capacity: capacity)
  nonisolated(unsafe) private static var count = 0
  private static let stackBytes = 1 << 16
  private static let mostSteps = 40
  nonisolated(unsafe) private static var days = 0
  nonisolated(unsafe) private static var steps: [String] = []

  /// Makes the program write the description to the diagnostics when it traps.
  static func begin() {
    // Use a separate stack, because an endless recursion leaves no room on the usual one.
    var stack = stack_t()
    stack.ss_sp = UnsafeMutableRawPointer.allocate(byteCount: stackBytes, alignment: 16)
    stack.ss_size = stackBytes
    sigaltstack(&stack, nil)
    for number in [SIGILL, SIGTRAP, SIGSEGV] {
      let speak: @convention(c) (Int32) -> Void = { number in
        _ = Foundation.write(2, LastWords.text, LastWords.count)
        signal(number, SIG_DFL)
        raise(number)
      }
      var action = sigaction()
      action.sa_flags = SA_ONSTACK
      #if os(Linux)
        action.__sigaction_handler.sa_handler = speak
      #else
        action.__sigaction_u.__sa_handler = speak
      #endif
      sigaction(number, &action, nil)
    }
  }

  /// - Parameter days: the number of days that the seed has needed so far.
  static func count(_ days: Int) { self.days = days }

  /// - Parameter event: the next event.
  static func keep(seed: UInt64, number: UInt64, day: Int, _ event: SimulatedEvent) {
    steps = steps.suffix(mostSteps - 1) + ["  \(event)\n"]
    var words =
      "\nplanted: seed \(seed) day \(days): the program traps\n"
      + "history \(number), day \(day)\n" + steps.joined()
    words.withUTF8 { words in
      count = min(words.count, capacity)
      if let start = words.baseAddress { text.update(from: start, count: count) }
    }
  }
}
