import QuizKit
import QuizStore
import QuizSupport
import Signals
import Terminal

/// A person at a terminal. Turns the answers into commands of the shell and asks for confirmation,
/// and shows the output: the current screen is redrawn in place; everything else is printed and
/// scrolls up.
final class LiveSession: Output {
  /// The exit code if a signal, Ctrl-C or a closed output ended the session; otherwise `nil`.
  private(set) var ending: ExitCode?
  /// Emits when the session is over.
  var ended: Signal<Void> { over.signal }

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

  private let terminal: LiveTerminal
  private let scheduler: any TimeScheduler
  private let timing: LiveTiming
  private let scrollback: Scrollback
  private var theme: Theme
  private var text: TextOutput
  /// Writes errors and warnings where they are gone with the next key.
  private var problems: TextOutput
  private let over = PublishSubject<Void>()
  private let bag = DisposeBag()
  private var shell: Shell?
  private var state: (any Viewable)?
  /// The command to run shortly after the screen has appeared; `nil` for none.
  private var afterthought: Command?
  private var thinking: Disposable?
  /// Whether the current output answers a key press, so that no line was typed.
  private var isAnsweringKey = false
  /// Whether Ctrl-C was the last key on the first screen, so that another one leaves the program.
  private var isInterrupted = false
  /// Whether the question that waits is whether to leave the screen.
  private var isAskedToLeave = false

  init(
    terminal: LiveTerminal, scheduler: any TimeScheduler, theme: Theme,
    timing: LiveTiming = LiveTiming()
  ) {
    self.terminal = terminal
    self.scheduler = scheduler
    self.timing = timing
    var theme = theme
    theme.isLive = true
    self.theme = theme
    scrollback = Scrollback(terminal: terminal)
    region = Region(theme: theme, height: terminal.screen.size.rows)
    text = Self.text(theme, scrollback)
    problems = Self.problems(theme, region)
    region.changes.observe { [unowned self] in draw() }.disposed(by: bag)
    resize(to: terminal.screen.size)
    terminal.sizes.observe { [unowned self] in resize(to: $0) }.disposed(by: bag)
    terminal.schemes.observe { [unowned self] in recolor(for: $0) }.disposed(by: bag)
    // A signal may arrive while the commands in the arguments run, before the session begins.
    terminal.answers.observe { [unowned self] in take($0) }.disposed(by: bag)
  }

  /// Takes over the terminal and sends all input to the shell.
  func begin(_ shell: Shell) {
    self.shell = shell
    terminal.completer = CommandCompleter(shell: shell, region: region)
    shell.confirmer.questions.observe { [unowned self] in
      isAskedToLeave = false
      region.ask($0)
    }.disposed(by: bag)
    // Withdraw a question about something that is no longer on the screen.
    shell.changes.observe { [region, unowned shell] in
      if region.question == nil { shell.confirmer.withdraw() }
    }.disposed(by: bag)
    region.requests.observe { [unowned self] in self.shell?.perform($0) }.disposed(by: bag)
    region.requestMissing(isFirst: true)
    thinkAgain()
    terminal.screen.enter()
  }

  /// Asks a yes-or-no question and runs `action` on a yes. Enter means `standard`.
  func ask(_ question: String, standard: Bool, then action: @escaping () -> Void) {
    shell?.confirmer.ask(YesNo(question, standard: standard) { if $0 { action() } })
  }

  private func take(_ answer: LiveTerminal.InputEvent) {
    forgetNotices(before: answer)
    if answer != .interrupt { isInterrupted = false }
    switch answer {
    case .signal(let number): end(.signal(number))
    case .outputClosed: end(.outputClosed)
    case .inputClosed: end(nil)
    case .line(let line): take(line: line)
    case .edited(let text) where region.palette != nil: region.filterPalette(by: text)
    case .edited(let text):
      if let command = region.liveView?.find?.command(text) { shell?.perform(command) }
    case .cleared: break
    case .pasted(let lines): say(strings.pasted(lines))
    case .key(let action): perform(action)
    case .field(let text, let step): fill(text, step)
    case .finished(let text):
      if write(text), let form = region.form { run(form.end) }
    case .editFile: openFile()
    case .editorFailed(let error): failure(error, place: nil, at: scheduler.now)
    case .cancel: if !reply(false), !region.close(), !endSearch() { leaveScreen() }
    // The second Ctrl-C leaves a screen that asks whether to leave it.
    case .interrupt: if !reply(isAskedToLeave), !region.closePalette() { interrupt() }
    case .endOfInput:
      if !reply(false), !region.closePalette() {
        region.liveView?.isFirst == true ? end(nil) : leaveScreen()
      }
    }
  }

