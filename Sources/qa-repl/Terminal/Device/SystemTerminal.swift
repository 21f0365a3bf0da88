import Dispatch
import Foundation
import QuizSupport
import Signals
import Synchronization

/// The terminal that the program runs in.
package final class SystemTerminal: TerminalDevice {
  package let gate = InputGate()
  private let signals: SignalWatch
  private let mailbox: Mailbox<TerminalEvent>
  private let environment: [String: String]
  private var reader: InputReader?

  /// Starts to watch signals. ``enter()`` takes over the terminal and starts to read keys.
  package init(mailbox: Mailbox<TerminalEvent>, environment: [String: String]) {
    self.mailbox = mailbox
    self.environment = environment
    TerminalModes.prepare()
    signals = SignalWatch(mailbox: mailbox)
  }

  package var size: ScreenSize {
    var size = winsize()
    let isKnown = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0
    func count(_ known: UInt16, _ name: String, or standard: Int) -> Int {
      if isKnown, known > 0 { return Int(known) }
      return environment[name].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil } ?? standard
    }
    return ScreenSize(
      columns: count(size.ws_col, "COLUMNS", or: 80), rows: count(size.ws_row, "LINES", or: 24))
  }

  package var isForeground: Bool {
    let group = tcgetpgrp(STDIN_FILENO)
    return group == -1 || group == getpgrp()
  }

  package var isOnAlternateScreen: Bool {
    get { TerminalModes.isOnAlternateScreen }
    set { TerminalModes.isOnAlternateScreen = newValue }
  }

  package func enter() {
    TerminalModes.enterRaw()
    if let reader { return reader.goOn() }
    // Do not read earlier: input typed ahead may be meant for the program that runs next.
    let reader = InputReader(mailbox: mailbox, gate: gate)
    reader.start()
    self.reader = reader
  }

  package func leave() {
    // Keys typed from here on are for another program.
    reader?.pause()
    TerminalModes.restore()
  }

  package func stop() {
    signals.stop()
  }

  package func goOn() {
    signals.goOn()
    // In the background there is nothing to do before the job is in the foreground again.
    if !isForeground { kill(0, SIGTTIN) }
  }

  package func write(_ bytes: [UInt8]) throws(OutputClosed) {
    if FileDescriptor(STDOUT_FILENO).writeAll(bytes) != nil { throw OutputClosed() }
  }
}

/// An event from the terminal, the system or background work. All arrive in one queue.
package enum TerminalEvent: Equatable, Sendable {
  /// The bytes of one read, and the number of the question on the screen at that time.
  case bytes([UInt8], question: Int)
  case endOfInput
  case resized
  /// A request to end, with the signal's number.
  case signal(Int32)
  /// A request to pause, and the continuation afterwards.
  case suspension, continuation
  /// Progress or a result of background work.
  case news(BackgroundNews)
  /// Another program may have written to the bank's file.
  case file(FileNews)
}

/// State that the thread that reads keys shares with the thread that handles them.
package final class InputGate: Sendable {
  /// The number of the question on the screen. Keys read before it appeared were not meant for it.
  package let shownQuestion = Atomic(0)
  /// How many Ctrl-C have not been handled yet.
  package let unhandledInterrupts = Atomic(0)
}

/// A terminal that can show a live region.
package protocol TerminalDevice: AnyObject {
  var size: ScreenSize { get }
  /// Whether this program may write to the terminal, rather than another job.
  var isForeground: Bool { get }
  /// Whether the terminal shows its alternate screen, which has to be left at the program's end.
  var isOnAlternateScreen: Bool { get set }

  /// Takes over the terminal, so that each key arrives when it is pressed.
  func enter()
  /// Restores the terminal. Does nothing if it was not taken over.
  func leave()
  /// Stops the whole job until it is continued. Give the terminal back first.
  func stop()
  /// Undoes what ``stop()`` changed.
  func goOn()

  /// - Throws: ``OutputClosed`` when the output can no longer be written.
  func write(_ bytes: [UInt8]) throws(OutputClosed)
}

/// The error for output that can no longer be written, because its reader is gone.
package struct OutputClosed: Error, Equatable {}

/// Restores the terminal whenever the program ends: normally, by a signal or in a crash.
///
/// The modes are in memory allocated in advance, because after a crash only plain memory and the
/// system calls of signal-safety(7) are safe to use.
enum TerminalModes {
  // Unsafe because a signal handler reads it. It is written only while no handler is set, or by a
  // single aligned store of one byte.
  private nonisolated(unsafe) static let original = UnsafeMutablePointer<termios>.allocate(
    capacity: 1)
  private nonisolated(unsafe) static let isRaw = UnsafeMutablePointer<Bool>.allocate(capacity: 1)
  private nonisolated(unsafe) static let isAlternate = UnsafeMutablePointer<Bool>.allocate(
    capacity: 1)

