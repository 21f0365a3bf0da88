import Signals

/// The live region at the bottom of the screen: status, prompt, help, and the one writer that draws
/// them.
///
/// Everything finished scrolls up as plain text. What is typed and where the cursor rests is touched
/// only by keys: the terminal's input method composes right there.
final class LiveTerminal {
  /// What a person answered, in order.
  var answers: Signal<Answer> { subject.signal }
  /// Rows above the prompt.
  var status: [String] = [] {
    didSet { if status != oldValue { scheduleDrawing(isOnlyStatus: true) } }
  }
  /// Knows the commands; asked for completions and hints.
  var completer: (any Completer)?
  /// Told of each command line that is worth keeping.
  var remember: (String) -> Void = { _ in }

  private let device: any TerminalDevice
  private let gate: InputGate
  private let scheduler: any TimeScheduler
  private let timing: Timing
  private let subject = PublishSubject<Answer>()
  private var parser = KeyParser()
  private var renderer = Renderer()
  private var prompt = Prompt(id: "", text: "> ")
  private var editor: Editor
  private var above: [String] = []
  private var question = 0
  private var isHandlingKeys = false
  /// Whether the next keys are text even where single keys would answer.
  private var isWriting = false
  private var isTakenOver = false
  private var lastKey: Duration?
  private var guardEnd: Duration = .zero
  private var drawing: (at: Duration, handle: Disposable)?
  private var undecided: Disposable?
  private var stopping: Disposable?
  private var resizing: Disposable?

  /// The times that a person does not notice, and those that they need.
  struct Timing {
    /// How long a lone Esc waits to become a sequence.
    var escape = Duration.milliseconds(50)
    /// How long after a key a change of the status waits, as an input method may be composing.
    var quiet = Duration.milliseconds(250)
    /// How long keys that confirm are ignored after a change that no one asked for.
    var guarding = Duration.milliseconds(300)
    /// How long a window that changes its size is left alone.
    var resizing = Duration.milliseconds(30)
    /// How long to wait for the stop of Ctrl-Z, which the system may refuse.
    var stopping = Duration.milliseconds(100)
  }

  init(
    device: any TerminalDevice, gate: InputGate, scheduler: any TimeScheduler,
    history: History = History(), timing: Timing = Timing(), isSynchronised: Bool = true
  ) {
    self.device = device
    self.gate = gate
    self.scheduler = scheduler
    self.timing = timing
    renderer.isSynchronised = isSynchronised
    editor = Editor(history: history)
  }

  /// Takes the terminal over and draws.
  func enter() {
    guard !isTakenOver, device.isForeground else { return }
    device.enter()
    isTakenOver = true
    renderer.forget()
    scheduleDrawing()
  }

  /// Takes the live region away and gives the terminal back.
  func leave() {
    guard isTakenOver else { return }
    draw()
    write(renderer.end(erasing: true, columns: device.size.columns))
    isTakenOver = false
    device.leave()
  }

  /// Puts finished lines into the scrollback.
  func print(_ lines: [String]) {
    above += lines
    scheduleDrawing()
  }

  /// Asks something else. What was being typed becomes a draft, which Up and Ctrl-Y bring back.
  func ask(_ next: Prompt) {
    guard next != prompt else { return }
    defer {
      prompt = next
      scheduleDrawing()
    }
    guard next.id != prompt.id else { return }
    var history = editor.history
    if !editor.buffer.isEmpty, prompt.isCommandLine { history.add(editor.buffer.text) }
    let draft = editor.buffer.isEmpty ? editor.cut : editor.buffer.text
    editor = Editor(
      prompt: next.text, text: next.prefilled, isMultiline: next.isMultiline, history: history,
      cut: draft)
    isWriting = false
    question += 1
    if !isHandlingKeys { guardEnd = scheduler.now + timing.guarding }
  }

  /// Rings, for a key that means nothing.
  func ring() {
    write([7])
  }

  // MARK: - Events

  /// Takes the next event of the queue.
  func handle(_ event: TerminalEvent) {
    switch event {
    case .bytes(let bytes, let question): receive(bytes, question)
    case .endOfInput: answer(.endOfInput)
    case .signal(let number): answer(.signal(number))
    case .resized:
      resizing = scheduler.after(timing.resizing) { [unowned self] in scheduleDrawing() }
    case .suspension: suspend()
    case .continuation: resume()
    }
  }

  private func receive(_ bytes: [UInt8], _ question: Int) {
    gate.unhandledInterrupts.store(0, ordering: .relaxed)
    undecided = nil
    apply(parser.feed(bytes), readFor: question)
    guard parser.isUndecided else { return }
    undecided = scheduler.after(timing.escape) { [unowned self] in
      apply(parser.timeout(), readFor: question)
    }
  }

