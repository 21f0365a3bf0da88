/// An event on a device. It has everything that is needed to repeat it, so that a history can be
/// repeated, and shortened when it fails.
enum SimulatedStep: Equatable {
  /// A command line, given as a script gives it or typed at a live terminal.
  case line(String)
  /// Keys at a live terminal.
  case keys(String)
  /// The window gets another size.
  case resize(columns: Int, rows: Int)
  /// Time passes while the program runs.
  case wait(seconds: Int)
  /// The terminal goes while the program runs, which is started again.
  case hangUp
  /// The program is closed for days, and started again.
  case sleep(days: Int)
  /// A record of a kind that exists only in tests is added, changed or deleted.
  case bookmark(chance: UInt64)
  /// A file of the user appears.
  case file(name: String, text: String)
  /// The power fails, or the program is killed, at a call of the file system during the line.
  case crash(during: String, call: Int, powerFails: Bool, chance: UInt64)
  /// Calls of the file system fail during the line.
  case failure(DiskFailure, during: String)
  /// The line is undone and redone.
  case reversal(of: String)
  /// The line is undone and redone by the next program. Chance decides how this one ends.
  case laterReversal(of: String, chance: UInt64)
  /// The trash is emptied, and the bank compacted.
  case erasure
  /// The records that the line deletes are brought back from the trash.
  case restoration(of: String)
  /// The whole bank is written to a file and read into an empty bank.
  case backup
  /// A file with a question and its picture appears, and is imported.
  case picture(Int, text: String)
  /// A picture appears, and is attached to a note.
  case attachment(Int)
  /// A second program opens the same bank: one to write, one to read.
  case secondProgram
  /// The file of another device arrives.
  case arrival(from: Int, SimulatedCopy)
  /// A device with a wildly wrong clock repeats a line of this device.
  case strangeClock(chance: UInt64)
  /// Questions are written to a file, which is read back.
  case roundTrip(format: String)
  /// A file comes a second time, after its author and a person have changed something.
  case correction(chance: UInt64)
  /// A state of an author's folder arrives on the device, which may follow it.
  case authoring(Authoring)
  /// The day is over: the bank is compared with its file.
  case night
  /// All files arrive, and all devices synchronize until nothing changes.
  case peace
}

/// Calls of the file system that fail.
enum DiskFailure: String, CaseIterable {
  case full, unreadable, unwritable, unsynced
}

/// The state in which the file of a device arrives at another one.
enum SimulatedCopy: Equatable {
  /// As it is now.
  case whole
  /// Cut at the end. The number is the part of its bytes, of 1000, that remains.
  case cut(Int)
  /// As it was some versions ago.
  case old(Int)
  /// Truncated while it is read: the part of its bytes, of 1000, that remains, and the number of
  /// the read at which that happens.
  case shortened(Int, atRead: Int)
}

/// A step and the device on which it happens, counted from 0.
struct SimulatedEvent: Equatable, CustomStringConvertible {
  var device: Int
  var step: SimulatedStep

  var description: String { "\(device + 1): \(step)" }
}

/// The failure of a history.
struct SimulationFailure: Error {
  /// The rule that was broken. A shortened history must break the same one.
  var rule: String
  var detail: String
}