  /// Whether the terminal shows its alternate screen.
  static var isOnAlternateScreen: Bool {
    get { isAlternate.pointee }
    set { isAlternate.pointee = newValue }
  }

  /// Saves the modes and installs the handlers that restore them at exit and in a crash. Call it
  /// once.
  static func prepare() {
    original.initialize(to: termios())
    tcgetattr(STDIN_FILENO, original)
    isRaw.initialize(to: false)
    isAlternate.initialize(to: false)
    atexit { TerminalModes.restore() }
    for crash in [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT] {
      signal(crash) { number in
        TerminalModes.restore()
        signal(number, SIG_DFL)
        raise(number)
      }
    }
  }

  static func enterRaw() {
    var raw = original.pointee
    cfmakeraw(&raw)
    // Keep output processing on, so that output of other code stays readable.
    raw.c_oflag |= tcflag_t(OPOST | ONLCR)
    // Do not flush, so that input typed ahead is kept.
    tcsetattr(STDIN_FILENO, TCSADRAIN, &raw)
    isRaw.pointee = true
    write("\u{1B}[?2004h")
  }

  /// Restores the terminal if it was changed. Safe to call in a signal handler.
  static func restore() {
    guard isRaw.pointee else { return }
    isRaw.pointee = false
    // On the main screen, this would move the cursor.
    if isAlternate.pointee { write("\u{1B}[?1049l") }
    isAlternate.pointee = false
    write("\u{1B}[?1006l\u{1B}[?1000l\u{1B}[?2026l\u{1B}[?7h\u{1B}[?2004l\u{1B}[?25h\u{1B}[0m")
    // Ignore SIGTTOU: in the background, tcsetattr would stop the program.
    let before = signal(SIGTTOU, SIG_IGN)
    tcsetattr(STDIN_FILENO, TCSANOW, original)
    signal(SIGTTOU, before)
  }

  private static func write(_ text: StaticString) {
    _ = Foundation.write(STDOUT_FILENO, text.utf8Start, text.utf8CodeUnitCount)
  }
}

