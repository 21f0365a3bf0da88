import QuizKit
import QuizStore
import QuizSupport
import Signals

/// Shows the output in a live terminal. The current screen is redrawn in place; everything else is
/// printed and scrolls up.
final class LiveOutput: Output {
  var strings: Strings {
    get { theme.strings }
    set {
      theme.strings = newValue
      text.strings = newValue
      problems.strings = newValue
      region.change(theme, height: terminal.screen.size.rows)
    }
  }

  /// The region at the bottom of the screen, with its keys.
  let region: Region

  /// Emits with each state the command to run shortly after the screen appears; `nil` for none.
  var afterthoughts: Signal<Command?> { later.signal }

  private let terminal: LiveTerminal
  private let scrollback: Scrollback
  /// Writes errors and warnings where they are gone with the next key.
  private var problems: TextOutput
  private let later = BehaviorSubject<Command?>(nil)
  private let bag = DisposeBag()
  private var theme: Theme
  private var text: TextOutput
  private var state: (any Viewable)?
  /// Whether the current output answers a key press, so that no line was typed.
  private var isAnsweringKey = false

  init(theme: Theme, terminal: LiveTerminal) {
    var theme = theme
    theme.isLive = true
    (self.theme, self.terminal) = (theme, terminal)
    scrollback = Scrollback(terminal: terminal)
    region = Region(theme: theme, height: terminal.screen.size.rows)
    text = Self.text(theme, scrollback)
    problems = Self.problems(theme, region)
    region.changes.observe { [unowned self] in draw() }.disposed(by: bag)
    resize(to: terminal.screen.size)
  }

  /// Lays out everything again for a new window size.
  func resize(to size: ScreenSize) {
    let earlier = theme
    theme.columns = max(10, size.columns - 1)
    theme.ambiguous = size.ambiguous
    region.change(theme, height: size.rows)
    // A window that only becomes higher or lower has the same texts.
    theme == earlier ? draw() : layOutAgain()
  }

  /// Draws everything again in the colours for another background.
  func recolor(for scheme: ColorScheme) {
    guard theme.palette.scheme != scheme else { return }
    theme.palette.scheme = scheme
    region.change(theme, height: terminal.screen.size.rows)
    layOutAgain()
  }

  private func layOutAgain() {
    text = Self.text(theme, scrollback)
    problems = Self.problems(theme, region)
    if let state { lay(out: state, as: state.liveView(region.inner)) }
  }

  /// Runs `work`, which the user has asked for, and shows the result.
  ///
  /// - Parameter echo: The line to repeat in the scrollback; `nil` when a key was pressed.
  func perform(echo: String?, _ work: () -> Void) {
    isAnsweringKey = echo == nil
    scrollback.heading = echo.map { (region.liveView?.label ?? "") + $0.sanitisedLine }
    work()
    scrollback.heading = nil
    isAnsweringKey = false
  }

  /// Shows a line that belongs to no screen until the next key.
  func say(_ line: String) {
    region.write(theme.palette.faint(line))
  }

  /// Removes the messages about the last command, because the user goes on.
  func forgetNotices(before answer: Answer) {
    if case .edited = answer { return }
    // Nobody has seen them yet below a text that fills the window.
    if region.isCovered { return }
    region.clearNotices()
  }

  // MARK: - Output

  func hello(_ greeting: Greeting) {}
  func notice(_ notice: StoreNotice, at time: Duration) { text.notice(notice, at: time) }
  func echo(_ line: String) { text.echo(line) }
  func end(errors: Int, exit: ExitCode, at time: Duration) {
    // The last error is read after the program has left.
    scrollback.print(region.clearNotices().flatMap { region.inner.lines($0) })
    terminal.screen.leave()
  }

  func help(_ topic: HelpTopic, at time: Duration) {
    if !pages({ topic.view($0) }) { text.help(topic, at: time) }
  }

  func report(_ report: any Report, at time: Duration) {
    if !report.isRead || !pages({ report.view($0) }) { text.report(report, at: time) }
  }

