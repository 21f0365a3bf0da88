#if DEBUG
  import Synchronization

  /// Counts the live handles, subjects and observations, so that tests can assert that none is
  /// left. Debug builds only.
  ///
  /// Each counted object keeps a ticket of the count that was active when it was made. A count
  /// belongs to one task, so concurrent tests do not disturb each other.
  final class LiveObjects: Sendable {
    @TaskLocal private static var current: LiveObjects?

    private let count = Atomic(0)

    /// Returns how many of the objects made by `body` are still alive after it.
    static func remaining(after body: () throws -> Void) rethrows -> Int {
      let counter = LiveObjects()
      try $current.withValue(counter) { try body() }
      return counter.count.load(ordering: .relaxed)
    }

    /// Each counted object keeps one; nil while nothing is being counted.
    final class Ticket {
      private let counter: LiveObjects

      static func take() -> Ticket? { current.map(Ticket.init) }

      private init(of counter: LiveObjects) {
        self.counter = counter
        counter.count.add(1, ordering: .relaxed)
      }

      deinit { counter.count.subtract(1, ordering: .relaxed) }
    }
  }
#endif
