import Foundation
import Signals

/// Everything that the program takes from its environment, passed to initialisers so that nothing is global.
public struct World {
  /// The clock for countdowns.
  public let scheduler: any TimeScheduler
  /// The current date, for records.
  public let now: () -> Date
  /// The time zone that decides on which calendar day a date falls.
  public let timeZone: TimeZone
  /// The source of random numbers for shuffling.
  public let random: RandomSource
  /// The unit of work for the program's records.
  public let store: StoreContext
  /// The user's files.
  public let files: any UserFiles
  /// Runs long operations.
  public let background: any Background
  /// How often to save the remaining time of a running quiz; where a thousandth of its limit is longer, that often.
  /// A killed program loses at most this much of it.
  public let timeInterval: Duration
  /// What synchronization with other devices needs.
  public let sharing: SyncSurroundings

  /// Whether dates are those of a virtual clock, which has nothing to do with the calendar.
  var isVirtual: Bool { scheduler is VirtualScheduler }

  /// Creates a world.
  ///
  /// - Parameter sharing: what synchronization needs; `nil` to take it from the rest of the world.
  public init(
    scheduler: any TimeScheduler, now: @escaping () -> Date, timeZone: TimeZone = .gmt,
    random: RandomSource, store: StoreContext, files: any UserFiles,
    background: any Background = ImmediateBackground(),
    timeInterval: Duration = .seconds(1), sharing: SyncSurroundings? = nil
  ) {
    self.scheduler = scheduler
    self.now = now
    self.timeZone = timeZone
    self.random = random
    self.store = store
    // Answers cannot be undone. The bank has its own unit of work, which records its changes for undo.
    store.undoLimit = 0
    self.files = files
    self.background = background
    self.timeInterval = timeInterval
    self.sharing =
      sharing
      ?? SyncSurroundings(now: now, randomNumber: { random.next() }, deviceName: "qa-repl")
  }
}

/// A random number generator that one world shares, so that one seed determines everything random.
public final class RandomSource: RandomNumberGenerator {
  private var generator: SplitMix64

  /// Creates a source; equal seeds give equal sequences.
  public init(seed: UInt64) {
    generator = SplitMix64(seed: seed)
  }

  /// The next 64 random bits.
  public func next() -> UInt64 {
    generator.next()
  }
}