  /// Shows a text as pages if it is too long for its beginning to stay visible. Returns `false`
  /// when it is not.
  private func pages(_ view: @escaping (Theme) -> [String]) -> Bool {
    if region.fits(view(theme).count, above: terminal.status.count) { return false }
    region.page(view)
    return true
  }

  func failure(_ error: any ReportableError, place: Place?, at time: Duration) {
    problems.failure(error, place: place, at: time)
  }

  func warning(_ error: any ReportableError, place: Place?, at time: Duration) {
    // A user who taps a key twice need not read that it counted once. A typed command is answered.
    if error is DroppedCommand, isAnsweringKey { return }
    problems.warning(error, place: place, at: time)
  }

  func show(_ state: any Viewable, _ occasion: Occasion, at time: Duration) {
    if occasion.command == nil, let earlier = self.state,
      PassedTime(from: earlier.timesLeft, to: state.timesLeft).isUp
    {
      terminal.screen.ring()
    }
    let next = state.liveView(region.inner)
    if let liveView = region.liveView, liveView.subject != next.subject {
      region.ask(nil)
      finish(liveView, LiveView.Ending(command: occasion.command, next: next))
    }
    // Print it without the time, which would be outdated in the scrollback at once.
    if next.body == nil, next.list == nil, occasion != .tick {
      text.show(state.timeless, .command(.state), at: time)
    }
    lay(out: state, as: next)
  }

  // MARK: - The screen in front

  /// Prints the lines that remain of a view, such as a question with its answer.
  private func finish(_ liveView: LiveView, _ ending: LiveView.Ending) {
    let lines = liveView.rest?.lines(ending, region.inner) ?? []
    scrollback.print(lines, continues: liveView.rest?.continues ?? false)
    // A form that remains in the scrollback is done. The next one begins at its first field.
    if liveView.form != nil, !lines.isEmpty { region.leaveForm() }
  }

  private func lay(out state: any Viewable, as liveView: LiveView) {
    self.state = state
    region.show(liveView)
    later.emit(liveView.afterthought)
  }

  private func draw() {
    terminal.status = region.rows()
    if let prompt = region.prompt { terminal.ask(prompt) }
    region.requestMissing()
  }

  private static func text(_ theme: Theme, _ scrollback: Scrollback) -> TextOutput {
    TextOutput(
      theme: Margin.inner(theme), results: scrollback,
      diagnostics: Painted(sink: scrollback, paint: theme.palette.wrong), isInteractive: true,
      namesCodes: false)
  }

  /// The output of problems. The region wraps them.
  private static func problems(_ theme: Theme, _ region: Region) -> TextOutput {
    var theme = theme
    theme.columns = nil
    return TextOutput(
      theme: theme, results: region,
      diagnostics: Painted(sink: region, paint: theme.palette.wrong), isInteractive: true,
      namesCodes: false)
  }
}

/// Prints text above the live region, in blocks with a blank row before each.
final class Scrollback: TextSink {
  /// The command to print once before the next text, which is its result.
  var heading: String?
  private let terminal: LiveTerminal
  /// Whether the last block may be continued without a blank row.
  private var isOpen = false

  init(terminal: LiveTerminal) {
    self.terminal = terminal
  }

  func write(_ text: String) {
    let head = heading.map { [$0] } ?? []
    heading = nil
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    print(head + lines.drop(while: \.isEmpty))
  }

  /// Prints a block of lines.
  ///
  /// - Parameter continues: Whether it is one of several blocks of the same kind, such as answered
  ///   questions, which follow each other without a blank row.
  func print(_ lines: [String], continues: Bool = false) {
    guard let first = lines.firstIndex(where: { !$0.isEmpty }),
      let last = lines.lastIndex(where: { !$0.isEmpty })
    else { return }
    let space = continues && isOpen ? [] : [""]
    isOpen = continues
    terminal.screen.print(space + lines[first...last].map(Margin.indented))
  }
}

/// Writes each line in one colour.
final class Painted: TextSink {
  private let sink: any TextSink
  private let paint: (String) -> String

  init(sink: any TextSink, paint: @escaping (String) -> String) {
    self.sink = sink
    self.paint = paint
  }

  func write(_ text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    sink.write(lines.map { paint(String($0)) }.joined(separator: "\n"))
  }
}
