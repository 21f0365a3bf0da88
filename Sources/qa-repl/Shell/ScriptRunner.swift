import Dispatch
import Foundation
import QuizKit
import QuizStore
import QuizSupport
import Signals

/// Batch mode: runs commands one after the other and stops at the first failure.
struct ScriptRunner {
  let shell: Shell
  /// Whether to continue after a failure (`--keep-going`).
  let keepsGoing: Bool
  /// Whether to print each line before running it (`--echo`).
  let echoes: Bool
  /// Runs before each command so that the real clock can do the work that is due. Does nothing on
  /// the virtual clock.
  let settle: () -> Void

  /// Whether to run no more lines.
  var isDone: Bool {
    shell.isQuitting || (shell.failures > 0 && !keepsGoing)
  }

  /// Runs the `-c` commands and scripts in the order given.
  func run(_ sources: [Options.Source]) {
    guard keepsGoing else { return runEach(sources) }
    shell.failedForms.watching { runEach(sources) }
  }

  private func runEach(_ sources: [Options.Source]) {
    for source in sources where !isDone {
      switch source {
      case .command(let line, let number):
        run(Array(line.utf8), at: Place(file: "-c", line: number))
      case .file(let path):
        runFile(path)
      }
    }
  }

  /// Runs the program's arguments as one command.
  func run(words: [String]) {
    guard !words.isEmpty else { return }
    if echoes { shell.output.echo(words.joined(separator: " ")) }
    settle()
    shell.run(words: words)
  }

  private func runFile(_ path: String) {
    do throws(UnreadableFile) {
      let source = path == "-" ? LineSource.standardInput() : try LineSource(path: path)
      var number = 0
      while !isDone, let line = try source.next(path: path) {
        number += 1
        run(line, at: Place(file: path, line: number))
      }
    } catch {
      shell.reporter.fail(error)
    }
  }

  private func run(_ bytes: [UInt8], at place: Place) {
    guard let line = String(validating: bytes, as: UTF8.self) else {
      return shell.reporter.fail(CommandError.notUTF8, at: place)
    }
    if echoes { shell.output.echo(line) }
    settle()
    shell.run(line: line, at: place)
  }
}

/// Runs one line at a time on the real clock. Serves the plain interactive mode and programs at the
/// other end of a pipe.
///
/// Output is only appended, which suits screen readers and simple terminals.
final class PromptRunner {
  /// The exit code if a signal ended the session; otherwise `nil`.
  private(set) var ending: ExitCode?

  private let shell: Shell
  private let arrivals: Arrivals
  /// Writes prompts; `nil` when no person reads them.
  private let prompt: PromptSink?
  private let bag = DisposeBag()
  private var loop: EventLoop<Arrival> { arrivals.loop }
  private var isRunningCommand = false
  /// When the screen last changed without a command.
  private var surprisedAt: Duration?
  private var lineNumber = 0
  private var endings: EndingSignals?

  /// Lines that arrive this soon after such a change are dropped: the user typed them for the
  /// previous screen.
  private static let guardTime = Duration.milliseconds(300)

  init(shell: Shell, arrivals: Arrivals, prompt: PromptSink?) {
    self.shell = shell
    self.arrivals = arrivals
    self.prompt = prompt
    shell.changes.observe { [unowned self] in screenChanged() }.disposed(by: bag)
    prompt?.interruptions.observe { [unowned self] in showPrompt() }.disposed(by: bag)
  }

  /// Reads lines until the input ends or the user quits.
  func run() {
    StandardInput.read(postingTo: loop.mailbox)
    showPrompt()
    loop.run { [unowned self] arrival in
      switch arrival {
      case .line(let bytes): take(bytes)
      case .endOfInput:
        prompt?.inputEnded()
        loop.stop()
      case .unreadable(let error):
        shell.reporter.fail(error)
        loop.stop()
      case .signal(let number):
        ending = .signal(number)
        loop.stop()
      case .file(let news): arrivals.watch.deliver(news)
      }
    }
  }

