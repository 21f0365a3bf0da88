import Foundation
import Signals

/// Everything that a program takes from outside, in one value that is given to initialisers: nothing is global.
public struct World {
  /// Time that passes, for countdowns.
  public let scheduler: any TimeScheduler
  /// The date on the wall, for what is written down.
  public let now: () -> Date
  /// Where the wall is: which calendar day an instant falls on.
  public let timeZone: TimeZone
  /// Chance, for shuffling.
  public let random: RandomSource
  /// The records.
  public let store: StoreContext
  /// The files that people name.
  public let files: any UserFiles
  /// Where long work is done.
  public let background: any Background
  /// How often the time left of a running quiz is written down; what is lost of it when the program is killed.
  public let timeInterval: Duration

  /// Creates a world.
  public init(
    scheduler: any TimeScheduler, now: @escaping () -> Date, timeZone: TimeZone = .gmt,
    random: RandomSource, store: StoreContext, files: any UserFiles,
    background: any Background = ImmediateBackground(),
    timeInterval: Duration = .seconds(1)
  ) {
    self.scheduler = scheduler
    self.now = now
    self.timeZone = timeZone
    self.random = random
    self.store = store
    // What was played is not taken back; the bank has a desk of its own, which remembers its changes.
    store.undoLimit = 0
    self.files = files
    self.background = background
    self.timeInterval = timeInterval
  }
}

/// Chance that everybody in one world shares, so that it follows from one seed.
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