  private func perform(_ action: KeyBinding.Action) {
    switch action {
    case .perform(let command): run(command)
    case .palette:
      if let palette = palette(on: region.subject, region.rowKeys) { region.open(palette) }
    case .putIntoLine:
      if let line = region.palette?.line(at: region.row) { begin(line: line) }
    case .explain:
      let takesNumbers = shell?.takesRowNumbers(in: region) ?? false
      let guide = KeyGuide(region.keyHints, palette()?.entries ?? [], takesNumbers: takesNumbers)
      region.page { guide.lines($0) }
    case .take where region.palette != nil: take(region.palette?.effect(at: region.row))
    case .take:
      switch taken(nil, echo: nil) {
      case .command(let command): run(command)
      case .answer(let isYes): _ = reply(isYes)
      case nil: break
      }
    case .reply(let isYes):
      _ = reply(isYes)
      // Many people type the whole word and Enter, which must not reach what comes next.
      terminal.dropRest(of: isYes ? "yes" : "no")
    case .click(let row):
      let action = region.click(row)
      if action != .nothing { terminal.noteTakingClick() }
      perform(action)
    case .remove: take(removal)
    case .onRow(let name):
      take(palette(on: region.subject)?.effect(called: name), keepsText: region.isCovered)
    case .onward:
      guard let command = region.onward else { return terminal.screen.ring() }
      run(command)
    case .tick: if let command = region.tick { run(command) }
    case .nothing: break
    case .find: find()
    case .typeCommand: _ = region.find(false)
    case .whole where region.onward != nil: perform(.onward)
    case .move, .filter, .whole, .close:
      // A wheel keeps turning at the end of a list, so it does not ring.
      if !region.perform(action), !action.isWheel { terminal.screen.ring() }
    }
  }

  /// Everything that can be done here, and with a row.
  private func palette(on subject: RowSubject? = nil, _ keys: [RowKey] = []) -> CommandPalette? {
    shell.map { CommandPalette($0.parser, on: subject, keys: keys, idleWords: $0.idleWords) }
  }

  /// What deletes the row at the cursor; `nil` where nothing does.
  private var removal: CommandPalette.Effect? {
    switch region.removal {
    case nil: nil
    case .byCommand: palette(on: region.subject)?.effect(called: "delete")
    case .own(let command): region.row.flatMap(command).map { .run($0) }
    }
  }

  /// Opens the file of the question at the cursor, or of the one whose form waits.
  private func openFile() {
    if let shell, region.liveView?.form != nil,
      shell.table.entry(called: "file", on: shell.screen) != nil
    {
      enter("file", echo: nil)
    } else {
      take(palette(on: region.subject)?.effect(called: "file"))
    }
  }

  /// - Parameter keepsText: As in ``run(_:echo:keepsText:)``.
  private func take(_ effect: CommandPalette.Effect?, keepsText: Bool = false) {
    switch effect {
    case .run(let command): run(command, keepsText: keepsText)
    case .type(let line): begin(line: line)
    case .enter(let line): enter(line, echo: line)
    case .there(let opening, let line, let isWhole):
      run(opening)
      take(isWhole ? .enter(line.trimmed) : .type(line))
    case nil: terminal.screen.ring()
    }
  }

  /// Puts the beginning of a command into the prompt.
  private func begin(line: String) {
    region.closeText()
    if region.typing != nil { region.pauseForm(true) }
    terminal.begin(line: line)
  }

  /// Begins a search that follows each key, on the screen in front or else on that for searching.
  private func find() {
    if region.find(true) { return }
    run(.open(.search(SearchQuery())))
    _ = region.find(true)
  }

