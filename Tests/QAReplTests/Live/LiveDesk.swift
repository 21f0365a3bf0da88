import Foundation
import QuizKit
import QuizStore
import QuizSupport
import Signals
import Testing

@testable import Terminal
@testable import qa_repl

/// The whole program at a virtual terminal: virtual time, a store in memory.
final class LiveDesk {
  let device: PaperTerminal
  let scheduler = VirtualScheduler()
  let session: LiveSession
  let files = TestFiles()
  private(set) var isOver = false
  private let terminal: LiveTerminal
  private let gate = InputGate()
  private let shell: Shell
  private var ending: Disposable?

  /// Creates a desk with the sample decks, or with the contents of `store`, on the day of `now`.
  ///
  /// - Parameters:
  ///   - countsAtOnce: Whether what is due is counted before the first frame, as it is when the
  ///     program was started without a command.
  ///   - isSeen: Whether the terminal shows the output. Where a test needs only the frame, not
  ///     showing it saves most of the time.
  init(
    size: ScreenSize = ScreenSize(columns: 80, rows: 24), store: (any DataStore)? = nil,
    samples: Bool? = nil, rings: Bool = true, takesMouse: Bool = true,
    textEditor: (any TextEditor)? = nil, language: Language = .english,
    palette: Palette = Palette(), now: Date = Date(timeIntervalSince1970: 0),
    countsAtOnce: Bool = true, isSeen: Bool = true, viewer: (any PictureViewer)? = nil,
    settings: SettingsBook = SettingsBook()
  ) throws {
    device = PaperTerminal(size: size, isSeen: isSeen)
    terminal = LiveTerminal(
      device: device, gate: gate, scheduler: scheduler, rings: rings, takesMouse: takesMouse)
    terminal.textEditor = textEditor
    let theme = Theme(
      strings: Strings(language: language, groupsDigits: true), palette: palette,
      columns: size.columns - 1)
    session = LiveSession(terminal: terminal, scheduler: scheduler, theme: theme)
    let bank =
      try store
      ?? (samples ?? true
        ? SampleBank.store(language: language, at: now)
        : MemoryStore(schema: QuestionBank.schema))
    var world = World(
      scheduler: scheduler, now: { now },
      random: RandomSource(seed: 0), store: bank, files: files)
    world.settings = settings
    world.pictureViewer = viewer
    let models = Models(world: world)
    models.servePerson(byNeed: false)
    if samples == true, store != nil { try models.bank.addSamples(language: language) }
    if countsAtOnce { models.reviews.keepOverview() }
    shell = Shell(models: models, output: session)
    shell.confirmer.caution = .ask
    shell.start(
      greeting: Greeting(version: "test", language: language, seed: 0, clock: .real))
    ending = session.ended.observe { [unowned self] in isOver = true }
    session.begin(shell)
    settle()
  }

  var rows: [String] { device.screen.rows }
  var everything: [String] { device.screen.scrollback + rows }

  /// The row of the cursor, without the margin.
  var line: String {
    let row = rows.indices.contains(device.screen.row) ? rows[device.screen.row] : ""
    return String(row.drop { $0 == " " })
  }

  /// The row of the cursor, with runs of blanks as one blank, and without the note that a field has
  /// to be filled in.
  var field: String {
    line.split(separator: " ").joined(separator: " ").replacing(" (needed)", with: "")
  }

  /// The rows of the list of answers, to which it goes.
  func listedAnswers() -> [String] {
    type("finish\r")
    return rows
  }

  /// The live region as it was drawn last; `nil` when that was for a window of another size.
  var frame: Frame? { terminal.screen.askCursor() }

  /// The screen in front.
  var screen: ScreenName { shell.screen }

  /// The rows of the list on the screen, without the margin.
  var list: [String] { rows.compactMap(Self.row) }

  /// The row at the cursor of the list.
  var chosen: String? { rows.first { $0.hasPrefix("  > ") }.flatMap(Self.row) }

  private static func row(_ line: String) -> String? {
    line.hasPrefix("  > ") || line.hasPrefix("    ") ? String(line.dropFirst(4)) : nil
  }

  /// How often the bell has rung.
  var bells: Int { device.written.count { $0 == "\u{07}" } }

  func shows(_ text: String) -> Bool {
    rows.contains { $0.contains(text) }
  }

  /// Changes the size of the window.
  func resize(to size: ScreenSize) {
    device.size = size
    terminal.handle(.resized)
    wait()
  }

  func type(_ text: String) {
    let shown = gate.shownQuestion.load(ordering: .relaxed)
    terminal.handle(.bytes(Array(text.utf8), question: shown))
    settle()
  }

  /// Presses the mouse where `text` begins, and types `then` before the terminal answers.
  func click(_ text: String, then: String = "") {
    wait(Self.doubleTap)
    press(text)
    if !then.isEmpty { type(then) }
    tellCursor()
  }

  /// Presses and releases the mouse where `text` begins. Returns the cell, or `nil` when the text
  /// is not on the screen.
  @discardableResult
  func press(_ text: String) -> ScreenCell? {
    guard let row = rows.firstIndex(where: { $0.contains(text) }),
      let start = rows[row].range(of: text)?.lowerBound
    else {
      Issue.record("“\(text)” is not on the screen")
      return nil
    }
    let cell = ScreenCell(
      row: row + 1, column: displayWidth(String(rows[row][..<start])) + 1)
    press(at: cell)
    return cell
  }

  /// Presses and releases the mouse.
  func press(at cell: ScreenCell) {
    let place = "0;\(cell.column);\(cell.row)"
    type("\u{1B}[<\(place)M\u{1B}[<\(place)m")
  }

  /// Answers the request for the cursor's position.
  func tellCursor() {
    type("\u{1B}[\(device.screen.row + 1);\(device.screen.column + 1)R")
  }

  /// Types when the question has been on the screen for as long as a key has to wait.
  func answer(_ text: String) {
    wait(Self.doubleTap)
    type(text)
  }

  func escape() {
    wait(Self.doubleTap)
    type("\u{1B}")
    scheduler.advance(by: .milliseconds(50))
  }

  /// How soon a second press of a key is the same tap.
  static let doubleTap = Duration.milliseconds(150)

  /// Lets so much time pass that the screen has been there for a while, or `time`.
  func wait(_ time: Duration = .milliseconds(500)) {
    scheduler.advance(by: time)
  }

  func settle() {
    scheduler.advance(by: .zero)
  }
}

/// Makes a failed expectation show the rows, and not all parts of the desk.
extension LiveDesk: CustomReflectable {
  var customMirror: Mirror { Mirror(self, children: ["rows": rows]) }
}
