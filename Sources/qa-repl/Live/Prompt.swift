import Terminal

/// The input that the live region asks for.
struct Prompt: Equatable {
  /// Identifies the question. When it changes, keys meant for the previous question are dropped,
  /// even if both look alike.
  var id: ViewID
  /// The place on which a held key acts. See ``LiveView/place``.
  var place: ViewID = ""
  /// The prompt before the typed text.
  var text: String
  /// The initial text, which the user can edit.
  var prefilled = ""
  /// Whether the first typed text replaces the initial text.
  var isSelected = false
  /// Whether Alt-Enter inserts a line end. Enter still finishes the text.
  var isMultiline = false
  /// The effects that keys have at once while nothing is typed.
  var actions: [Key: KeyBinding.Action] = [:]
  /// The effects that keys have even after something was typed.
  var lastingActions: [Key: KeyBinding.Action] = [:]
  /// Whether the text counts while it is typed.
  var reportsEdits = false
  /// The keys that answer the question, or have just answered the one before. While nothing is
  /// typed, they count only once the question has been on the screen for a moment.
  var answerKeys: Set<Key> = []
  /// Whether this is a field of a form. Up, Down and Tab move between fields.
  var isField = false
  /// Whether Enter hands in the text of a field, instead of moving to the next one.
  var handsIn = false
  /// The highest digit that is entered at once; 0 for none.
  var digits = 0
  /// Whether this is a command line, with history, completion and hints.
  var isCommandLine = true
  /// The dim text in a field while it is empty.
  var note = ""
  /// Texts that a field can be completed to.
  var suggestions: [String] = []
  /// The signs that the screen shows.
  var signs = Signs.ascii
  /// Rows below the prompt, such as key hints.
  var help: [String] = []
  /// Whether the rows above the prompt fill the window, on the alternate screen.
  var fillsWindow = false
  /// Rows below the prompt once something is typed; empty where ``help`` stays.
  var helpWhileTyped: [String] = []
  /// The look of rows that depend on what is typed; `nil` where there are none.
  var theme: Theme?
}

extension Prompt {
  /// The line of a search that follows each key.
  init(finding find: LiveView.Find, _ liveView: LiveView, help: [String], _ theme: Theme) {
    self.init(
      id: ViewID("find", liveView.subject), place: ViewID("find", liveView.place),
      text: theme.palette.heading("/ "),
      prefilled: find.text,
      isCommandLine: false, help: help)
    reportsEdits = true
    lastingActions = Self.movesBesideText
    lastingActions[.named(.enter)] = .take
    lastingActions[.named(.tab)] = .typeCommand
    lastingActions[.control("o")] = liveView.actions[.control("o")]
  }

  /// The keys that move in a list while a text is typed above it. Home and End move in the text.
  private static var movesBesideText: [Key: KeyBinding.Action] {
    KeyBinding.moves().actions.filter { key, _ in key != .named(.home) && key != .named(.end) }
  }

  /// The line that filters everything that can be done.
  init(palette liveView: LiveView, help: [String]) {
    self.init(
      id: liveView.subject, place: liveView.place, text: liveView.label, isCommandLine: false,
      help: help)
    reportsEdits = true
    lastingActions = Self.movesBesideText
    lastingActions[.named(.enter)] = .take
    lastingActions[.named(.tab)] = .putIntoLine
  }

  /// The line of an answer that is typed. Up and Down go through a long question; while nothing is
  /// typed, Left leads to the question before, and Tab lists what can be done.
  ///
  /// - Parameter more: The hints on what of a long question is out of sight.
  init(typing: LiveView.Typing, more: [String], _ liveView: LiveView, _ theme: Theme) {
    self.init(
      id: ViewID("typed", liveView.question, typing.gap), place: liveView.place,
      text: liveView.label,
      prefilled: typing.text, isSelected: typing.isSelected,
      isCommandLine: false, help: theme.hintRow(more + typing.hintsWhileEmpty),
      helpWhileTyped: theme.hintRow(more + typing.hints))
    lastingActions = Self.movesBesideText
    // A picture is looked at while the answer is typed.
    lastingActions[.control("o")] = liveView.actions[.control("o")]
    actions = liveView.actions.filter { key, _ in
      [.named(.left), .named(.right), .named(.tab)].contains(key)
    }
    // Pressing Enter twice hands in only once.
    answerKeys = [.named(.enter)]
    guard typing.step != nil else { return }
    (isField, handsIn) = (true, true)
    // Up and Down lead to the other parts.
    (lastingActions[.named(.up)], lastingActions[.named(.down)]) = (nil, nil)
    lastingActions[.named(.tab)] = .palette
  }

