/// One thing that happens on a device. It has all that is needed to do it again, so that a history
/// can be repeated, and shortened when something is wrong with it.
enum SimulatedStep: Equatable {
  /// A command line, given as a script gives it or typed at a live terminal.
  case line(String)
  /// Keys at a live terminal.
  case keys(String)
  /// The window gets another size.
  case resize(columns: Int, rows: Int)
  /// Time passes while the program runs.
  case wait(seconds: Int)
  /// The program is closed for days, and started again.
  case sleep(days: Int)
  /// A record of a kind that only tests have is added, changed or deleted.
  case bookmark(chance: UInt64)
  /// A file of the user appears.
  case file(name: String, text: String)
  /// The power fails, or the program is killed, at a call of the file system during the line.
  case crash(during: String, call: Int, powerFails: Bool, chance: UInt64)
  /// Calls of the file system fail during the line.
  case failure(DiskFailure, during: String)
  /// The line is taken back by undo and done again by redo.
  case reversal(of: String)
  /// What the line deletes is brought back from the trash.
  case restoration(of: String)
  /// The whole bank is written to a file and read into an empty bank.
  case backup
  /// A second program opens the same bank: one to write, one to read.
  case secondProgram
  /// The file of another device arrives.
  case arrival(from: Int, SimulatedCopy)
  /// A device whose clock has gone mad repeats something of this device.
  case strangeClock(chance: UInt64)
  /// Questions are written to a file, which is read back.
  case roundTrip(format: String)
  /// The day is over: the bank is compared with its file.
  case night
  /// All files arrive, and all devices synchronize until nothing is new.
  case peace
}

/// Calls of the file system that fail.
enum DiskFailure: String, CaseIterable {
  case full, unreadable, unwritable, unsynced
}

/// In which state the file of a device arrives at another one.
enum SimulatedCopy: Equatable {
  /// As it is now.
  case whole
  /// Without its end: the part of its bytes, of 1000, that is there.
  case cut(Int)
  /// As it was some versions ago.
  case old(Int)
  /// It becomes shorter while it is read: the part of its bytes, of 1000, that stays, and at which of the
  /// reads.
  case shortened(Int, atRead: Int)
}

/// A step and the device on which it happens, counted from 0.
struct SimulatedEvent: Equatable, CustomStringConvertible {
  var device: Int
  var step: SimulatedStep

  var description: String { "\(device + 1): \(step)" }
}

/// What is wrong with a history.
struct SimulationFailure: Error {
  /// The rule that was broken. A shorter history has to break the same one.
  var rule: String
  var detail: String
}
