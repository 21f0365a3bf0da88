import Signals

/// The live region of a terminal. Nothing else draws on the screen.
///
/// Everything that happens at one time is drawn at once. Nothing is drawn while another job has the
/// terminal.
package final class LiveScreen {
  /// Makes the frame to draw.
  package var frame: (ScreenSize) -> Frame = { _ in Frame(rows: [], cursorRow: 0, cursorColumn: 0) }
  /// Emits when the output can no longer be written.
  package var closings: Signal<Void> { closed.signal }

  private let device: any TerminalDevice
  private let scheduler: any TimeScheduler
  package var rings: Bool
  private let closed = PublishSubject<Void>()
  private var renderer = Renderer()
  /// Finished lines that have not been written yet.
  private var above: [String] = []
  private var isTakenOver = false
  private var isClosed = false
  private var query: TerminalQuery
  private var drawing: (at: Duration, handle: Disposable)?
  private var stopping: Disposable?
  /// When the terminal was taken over last.
  private var enteredAt: Duration?
  /// Whether the program went on after a stop before the news of the continuation arrived. That
  /// news then changes nothing.
  private var isNewsDue = false

  /// How long to wait for the stop after Ctrl-Z. The system does not stop a job that no shell waits
  /// for.
  private static let stoppingTime = Duration.milliseconds(100)
  /// The news of a continuation within this time is about the same one.
  private static let newsTime = Duration.milliseconds(50)

  /// - Parameter rings: Whether ``ring()`` rings the bell.
  package init(
    device: any TerminalDevice, scheduler: any TimeScheduler, isSynchronised: Bool,
    hasAlternateScreen: Bool, rings: Bool, query: TerminalQuery
  ) {
    self.device = device
    self.scheduler = scheduler
    self.rings = rings
    self.query = query
    renderer.isSynchronised = isSynchronised
    renderer.hasAlternateScreen = hasAlternateScreen
  }

  package var size: ScreenSize {
    var size = device.size
    size.ambiguous = query.ambiguous
    return size
  }

  /// The background of the terminal.
  package var scheme: ColorScheme { query.scheme }

  /// When to stop waiting for the terminal's answers; `nil` when none is awaited. An answer that
  /// comes after the program's end is typed into the shell.
  package var answerDeadline: Duration? { query.deadline }

  /// Takes a report of the terminal. Returns whether it tells the width of characters or the
  /// background.
  package func learn(_ report: TerminalReport) -> Bool { query.take(report) }

  /// Asks the terminal for the position of the cursor (Device Status Report, ECMA-48 §8.3.35), and
  /// returns the frame that it shows now. Returns `nil` and asks nothing when that frame is not
  /// known, because the window has another size than the frame was drawn for.
  package func askCursor() -> Frame? {
    let size = size
    guard isTakenOver, renderer.isCurrent(columns: size.columns, height: size.rows) else {
      return nil
    }
    write(Array("\u{1B}[6n".utf8))
    return renderer.shown
  }

  /// Takes over the terminal and draws.
  package func enter() {
    guard !isTakenOver, device.isForeground else { return }
    device.enter()
    isTakenOver = true
    enteredAt = scheduler.now
    renderer.begin()
    schedule(at: scheduler.now)
  }

  /// Erases the live region and gives the terminal back. Writes lines that are still waiting.
  package func leave() {
    if isTakenOver {
      draw()
      show(renderer.end(above: above, columns: device.size.columns, query.ambiguous))
      above = []
      isTakenOver = false
      device.leave()
    } else {
      write(Array(above.map { $0 + "\n" }.joined().utf8))
      above = []
    }
  }

  /// Stops the whole job until it is continued.
  package func suspend() {
    leave()
    device.stop()
    isNewsDue = false
    // After a stop, this time has long passed when the program goes on.
    stopping = scheduler.after(Self.stoppingTime) { [unowned self] in
      resume()
      isNewsDue = isTakenOver
    }
  }

  /// Continues after a stop. Sets up the terminal again, unless the job runs in the background.
  ///
  /// The news of one continuation may come several times. Only the first one draws.
  package func resume() {
    stopping = nil
    device.goOn()
    let isKnown = isNewsDue || enteredAt.map { scheduler.now - $0 < Self.newsTime } ?? false
    isNewsDue = false
    if isTakenOver, isKnown { return device.enter() }
    isTakenOver = false
    enter()
  }

  /// Gives the terminal to another program while `work` runs, and then draws once.
  package func lend<Result, Failure: Error>(
    _ work: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    leave()
    defer { enter() }
    return try work()
  }

  /// Prints finished lines above the live region, or where it was when a text that fills the window
  /// is closed.
  package func print(_ lines: [String]) {
    above += lines
    schedule(at: scheduler.now)
  }

  /// Clears the screen and draws from the top.
  package func clear() {
    write(renderer.clear())
    schedule(at: scheduler.now)
  }

  /// Rings the terminal's bell.
  package func ring() {
    if isTakenOver, rings { write([7]) }
  }

  /// Draws at `time`, after the current event has been handled.
  package func schedule(at time: Duration) {
    if let drawing, drawing.at <= time { return }
    drawing = (time, scheduler.schedule(at: time) { [unowned self] in draw() })
  }

  private func draw() {
    drawing = nil
    guard isTakenOver else { return }
    let size = size
    let frame = frame(size)
    // Finished lines wait as long as a frame fills the window.
    let lines = frame.fillsWindow ? [] : above
    if !frame.fillsWindow { above = [] }
    show(
      query.questions(at: scheduler.now)
        + renderer.bytes(
          for: frame, above: lines, columns: size.columns, height: size.rows, size.ambiguous))
  }

  /// Writes what the renderer has made. The device leaves the alternate screen whenever the program
  /// ends, so it hears of it before the terminal does.
  private func show(_ bytes: [UInt8]) {
    if renderer.fillsWindow { device.isOnAlternateScreen = true }
    write(bytes)
    if !renderer.fillsWindow { device.isOnAlternateScreen = false }
  }

  private func write(_ bytes: [UInt8]) {
    guard !isClosed, !bytes.isEmpty else { return }
    do {
      try device.write(bytes)
    } catch {
      isClosed = true
      closed.emit(())
    }
  }
}

