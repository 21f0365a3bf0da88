#if DEBUG
  import Synchronization

  /// Counts the handles, subjects and observations that are alive, so that tests can assert that none
  /// is left over. Debug builds only.
  ///
  /// Each counted object keeps a ticket of the count that was running when it was made. A count belongs
  /// to one task, so tests that run side by side do not disturb each other.
  final class LiveObjects: Sendable {
    @TaskLocal private static var current: LiveObjects?

    private let count = Atomic(0)

    /// How many of the objects made by `body` are alive after it.
    static func remaining(after body: () throws -> Void) rethrows -> Int {
      let counter = LiveObjects()
      try $current.withValue(counter) { try body() }
      return counter.count.load(ordering: .relaxed)
    }

    /// What a counted object keeps; nil while nobody counts.
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
