import Foundation
import QuizStore

/// The things that synchronization takes from outside the bank.
public struct SyncSurroundings {
  /// The real date. Other devices compare it with theirs, so it is the date of the calendar even in
  /// a script, where the script's own clock does not run.
  package let now: () -> Date
  /// Returns a random number, which distinguishes this device from all others.
  package let randomNumber: () -> UInt64
  /// The name of this computer, used for a device to which the user has not given a name.
  package let deviceName: String
  /// The folder that `~` means; `nil` for none.
  package let home: String?
  /// Creates access to the files, on any thread.
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