  /// Answers the pending question. Returns `false` when there is none.
  private func reply(_ isYes: Bool) -> Bool {
    guard let shell, region.question != nil else { return false }
    isAskedToLeave = false
    carryOut(echo: nil) { shell.answer(isYes) }
    return true
  }

  /// Takes a typed line: the answer to a question of the program or of a quiz, the number of a row,
  /// or a command, which also declines what the program offers.
  private func take(line: String) {
    guard let shell else { return }
    if let question = region.question {
      _ = reply(question.isYes(line))
      guard question.isCommand(line) else { return }
    }
    if let typing = region.typing { return run(typing.command(line)) }
    guard !line.isEmpty else { return region.pauseForm(false) }
    region.closeText()
    if shell.takesRowNumbers(in: region), let number = Int(FullWidth.folded(line)) {
      if case .command(let command) = taken(number, echo: line) { run(command, echo: line) }
    } else if shell.table.beginsSearch(line, on: shell.screen) {
      find()
    } else if hasPages, let pages = shell.table.pageTurn(line, on: shell.screen) {
      turn(pages, echo: line)
    } else {
      enter(line, echo: line)
    }
  }

  /// Whether the list has pages, of as many rows as fit here.
  private var hasPages: Bool {
    region.liveView?.list.map { $0.loadsRows && $0.select == nil } ?? false
  }

  /// Runs the command of a key or a row.
  ///
  /// - Parameter keepsText: Whether the text over the screen goes on being read, unless there is
  ///   something to say.
  private func run(_ command: Command, echo: String? = nil, keepsText: Bool = false) {
    guard let shell else { return }
    if !keepsText { region.closeText() }
    let outcome = attempt(echo: echo) { prepare in
      prepare(command)
      return shell.run(command)
    }
    if outcome == .failed { region.closeText() }
  }

  /// Runs a command line.
  @discardableResult
  private func enter(_ line: String, echo: String?) -> Outcome {
    guard let shell else { return .done }
    region.closeText()
    return attempt(echo: echo) { shell.run(line: line, prepare: $0) }
  }

  /// Runs a command, with what its form needs before it and after it.
  ///
  /// - Parameter submit: runs the command, and calls its argument with it before.
  private func attempt(
    echo: String?, _ submit: (_ prepare: (Command) -> Void) -> Outcome
  ) -> Outcome {
    var outcome = Outcome.done
    var command: Command?
    carryOut(echo: echo) {
      outcome = submit {
        command = $0
        if let tidying = region.tidying(before: $0) { shell?.perform(tidying) }
      }
    }
    if let command, region.form?.end == command { region.seekOpenField() }
    return outcome
  }

  /// Runs `work`, which the user has asked for, and shows the result.
  ///
  /// - Parameter echo: The line to repeat in the scrollback; `nil` when a key was pressed.
  private func carryOut(echo: String?, _ work: () -> Void) {
    isAnsweringKey = echo == nil
    scrollback.heading = echo.map { (region.liveView?.label ?? "") + $0.sanitisedLine }
    work()
    scrollback.heading = nil
    isAnsweringKey = false
    if shell?.isQuitting == true { over.emit(()) }
  }

  /// Turns by pages of the window's height, or reports that there are no more.
  private func turn(_ pages: Int, echo: String) {
    guard !region.perform(.move(.pages(pages))) else { return }
    fail(pages > 0 ? .lastPage : .firstPage, echo: echo)
  }

  /// The result of taking the row at the cursor, or the row with this number. Tells the user when
  /// there is no such row.
  ///
  /// - Parameter echo: The line that the user has typed, if any.
  private func taken(_ number: Int?, echo: String?) -> Pane.Taken? {
    do throws(ListRefusal) {
      return try region.take(number)
    } catch {
      fail(error, echo: echo)
      return nil
    }
  }

  private func fail(_ refusal: ListRefusal, echo: String?) {
    carryOut(echo: echo) { failure(refusal, place: nil, at: scheduler.now) }
  }

  /// Writes the field if its text has changed. Then moves on, unless the text was refused.
  private func fill(_ text: String, _ step: Int?) {
    if let write = region.typing?.step { return run(write(text, step ?? 1)) }
    let field = region.field
    guard write(text) else { return }
    if step == nil, field?.handsIn == true, let form = region.form { return run(form.end) }
    region.moveField(by: step ?? 1)
    if step == nil, field?.isExtra == false, region.field?.isExtra == true {
      region.moveField(by: 1)
    }
  }