  private func take(_ bytes: [UInt8]) {
    lineNumber += 1
    endings = nil
    prompt?.lineTaken()
    if let surprisedAt, loop.now - surprisedAt < Self.guardTime {
      return showPrompt()
    }
    isRunningCommand = true
    defer { isRunningCommand = false }
    let place = prompt == nil ? Place(file: "-", line: lineNumber) : nil
    if let line = String(validating: bytes, as: UTF8.self) {
      if line.isBlank, let goingOn {
        shell.run(goingOn.command)
      } else {
        shell.run(line: line, at: place)
      }
    } else {
      shell.reporter.fail(CommandError.notUTF8, at: place)
    }
    shell.isQuitting ? loop.stop() : showPrompt()
  }

  /// The command that an empty line runs, with its hint; `nil` for none.
  private var goingOn: (command: Command, hint: String)? {
    guard prompt != nil, shell.confirmer.held == nil else { return nil }
    return shell.state?.goingOn(shell.output.strings)
  }

  private func screenChanged() {
    guard !isRunningCommand, prompt != nil else { return }
    surprisedAt = loop.now
    // Drops lines that were typed for the previous screen instead of submitting them to this one.
    tcflush(0, TCIFLUSH)
  }

  private func showPrompt() {
    // While a command runs, and where nothing would be lost, a signal ends the program as usual.
    endings = prompt != nil && shell.keepsDrafts ? EndingSignals(loop.mailbox) : nil
    let strings = shell.output.strings
    let name = strings.name(of: shell.screen)
    let hint = goingOn.map { " (" + $0.hint + ")" } ?? ""
    prompt?.prompt((shell.confirmer.held?.question ?? name + hint + ">") + " ")
  }
}

/// Posts the signals that ask the program to end, so that it can keep what was typed first.
private final class EndingSignals {
  private static let numbers = [SIGTERM, SIGHUP]
  private let sources: [any DispatchSourceSignal]

  init(_ mailbox: Mailbox<Arrival>) {
    sources = Self.numbers.map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number)
      source.setEventHandler { mailbox.post(.signal(number)) }
      source.resume()
      return source
    }
  }

  deinit {
    sources.forEach { $0.cancel() }
    for number in Self.numbers { signal(number, SIG_DFL) }
  }
}

/// Keeps prompts and output apart on a terminal without cursor movement. Output that arrives while
/// a prompt waits starts on a new line, and then the prompt is shown again.
final class PromptSink: TextSink {
  /// Emits when output has interrupted a waiting prompt.
  var interruptions: Signal<Void> { interrupted.signal }

  private let sink: any TextSink
  private let interrupted = PublishSubject<Void>()
  private var isWaiting = false

  init(_ sink: any TextSink) {
    self.sink = sink
  }

  /// Shows a prompt. The user types on the same line.
  func prompt(_ text: String) {
    sink.write(text)
    isWaiting = true
  }

  /// Call this when the user has pressed Enter; the terminal has then moved to the next line.
  func lineTaken() {
    isWaiting = false
  }

  /// Call this when the input has ended. It ends the line of a waiting prompt.
  func inputEnded() {
    if isWaiting { sink.write("\n") }
    isWaiting = false
  }

  func write(_ text: String) {
    let interrupts = isWaiting
    isWaiting = false
    sink.write(interrupts ? "\n" + text : text)
    if interrupts { interrupted.emit(()) }
  }
}

/// What reaches a program that runs one line at a time, in the order of time.
struct Arrivals {
  let loop = EventLoop<Arrival>()
  /// Says when another program writes to the bank's file.
  let watch: FileWatch

  init() {
    watch = FileWatch { [mailbox = loop.mailbox] in mailbox.post(.file($0)) }
  }

  /// Handles what is there without waiting, before lines are read.
  func settle() {
    loop.poll { if case .file(let news) = $0 { watch.deliver(news) } }
  }
}

/// The lines of a script, read one at a time, so that a program at the other end of a pipe can wait
/// for each answer before it sends the next line.
final class LineSource {
  private let descriptor: Int32
  private let ownsDescriptor: Bool
  private var splitter = LineSplitter()
  private var ready: [[UInt8]] = []
  private var isAtEnd = false