  private func apply(_ keys: [Key], readFor question: Int) {
    isHandlingKeys = true
    defer { isHandlingKeys = false }
    for key in keys {
      lastKey = scheduler.now
      // Keys that arrive together are as many answers as keys pressed one by one.
      if case .text(let text) = key, !prompt.shortcuts.isEmpty {
        for character in text { press(.text(String(character)), readFor: question) }
      } else {
        press(key, readFor: question)
      }
    }
  }

  private func press(_ key: Key, readFor question: Int) {
    let isFresh = editor.buffer.isEmpty && !isWriting
    let shortcut = isFresh ? prompt.shortcuts[key] : nil
    if isIgnored(key, isShortcut: shortcut != nil, readFor: question) { return }
    if let shortcut {
      answer(.shortcut(shortcut))
    } else if isFresh, key == .text(":"), !prompt.shortcuts.isEmpty {
      // A command follows, even one that begins with a letter that answers.
      isWriting = true
    } else {
      edit(key)
    }
  }

  /// Keys that were meant for what the screen showed before.
  private func isIgnored(_ key: Key, isShortcut: Bool, readFor question: Int) -> Bool {
    let isUnasked = scheduler.now < guardEnd
    let isEarly = question < self.question && !prompt.shortcuts.isEmpty
    guard isUnasked || isEarly else { return false }
    switch key {
    case .named(.enter, _), .paste: return true
    case .text("y"), .text("n"): return editor.buffer.isEmpty
    default: return isShortcut
    }
  }

  private func edit(_ key: Key) {
    let before = editor
    for effect in editor.apply(key, columns: device.size.columns) { carryOut(effect) }
    if editor.buffer != before.buffer || editor.search != before.search { updateHint() }
    if editor != before { scheduleDrawing() }
  }

  private func carryOut(_ effect: Editor.Effect) {
    switch effect {
    case .submit(let line): submit(line)
    case .cancel where isWriting || (prompt.isCommandLine && !editor.buffer.isEmpty):
      isWriting = false
      _ = editor.clear()
    case .cancel: answer(.cancel)
    case .interrupt: answer(.interrupt)
    case .endOfInput: answer(.endOfInput)
    case .bell: ring()
    case .suspend: suspend()
    case .clearScreen:
      write(Array("\u{1B}[H\u{1B}[2J".utf8))
      renderer.forget()
      scheduleDrawing()
    case .complete:
      let head = String(editor.buffer.characters[..<editor.buffer.cursor])
      let completion = prompt.isCommandLine ? completer?.completion(of: head) : nil
      for effect in editor.offer(completion ?? Completion()) { carryOut(effect) }
    }
  }

  private func submit(_ line: String) {
    if prompt.isCommandLine {
      if editor.history.wouldKeep(line) { remember(line) }
      editor.history.add(line)
    }
    editor = Editor(
      prompt: prompt.text, isMultiline: prompt.isMultiline, history: editor.history,
      cut: editor.cut)
    isWriting = false
    scheduleDrawing()
    answer(.line(line))
  }

  private func answer(_ answer: Answer) {
    subject.emit(answer)
  }

  private func updateHint() {
    let isWanted =
      prompt.isCommandLine && editor.buffer.isAtEnd && !editor.buffer.isEmpty
      && editor.search == nil && editor.offered == nil
    editor.hint = isWanted ? completer?.hint(for: editor.buffer.text) : nil
  }

  // MARK: - Pausing

  private func suspend() {
    leave()
    device.stop()
    // The system refuses to stop a job that no shell waits for.
    stopping = scheduler.after(timing.stopping) { [unowned self] in resume() }
  }

  /// Whatever was set before the pause is set anew; in the background nothing is.
  private func resume() {
    stopping = nil
    isTakenOver = false
    device.goOn()
    enter()
  }

  // MARK: - Drawing

  /// Draws once what is going on has been handled; a change of the status alone waits until no key
  /// has come for a while.
  private func scheduleDrawing(isOnlyStatus: Bool = false) {
    var time = scheduler.now
    if isOnlyStatus, let lastKey { time = max(time, lastKey + timing.quiet) }
    if let drawing, drawing.at <= time { return }
    drawing = (time, scheduler.schedule(at: time) { [unowned self] in draw() })
  }

  private func draw() {
    drawing = nil
    guard isTakenOver else { return }
    let size = device.size
    let layout = LiveLayout(prompt: prompt, editor: editor, status: status, size: size)
    write(renderer.bytes(for: layout.frame, above: above, columns: size.columns))
    above = []
    gate.shownQuestion.store(question, ordering: .releasing)
  }

  private func write(_ bytes: [UInt8]) {
    guard isTakenOver, !bytes.isEmpty else { return }
    do {
      try device.write(bytes)
    } catch {
      isTakenOver = false
      device.leave()
      answer(.outputClosed)
    }
  }
}
