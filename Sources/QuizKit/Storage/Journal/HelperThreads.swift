import Foundation

#if canImport(Glibc)
  @preconcurrency import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Threads that help where there is more to do than one processor does at once.
///
/// Not those of Dispatch: it opens descriptors of its own with the first of them, and where none is
/// left the process ends. Nor Foundation's, which cannot be told where to run (``ThreadPlacement``).
/// They are made when there is work for them: most commands have none, and to start a thread and end
/// it takes 0.4 ms of the 8 that a command has.
final class HelperThreads: @unchecked Sendable {
  static let shared = HelperThreads()

  /// Everything below is used by who has locked it. It tells helpers of work, and who waits for them
  /// that they are done.
  private let condition = NSCondition()
  /// The work under way, of which there is one at a time.
  private var work: (@Sendable () -> Void)?
  /// Tells one work from the one before.
  private var number = 0
  /// How many more may help with it.
  private var wanted = 0
  private var working = 0
  private var threads: [pthread_t] = []
  private var placement = ThreadPlacement()

  /// Does the work in this thread, and at the same time in others that have nothing to do.
  ///
  /// - Parameter helpers: how many others at most. There may be fewer, or none.
  /// - Parameter work: takes its share from what all do until nothing is left.
  func perform(helpers: Int, _ work: @Sendable () -> Void) {
    withoutActuallyEscaping(work) { work in
      let isShared = condition.withLock { offer(work, to: helpers) }
      work()
      if isShared { condition.withLock { withdraw() } }
    }
  }

  private func offer(_ work: @escaping @Sendable () -> Void, to helpers: Int) -> Bool {
    guard self.work == nil, helpers > 0 else { return false }
    if threads.isEmpty, placement.count > 1 { start() }
    placement.place(threads)
    self.work = work
    number += 1
    wanted = helpers
    condition.broadcast()
    return true
  }

  /// Whoever has not begun need not begin any more.
  private func withdraw() {
    wanted = 0
    while working > 0 { condition.wait() }
    work = nil
  }

  @discardableResult
  private func start() -> Bool {
    let thread = placement.start { _ in
      HelperThreads.shared.help()
      return nil
    }
    if let thread { threads.append(thread) }
    return thread != nil
  }

  private func help() {
    Self.reserveMemory()
    condition.lock()
    // The first one starts the others, so that nobody waits for that.
    while threads.count < placement.count - 1, start() {}
    var last = 0
    while true {
      while wanted == 0 || number == last { condition.wait() }
      last = number
      wanted -= 1
      working += 1
      condition.unlock()
      takePart()
      condition.lock()
      working -= 1
      if working == 0 { condition.broadcast() }
    }
  }

  /// Has memory at hand for this thread. The C library of Linux asks for one page after the other as a
  /// thread needs it, a hundred times for 1,000 records, which took a twentieth of reading them.
  private static func reserveMemory() {
    #if canImport(Glibc)
      // Each is small enough to come from the thread's own part, and all together are a megabyte.
      let blocks = (0..<8).map { _ in malloc(120 << 10) }
      // What is last is not given back, and so neither is what is free before it.
      _ = malloc(1)
      for block in blocks { free(block) }
    #endif
  }

  /// The work is not changed while somebody does it. In a function of its own, so that nothing holds
  /// it when the helper says that it is done.
  @inline(never)
  private func takePart() {
    work?()
  }
}