  /// Standard input.
  static func standardInput() -> LineSource {
    LineSource(descriptor: 0, ownsDescriptor: false)
  }

  /// Opens a script file.
  ///
  /// - Throws: ``UnreadableFile`` when it cannot be opened.
  init(path: String) throws(UnreadableFile) {
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    ownsDescriptor = true
    if descriptor < 0 { throw UnreadableFile(path: path, number: errno) }
  }

  private init(descriptor: Int32, ownsDescriptor: Bool) {
    self.descriptor = descriptor
    self.ownsDescriptor = ownsDescriptor
  }

  deinit {
    if ownsDescriptor { close(descriptor) }
  }

  /// Returns the bytes of the next line, or `nil` at the end.
  ///
  /// - Throws: ``UnreadableFile`` when reading fails, for example because the path is a directory.
  func next(path: String) throws(UnreadableFile) -> [UInt8]? {
    while ready.isEmpty, !isAtEnd {
      var buffer = [UInt8](repeating: 0, count: 65_536)
      let count = read(descriptor, &buffer, buffer.count)
      if count > 0 {
        ready = splitter.feed(buffer[..<count])
      } else if count == 0 {
        isAtEnd = true
        ready = splitter.finish().map { [$0] } ?? []
      } else if errno != EINTR {
        throw UnreadableFile(path: path, number: errno)
      }
    }
    return ready.isEmpty ? nil : ready.removeFirst()
  }
}

/// The error for a script that cannot be read.
struct UnreadableFile: ReportableError, Equatable {
  let path: String
  /// The system's `errno`.
  let number: Int32

  var file: String? { path }
  var isDataUnusable: Bool { true }

  var message: Message {
    UserFileError(path: path, reason: .system(number)).message
  }
}

/// Splits a stream of bytes into lines. Accepts LF and CRLF, even when a read splits CRLF, and
/// drops a byte order mark at the start.
struct LineSplitter {
  private var pending: [UInt8] = []
  private var isAtStart = true

  /// The lines that `bytes` complete, without their line ends.
  mutating func feed(_ bytes: some Sequence<UInt8>) -> [[UInt8]] {
    var lines: [[UInt8]] = []
    for byte in bytes {
      if byte == 10 {
        lines.append(takeLine())
      } else {
        pending.append(byte)
      }
    }
    return lines
  }

  /// The last line, if it has no line end.
  mutating func finish() -> [UInt8]? {
    pending.isEmpty ? nil : takeLine()
  }

  private mutating func takeLine() -> [UInt8] {
    defer {
      pending = []
      isAtStart = false
    }
    if pending.last == 13 { pending.removeLast() }
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    return isAtStart && pending.starts(with: mark) ? Array(pending.dropFirst(3)) : pending
  }
}

/// The news that a waiting program receives from standard input.
enum Arrival: Sendable {
  /// A line of standard input, without its end.
  case line([UInt8])
  /// Standard input has ended.
  case endOfInput
  /// Reading standard input failed.
  case unreadable(UnreadableFile)
  /// A signal asks the program to end.
  case signal(Int32)
  /// Another program may have written to the bank's file.
  case file(FileNews)
}

/// Reads standard input on its own thread and posts each line.
///
/// The thread blocks in `read`, because Dispatch's read source misses the end of a pipe, never
/// fires on `/dev/null` and spins at the end of a file (seen on Linux with Swift 6.3). The thread
/// is never stopped; it ends with the program.
enum StandardInput {
  static func read(postingTo mailbox: Mailbox<Arrival>) {
    Thread.detachNewThread {
      let source = LineSource.standardInput()
      do throws(UnreadableFile) {
        while let line = try source.next(path: "-") { mailbox.post(.line(line)) }
        mailbox.post(.endOfInput)
      } catch {
        // Reading from a terminal that has gone away fails with EIO. Treat that as the end of the
        // input.
        mailbox.post(error.number == EIO ? .endOfInput : .unreadable(error))
      }
    }
  }
}
