import Signals

/// The live region of a terminal. Nothing else draws on the screen.
///
/// Everything that happens at one time is drawn at once. Nothing is drawn while another job has the
/// terminal.
final class LiveScreen {
  /// Makes the frame to draw.
  var frame: (ScreenSize) -> Frame = { _ in Frame(rows: [], cursorRow: 0, cursorColumn: 0) }
  /// Emits when the output can no longer be written.
  var closings: Signal<Void> { closed.signal }

  private let device: any TerminalDevice
  private let scheduler: any TimeScheduler
  private let rings: Bool
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
  init(
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

  var size: ScreenSize {
    var size = device.size
    size.ambiguous = query.ambiguous
    return size
  }

  /// The background of the terminal.
  var scheme: ColorScheme { query.scheme }

  /// When to stop waiting for the terminal's answers; `nil` when none is awaited. An answer that
  /// comes after the program's end is typed into the shell.
  var answerDeadline: Duration? { query.deadline }

  /// Takes a report of the terminal. Returns whether it tells the width of characters or the
  /// background.
  func learn(_ report: TerminalReport) -> Bool { query.take(report) }

  /// Asks the terminal for the position of the cursor (Device Status Report, ECMA-48 §8.3.35), and
  /// returns the frame that it shows now. Returns `nil` and asks nothing when that frame is not
  /// known, because the window has another size than the frame was drawn for.
  func askCursor() -> Frame? {
    let size = size
    guard isTakenOver, renderer.isCurrent(columns: size.columns, height: size.rows) else {
      return nil
    }
    write(Array("\u{1B}[6n".utf8))
    return renderer.shown
  }

  /// Takes over the terminal and draws.
  func enter() {
    guard !isTakenOver, device.isForeground else { return }
    device.enter()
    isTakenOver = true
    enteredAt = scheduler.now
    renderer.begin()
    schedule(at: scheduler.now)
  }

  /// Erases the live region and gives the terminal back. Writes lines that are still waiting.
  func leave() {
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
  func suspend() {
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
  func resume() {
    stopping = nil
    device.goOn()
    let isKnown = isNewsDue || enteredAt.map { scheduler.now - $0 < Self.newsTime } ?? false
    isNewsDue = false
    if isTakenOver, isKnown { return device.enter() }
    isTakenOver = false
    enter()
  }

  /// Gives the terminal to another program while `work` runs, and then draws once.
  func lend<Result, Failure: Error>(
    _ work: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    leave()
    defer { enter() }
    return try work()
  }

  /// Prints finished lines above the live region, or where it was when a text that fills the window
  /// is closed.
  func print(_ lines: [String]) {
    above += lines
    schedule(at: scheduler.now)
  }

  /// Clears the screen and draws from the top.
  func clear() {
    write(renderer.clear())
    schedule(at: scheduler.now)
  }

  /// Rings the terminal's bell.
  func ring() {
    if isTakenOver, rings { write([7]) }
  }

  /// Draws at `time`, after the current event has been handled.
  func schedule(at time: Duration) {
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
