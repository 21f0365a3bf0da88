import Foundation
import QuizStore

/// What synchronization takes from outside of the bank.
public struct SyncSurroundings {
  /// The wall date. Other devices compare theirs with it, so it is that of the calendar even in a
  /// script, whose clock stands still.
  package let now: () -> Date
  /// Returns a random number, which tells this device apart from all others.
  package let randomNumber: () -> UInt64
  /// The name of this computer, for a device that nobody gives one.
  package let deviceName: String
  /// The folder that `~` stands for; `nil` for none.
  package let home: String?
  /// Makes an access to the files, on any thread.
  package let makeFileSystem: @Sendable () -> any FileSystem

  /// Creates the surroundings.
  package init(
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
