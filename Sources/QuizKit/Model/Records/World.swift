import Foundation
import QuizStore
import QuizSupport
import Signals

/// Everything that the program takes from its environment. It is passed to initialisers, so that
/// nothing is global.
public struct World {
  /// The clock for countdowns.
  public let scheduler: any TimeScheduler
  /// The current date, for records.
  package let now: () -> Date
  /// The time zone that decides on which calendar day a date falls.
  package let timeZone: TimeZone
  /// The source of random numbers.
  package let random: RandomSource
  /// The unit of work for records whose changes cannot be undone, such as answers.
  public let store: StoreContext
  /// The log of the bank's changes, which undo takes back.
  let history: any ChangeHistory
  /// The user's files.
  package let files: any UserFiles
  /// Runs long operations.
  package let background: any Background
  /// The surroundings for synchronization with other devices.
  package let sharing: SyncSurroundings
  /// Emits when another program may have written to the bank's file. Completes, at once or later,
  /// when the system cannot tell; then the file has to be read again from time to time.
  package let bankChanges: Signal<Void>

  /// Emits when one of some files may have changed. Completes, at once or later, when the system cannot
  /// tell; then they have to be looked at from time to time.
  package var fileChanges: (WatchedPaths) -> Signal<Void> = { _ in .merge([]) }

  /// The settings of the person.
  package var settings = SettingsBook()

  /// Opens pictures in a program of the user's; `nil` where there is none.
  package var pictureViewer: (any PictureViewer)?

  /// Keeps what was typed when the program is ended; `nil` where nothing is kept.
  package var draftFile: ProgramFile?
  /// Whether dates are independent of the calendar, as in a script that has to give the same result
  /// each time.
  let isVirtual: Bool

  /// Creates a world.
  ///
  /// - Parameters:
  ///   - scheduler: the clock for countdowns.
  ///   - now: the current date, for records.
  ///   - timeZone: decides on which calendar day a date falls.
  ///   - random: the source of random numbers.
  ///   - store: keeps the program's records.
  ///   - files: the user's files.
  ///   - background: runs long operations.
  ///   - sharing: the surroundings for synchronization; `nil` to derive them from the rest of the
  ///     world.
  ///   - bankChanges: emits when another program may have written to the bank's file, and completes
  ///     when the system cannot tell.
  ///   - isVirtual: whether dates are independent of the calendar; `nil` to decide by whether the
  ///     clock is virtual.
  public init(
    scheduler: any TimeScheduler, now: @escaping () -> Date, timeZone: TimeZone = .gmt,
    random: RandomSource, store: any DataStore, files: any UserFiles,
    background: any Background = ImmediateBackground(),
    sharing: SyncSurroundings? = nil,
    bankChanges: Signal<Void> = .merge([]), isVirtual: Bool? = nil
  ) {
    self.scheduler = scheduler
    self.now = now
    self.timeZone = timeZone
    self.random = random
    let sharing =
      sharing
      ?? SyncSurroundings(now: now, randomNumber: { random.next() }, deviceName: "qa-repl")
    history =
      store as? any ChangeHistory ?? SessionHistory(author: sharing.deviceName, now: now)
    self.store = StoreContext(store, history: history, undoLimit: 0)
    self.files = files
    self.background = background
    self.bankChanges = bankChanges
    self.isVirtual = isVirtual ?? (scheduler is VirtualScheduler)
    self.sharing = sharing
  }

  /// The days of reviews and statistics.
  var days: LocalDays { LocalDays(timeZone, begins: settings.current.dayBegins) }

  /// A unit of work over the program's records.
  ///
  /// - Parameter undo: whether its saves can be undone. They are in one log, whichever model makes
  ///   them.
  package func unitOfWork(undo: Bool = false) -> StoreContext {
    StoreContext(
      store.store, history: history, undoLimit: undo ? StoreContext.usualUndoLimit : 0)
  }
}

/// A random number generator that a world shares, so that one seed determines everything random.
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

/// Opens pictures in a program of the user's.
package protocol PictureViewer {
  /// Opens a picture. The program may run for as long as the user looks at it.
  ///
  /// - Parameters:
  ///   - bytes: the picture.
  ///   - name: a name for its file, without a folder.
  /// - Throws: why it cannot be opened.
  func open(_ bytes: [UInt8], named name: String) throws
}

/// A small file of the program's own. It belongs to this device: nothing exchanges it.
package struct ProgramFile {
  /// The file's path.
  package let path: String
  private let fileSystem: any FileSystem

  package init(_ path: String, on fileSystem: any FileSystem) {
    (self.path, self.fileSystem) = (path, fileSystem)
  }

  /// The file with what a person had typed and not saved when the program was ended from outside.
  package init(besideBankAt path: String, on fileSystem: any FileSystem) {
    self.init(path + ".draft", on: fileSystem)
  }

  /// The content, or its beginning; `nil` when there is no file.
  func read(atMost count: Int = .max) throws(FileSystemError) -> [UInt8]? {
    let path = try fileSystem.resolve(path)
    guard try fileSystem.status(of: path) != nil else { return nil }
    let file = try fileSystem.open(path, for: .reading)
    let bytes = try file.read(at: 0, count: min(file.size(), count))
    try file.close()
    return bytes
  }

  /// Replaces the file in one piece. A link to a file in another folder stays a link.
  func replace(with bytes: [UInt8]) throws(FileSystemError) {
    // A bank that has never been saved has no folder yet.
    let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
    if !folder.isEmpty { try fileSystem.createDirectory(folder) }
    try fileSystem.replace(try fileSystem.resolve(path), with: bytes)
  }

  func remove() throws(FileSystemError) { try fileSystem.remove(path) }

  /// Gives the file another name, so that the next one does not replace it.
  func setAside() throws(FileSystemError) { try fileSystem.rename(path, to: asidePath) }

  /// The other name.
  var asidePath: String { path + ".unreadable" }
}
