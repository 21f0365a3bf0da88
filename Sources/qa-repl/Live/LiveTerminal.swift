import QuizSupport
import Signals

/// Reads a person's keys and edits the answer at the prompt of a ``LiveScreen``.
///
/// Only keys change the typed text and the cursor position, because the terminal's input method
/// composes text at the cursor.
final class LiveTerminal {
  /// The user's answers, in order.
  var answers: Signal<Answer> { subject.signal }
  /// Rows above the prompt. Changes that no key caused are drawn only when the keyboard has been
  /// quiet for a while.
  var status: [RegionRow] = [] {
    didSet { if status != oldValue { screen.schedule(at: quietTime) } }
  }
  /// Provides completions and hints for commands.
  var completer: (any Completer)?
  /// Opens the text of a field in a program of its own.
  var textEditor: (any TextEditor)?
  /// Emits each command line to store in the history file.
  var keptLines: Signal<String> { kept.signal }
  /// Emits each new window size.
  var sizes: Signal<ScreenSize> { resized.signal }
  /// Emits the background when the terminal has named it.
  var schemes: Signal<ColorScheme> { recolored.signal }

  let screen: LiveScreen
  private let gate: InputGate
  private let scheduler: any TimeScheduler
  private let timing: LiveTiming
  private let subject = PublishSubject<Answer>()
  private let kept = PublishSubject<String>()
  private let resized = PublishSubject<ScreenSize>()
  private let recolored = PublishSubject<ColorScheme>()
  private let bag = DisposeBag()
  private var parser = KeyParser()
  private var line: TypedLine
  private let keyFilter: KeyFilter
  private let mouse: Mouse
  private var lastClick: Mouse.Click?
  private var isHandlingKeys = false
  private var lastKey: Duration?
  private var undecided: Disposable?
  private var waitingSince = Duration.zero
  private var resizing: Disposable?

  init(
    device: any TerminalDevice, gate: InputGate, scheduler: any TimeScheduler,
    history: History = History(), timing: LiveTiming = LiveTiming(), isSynchronised: Bool = true,
    hasAlternateScreen: Bool = true, rings: Bool = true, takesMouse: Bool = true,
    query: TerminalQuery = TerminalQuery()
  ) {
    self.gate = gate
    self.scheduler = scheduler
    self.timing = timing
    line = TypedLine(history: history)
    keyFilter = KeyFilter(scheduler: scheduler, timing: timing)
    screen = LiveScreen(
      device: device, scheduler: scheduler, isSynchronised: isSynchronised,
      hasAlternateScreen: hasAlternateScreen, rings: rings,
      query: query)
    mouse = Mouse(screen: screen, scheduler: scheduler, timing: timing, isOn: takesMouse)
    screen.frame = { [unowned self] size in
      keyFilter.show()
      gate.shownQuestion.store(keyFilter.question, ordering: .releasing)
      return LiveLayout(
        line,
        status: mouse.isOn ? status : status.map { RegionRow(text: $0.text) }, size: size
      ).frame
    }
    mouse.clicks.observe { [unowned self] in choose($0) }.disposed(by: bag)
    keyFilter.meant.observe { [unowned self] in obey($0) }.disposed(by: bag)
    screen.closings.observe { [unowned self] in subject.emit(.outputClosed) }.disposed(by: bag)
  }

  /// Shows another prompt. A half-typed command becomes a draft, which Up and Ctrl-Y bring back.
  func ask(_ next: Prompt) {
    guard next != line.prompt else { return }
    if next.id != line.prompt.id { keyFilter.changeQuestion(isAsked: isHandlingKeys) }
    line.ask(next)
    scheduleDrawing()
  }

  /// Handles one event from the queue.
  func handle(_ event: TerminalEvent) {
    switch event {
    case .bytes(let bytes, let question): receive(bytes, question)
    case .endOfInput: subject.emit(.inputClosed)
    case .signal(let number): subject.emit(.signal(number))
    case .suspension: screen.suspend()
    case .continuation:
      screen.resume()
      followSize()
    case .resized:
      resizing = scheduler.after(timing.resizing) { [unowned self] in
        followSize()
      }
    // The program itself handles results of background work and news of the bank's file.
    case .news, .file: break
    }
  }