  /// The prompt at the bottom of a view.
  init(_ liveView: LiveView, help: [String], _ theme: Theme) {
    self.init(
      id: liveView.question, place: liveView.place, text: liveView.label, actions: liveView.actions,
      answerKeys: liveView.answerKeys, help: help, fillsWindow: liveView.hidesScreen, theme: theme)
  }
}

extension Prompt {
  /// The prompt and the rows below it after the margin.
  var indented: Prompt {
    var prompt = self
    prompt.text = Margin.indented(text)
    prompt.help = help.map(Margin.indented)
    prompt.helpWhileTyped = helpWhileTyped.map(Margin.indented)
    return prompt
  }

  /// A row of hints that depend on what is typed, after the margin; `nil` where there are none.
  func hintRow(_ hints: [String]) -> [String]? {
    theme.map { $0.hintRow(hints).map(Margin.indented) }
  }
}

/// The line that is typed at a prompt, with the commands typed before it.
struct TypedLine {
  /// The prompt for which the line is typed.
  private(set) var prompt = Prompt(id: "", text: "> ")
  /// The text and its cursor.
  private(set) var editor: Editor

  /// The keys that do something with the typed line, with their effects.
  private(set) var hints: [String] = []

  private var history: History
  /// Whether the next keys are typed as text, although keys would otherwise have effects at once.
  private var isWriting = false

  init(history: History) {
    self.history = history
    editor = Editor(prompt: prompt.text, history: history)
  }

  /// Whether nothing has been typed yet.
  var isFresh: Bool { editor.buffer.isEmpty && !isWriting }

  /// The text typed so far.
  var text: String { editor.buffer.text }

  /// The effect of a key that is not typed; `nil` when the key is typed.
  func action(of key: Key) -> KeyBinding.Action? {
    (isFresh ? prompt.actions[key] : nil) ?? prompt.lastingActions[key]
  }

  /// Takes another prompt. A half-typed command becomes a draft, which Up and Ctrl-Y bring back.
  mutating func ask(_ next: Prompt) {
    if next.id != prompt.id { begin(next) }
    prompt = next
    (editor.prompt, editor.signs) = (next.text, next.signs)
  }

  private mutating func begin(_ next: Prompt) {
    let draft = text.isEmpty || text == prompt.prefilled || prompt.reportsEdits ? nil : text
    if let draft, prompt.isCommandLine { history.add(draft) }
    editor = Editor(
      text: next.prefilled, isMultiline: next.isMultiline,
      history: next.isCommandLine ? history : History(), cut: draft ?? editor.cut,
      isSelected: next.isSelected)
    if next.isField { editor.hint = next.hint(behind: editor.buffer) }
    isWriting = false
    hints = []
  }

  /// Takes the next keys as text, even if they would have an effect at once.
  mutating func write() { isWriting = true }

  /// Edits by one key, in a window of this size. Returns the effects that the terminal has to carry
  /// out.
  mutating func apply(_ key: Key, _ size: ScreenSize) -> [Editor.Effect] {
    editor.apply(key, columns: size.columns, size.ambiguous)
  }

  /// Replaces the typed text.
  mutating func replace(with text: String) { editor.replace(with: text) }

  /// Completes the word at the cursor of a command.
  mutating func complete(_ completer: (any Completer)?) -> [Editor.Effect] {
    let head = String(editor.buffer.characters[..<editor.buffer.cursor])
    let completion = prompt.isCommandLine ? completer?.completion(of: head) : nil
    return editor.offer(completion ?? Completion())
  }

  /// Shows after the cursor what can follow: in a field a suggestion, otherwise the rest of a
  /// command.
  mutating func updateHint(_ completer: (any Completer)?) {
    let isWanted =
      prompt.isCommandLine && editor.buffer.isAtEnd && !editor.buffer.isEmpty
      && editor.search == nil && editor.offered == nil
    hints =
      prompt.isCommandLine && !editor.buffer.isEmpty ? completer?.hints(for: text) ?? [] : []
    editor.hint =
      prompt.isField
      ? prompt.hint(behind: editor.buffer) : isWanted ? completer?.hint(for: text) : nil
  }

