import QuizKit
import QuizSupport
import Signals

/// A person at a terminal. Turns the answers into commands of the shell and asks for confirmation.
final class LiveSession {
  let output: LiveOutput
  /// The exit code if a signal, Ctrl-C or a closed output ended the session; otherwise `nil`.
  private(set) var ending: ExitCode?
  /// Emits when the session is over.
  var ended: Signal<Void> { over.signal }

  private var region: Region { output.region }
  private let terminal: LiveTerminal
  private let scheduler: any TimeScheduler
  private let timing: LiveTiming
  private let over = PublishSubject<Void>()
  private let bag = DisposeBag()
  private var shell: Shell?
  /// Whether Ctrl-C was the last key on the first screen, so that another one leaves the program.
  private var isInterrupted = false
  /// Whether the question that waits is whether to leave the screen.
  private var isAskedToLeave = false
  private var afterthought: Disposable?

  init(
    terminal: LiveTerminal, scheduler: any TimeScheduler, theme: Theme,
    timing: LiveTiming = LiveTiming()
  ) {
    (self.terminal, self.scheduler, self.timing) = (terminal, scheduler, timing)
    output = LiveOutput(theme: theme, terminal: terminal)
    terminal.sizes.observe { [unowned output] in output.resize(to: $0) }.disposed(by: bag)
    terminal.schemes.observe { [unowned output] in output.recolor(for: $0) }.disposed(by: bag)
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
    region.requests.observe { [unowned self] in self.shell?.commands.emit($0) }.disposed(by: bag)
    region.requestMissing(isFirst: true)
    output.afterthoughts.observe { [unowned self] command in
      afterthought = command.map { command in
        scheduler.after(timing.afterthought) { [unowned self] in self.shell?.commands.emit(command)
        }
      }
    }.disposed(by: bag)
    terminal.screen.enter()
  }

  /// Asks a yes-or-no question and runs `action` on a yes. Enter means `standard`.
  func ask(_ question: String, standard: Bool, then action: @escaping () -> Void) {
    shell?.confirmer.ask(YesNo(question, standard: standard) { if $0 { action() } })
  }

  private func take(_ answer: Answer) {
    output.forgetNotices(before: answer)
    if answer != .interrupt { isInterrupted = false }
    switch answer {
    case .signal(let number): end(.signal(number))
    case .outputClosed: end(.outputClosed)
    case .inputClosed: end(nil)
    case .line(let line): take(line: line)
    case .edited(let text) where region.palette != nil: region.filterPalette(by: text)
    case .edited(let text):
      if let command = region.liveView?.find?.command(text) { shell?.commands.emit(command) }
    case .cleared: break
    case .pasted(let lines): output.say(output.strings.pasted(lines))
    case .key(let action): perform(action)
    case .field(let text, let step): fill(text, step)
    case .finished(let text):
      if write(text), let form = region.form { run(form.end) }
    case .editorFailed(let failure): output.failure(failure, place: nil, at: scheduler.now)
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

  private func take(_ effect: CommandPalette.Effect?) {
    switch effect {
    case .run(let command): run(command)
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
    region.liveView?.list.map { $0.load != nil && $0.select == nil } ?? false
  }

  /// Runs the command of a key or a row.
  private func run(_ command: Command, echo: String? = nil) {
    guard let shell else { return }
    region.closeText()
    _ = attempt(echo: echo) { prepare in
      prepare(command)
      return shell.run(command)
    }
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
        if let tidying = region.tidying(before: $0) { shell?.commands.emit(tidying) }
      }
    }
    if let command, region.form?.end == command { region.seekOpenField() }
    return outcome
  }

  private func carryOut(echo: String?, _ work: () -> Void) {
    output.perform(echo: echo, work)
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
    output.perform(echo: echo) { output.failure(refusal, place: nil, at: scheduler.now) }
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
    return enter(field.command + " " + text, echo: nil) != .failed
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
    guard let question = liveView.leavingQuestion else { return run(.back) }
    ask(question, standard: false) { [unowned self] in shell?.commands.emit(.home) }
    isAskedToLeave = true
  }

  /// Handles Ctrl-C. Twice on the start screen, without another key between, ends the program.
  private func interrupt() {
    // An import can be started from every screen, and stopped there.
    if let importer = shell?.models.importer, importer.status != nil {
      shell?.commands.emit(.application(.cancelImport))
      return
    }
    guard region.liveView?.isFirst == true else { return leaveScreen() }
    if isInterrupted { return end(.signal(2)) }
    isInterrupted = true
    output.say(output.strings.interruptAgain)
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