  /// Writes what was typed into the field. Returns `false` where it was refused.
  private func write(_ text: String) -> Bool {
    // The keys have chosen one of a few values already.
    guard let field = region.field, text != field.text, field.values == nil || !text.isEmpty else {
      return true
    }
    guard let shell else { return true }
    region.closeText()
    let outcome = attempt(echo: nil) { prepare in
      shell.run(prepare: prepare) { _ throws(CommandError) in
        try field.command(String(text.drop(while: Tokenizer.isBlank)))
      }
    }
    return outcome != .failed
  }

  /// Ends a search that follows each key, on its screen. Returns `false` when there is none.
  private func endSearch() -> Bool {
    guard region.isFinding, let ending = region.liveView?.find?.ending else { return false }
    _ = (region.find(false), run(ending))
    return true
  }

  private func leaveScreen() {
    guard let liveView = region.liveView else { return }
    if let form = region.form, form.isBlank, !hasTyped {
      run(.back)
      // The deck is the last field.
      if form.hasWritten { run(.open(.manage(deck: form.fields.last?.text, isAtEnd: true))) }
      return
    }
    if region.form != nil || region.typing != nil { return region.pauseForm(true) }
    if liveView.isFirst { return terminal.screen.ring() }
    guard let question = liveView.leavingQuestion else { return run(liveView.leaving) }
    ask(question, standard: false) { [unowned self] in shell?.perform(liveView.leaving) }
    isAskedToLeave = true
  }

  /// Handles Ctrl-C. Twice on the start screen, without another key between, ends the program.
  private func interrupt() {
    // An import can be started from every screen, and stopped there.
    if let importer = shell?.models.importer, importer.status != nil {
      shell?.perform(.application(.cancelImport))
      return
    }
    guard region.liveView?.isFirst == true else { return leaveScreen() }
    if isInterrupted { return end(.signal(2)) }
    isInterrupted = true
    say(strings.interruptAgain)
  }

  /// Whether the field has a text that the form does not have yet.
  private var hasTyped: Bool {
    guard let field = region.field, let text = terminal.fieldText else { return false }
    return !text.isEmpty && text != field.text
  }

  /// Writes what stands in the field, so that the form that is kept has it.
  private func writeField() {
    guard let shell, shell.models.drafts.areKept, hasTyped, let text = terminal.fieldText
    else { return }
    _ = write(text)
  }

  private func end(_ exit: ExitCode?) {
    writeField()
    ending = exit
    over.emit(())
  }

  // MARK: - The window

  /// Lays out everything again for a new window size.
  private func resize(to size: ScreenSize) {
    let earlier = theme
    theme.columns = max(10, size.columns - 1)
    theme.ambiguous = size.ambiguous
    region.change(theme, height: size.rows)
    // A window that only becomes higher or lower has the same texts.
    theme == earlier ? draw() : layOutAgain()
  }

  /// Draws everything again in the colours for another background.
  func recolor(for scheme: ColorScheme) {
    recolor(with: Palette(depth: theme.palette.depth, scheme: scheme))
  }

  /// Shows other colours. Where they leave the background open, what the terminal said of it counts.
  func recolor(with palette: Palette) {
    var palette = palette
    if palette.scheme == .unknown { palette.scheme = terminal.screen.scheme }
    guard theme.palette != palette else { return }
    theme.palette = palette
    region.change(theme, height: terminal.screen.size.rows)
    layOutAgain()
  }

  private func layOutAgain() {
    text = Self.text(theme, scrollback)
    problems = Self.problems(theme, region)
    if let state { lay(out: state, as: state.liveView(region.inner)) }
  }

  /// Shows a line that belongs to no screen until the next key.
  private func say(_ line: String) {
    region.write(theme.palette.faint(line))
  }

  /// Removes the messages about the last command, because the user goes on.
  private func forgetNotices(before answer: LiveTerminal.InputEvent) {
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
    if let place = report as? FollowedPlace, shell != nil {
      do throws(TextEditorFailure) {
        return try terminal.openFile(place.path, line: place.line)
      } catch {
        return failure(error, place: nil, at: time)
      }
    }
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
    // A form that remains in the scrollback is done, and so is one that was thrown away. The next one
    // begins at its first field.
    let isEmptied = ending.command?.partInForm == .closing && ending.next.form != nil
    if liveView.form != nil, !lines.isEmpty || isEmptied { region.leaveForm() }
  }

