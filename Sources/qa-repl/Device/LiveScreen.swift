import Signals

/// The live region on a terminal, and the one writer that draws it.
///
/// It is drawn once for all that happens at a time, and not at all while the terminal belongs to
/// another job.
final class LiveScreen {
  /// Makes what is to be drawn, when it is time.
  var frame: (ScreenSize) -> Frame = { _ in Frame(rows: [], cursorRow: 0, cursorColumn: 0) }
  /// No one reads any more.
  var closings: Signal<Void> { closed.signal }

  private let device: any TerminalDevice
  private let scheduler: any TimeScheduler
  private let closed = PublishSubject<Void>()
  private var renderer = Renderer()
  /// Finished lines that are not on the screen yet.
  private var above: [String] = []
  private var isTakenOver = false
  private var isClosed = false
  private var drawing: (at: Duration, handle: Disposable)?
  private var stopping: Disposable?

  /// How long the stop of Ctrl-Z may take; the system refuses to stop a job that no shell waits for.
  private static let stoppingTime = Duration.milliseconds(100)

  init(device: any TerminalDevice, scheduler: any TimeScheduler, isSynchronised: Bool) {
    self.device = device
    self.scheduler = scheduler
    renderer.isSynchronised = isSynchronised
  }

  var size: ScreenSize { device.size }

  /// Takes the terminal over and draws.
  func enter() {
    guard !isTakenOver, device.isForeground else { return }
    device.enter()
    isTakenOver = true
    renderer.forget()
    schedule(at: scheduler.now)
  }

  /// Takes the live region away and gives the terminal back. Lines that were not shown are written.
  func leave() {
    if isTakenOver {
      draw()
      write(renderer.end(columns: device.size.columns))
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
    stopping = scheduler.after(Self.stoppingTime) { [unowned self] in resume() }
  }

  /// Whatever was set before a pause is set anew; in the background nothing is.
  func resume() {
    stopping = nil
    isTakenOver = false
    device.goOn()
    enter()
  }

  /// Puts finished lines into the scrollback.
  func print(_ lines: [String]) {
    above += lines
    schedule(at: scheduler.now)
  }

  /// Empties the screen and draws on it from the top.
  func clear() {
    write(Array("\u{1B}[H\u{1B}[2J".utf8))
    renderer.forget()
    schedule(at: scheduler.now)
  }

  func ring() {
    if isTakenOver { write([7]) }
  }

  /// Draws when what is going on has been handled, and not before `time`.
  func schedule(at time: Duration) {
    if let drawing, drawing.at <= time { return }
    drawing = (time, scheduler.schedule(at: time) { [unowned self] in draw() })
  }

  private func draw() {
    drawing = nil
    guard isTakenOver else { return }
    let size = device.size
    let lines = above
    above = []
    write(renderer.bytes(for: frame(size), above: lines, columns: size.columns))
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
