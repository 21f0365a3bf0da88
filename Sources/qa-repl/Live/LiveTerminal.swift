import Foundation
import QuizStore
import QuizSupport
import Signals
import Terminal

/// Reads a person's keys and edits the answer at the prompt of a ``LiveScreen``.
///
/// Only keys change the typed text and the cursor position, because the terminal's input method
/// composes text at the cursor.
final class LiveTerminal {
  /// The user's answers, in order.
  var answers: Signal<InputEvent> { subject.signal }
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
  private let subject = PublishSubject<InputEvent>()
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

  /// Whether the bell of the terminal rings, and whether the mouse may choose.
  func allow(bell: Bool, mouse isOn: Bool) {
    screen.rings = bell
    mouse.isOn = isOn
    scheduleDrawing()
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
      keyFilter.take(
        KeyFilter.Press(
          key: .click(click.cell), shown: click.question, place: line.prompt.place, isFresh: true,
          action: .click(row: row), isAnswer: isAnswer, hasActions: true))
    }
    for held in click.held { press(held.keys, readFor: held.question) }
  }

  private func press(_ key: Key, readFor question: Int) {
    keyFilter.take(
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

  /// Opens the text of the field in a program of its own. Where none is filled in, what is in front
  /// may have a file.
  private func editElsewhere() {
    guard line.prompt.isField, line.prompt.actions.isEmpty, let textEditor else {
      return subject.emit(.editFile)
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

  /// Opens a file of the person's in a program of its own.
  func openFile(_ path: String, line: Int) throws(TextEditorFailure) {
    guard let textEditor else { return screen.ring() }
    defer { followSize() }
    try screen.lend { () throws(TextEditorFailure) in try textEditor.openFile(path, line: line) }
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

/// The delays of a live terminal.
struct LiveTiming {
  /// How long a lone Esc may wait for the rest of a sequence.
  var escape = Duration.milliseconds(50)
  /// How long a sequence may take, such as a key that a slow line brings in pieces, or a late rest.
  var sequence = Duration.seconds(1)
  /// How long an answer of the terminal may take.
  var string = Duration.seconds(2)
  /// How long a paste may pause before it counts as broken off. Terminals send pastes without
  /// pauses.
  var paste = Duration.seconds(1)
  /// How long the status stays unchanged after a key, because an input method may be composing.
  var quiet = Duration.milliseconds(250)
  /// How long confirming keys are dropped after a change that the user did not cause.
  var guarding = Duration.milliseconds(300)
  /// How long a question is on the screen before a key answers it. The second half of a double tap
  /// comes sooner, and so does the next press of a key that is held down.
  var doubleTap = Duration.milliseconds(150)
  /// How long the rest of a word whose first letter has answered is waited for.
  var typing = Duration.milliseconds(500)
  /// How long to wait for the terminal to say where the cursor is.
  var answer = Duration.milliseconds(300)
  /// The longest time between two clicks on one cell that make a double click, or
  /// for a third one that is still part of it.
  var doubleClick = Duration.milliseconds(400)
  /// How long a screen is shown before its afterthought runs.
  var afterthought = Duration.milliseconds(250)
  /// How long to wait before drawing again while the window is being resized.
  var resizing = Duration.milliseconds(30)

  /// How long unfinished input is waited for.
  func limit(of wait: KeyParser.Wait) -> Duration {
    switch wait {
    case .escape: escape
    case .sequence, .rest: sequence
    case .string: string
    case .paste: paste
    }
  }
}

/// Drops keys that the user pressed for the previous question, and the repeats of a held key once
/// the place for which it was pressed is gone.
final class KeyFilter {
  /// A key, and its possible effect.
  struct Press {
    let key: Key
    /// The number of the question on the screen when the key was read.
    let shown: Int
    /// The place on the screen. See ``LiveView/place``.
    let place: ViewID
    /// Whether nothing has been typed yet.
    let isFresh: Bool
    /// The effect that the key has at once; `nil` when the key is typed.
    let action: KeyBinding.Action?
    /// Whether the key answers a question, or has just answered the one before.
    let isAnswer: Bool
    /// Whether any key does something at once.
    let hasActions: Bool
  }

  /// The keys that the user meant for the current question.
  var meant: Signal<Press> { passed.signal }
  /// The number of the current question.
  private(set) var question = 0

  private let scheduler: any TimeScheduler
  private let timing: LiveTiming
  private let passed = PublishSubject<Press>()
  private var drawn: Int?
  /// The number of the question that has been on the screen for a moment.
  private var settled = 0
  private var settling: Disposable?
  /// The last key and when it came, and the place and question on the screen when it was first
  /// pressed, not when it was repeated.
  private var last: (key: Key, time: Duration, place: ViewID, question: Int)?
  /// The time until which confirming keys are dropped.
  private var end: Duration = .zero
  /// The letters of a word that are dropped if they come next, before the time is over.
  private var rest: (letters: Substring, end: Duration) = ("", .zero)

  init(scheduler: any TimeScheduler, timing: LiveTiming) {
    self.scheduler = scheduler
    self.timing = timing
  }

  /// Takes a key as it is pressed, and passes it on if it is meant for the current question. A key
  /// that answers counts once the question has been on the screen for a moment, so that a double tap
  /// does not answer two.
  func take(_ press: Press) {
    if swallowRepeat(press) { return }
    if swallowRest(press) { return }
    if isMisplaced(press) { return }
    if press.isAnswer, settled != question { return }
    passed.emit(press)
  }

  /// Starts a new question. If the user did not cause it, confirming keys are dropped for a while.
  func changeQuestion(isAsked: Bool) {
    if !isAsked, drawn != nil { end = scheduler.now + timing.guarding }
    question += 1
  }

  /// Call this when a question is drawn.
  func show() {
    guard drawn != question else { return }
    drawn = question
    settling = scheduler.after(timing.doubleTap) { [unowned self, question] in settled = question }
  }

  /// Drops the letters after the first one of `word`, which has just answered, if they come soon,
  /// and the Enter after them.
  func dropRest(of word: String) {
    rest = (word.dropFirst(), scheduler.now + timing.typing)
  }

  /// Drops a key of the word that is waited for, and waits no more after any other. Returns whether
  /// it dropped the key.
  private func swallowRest(_ press: Press) -> Bool {
    guard scheduler.now < rest.end else { return false }
    if press.key == .named(.enter) {
      rest.end = .zero
      return true
    }
    guard case .text(let text) = press.key,
      rest.letters.first.map({ String($0) }) == text.lowercased()
    else {
      rest.end = .zero
      return false
    }
    rest.letters.removeFirst()
    return true
  }

  /// Drops a key that is held down and was pressed at another place, or, if it answers, for another
  /// question, and remembers any other. Terminals do not say when a key is let go, so each repeat
  /// counts as a press. Returns whether it dropped the key.
  private func swallowRepeat(_ press: Press) -> Bool {
    // People press Ctrl-C twice in a hurry to get out.
    if press.key == .control("c") { return false }
    let now = scheduler.now
    if let last, last.key == press.key, now - last.time < timing.doubleTap,
      last.place != press.place || press.isAnswer && last.question != question
    {
      self.last?.time = now
      return true
    }
    last = (press.key, now, press.place, question)
    return false
  }

  /// Whether a key would confirm or answer, and was pressed before the question was drawn or too
  /// soon after a change that the user did not cause.
  private func isMisplaced(_ press: Press) -> Bool {
    let isEarly = press.shown < question && press.hasActions
    guard scheduler.now < end || isEarly else { return false }
    switch press.key {
    case .named(.enter, _), .paste: return true
    default:
      switch press.action {
      case .perform, .take, .reply, .onward, .onRow, .click, .tick, .remove, .nothing:
        return true
      case .move, .filter, .explain, .palette, .putIntoLine, .whole, .find, .typeCommand, .close,
        nil:
        return false
      }
    }
  }
}

extension LiveTerminal {
  /// A user's answer, or an event that ends the session.
  enum InputEvent: Equatable {
    case line(String)
    /// The text of a field, and the number of fields to move; `nil` for Enter, which goes on to what
    /// is asked for next.
    case field(String, step: Int?)
    /// The text of a field whose form is handed in.
    case finished(String)
    /// The line while it is typed, for a search that follows each key.
    case edited(String)
    /// The person took back the typed text without entering it.
    case cleared
    /// So many lines were pasted where there is room for one, and are one line now.
    case pasted(lines: Int)
    /// The effect of a key pressed while nothing is typed.
    case key(KeyBinding.Action)
    /// Esc, Ctrl-C and Ctrl-D, the last two with nothing typed.
    case cancel, interrupt, endOfInput
    /// Ctrl-X Ctrl-E where no field is filled in.
    case editFile
    /// The text of a field was not edited in another program.
    case editorFailed(TextEditorFailure)
    /// The terminal is gone.
    case inputClosed
    /// A signal that ends the program, or output that can no longer be written.
    case signal(Int32), outputClosed
  }
}

/// Finds out which row a click chooses, and keeps the keys that come after it until that is known.
///
/// The region is wherever the cursor happened to be, and only the terminal knows where that is: it
/// has folded rows after a resize, and other programs may have written meanwhile. So the terminal
/// is asked at each click, and not at all while the user does not click.
final class Mouse {
  /// A click, with the row that it chooses.
  struct Click {
    let cell: ScreenCell
    /// The row of the list; `nil` when the click was beside all rows, or when the terminal does not
    /// report where the cursor is.
    let row: Int?
    /// The number of the question on the screen when the click was read.
    let question: Int
    /// The keys that came after the click.
    let held: [(keys: [Key], question: Int)]
  }

  /// Whether the mouse can choose rows.
  fileprivate(set) var isOn: Bool
  /// Emits each click when its row is known.
  var clicks: Signal<Click> { subject.signal }
  /// The time until which an answer of the terminal may arrive; `nil` when none is awaited.
  private(set) var deadline: Duration?

  private let screen: LiveScreen
  private let scheduler: any TimeScheduler
  private let timing: LiveTiming
  private let subject = PublishSubject<Click>()
  private var pending: (cell: ScreenCell, frame: Frame, question: Int)?
  private var held: [(keys: [Key], question: Int)] = []
  private var givingUp: Disposable?
  private var lastAnswer: (cell: ScreenCell, time: Duration)?

  init(screen: LiveScreen, scheduler: any TimeScheduler, timing: LiveTiming, isOn: Bool) {
    self.screen = screen
    self.scheduler = scheduler
    self.timing = timing
    self.isOn = isOn
  }

  /// Whether a click waits for the terminal's answer.
  var isWaiting: Bool { pending != nil }

  /// Asks the terminal where a click was. The second half of a double click that answered a
  /// question must not answer the next one.
  func press(_ cell: ScreenCell, readFor question: Int) {
    let isSecondHalf =
      lastAnswer.map { $0.cell == cell && scheduler.now - $0.time < timing.doubleClick } ?? false
    guard isOn, !isSecondHalf, let frame = screen.askCursor() else { return }
    pending = (cell, frame, question)
    let end = scheduler.now + timing.answer
    deadline = end
    givingUp = scheduler.schedule(at: end) { [unowned self] in decide { _ in nil } }
  }

  /// Keeps keys until the click is decided.
  func hold(_ keys: ArraySlice<Key>, _ question: Int) {
    held.append((Array(keys), question))
  }

  /// Takes the terminal's report about the cursor.
  func take(_ cursor: ScreenCell) {
    decide { $0.frame.row(at: $0.cell, cursor: cursor) }
  }

  /// Notes that a click has answered a question.
  func answered(by click: Click) {
    lastAnswer = (click.cell, scheduler.now)
  }

  private func decide(_ row: ((cell: ScreenCell, frame: Frame, question: Int)) -> Int?) {
    guard let pending else { return }
    let click = Click(
      cell: pending.cell, row: row(pending), question: pending.question, held: held)
    self.pending = nil
    deadline = nil
    givingUp = nil
    held = []
    subject.emit(click)
  }
}

/// A live session in real time, on the terminal that the program runs in.
struct LiveProgram {
  let loop = EventLoop<TerminalEvent>()
  let session: LiveSession
  /// Runs long work while the program stays responsive.
  let background: ThreadBackground
  /// Says when another program writes to the bank's file.
  let watch: FileWatch
  private let terminal: LiveTerminal
  private let hasMouse: Bool
  private let bag = DisposeBag()

  /// Makes all parts of the session. ``run(_:)`` takes over the terminal.
  ///
  /// - Parameters:
  ///   - rings: Whether the bell of the terminal rings.
  ///   - takesMouse: Whether the mouse may choose.
  ///   - asksBackground: Whether the terminal is asked for its background.
  init(
    theme: Theme, environment: Environment, home: String, rings: Bool, takesMouse: Bool,
    asksBackground: Bool
  ) {
    background = ThreadBackground { [mailbox = loop.mailbox] in mailbox.post(.news($0)) }
    watch = FileWatch { [mailbox = loop.mailbox] in mailbox.post(.file($0)) }
    let device = SystemTerminal(mailbox: loop.mailbox, environment: environment.variables)
    let file = HistoryFile(environment: environment.variables, home: home)
    // Over a network, the rest of a key sequence may arrive late.
    let isRemote = environment["SSH_CONNECTION"] != nil || environment["SSH_TTY"] != nil
    // The console of Linux lacks what terminals have learned since.
    let isConsole = environment["TERM"] == "linux"
    hasMouse = !isConsole
    terminal = LiveTerminal(
      device: device, gate: device.gate, scheduler: loop, history: History(file.load()),
      timing: LiveTiming(escape: .milliseconds(isRemote ? 100 : 50)),
      isSynchronised: !isConsole, hasAlternateScreen: !isConsole, rings: rings,
      takesMouse: takesMouse && !isConsole,
      query: TerminalQuery(
        ambiguous: theme.ambiguous, scheme: theme.palette.scheme,
        asksWidth: theme.ambiguous == .unknown && environment.isUnicode && !isConsole,
        asksBackground: asksBackground))
    terminal.textEditor = ProgramTextEditor(environment: environment)
    terminal.keptLines.observe { file.append($0) }.disposed(by: bag)
    session = LiveSession(terminal: terminal, scheduler: loop, theme: theme)
    session.ended.observe { [loop] in loop.stop() }.disposed(by: bag)
  }

  /// Whether the bell of the terminal rings, and whether the mouse may choose.
  func allow(bell: Bool, mouse: Bool) {
    terminal.allow(bell: bell, mouse: mouse && hasMouse)
  }

  /// Runs the shell until the session ends and its work is done.
  func run(_ shell: Shell) {
    session.begin(shell)
    loop.run(handle)
    finishWork()
    awaitAnswer()
  }

  /// Waits until the work in the background is done, unless a signal or a closed output has ended
  /// the session. Keys have no effect, except that Ctrl-C stops the work.
  ///
  /// Before the session begins, Ctrl-C is a signal. It ends the program once the work has stopped,
  /// which says what has become of it; the second one ends it at once.
  func finishWork() {
    var isInterrupted = false
    while background.isWorking, session.ending == nil {
      loop.run { event in
        switch event {
        case .bytes(let bytes, _):
          if bytes.contains(Self.interrupt) { background.stop() }
        case .signal(SIGINT) where !isInterrupted:
          isInterrupted = true
          background.stop()
        default: handle(event)
        }
        if !background.isWorking { loop.stop() }
      }
    }
    if isInterrupted, session.ending == nil { terminal.handle(.signal(SIGINT)) }
  }

  /// The byte that Ctrl-C sends.
  private static let interrupt: UInt8 = 3

  /// Waits for the terminal's answers if the session has ended before it. Keys have no effect.
  private func awaitAnswer() {
    guard let deadline = terminal.answerDeadline, loop.now < deadline else { return }
    let end = loop.schedule(at: deadline) { [loop] in loop.stop() }
    loop.run { event in
      if case .bytes(let bytes, _) = event, terminal.hears(bytes) { loop.stop() }
    }
    end.dispose()
  }

  /// Handles pending events without waiting, so that commands can run before ``run(_:)``.
  func settle() {
    loop.poll(handle)
  }

  private func handle(_ event: TerminalEvent) {
    switch event {
    case .news(let news): background.deliver(news)
    case .file(let news): watch.deliver(news)
    default: terminal.handle(event)
    }
  }
}