/// The live region at the bottom of the screen, and the cursor position in it.
package struct Frame: Equatable {
  package var rows: [Row]
  var cursorRow: Int
  var cursorColumn: Int
  /// The targets of a click in each row, from the first one on; `nil` for a row where a click
  /// chooses nothing. Without any target, the mouse is left to the terminal.
  var targets: [ClickTarget?] = []
  /// Whether the frame takes the whole window, on the alternate screen of the terminal.
  package var fillsWindow = false
}

/// The row of a list that a click in a row of the region chooses.
package struct ClickTarget: Equatable {
  /// The row of the list, from 0.
  package var row: Int
  /// The number of columns from the left in which a click chooses the row; `nil` for all of them.
  package var columns: Int?

  package init(row: Int, columns: Int? = nil) {
    self.row = row
    self.columns = columns
  }
}

/// A row above the prompt, and the target of a click in it.
package struct RegionRow: Equatable {
  package var text: String
  package var target: ClickTarget?

  package init(text: String, target: ClickTarget? = nil) {
    self.text = text
    self.target = target
  }
}

/// The size of the screen in cells.
package struct ScreenSize: Equatable, Sendable {
  package var columns: Int
  package var rows: Int
  /// How wide the screen draws `×`, `…` and the like.
  package var ambiguous = AmbiguousWidth.unknown
}

extension Frame {
  /// The frame, moved down by `count` blank rows.
  func lowered(by count: Int) -> Frame {
    guard count > 0 else { return self }
    let blank = Array(repeating: Row(text: "", cells: 0), count: count)
    let none = [ClickTarget?](repeating: nil, count: targets.isEmpty ? 0 : count)
    return Frame(
      rows: blank + rows, cursorRow: cursorRow + count, cursorColumn: cursorColumn,
      targets: none + targets)
  }

  /// Whether the mouse can choose something.
  package var takesMouse: Bool { targets.contains { $0 != nil } }

  /// The row of a list that a click chooses.
  ///
  /// - Parameters:
  ///   - cell: The cell that was clicked.
  ///   - cursor: The position of this frame's cursor, as the terminal reports it.
  package func row(at cell: ScreenCell, cursor: ScreenCell) -> Int? {
    let index = cell.row - cursor.row + cursorRow
    guard targets.indices.contains(index), let target = targets[index],
      cell.column <= target.columns ?? .max
    else { return nil }
    return target.row
  }

