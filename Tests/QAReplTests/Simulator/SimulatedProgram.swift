import Foundation
import QuizKit
import QuizStore
import QuizSupport
import Signals
import Synchronization

@testable import Terminal
@testable import qa_repl

/// One run of the program on a device: the shell with scripts, or a live terminal on paper.
final class SimulatedProgram {
  /// How the program is used.
  struct Manner: Equatable {
    var isLive: Bool
    var isJSON: Bool
    var language: Language
    /// Whether commands that destroy something are carried out without a question.
    var agrees: Bool
    var size: ScreenSize
  }

  let scheduler = VirtualScheduler()
  let store: any DataStore
  let shell: Shell
  let output: ListeningOutput
  let manner: Manner
  /// Whether the program has ended, by `quit` or at the terminal.
  private(set) var isOver = false

  private let sink = BufferSink()
  private var live: Live?
  private let bag = DisposeBag()

  /// The parts of a live terminal.
  private struct Live {
    let device: PaperTerminal
    let terminal: LiveTerminal
    let session: LiveSession
    let gate: InputGate
  }

  /// - Parameters:
  ///   - start: the wall date at the start.
  ///   - world: makes the world with the clock of this run.
  init(
    _ manner: Manner, store: any DataStore,
    world: (any TimeScheduler) -> World
  ) {
    self.manner = manner
    self.store = store
    let models = Models(world: world(scheduler))
    let theme = Theme(
      strings: Strings(language: manner.language), palette: Palette(),
      columns: manner.isLive ? manner.size.columns - 1 : nil)
    if manner.isLive {
      let device = PaperTerminal(size: manner.size)
      let gate = InputGate()
      let terminal = LiveTerminal(device: device, gate: gate, scheduler: scheduler)
      let session = LiveSession(terminal: terminal, scheduler: scheduler, theme: theme)
      live = Live(device: device, terminal: terminal, session: session, gate: gate)
      output = ListeningOutput(session)
    } else if manner.isJSON {
      output = ListeningOutput(JSONOutput(theme: theme, results: sink, diagnostics: sink))
    } else {
      output = ListeningOutput(TextOutput(theme: theme, results: sink, diagnostics: sink))
    }
    shell = Shell(models: models, output: output)
    shell.confirmer.caution = manner.isLive ? .ask : manner.agrees ? .none : .refuse
    shell.start(
      greeting: Greeting(
        version: "simulated", language: manner.language, seed: 0,
        clock: manner.isLive ? .real : .virtual))
    guard let live else { return }
    live.session.ended.observe { [unowned self] in isOver = true }.disposed(by: bag)
    live.session.begin(shell)
    shell.syncByItself()
    shell.followFiles()
    settle()
  }

  /// Enters a command line. A form at a live terminal takes it as the text of its field.
  func run(_ line: String) {
    if live != nil {
      type(line)
      type("\r")
    } else {
      shell.run(line: line)
      if shell.isQuitting { isOver = true }
    }
    _ = sink.take()
  }

  /// Presses keys, when the question has been on the screen for as long as a key has to wait.
  func type(_ keys: String) {
    guard let live, !isOver else { return }
    scheduler.advance(by: .milliseconds(150))
    let shown = live.gate.shownQuestion.load(ordering: .relaxed)
    live.terminal.handle(.bytes(Array(keys.utf8), question: shown))
    scheduler.advance(by: .milliseconds(50))
  }

  /// Takes the terminal away.
  func hangUp() {
    guard let live, !isOver else { return }
    live.terminal.handle(.signal(SIGHUP))
    settle()
  }

  func resize(to size: ScreenSize) {
    guard let live, !isOver else { return }
    live.device.size = size
    live.terminal.handle(.resized)
    scheduler.advance(by: .milliseconds(500))
  }

  func wait(_ duration: Duration) {
    scheduler.advance(by: duration)
    _ = sink.take()
  }

  /// Ends the program as a person does.
  func end() { _ = shell.end() }

  private func settle() { scheduler.advance(by: .zero) }
}
