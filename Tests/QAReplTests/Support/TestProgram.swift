import Foundation
import QuizStore
import QuizSupport
import Signals
import Synchronization
import TestKit

@testable import QuizKit
@testable import Terminal
@testable import qa_repl

/// The whole program without a process: virtual time, a store in memory, and recorded output.
final class TestProgram {
  let scheduler = VirtualScheduler()
  let results = BufferSink()
  let diagnostics = BufferSink()
  let files: TestFiles
  let shell: Shell

  /// - Parameters:
  ///   - store: Where the program puts the samples itself, so that it can take them back. Without
  ///     one it begins with a bank in which they are.
  ///   - day: The day on which it is started, after 2000-01-01.
  ///   - isForPerson: Whether a person types at a terminal, as with `--plain`.
  init(
    language: Language = .english, json: Bool = false, samples: Bool = true, seed: UInt64 = 0,
    files: TestFiles = TestFiles(), store: (any DataStore)? = nil, columns: Int? = nil,
    isColored: Bool = false, bankChanges: Signal<Void> = .merge([]),
    screens: [Screen] = Screen.all, day: Int = 0, isForPerson: Bool = false,
    viewer: (any PictureViewer)? = nil, keepsSettings: Bool = true
  ) throws {
    self.files = files
    let start = Date(timeIntervalSince1970: 946_684_800 + Double(day) * 86_400)
    let bank =
      try store
      ?? (samples
        ? SampleBank.store(language: language, at: start)
        : MemoryStore(schema: QuestionBank.schema))
    let scheduler = scheduler
    var world = World(
      scheduler: scheduler, now: { start + Double(scheduler.now.components.seconds) },
      random: RandomSource(seed: seed), store: bank, files: files,
      bankChanges: bankChanges)
    world.pictureViewer = viewer
    if keepsSettings {
      world.settings = SettingsBook(file: ProgramFile("/config", on: SimulatedDisk()))
    }
    let theme = Theme(
      strings: Strings(language: language), palette: Palette(depth: isColored ? .basic : .none),
      columns: columns
    )
    let output: any Output =
      json
      ? JSONOutput(theme: theme, results: results, diagnostics: diagnostics)
      : TextOutput(
        theme: theme, results: results, diagnostics: diagnostics, isInteractive: isForPerson)
    let models = Models(world: world)
    if isForPerson {
      models.reviews.keepOverview()
      models.servePerson(byNeed: true)
    }
    if samples, store != nil { try models.bank.addSamples(language: language) }
    shell = Shell(models: models, output: output, screens: screens)
    if isForPerson { shell.confirmer.caution = .ask }
    shell.start(
      greeting: Greeting(version: "test", language: language, seed: seed, clock: .virtual))
  }

  /// Runs command lines and returns what they wrote, results and diagnostics together.
  @discardableResult
  func run(_ lines: String...) -> String {
    _ = (results.take(), diagnostics.take())
    for line in lines { shell.run(line: line) }
    return results.take() + diagnostics.take()
  }

  /// Runs a command and returns what it wrote.
  func run(_ command: Command) -> String {
    _ = (results.take(), diagnostics.take())
    shell.run(command)
    return results.take() + diagnostics.take()
  }

  /// The state of the screen in front, as `S`.
  func state<S: ScreenState>(_ type: S.Type = S.self) -> S? {
    shell.state as? S
  }
}

/// Files that exist only in a test.
final class TestFiles: UserFiles {
  var contents: [String: String] {
    get { texts.withLock { $0 } }
    set { texts.withLock { $0 = newValue } }
  }
  /// The bytes of files that are no UTF-8, in place of their texts.
  let encoded = Mutex<[String: [UInt8]]>([:])

  private let texts: Mutex<[String: String]>

  init(contents: [String: String] = [:]) {
    texts = Mutex(contents)
  }

  func files(at path: String) throws(UserFileError) -> FoundFiles {
    let inside = contents.keys.filter { $0.hasPrefix(path + "/") }.sorted()
    if !inside.isEmpty { return FoundFiles(inFolder: path, files: inside) }
    _ = try bytes(of: path)
    return FoundFiles(file: path)
  }

  func bytes(of path: String) throws(UserFileError) -> [UInt8] {
    guard let text = contents[path] else {
      throw UserFileError(path: path, reason: Reason(verbatim: "no such file"))
    }
    return encoded.withLock { $0[path] } ?? Array(text.utf8)
  }

  func exists(_ path: String) -> Bool { contents[path] != nil }

  func write(
    to path: String, isPrivate: Bool,
    _ content: (_ write: ([UInt8]) throws -> Void) throws -> Void
  ) throws {
    var bytes: [UInt8] = []
    try content { bytes += $0 }
    contents[path] = String(decoding: bytes, as: UTF8.self)
    let isText = String(validating: bytes, as: UTF8.self) != nil
    encoded.withLock { $0[path] = isText ? nil : bytes }
  }
}