  /// Removes a command that was begun. Returns `false` when there is none.
  mutating func discard() -> Bool {
    guard isWriting || (prompt.isCommandLine && !editor.buffer.isEmpty) else { return false }
    isWriting = false
    hints = []
    _ = editor.clear()
    return true
  }

  /// Begins the next line, because `line` was entered. Returns whether the history keeps `line`.
  mutating func enter(_ line: String) -> Bool {
    let isKept = prompt.isCommandLine && history.wouldKeep(line)
    if prompt.isCommandLine { history.add(line) }
    editor = Editor(
      prompt: prompt.text, isMultiline: prompt.isMultiline,
      history: prompt.isCommandLine ? history : History(), cut: editor.cut)
    editor.signs = prompt.signs
    isWriting = false
    hints = []
    return isKept
  }
}

/// Combines the parts of the live region into a frame.
struct LiveLayout {
  let frame: Frame

  init(_ line: TypedLine, status: [RegionRow], size: ScreenSize) {
    let (prompt, editor) = (line.prompt, line.editor)
    let title = editor.search.map { Margin.blanks + "Ctrl-R \($0.words.sanitisedLine)> " }
    var input = editor.layout(title: title, columns: size.columns, size.ambiguous)
    if let hint = editor.hint, editor.search == nil {
      input.append(faint: hint.text, columns: size.columns, size.ambiguous)
    }
    let isFresh = editor.buffer.isEmpty || prompt.helpWhileTyped.isEmpty
    let usual = isFresh ? prompt.help : prompt.helpWhileTyped
    let help = line.hints.isEmpty ? usual : prompt.hintRow(line.hints) ?? usual
    let below = editor.offered.map { Self.rows(of: $0, prompt, size: size) } ?? help
    frame = Frame(
      status: status, input: input, below: below, size: size, signs: prompt.signs,
      fillsWindow: prompt.fillsWindow)
  }

  /// The rows of candidates, with an explanation of each where there is one, around the selected
  /// candidate.
  private static func rows(of offer: Offer, _ prompt: Prompt, size: ScreenSize) -> [String] {
    guard let theme = prompt.theme, !offer.explanations.isEmpty else {
      return rows(
        of: offer, columns: size.columns - Margin.blanks.count, size.ambiguous,
        mark: CutMark(prompt.signs, size.ambiguous))
    }
    let most = max(3, min(8, size.rows / 3))
    let widest = offer.candidates.map { theme.width($0.sanitisedLine) }.max() ?? 0
    let width = min(widest, size.columns / 2)
    let rows = offer.candidates.enumerated().map { index, candidate in
      let text = theme.filled(candidate.sanitisedLine, to: width)
      let room = size.columns - width - 5
      let explanation = theme.shortened(offer.explanations[candidate] ?? "", to: max(0, room))
      let note = theme.fitted(explanation, to: max(0, room))
      let shown = index == offer.selected ? "\u{1B}[7m\(text)\u{1B}[0m" : text
      return "  " + shown + (note.isEmpty ? "" : "  " + theme.palette.faint(note))
    }
    let first = max(0, min((offer.selected ?? 0) - most / 2, rows.count - most))
    let shown = Array(rows[first...].prefix(most))
    guard shown.count < rows.count else { return shown }
    let note = theme.rows(first + 1, first + shown.count, of: rows.count)
    return shown + ["  " + theme.palette.faint(note)]
  }

  /// The rows of candidates. Shows at most three, around the selected candidate.
  private static func rows(
    of offer: Offer, columns: Int, _ ambiguous: AmbiguousWidth, mark: CutMark
  ) -> [String] {
    var rows: [(text: String, cells: Int)] = []
    var selectedRow = 0
    for (index, candidate) in offer.candidates.enumerated() {
      let text = candidate.sanitisedLine.truncated(to: columns - 1, ambiguous, mark: mark)
      let cells = displayWidth(text, ambiguous)
      let shown = index == offer.selected ? "\u{1B}[7m\(text)\u{1B}[0m" : text
      if let last = rows.last, last.cells + 2 + cells < columns {
        rows[rows.count - 1] = (last.text + "  " + shown, last.cells + 2 + cells)
      } else {
        rows.append((shown, cells))
      }
      if index == offer.selected { selectedRow = rows.count - 1 }
    }
    let first = max(0, min(selectedRow - 1, rows.count - 3))
    return rows[first...].prefix(3).map { Margin.indented($0.text) }
  }
}
