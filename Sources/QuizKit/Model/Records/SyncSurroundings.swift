import Foundation
import QuizStore

/// What synchronization takes from outside of the bank.
public struct SyncSurroundings {
  /// The wall date. Other devices compare theirs with it, so it is that of the calendar even in a
  /// script, whose clock stands still.
  public let now: () -> Date
  /// Returns a random number, which tells this device apart from all others.
  public let randomNumber: () -> UInt64
  /// The name of this computer, for a device that nobody gives one.
  public let deviceName: String
  /// The folder that `~` stands for; `nil` for none.
  public let home: String?
  /// Makes an access to the files, on any thread.
  public let makeFileSystem: @Sendable () -> any FileSystem

  /// Creates the surroundings.
  public init(
    now: @escaping () -> Date, randomNumber: @escaping () -> UInt64, deviceName: String,
    home: String? = nil,
    makeFileSystem: @escaping @Sendable () -> any FileSystem = {
      PosixFileSystem(for: .everybody)
    }
  ) {
    (self.now, self.randomNumber, self.deviceName) = (now, randomNumber, deviceName)
    (self.home, self.makeFileSystem) = (home, makeFileSystem)
  }
}
