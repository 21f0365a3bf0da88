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
  var status: [String] = [] {
    didSet { if status != oldValue { screen.schedule(at: quietTime) } }
  }
  /// What the mouse chooses in each of those rows. Set it before them.
  var targets: [ClickTarget?] = [] {
    didSet { if targets != oldValue, pointer.isOn { screen.schedule(at: quietTime) } }
  }
  /// Provides completions and hints for commands.
  var completer: (any Completer)?
  /// Opens the text of a field in a program of its own.
  var textEditor: (any TextEditor)?
  /// Emits each command line to store in the history file.
  var keptLines: Signal<String> { kept.signal }
  /// Emits each new window size.
  var sizes: Signal<ScreenSize> { resized.signal }

  let screen: LiveScreen
  private let gate: InputGate
  private let scheduler: any TimeScheduler
  private let timing: LiveTiming
  private let subject = PublishSubject<Answer>()
  private let kept = PublishSubject<String>()
  private let resized = PublishSubject<ScreenSize>()
  private let bag = DisposeBag()
  private var parser = KeyParser()
  private var prompt = Prompt(id: "", text: "> ")
  private var editor: Editor
  private var history: History
  private let keyGuard: KeyGuard
  private let pointer: Pointer
  /// Whether the next keys are text even though keys do something at once.
  private var isWriting = false
  private var isHandlingKeys = false
  private var lastKey: Duration?
  private var undecided: Disposable?
  private var resizing: Disposable?

  init(
    device: any TerminalDevice, gate: InputGate, scheduler: any TimeScheduler,
    history: History = History(), timing: LiveTiming = LiveTiming(), isSynchronised: Bool = true,
    rings: Bool = true, takesMouse: Bool = true, widths: WidthQuery = WidthQuery()
  ) {
    self.gate = gate
    self.scheduler = scheduler
    self.timing = timing
    self.history = history
    editor = Editor(prompt: prompt.text, history: history)
    keyGuard = KeyGuard(scheduler: scheduler, timing: timing)
    screen = LiveScreen(
      device: device, scheduler: scheduler, isSynchronised: isSynchronised, rings: rings,
      widths: widths)
    pointer = Pointer(screen: screen, scheduler: scheduler, timing: timing, isOn: takesMouse)
    screen.frame = { [unowned self] size in
      keyGuard.show()
      gate.shownQuestion.store(keyGuard.question, ordering: .releasing)
      return LiveLayout(
        prompt: prompt, editor: editor, status: status, targets: pointer.isOn ? targets : [],
        size: size
      ).frame
    }
    pointer.clicks.observe { [unowned self] in choose($0) }.disposed(by: bag)
    keyGuard.meant.observe { [unowned self] in obey($0) }.disposed(by: bag)
    screen.closings.observe { [unowned self] in subject.emit(.outputClosed) }.disposed(by: bag)
  }

  /// Shows another prompt. A half-typed command becomes a draft, which Up and Ctrl-Y bring back.
  func ask(_ next: Prompt) {
    guard next != prompt else { return }
    defer {
      prompt = next
      editor.prompt = next.text
      scheduleDrawing()
    }
    guard next.id != prompt.id else { return }
    keyGuard.changeQuestion(isAsked: isHandlingKeys)
    let text = editor.buffer.text
    let draft = text.isEmpty || text == prompt.prefilled || prompt.reportsEdits ? nil : text
    if let draft, prompt.isCommandLine { history.add(draft) }
    editor = Editor(
      text: next.prefilled, isMultiline: next.isMultiline,
      history: next.isCommandLine ? history : History(), cut: draft ?? editor.cut,
      isSelected: next.isSelected)
    if next.isField { editor.hint = next.hint(behind: editor.buffer) }
    isWriting = false
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
    // The program itself handles results of background work.
    case .news: break
    }
  }

  /// When to stop waiting for the terminal's answers; `nil` when none is awaited. An answer that
  /// comes after the program's end is typed into the shell.
  var answerDeadline: Duration? { pointer.deadline ?? screen.answerDeadline }

  /// Takes bytes without their keys. Returns whether the last of the terminal's answers is in them.
  func hears(_ bytes: [UInt8]) -> Bool {
    _ = parser.feed(bytes)
    for report in parser.takeCursorReports() where !screen.learn(cursorColumn: report.column) {
      pointer.take(report)
    }
    return answerDeadline == nil
  }

  private func receive(_ bytes: [UInt8], _ question: Int) {
    gate.unhandledInterrupts.store(0, ordering: .relaxed)
    undecided = nil
    let keys = parser.feed(bytes)
    for report in parser.takeCursorReports() {
      if screen.learn(cursorColumn: report.column) {
        resized.emit(screen.size)
        scheduleDrawing()
      } else {
        pointer.take(report)
      }
    }
    press(keys, readFor: question)
    if parser.isUndecided {
      undecided = scheduler.after(timing.escape) { [unowned self] in
        press(parser.timeout(), readFor: question)
      }
    } else if parser.isPasting {
      undecided = scheduler.after(timing.paste) { [unowned self] in
        press(parser.breakPaste(), readFor: question)
      }
    }
  }

  private func press(_ keys: [Key], readFor question: Int) {
    isHandlingKeys = true
    defer { isHandlingKeys = false }
    for (index, key) in keys.enumerated() {
      // What comes after a click is meant for what the click does.
      if pointer.isWaiting { return pointer.hold(keys[index...], question) }
      lastKey = scheduler.now
      if case .click(let cell) = key {
        pointer.press(cell, readFor: question)
        continue
      }
      // Treat characters that arrive together like keys pressed one by one, so each can be a
      // shortcut.
      if case .text(let text) = key, !prompt.actions.isEmpty {
        for character in text { press(.text(String(character)), readFor: question) }
      } else {
        press(key, readFor: question)
      }
    }
  }

  /// Chooses what was clicked, and goes on with the keys that came meanwhile.
  private func choose(_ click: Pointer.Click) {
    if let row = click.row {
      isHandlingKeys = true
      defer { isHandlingKeys = false }
      let isAnswer = prompt.actions[.text("1")] != nil
      if isAnswer { pointer.answered(by: click) }
      keyGuard.presses.emit(
        KeyGuard.Press(
          key: .click(click.cell), shown: click.question, isFresh: true, action: .click(row: row),
          isAnswer: isAnswer, hasActions: true))
    }
    for held in click.held { press(held.keys, readFor: held.question) }
  }

  private func press(_ key: Key, readFor question: Int) {
    let isFresh = editor.buffer.isEmpty && !isWriting
    keyGuard.presses.emit(
      KeyGuard.Press(
        key: key, shown: question, isFresh: isFresh,
        action: action(of: key, isFresh: isFresh),
        isAnswer: isFresh && prompt.answerKeys.contains(key),
        hasActions: prompt.isCommandLine && !prompt.actions.isEmpty))
  }

  private func action(of key: Key, isFresh: Bool) -> KeyBinding.Action? {
    if case .wheel(let notches) = key { return pointer.isOn ? .move(.wheel(notches)) : .nothing }
    return (isFresh ? prompt.actions[key] : nil) ?? prompt.lastingActions[key]
  }

  private func obey(_ press: KeyGuard.Press) {
    if let action = press.action {
      subject.emit(.key(action))
    } else if press.isFresh, press.key == .text(":"), press.hasActions {
      // A command follows, even if it begins with a digit.
      isWriting = true
    } else {
      edit(press.key)
    }
  }

  private func edit(_ key: Key) {
    let before = editor
    let size = screen.size
    for effect in editor.apply(key, columns: size.columns, size.ambiguous) {
      carryOut(effect, of: key)
    }
    if editor.buffer != before.buffer || editor.search != before.search { updateHint() }
    if prompt.reportsEdits, editor.buffer != before.buffer {
      subject.emit(.edited(editor.buffer.text))
    }
    if editor != before { scheduleDrawing() }
  }

  private func carryOut(_ effect: Editor.Effect, of key: Key) {
    switch effect {
    case .submit(let line): submit(line)
    case .cancel where isWriting || (prompt.isCommandLine && !editor.buffer.isEmpty):
      isWriting = false
      _ = editor.clear()
    case .cancel: subject.emit(.cancel)
    case .interrupt: subject.emit(.interrupt)
    case .endOfInput: subject.emit(.endOfInput)
    case .bell:
      // Up in the first row of a field and Down in the last one move to another field.
      if let step = prompt.isField ? key.fieldStep : nil {
        subject.emit(.field(editor.buffer.text, step: step))
      } else {
        screen.ring()
      }
    case .complete where prompt.isField:
      subject.emit(.field(editor.buffer.text, step: key == .named(.tab, .shift) ? -1 : 1))
    case .suspend: screen.suspend()
    case .edit: editElsewhere()
    case .unknownChord: screen.ring()
    case .clearScreen: screen.clear()
    case .complete:
      let head = String(editor.buffer.characters[..<editor.buffer.cursor])
      let completion = prompt.isCommandLine ? completer?.completion(of: head) : nil
      for effect in editor.offer(completion ?? Completion()) { carryOut(effect, of: key) }
    }
  }

  private func submit(_ line: String) {
    if prompt.isField { return subject.emit(.field(line, step: 1)) }
    if prompt.isCommandLine {
      if history.wouldKeep(line) { kept.emit(line) }
      history.add(line)
    }
    editor = Editor(
      prompt: prompt.text, isMultiline: prompt.isMultiline,
      history: prompt.isCommandLine ? history : History(), cut: editor.cut)
    isWriting = false
    subject.emit(.line(line))
  }

  /// Opens the text of the field in a program of its own.
  private func editElsewhere() {
    guard prompt.isField, prompt.actions.isEmpty, let textEditor else { return screen.ring() }
    do throws(TextEditorFailure) {
      let text = editor.buffer.text
      editor.replace(
        with: try screen.lend { () throws(TextEditorFailure) in try textEditor.edit(text) })
    } catch {
      subject.emit(.editorFailed(error))
    }
    // Nobody has told this program about changes of the window meanwhile.
    followSize()
  }

  private func followSize() {
    resized.emit(screen.size)
    scheduleDrawing()
  }

  private func updateHint() { editor.hint = prompt.hint(in: editor, completer) }

  private func scheduleDrawing() {
    screen.schedule(at: scheduler.now)
  }

  /// When to draw a change of the status: at once if a key caused it, otherwise after a quiet time.
  private var quietTime: Duration {
    guard !isHandlingKeys, let lastKey else { return scheduler.now }
    return max(scheduler.now, lastKey + timing.quiet)
  }
}
