import Foundation

/// What a history was about, for the case that the program traps: then no test can say it.
enum LastWords {
  private static let capacity = 1 << 16
  nonisolated(unsafe) private static let text = UnsafeMutablePointer<UInt8>.allocate(
    capacity: capacity)
  nonisolated(unsafe) private static var count = 0
  private static let stackBytes = 1 << 16
  private static let mostSteps = 40
  nonisolated(unsafe) private static var days = 0
  nonisolated(unsafe) private static var steps: [String] = []

  /// Writes the words to the diagnostics when the program traps.
  static func begin() {
    // A stack of its own, because an endless recursion leaves no room on the usual one.
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

  /// - Parameter days: how many days the seed has needed so far.
  static func count(_ days: Int) { self.days = days }

  /// - Parameter event: what happens next.
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