  /// When to stop waiting for the terminal's answers; `nil` when none is awaited. An answer that
  /// comes after the program's end is typed into the shell.
  var answerDeadline: Duration? { mouse.deadline ?? screen.answerDeadline }

  /// Takes bytes without their keys. Returns whether the last of the terminal's answers is in them.
  func hears(_ bytes: [UInt8]) -> Bool {
    _ = parser.feed(bytes)
    parser.takeReports().forEach(take)
    return answerDeadline == nil
  }

  private func take(_ report: TerminalReport) {
    switch report {
    case .cursor(let cell): screen.learn(report) ? followSize() : mouse.take(cell)
    case .background: if screen.learn(report) { recolored.emit(screen.scheme) }
    }
  }

  /// Call this when the last click took a row, so that a third click does not take what comes next.
  func noteTakingClick() {
    if let lastClick { mouse.answered(by: lastClick) }
  }

  /// Drops what is left of a word whose first letter has just answered, and the Enter after it.
  func dropRest(of word: String) { keyFilter.dropRest(of: word) }

  private func receive(_ bytes: [UInt8], _ question: Int) {
    gate.unhandledInterrupts.store(0, ordering: .relaxed)
    undecided = nil
    let keys = parser.feed(bytes)
    parser.takeReports().forEach(take)
    press(keys, readFor: question)
    awaitRest(readFor: question)
  }

  /// Waits for the rest of unfinished input, but not for ever. The limit of a paste is one of its
  /// pauses.
  private func awaitRest(readFor question: Int) {
    guard let wait = parser.wait else { return }
    if parser.beganLast || wait == .paste { waitingSince = scheduler.now }
    let end = waitingSince + timing.limit(of: wait)
    undecided = scheduler.after(max(.zero, end - scheduler.now)) { [unowned self] in
      press(wait == .paste ? parser.breakPaste() : parser.timeout(), readFor: question)
      awaitRest(readFor: question)
    }
  }

  private func press(_ keys: [Key], readFor question: Int) {
    isHandlingKeys = true
    defer { isHandlingKeys = false }
    for (index, key) in keys.enumerated() {
      // Keys that come after a click are meant for the result of the click.
      if mouse.isWaiting { return mouse.hold(keys[index...], question) }
      lastKey = scheduler.now
      if case .click(let cell) = key {
        mouse.press(cell, readFor: question)
        continue
      }
      // Treat characters that arrive together like keys pressed one by one, so each can be a
      // shortcut.
      if case .text(let text) = key, !line.prompt.actions.isEmpty {
        for character in text { press(.text(String(character)), readFor: question) }
      } else {
        press(key, readFor: question)
      }
    }
  }

  /// Chooses the clicked row, and goes on with the keys that came meanwhile.
  private func choose(_ click: Mouse.Click) {
    if let row = click.row {
      isHandlingKeys = true
      defer { isHandlingKeys = false }
      let isAnswer = line.prompt.actions[.text("1")] != nil
      lastClick = click
      keyFilter.presses.emit(
        KeyFilter.Press(
          key: .click(click.cell), shown: click.question, place: line.prompt.place, isFresh: true,
          action: .click(row: row), isAnswer: isAnswer, hasActions: true))
    }
    for held in click.held { press(held.keys, readFor: held.question) }
  }

  private func press(_ key: Key, readFor question: Int) {
    keyFilter.presses.emit(
      KeyFilter.Press(
        key: key, shown: question, place: line.prompt.place, isFresh: line.isFresh,
        action: action(of: key),
        isAnswer: line.isFresh && line.prompt.answerKeys.contains(key),
        hasActions: line.prompt.isCommandLine && !line.prompt.actions.isEmpty))
  }

  private func action(of key: Key) -> KeyBinding.Action? {
    if case .wheel(let notches) = key { return mouse.isOn ? .move(.wheel(notches)) : .nothing }
    return line.action(of: key)
  }