  private func lay(out state: any Viewable, as liveView: LiveView) {
    self.state = state
    region.show(liveView)
    afterthought = liveView.afterthought
    thinkAgain()
  }

  /// Runs the afterthought of the screen when it has been shown for a moment, and not that of the
  /// screen before.
  private func thinkAgain() {
    guard let shell else { return }
    thinking = afterthought.map { command in
      scheduler.after(timing.afterthought) { [unowned shell] in shell.perform(command) }
    }
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
private final class Scrollback: TextSink {
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
private final class Painted: TextSink {
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

// The sentences of a live session that belong to no screen.

extension Strings {
  /// What became of a pasted text of several lines, where there is room for one.
  func pasted(_ lines: Int) -> String {
    self(
      "The \(lines) pasted lines are one line now; Enter takes it, Ctrl-C clears it.",
      "貼り付けた \(lines) 行を 1 行にまとめました。Enter で確定、Ctrl-C で消去します。")
  }

  /// What Ctrl-C on the first screen says.
  var interruptAgain: String {
    self("Ctrl-C again, or quit, leaves the program.", "もう一度 Ctrl-C、または quit で終了します。")
  }
}

/// The keys and the commands of a screen with their effects, for a user who asks.
private struct KeyGuide {
  private let hints: [String]
  private let commands: [CommandPalette.Entry]
  private let takesNumbers: Bool

  /// - Parameters:
  ///   - hints: The hints on the keys of the screen.
  ///   - commands: Everything that can be done there.
  ///   - takesNumbers: Whether a number goes to a row there.
  init(_ hints: [String], _ commands: [CommandPalette.Entry], takesNumbers: Bool) {
    self.hints = hints
    self.commands = commands
    self.takesNumbers = takesNumbers
  }

  /// The fewest columns for which keys and effects are beside each other.
  private static let columnsForTable = 44

  /// The keys and their effects in two columns, then the commands by their groups.
  func lines(_ theme: Theme) -> [String] {
    let strings = theme.strings
    var lines = [theme.palette.heading(strings("Keys", "キー"))] + table(keys(theme), theme)
    let commands = commands.filter { !$0.names.isEmpty }
    for group in CommandGroup.allCases {
      let rows = commands.filter { $0.group == group }.map { ($0.usage, $0.explanation) }
      if rows.isEmpty { continue }
      let title = strings("Commands: ", "コマンド : ") + group.name(in: strings.language)
      lines += ["", theme.palette.heading(title)] + table(rows, theme)
    }
    return lines
  }

  /// The keys of the screen, then those that have the same effect everywhere.
  private func keys(_ theme: Theme) -> [(String, String)] {
    let own = hints.map { KeyHint($0, theme.signs) }.filter {
      !$0.keys.isEmpty && !$0.effect.isEmpty && !["Tab", "?"].contains($0.keys)
    }
    var names: Set<String> = []
    return own.filter { names.insert($0.keys).inserted }.map { ($0.keys, $0.effect) }
      + KeyHelp.all(theme.strings).filter {
        $0.isGeneral && (takesNumbers || !$0.takesRow) && names.insert($0.keys).inserted
      }.map { ($0.keys, $0.meaning) }
  }

  private func table(_ rows: [(String, String)], _ theme: Theme) -> [String] {
    guard let columns = theme.columns, columns >= Self.columnsForTable else {
      return rows.flatMap { theme.lines("  \($0)  \($1)", indent: 4) }
    }
    let widest = rows.map { theme.width($0.0) }.max() ?? 0
    let width = min(widest, columns / 3)
    return rows.flatMap { name, effect in
      let isLong = theme.width(name) > width
      let beside = theme.lines(
        "  " + (isLong ? String(repeating: " ", count: width) : theme.filled(name, to: width))
          + "  " + effect, indent: width + 4)
      return isLong ? theme.lines("  " + name, indent: 4) + beside : beside
    }
  }
}
