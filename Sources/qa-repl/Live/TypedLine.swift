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
    editor.prompt = next.text
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
    isWriting = false
    hints = []
    return isKept
  }
}