  private func obey(_ press: KeyFilter.Press) {
    if let action = press.action {
      subject.emit(.key(action))
    } else if press.isFresh, press.key == .text(":"), press.hasActions {
      // A command follows, even if it begins with a digit.
      line.write()
    } else {
      edit(press.key)
    }
  }

  private func edit(_ key: Key) {
    let before = line.editor
    let effects = line.apply(key, screen.size)
    if !before.buffer.isEmpty, line.editor.buffer.isEmpty { subject.emit(.cleared) }
    for effect in effects { carryOut(effect, of: key) }
    let isEdited = line.editor.buffer != before.buffer
    if isEdited || line.editor.search != before.search { line.updateHint(completer) }
    if line.prompt.reportsEdits, isEdited { subject.emit(.edited(line.text)) }
    if isEdited, case .paste(let text) = key, !line.prompt.isMultiline {
      let lines = text.trimmed.split(whereSeparator: \.isNewline).count
      if lines > 1 { subject.emit(.pasted(lines: lines)) }
    }
    if line.editor != before { scheduleDrawing() }
    if case .text = key, let number = Int(FullWidth.folded(line.text)), number > 0,
      number <= line.prompt.digits
    {
      submit(line.text)
      // Many people press Enter too, which must not reach the next field.
      keyFilter.dropRest(of: "")
    }
  }

  private func carryOut(_ effect: Editor.Effect, of key: Key) {
    switch effect {
    case .submit(let text): submit(text)
    case .cancel: subject.emit(line.discard() ? .cleared : .cancel)
    case .interrupt: subject.emit(.interrupt)
    case .endOfInput: subject.emit(.endOfInput)
    case .bell:
      // Up in the first row of a field and Down in the last one move to another field.
      if let step = line.prompt.isField ? key.fieldStep : nil {
        subject.emit(.field(line.text, step: step))
      } else {
        screen.ring()
      }
    case .complete where line.prompt.isField:
      subject.emit(.field(line.text, step: key == .named(.tab, .shift) ? -1 : 1))
    case .finish where line.prompt.handsIn: submit(line.text)
    case .finish where line.prompt.isField: subject.emit(.finished(line.text))
    case .finish: screen.ring()
    case .suspend: screen.suspend()
    case .edit: editElsewhere()
    case .unknownChord: screen.ring()
    case .clearScreen: screen.clear()
    case .complete:
      for effect in line.complete(completer) { carryOut(effect, of: key) }
    }
  }

  private func submit(_ text: String) {
    if line.prompt.isField, !line.prompt.handsIn { return subject.emit(.field(text, step: nil)) }
    if line.enter(text) { kept.emit(text) }
    subject.emit(.line(text))
  }

  /// The text in the field at the prompt; `nil` where no field is filled in.
  var fieldText: String? { line.prompt.isField ? line.text : nil }

  /// Puts the beginning of a command into the prompt, with the cursor behind it.
  func begin(line text: String) {
    guard line.prompt.isCommandLine else { return }
    line.write()
    line.replace(with: text)
    line.updateHint(completer)
    scheduleDrawing()
  }

  /// Opens the text of the field in a program of its own.
  private func editElsewhere() {
    guard line.prompt.isField, line.prompt.actions.isEmpty, let textEditor else {
      return screen.ring()
    }
    do throws(TextEditorFailure) {
      let text = line.text
      line.replace(
        with: try screen.lend { () throws(TextEditorFailure) in try textEditor.edit(text) })
    } catch {
      subject.emit(.editorFailed(error))
    }
    // This program has not been told about changes of the window meanwhile.
    followSize()
  }

  private func followSize() {
    resized.emit(screen.size)
    scheduleDrawing()
  }

  private func scheduleDrawing() {
    screen.schedule(at: scheduler.now)
  }

  /// When to draw a change of the status: at once if a key caused it, otherwise after a quiet time.
  private var quietTime: Duration {
    guard !isHandlingKeys, let lastKey else { return scheduler.now }
    return max(scheduler.now, lastKey + timing.quiet)
  }
}