  /// Stacks status rows, the input and the rows below it, cut to the height of the screen.
  ///
  /// One row of the screen stays free for text that scrolls up, unless the frame fills the window.
  /// When there are too few rows, the rows below are dropped first, then status rows from the last.
  /// A long input shows a window around the cursor, with marks for the hidden rows above and below.
  package init(
    status: [RegionRow], input: TextLayout, below: [String], size: ScreenSize,
    signs: Signs = .ascii, fillsWindow: Bool = false
  ) {
    let cut = CutMark(signs, size.ambiguous)
    func row(_ text: String) -> Row {
      Row(text, columns: size.columns, size.ambiguous, mark: cut)
    }
    let room = Room(max(1, size.rows - (fillsWindow ? 0 : 1)))
    let shown = status.prefix((room - max(1, min(3, input.rows.count))).rows)
    let below = below.prefix((room - shown.count - input.rows.count).rows).map(row)
    let window = Frame.window(
      of: input.rows, around: input.cursor.row, room: (room - shown.count - below.count).rows
    ) { row(Margin.indented("\($0.isAbove ? signs.above : signs.below) \($0.count)")) }
    rows = shown.map { row($0.text) } + window.rows + below
    cursorRow = shown.count + window.cursorRow
    cursorColumn = input.cursor.column
    targets = shown.map(\.target)
    self.fillsWindow = fillsWindow
  }

  /// - Parameter mark: Makes the row that is shown in place of so many hidden ones.
  private static func window(
    of rows: [Row], around cursor: Int, room: Int,
    mark: (_ hidden: (isAbove: Bool, count: Int)) -> Row
  ) -> (rows: [Row], cursorRow: Int) {
    guard rows.count > room else { return (rows, cursor) }
    let first = max(0, min(cursor - room / 2, rows.count - room))
    var window = Array(rows[first..<(first + room)])
    let cursorRow = cursor - first
    let hiddenBelow = rows.count - first - room
    if first > 0, cursorRow > 0 { window[0] = mark((isAbove: true, count: first + 1)) }
    if hiddenBelow > 0, cursorRow < room - 1 {
      window[room - 1] = mark((isAbove: false, count: hiddenBelow + 1))
    }
    return (window, cursorRow)
  }
}

/// Asks the terminal once what nothing else tells: which background it has, and how wide it draws
/// `×`. For the width it draws one at the left and the terminal reports the column of the cursor.
///
/// No code waits for the answers, so a terminal that does not answer costs no time. A late answer
/// still counts.
package struct TerminalQuery {
  package private(set) var ambiguous: AmbiguousWidth
  package private(set) var scheme: ColorScheme
  private var asksWidth: Bool
  private var asksBackground: Bool
  /// Whether the questions have been asked.
  private var isAsked = false
  private var end = Duration.zero

  private static let patience = Duration.milliseconds(100)
  /// Asks for the background (OSC 11 of xterm).
  private static let background = "\u{1B}]11;?\u{1B}\\"
  /// Draws, asks (Device Status Report, ECMA-48 §8.3.35) and erases, before anything else is drawn.
  private static let width = "\r×\u{1B}[6n\r\u{1B}[K"

  /// - Parameters:
  ///   - ambiguous: The width, if it is already known.
  ///   - scheme: The background to assume until the terminal answers.
  ///   - asksWidth: Whether to ask for the width.
  ///   - asksBackground: Whether to ask for the background.
  package init(
    ambiguous: AmbiguousWidth = .unknown, scheme: ColorScheme = .dark, asksWidth: Bool = false,
    asksBackground: Bool = false
  ) {
    (self.ambiguous, self.scheme) = (ambiguous, scheme)
    (self.asksWidth, self.asksBackground) = (asksWidth, asksBackground)
  }

  /// When to stop waiting for answers; `nil` when none is awaited.
  package var deadline: Duration? { isAsked && (asksWidth || asksBackground) ? end : nil }

  /// The bytes that ask the terminal, at the first call. Later calls return none.
  package mutating func questions(at time: Duration) -> [UInt8] {
    guard !isAsked else { return [] }
    isAsked = true
    end = time + Self.patience
    return Array(((asksBackground ? Self.background : "") + (asksWidth ? Self.width : "")).utf8)
  }

  /// Takes a report of the terminal. Returns whether it answers one of the questions.
  package mutating func take(_ report: TerminalReport) -> Bool {
    guard isAsked else { return false }
    switch report {
    case .cursor(let cell):
      guard asksWidth, cell.column == 2 || cell.column == 3 else { return false }
      asksWidth = false
      ambiguous = cell.column == 3 ? .wide : .narrow
    case .background(let answer):
      guard asksBackground else { return false }
      asksBackground = false
      scheme = answer ?? scheme
    }
    return true
  }
}
