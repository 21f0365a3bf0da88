import Foundation

/// What stores need of the world around them, so that tests can give them another.
public struct StoreEnvironment {
  /// Where the files are.
  public var fileSystem: any FileSystem
  /// The wall date, which a history shows; nothing depends on it.
  public var now: () -> Date
  /// A random number, which tells one file from another.
  public var randomNumber: () -> UInt64

  /// How many bytes a journal makes room for at a time. A save into that room need not wait for the
  /// file system to note a new length, which takes a third of the time of a sync (ext4); the room
  /// shows as zeros at the end of the file while it is open.
  public var roomAhead = 1 << 17

  /// How many threads may read a file at the same time, at most as many as there are processors; 1
  /// for a file system that is not to be asked by several.
  public var processors = 16

  var workers: Workers { Workers(limit: processors) }

  /// Creates an environment; without arguments, the real one.
  public init(
    fileSystem: any FileSystem = PosixFileSystem(), now: @escaping () -> Date = { Date() },
    randomNumber: @escaping () -> UInt64 = { UInt64.random(in: .min ... .max) }
  ) {
    self.fileSystem = fileSystem
    self.now = now
    self.randomNumber = randomNumber
  }
}