/// The width of the terminal.
package enum TerminalSize {
  /// The widest line to write. One column stays free, because terminals disagree about wrapping
  /// after a full row.
  package static func columns(_ environment: Environment) -> Int {
    var size = winsize()
    let known = ioctl(1, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    let columns = known ? Int(size.ws_col) : environment["COLUMNS"].flatMap { Int($0) } ?? 80
    return max(10, columns - 1)
  }
}

/// Reads standard input on its own thread until the program ends.
///
/// The thread blocks in `poll` and `read`, because Dispatch's read sources miss the end of a pipe,
/// never fire on /dev/null and spin at the end of a file (seen on Linux, Swift 6.3).
final class InputReader: Sendable {
  private let mailbox: Mailbox<TerminalEvent>
  private let gate: InputGate
  /// Held while bytes are read, so that a pause begins between two reads.
  private let isPaused = Mutex(false)
  private let goingOn = DispatchSemaphore(value: 0)

  init(mailbox: Mailbox<TerminalEvent>, gate: InputGate) {
    (self.mailbox, self.gate) = (mailbox, gate)
  }

  func start() {
    let thread = Thread { [self] in
      var buffer = [UInt8](repeating: 0, count: 65_536)
      while let chunk = nextChunk(&buffer) {
        escapeIfHanging(chunk)
        let question = gate.shownQuestion.load(ordering: .acquiring)
        mailbox.post(.bytes(chunk, question: question))
      }
      mailbox.post(.endOfInput)
    }
    thread.name = "input"
    thread.start()
  }

  /// Leaves the input to another program until ``goOn()``.
  func pause() {
    isPaused.withLock { $0 = true }
  }

  /// Reads again after ``pause()``.
  func goOn() {
    let wasPaused = isPaused.withLock { paused in
      defer { paused = false }
      return paused
    }
    if wasPaused { goingOn.signal() }
  }

  /// Returns the bytes of one read, or `nil` at the end of the input or when the terminal is gone.
  private func nextChunk(_ buffer: inout [UInt8]) -> [UInt8]? {
    while true {
      // Wait outside the lock, and read only what has already arrived. Another program that shares
      // the terminal may also have made it non-blocking.
      var request = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
      if poll(&request, 1, -1) < 0, errno == EINTR { continue }
      // Some systems cannot watch a terminal. There, a read that waits must not hold the lock.
      let isWatched = request.revents & Int16(POLLNVAL) == 0
      let count: Int? =
        isWatched
        ? isPaused.withLock { $0 ? nil : read(STDIN_FILENO, &buffer, buffer.count) }
        : read(STDIN_FILENO, &buffer, buffer.count)
      guard let count else {
        goingOn.wait()
        continue
      }
      if count > 0 { return Array(buffer[..<count]) }
      guard count < 0, errno == EINTR || errno == EAGAIN else { return nil }
    }
  }

  /// Ends the program after three Ctrl-C that nothing has handled, because then the main thread
  /// hangs.
  private func escapeIfHanging(_ chunk: [UInt8]) {
    guard chunk.contains(0x03) else { return }
    let count = gate.unhandledInterrupts.add(1, ordering: .relaxed).newValue
    guard count >= 3 else { return }
    TerminalModes.restore()
    _exit(130)
  }
}

/// Turns system signals into events in the terminal's event queue.
final class SignalWatch {
  private var sources: [any DispatchSourceSignal] = []
  private var stopAction: sigaction?

  init(mailbox: Mailbox<TerminalEvent>) {
    // Without this, writing to a closed pipe would end the program instead of failing.
    signal(SIGPIPE, SIG_IGN)
    for number in [SIGTERM, SIGHUP, SIGINT, SIGQUIT] { watch(number, mailbox, .signal(number)) }
    watch(SIGWINCH, mailbox, .resized)
    watch(SIGTSTP, mailbox, .suspension)
    watch(SIGCONT, mailbox, .continuation)
  }

  private func watch(_ number: Int32, _ mailbox: Mailbox<TerminalEvent>, _ event: TerminalEvent) {
    signal(number, SIG_IGN)
    let source = DispatchSource.makeSignalSource(signal: number)
    source.setEventHandler { mailbox.post(event) }
    source.resume()
    sources.append(source)
  }

  /// Stops the whole job, as a shell expects after Ctrl-Z.
  func stop() {
    var watching = sigaction()
    sigaction(SIGTSTP, nil, &watching)
    stopAction = watching
    signal(SIGTSTP, SIG_DFL)
    var stopping = sigset_t()
    sigemptyset(&stopping)
    sigaddset(&stopping, SIGTSTP)
    pthread_sigmask(SIG_UNBLOCK, &stopping, nil)
    kill(0, SIGTSTP)
  }

  /// Watches for stop requests again.
  func goOn() {
    guard var watching = stopAction else { return }
    sigaction(SIGTSTP, &watching, nil)
    stopAction = nil
  }
}

/// Runs each piece of work on its own thread and posts its progress and result. ``deliver(_:)``
/// hands them over on the program's thread.
package final class ThreadBackground: Background {
  private struct Job {
    package var receive: (BackgroundNews.Content) -> Void
    package var stop: () -> Void
  }

  private let post: @Sendable (BackgroundNews) -> Void
  private var jobs: [Int: Job] = [:]
  private var last = 0

  package init(postingBy post: @escaping @Sendable (BackgroundNews) -> Void) {
    self.post = post
  }

  /// Whether the result of some work is still to come.
  package var isWorking: Bool { !jobs.isEmpty }

  /// Asks all work to stop.
  package func stop() {
    for job in jobs.values { job.stop() }
  }

  package func work<Progress: Sendable, Value: Sendable>(
    _ body: @escaping @Sendable (_ report: @escaping @Sendable (Progress) -> Bool) -> Value
  ) -> BackgroundWork<Progress, Value> {
    let flag = StopFlag()
    return BackgroundWork(
      news: Signal { [unowned self] receive, completed in
        last += 1
        let number = last
        jobs[number] = Job(
          receive: { [unowned self] content in
            switch content {
            case .progress(let value):
              if let value = value as? Progress { receive(.progress(value)) }
            case .result(let value):
              jobs[number] = nil
              if let value = value as? Value { receive(.result(value)) }
              completed()
            }
          }, stop: flag.set)
        Thread.detachNewThread { [post] in
          let result = body { value in
            post(BackgroundNews(number: number, content: .progress(value)))
            return !flag.isSet
          }
          post(BackgroundNews(number: number, content: .result(result)))
        }
        return Disposable { [weak self] in self?.jobs[number] = nil }
      }, stop: flag.set)
  }

  /// Hands `news` to the observer of the work.
  package func deliver(_ news: BackgroundNews) {
    jobs[news.number]?.receive(news.content)
  }

  /// Tells the work's thread to stop.
  private final class StopFlag: Sendable {
    private let value = Atomic(false)
    var isSet: Bool { value.load(ordering: .relaxed) }
    @Sendable package func set() { value.store(true, ordering: .relaxed) }
  }
}

/// Progress or a result of some work, on its way to the program's thread.
package final class BackgroundNews: Sendable, Equatable {
  enum Content: Sendable {
    case progress(any Sendable)
    case result(any Sendable)
  }

  /// The number of the work.
  let number: Int
  let content: Content

  init(number: Int, content: Content) {
    self.number = number
    self.content = content
  }

  /// Two values are never equal unless they are the same object, because their content cannot be
  /// compared.
  package static func == (left: BackgroundNews, right: BackgroundNews) -> Bool {
    left === right
  }
}
