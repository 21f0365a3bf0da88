import Dispatch
import Foundation
import Signals

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
    LineReader.start(postingTo: loop.mailbox)
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
