/// Edits a line or a multi-line text by keys.
///
/// It is a value without input or output: it takes keys and returns the effects that the program
/// has to carry out. The keys are those of Emacs and readline.
package struct Editor: Equatable {
  package enum Effect: Equatable {
    case submit(String)
    /// Esc; or Ctrl-C when there is no text to clear.
    case cancel, interrupt
    case endOfInput, suspend, clearScreen, bell
    /// Ctrl-X Ctrl-E: edit the text in a program of its own. The program answers by calling
    /// ``replace(with:)``.
    case edit
    /// Ctrl-S: hand in the whole form.
    case finish
    /// Ctrl-X and a key that means nothing after it.
    case unknownChord
    /// Tab. The program answers by calling ``offer(_:)``.
    case complete
  }

  /// The prompt before the text.
  package var prompt = ""
  /// The signs that the screen shows.
  package var signs = Signs.ascii
  /// Whether Alt-Enter and Ctrl-J insert a line end. Otherwise they submit, and line ends in the
  /// text become blanks.
  package var isMultiline = false
  package var hint: Hint?
  package private(set) var buffer: EditBuffer
  package private(set) var offered: Offer?
  package private(set) var search: HistorySearch?
  package var history: History
  /// The text that was cut last, for Ctrl-Y.
  package private(set) var cut: String
  private var undoStack = UndoStack()
  private var isCutting = false
  /// Whether Ctrl-X was pressed and its second key has not come yet.
  private var isChord = false
  /// Whether the next typed text replaces the whole text.
  private var isSelected: Bool

  /// - Parameter isSelected: Whether the first typed text replaces `text`, as where a text is
  ///   selected. Any other key leaves the text to be edited.
  package init(
    prompt: String = "", text: String = "", isMultiline: Bool = false, history: History = History(),
    cut: String = "", isSelected: Bool = false
  ) {
    self.isSelected = isSelected
    self.prompt = prompt
    self.isMultiline = isMultiline
    self.history = history
    self.cut = cut
    buffer = EditBuffer(isMultiline ? text : text.sanitisedLine)
  }

  /// Applies one key. Up and Down need `columns`, the width at which the text wraps, and the width
  /// of its characters.
  package mutating func apply(
    _ key: Key, columns: Int = 80, _ ambiguous: AmbiguousWidth = .unknown
  ) -> [Effect] {
    if isChord {
      isChord = false
      return [key == .control("e") ? .edit : .unknownChord]
    }
    if search != nil, let effects = applyToSearch(key) { return effects }
    if offered != nil, applyToOffer(key) { return [] }
    offered = nil
    let wasCutting = isCutting
    isCutting = false
    let wasSelected = isSelected
    isSelected = false
    switch key {
    case .text(let text) where wasSelected:
      return edit(.other) { $0 = EditBuffer(text) }
    case .text(let text):
      return edit(.typing) { $0.insert(text) }
    case .paste(let text):
      let text = isMultiline ? text : text.sanitisedLine
      return edit(.other) { if wasSelected { $0 = EditBuffer(text) } else { $0.insert(text) } }

    case .named(.enter, .alt), .control("j"):
      guard isMultiline else { return [.submit(buffer.text)] }
      return edit(.other) { $0.insert("\n") }
    case .named(.enter, _):
      return [.submit(buffer.text)]
    case .named(.tab, _):
      return [.complete]

    case .named(.backspace, .alt), .control("w"):
      return kill(to: buffer.wordStart, joining: wasCutting)
    case .alt("d"), .named(.delete, .control), .named(.delete, .alt):
      return kill(to: buffer.wordEnd, joining: wasCutting)
    case .control("u"):
      return kill(to: buffer.lineStart, joining: wasCutting)
    case .control("k"):
      let end = buffer.lineEnd
      return kill(to: end == buffer.cursor ? end + 1 : end, joining: wasCutting)
    case .control("y"):
      return edit(.other) { [cut] in $0.insert(cut) }
    case .named(.backspace, _):
      return edit(.deleting) { $0.remove(to: $0.cursor - 1) }
    case .control("d") where buffer.isEmpty:
      return [.endOfInput]
    case .named(.delete, _), .control("d"):
      return edit(.deleting) { $0.remove(to: $0.cursor + 1) }
    case .control("t"):
      return edit(.other) { $0.transpose() }

    case .named(.left, []), .control("b"):
      return move(to: buffer.cursor - 1)
    case .named(.right, []), .control("f"), .named(.end, _), .control("e"):
      return moveForward(key)
    case .named(.left, _), .alt("b"):
      return move(to: buffer.wordStart)
    case .named(.right, _), .alt("f"):
      return move(to: buffer.wordEnd)
    case .named(.home, _), .control("a"):
      return move(to: buffer.lineStart)
    case .alt("<"), .named(.pageUp, _):
      return move(to: 0)
    case .alt(">"), .named(.pageDown, _):
      return move(to: buffer.characters.count)
    case .named(.up, _), .control("p"):
      return moveRow(by: -1, columns: columns, ambiguous)
    case .named(.down, _), .control("n"):
      return moveRow(by: 1, columns: columns, ambiguous)

    case .control("_"):
      return restore(undoStack.undo(from: buffer))
    case .alt("_"), .alt("/"):
      return restore(undoStack.redo(from: buffer))
    case .control("r"):
      search = HistorySearch(original: buffer)
      return []

    case .control("x"):
      isChord = true
      return []

    case .control("c"):
      return clear() ? [] : [.interrupt]
    case .named(.escape, _), .control("g"):
      return [.cancel]
    case .control("s"): return [.finish]
    case .control("l"): return [.clearScreen]
    case .control("z"): return [.suspend]
    case .control, .alt: return [.bell]
    // The line does not use the mouse.
    case .click, .wheel: return []
    }
  }

  /// Clears the text; Ctrl-Y and undo bring it back. Returns `false` when there was none.
  package mutating func clear() -> Bool {
    guard !buffer.isEmpty else { return false }
    undoStack.record(buffer, .other)
    cut = buffer.text
    buffer = EditBuffer()
    return true
  }

  /// Replaces the whole text, and undo brings it back.
  package mutating func replace(with text: String) {
    guard text != buffer.text else { return }
    _ = edit(.other) { [isMultiline] in
      $0 = EditBuffer(isMultiline ? text : text.sanitisedLine)
    }
  }

  private mutating func edit(_ kind: UndoStack.Edit, _ change: (inout EditBuffer) -> Void)
    -> [Effect]
  {
    let before = buffer
    change(&buffer)
    guard buffer != before else { return kind == .typing ? [] : [.bell] }
    undoStack.record(before, kind)
    return []
  }

  private mutating func kill(to index: Int, joining: Bool) -> [Effect] {
    let backwards = index < buffer.cursor
    var removed = ""
    let effects = edit(.other) { removed = $0.remove(to: index) }
    if !removed.isEmpty {
      cut = joining ? (backwards ? removed + cut : cut + removed) : removed
    }
    isCutting = true
    return effects
  }

  private mutating func move(to index: Int) -> [Effect] {
    undoStack.endStep()
    let before = buffer.cursor
    buffer.move(to: index)
    return buffer.cursor == before && index != before ? [.bell] : []
  }

  /// Right and End. At the end of the text they accept the hint.
  private mutating func moveForward(_ key: Key) -> [Effect] {
    if buffer.isAtEnd, let hint, hint.continues {
      return edit(.other) { $0.insert(hint.text) }
    }
    let isStep = key == .named(.right) || key == .control("f")
    return move(to: isStep ? buffer.cursor + 1 : buffer.lineEnd)
  }

  /// The text in the rows of a screen, after the prompt or, while the history is searched, another
  /// `title`.
  package func layout(
    title: String? = nil, columns: Int, _ ambiguous: AmbiguousWidth
  ) -> TextLayout {
    TextLayout(
      buffer, prompt: title ?? prompt, columns: columns, ambiguous, mark: CutMark(signs, ambiguous))
  }

  private mutating func moveRow(
    by distance: Int, columns: Int, _ ambiguous: AmbiguousWidth
  ) -> [Effect] {
    let layout = layout(columns: columns, ambiguous)
    if let index = layout.index(rowsFromCursor: distance) { return move(to: index) }
    let line =
      distance < 0
      ? history.older(leaving: buffer.text) : history.newer(leaving: buffer.text)
    guard let line else { return [.bell] }
    undoStack.record(buffer, .other)
    buffer = EditBuffer(isMultiline ? line : line.sanitisedLine)
    return []
  }

  private mutating func restore(_ state: EditBuffer?) -> [Effect] {
    guard let state else { return [.bell] }
    buffer = state
    return []
  }
}

// MARK: - Completion

extension Editor {
  /// Inserts the common beginning of the candidates. If they differ, keeps them for the next Tab.
  package mutating func offer(_ completion: Completion) -> [Effect] {
    guard let first = completion.candidates.first else { return [.bell] }
    let start = buffer.cursor - completion.replaced
    let word = String(buffer.characters[max(0, start)..<buffer.cursor])
    if completion.candidates.count == 1 {
      let isFolder = first.hasSuffix("/")
      return edit(.other) { $0.replace(from: start, with: isFolder ? first : first + " ") }
    }
    let common = completion.commonPrefix
    let isLonger = common.count > word.count
    offered = Offer(completion, replaced: isLonger ? common.count : word.count)
    return isLonger ? edit(.other) { $0.replace(from: start, with: common) } : []
  }

  /// Handles Tab and Shift-Tab, which cycle through the candidates. Returns `false` for every other
  /// key, which ends the completion.
  private mutating func applyToOffer(_ key: Key) -> Bool {
    guard case .named(.tab, let modifiers) = key, var offer = offered else { return false }
    let replaced = offer.replaced
    let candidate = offer.turn(back: modifiers.contains(.shift))
    _ = edit(.other) { $0.replace(from: $0.cursor - replaced, with: candidate) }
    offered = offer
    return true
  }
}

// MARK: - Search

extension Editor {
  /// Returns `nil` for a key that ends the search and must then be applied to the found line.
  private mutating func applyToSearch(_ key: Key) -> [Effect]? {
    guard var running = search else { return nil }
    let outcome = running.apply(key, in: history)
    search = running
    switch outcome {
    case .found(let line):
      buffer = line
      return []
    case .nothing:
      return [.bell]
    case .givenUp:
      buffer = running.original
      search = nil
      return []
    case .kept, .leftBy:
      undoStack.record(running.original, .other)
      search = nil
      return outcome == .kept ? [] : nil
    }
  }
}

/// The entered lines, oldest first, and the position of a user who browses them.
package struct History: Equatable {
  /// The number of entries kept. The oldest are dropped first.
  package static let limit = 2000

  package private(set) var entries: [String] = []
  /// The index of the entry shown. The number of entries stands for the line being written.
  private var position = 0
  /// The line being written and entries that were edited while browsing, by position.
  private var drafts: [Int: String] = [:]

  package init(_ entries: [String] = []) {
    self.entries = entries.suffix(Self.limit)
    position = self.entries.count
  }

  /// Whether to add a line: it must not be blank, start with a blank or repeat the last entry.
  package func wouldKeep(_ line: String) -> Bool {
    !line.allSatisfy(\.isWhitespace) && !line.hasPrefix(" ") && line != entries.last
  }

  package mutating func add(_ line: String) {
    if wouldKeep(line) { entries.append(line) }
    if entries.count > Self.limit { entries.removeFirst(entries.count - Self.limit) }
    position = entries.count
    drafts = [:]
  }

  package mutating func older(leaving line: String) -> String? {
    step(by: -1, leaving: line)
  }

  package mutating func newer(leaving line: String) -> String? {
    step(by: 1, leaving: line)
  }

  private mutating func step(by distance: Int, leaving line: String) -> String? {
    let target = position + distance
    guard (0...entries.count).contains(target) else { return nil }
    drafts[position] = line
    position = target
    return drafts[target] ?? (target < entries.count ? entries[target] : "")
  }

  /// The newest entry before index `bound` that contains the words, ignoring case.
  package func search(_ words: String, before bound: Int) -> Int? {
    let words = words.lowercased()
    return entries.prefix(max(0, bound)).lastIndex { $0.lowercased().contains(words) }
  }
}

/// A backward search in the history that is in progress.
package struct HistorySearch: Equatable {
  /// The effect of a key on the search.
  enum Response: Equatable {
    case found(EditBuffer)
    case nothing
    /// The search ended: restore the original line, or keep the found one.
    case givenUp, kept
    /// The key is not part of the search and must be applied to the found line.
    case leftBy
  }

  package private(set) var words = ""
  private var match: Int?
  /// The line before the search.
  let original: EditBuffer

  init(original: EditBuffer) {
    self.original = original
  }

  mutating func apply(_ key: Key, in history: History) -> Response {
    let count = history.entries.count
    switch key {
    case .text(let text), .paste(let text):
      words += text.sanitisedLine
      return theme(in: history, before: (match ?? count - 1) + 1)
    case .named(.backspace, _):
      _ = words.popLast()
      return theme(in: history, before: count)
    case .control("r"): return theme(in: history, before: match ?? count)
    case .control("c"), .control("g"): return .givenUp
    case .named(.escape, _): return .kept
    default: return .leftBy
    }
  }

  private mutating func theme(in history: History, before bound: Int) -> Response {
    guard !words.isEmpty else {
      match = nil
      return .found(original)
    }
    guard let found = history.search(words, before: bound) else { return .nothing }
    match = found
    return .found(EditBuffer(history.entries[found]))
  }
}

/// The possible completions of the word before the cursor.
package struct Completion: Equatable {
  /// The number of characters before the cursor that a candidate replaces.
  package var replaced: Int
  /// Whole words, in the order of presentation.
  package var candidates: [String]
  /// What each candidate means; nothing for one that speaks for itself.
  package var explanations: [String: String]

  package init(
    replaced: Int = 0, candidates: [String] = [], explanations: [String: String] = [:]
  ) {
    self.replaced = replaced
    self.candidates = candidates
    self.explanations = explanations
  }

  /// The longest common beginning of all candidates.
  var commonPrefix: String {
    guard let first = candidates.first else { return "" }
    return candidates.dropFirst().reduce(first) { common, candidate in
      String(zip(common, candidate).prefix { $0 == $1 }.map(\.0))
    }
  }
}

/// The candidates of a completion while Tab cycles through them.
package struct Offer: Equatable {
  package let candidates: [String]
  /// What each candidate means; nothing for one that speaks for itself.
  package let explanations: [String: String]
  /// The number of characters before the cursor that the next candidate replaces.
  package private(set) var replaced: Int
  package private(set) var selected: Int?

  package init(_ completion: Completion, replaced: Int) {
    (candidates, explanations) = (completion.candidates, completion.explanations)
    self.replaced = replaced
  }

  /// Moves to the next candidate, or to the previous one, and returns it.
  package mutating func turn(back: Bool) -> String {
    let count = candidates.count
    let next = selected.map { ($0 + (back ? count - 1 : 1)) % count } ?? (back ? count - 1 : 0)
    selected = next
    replaced = candidates[next].count
    return candidates[next]
  }
}

/// Completes what a user types at a prompt.
package protocol Completer {
  /// The completions for the last word of `head`, which is the line up to the cursor.
  func completion(of head: String) -> Completion

  /// The keys that do something with the typed line, with their effects; empty where nothing is
  /// known about it.
  func hints(for line: String) -> [String]

  /// The dim text to show after the line, or `nil` for none.
  func hint(for line: String) -> Hint?
}

/// Dim text after the cursor.
package struct Hint: Equatable {
  package var text: String
  /// Whether the text continues the line, so that the right arrow accepts it. Otherwise it only
  /// describes what can follow.
  package var continues: Bool

  package init(text: String, continues: Bool) {
    self.text = text
    self.continues = continues
  }
}

/// The earlier and later states of a text, for undo and redo.
struct UndoStack: Equatable {
  /// The kind of an edit. Consecutive typing is one undo step, and so is consecutive deleting.
  enum Edit { case typing, deleting, other }

  private var past: [EditBuffer] = []
  private var future: [EditBuffer] = []
  private var last: Edit?

  /// Records the state before an edit.
  mutating func record(_ before: EditBuffer, _ edit: Edit) {
    defer { last = edit }
    future = []
    if edit == last, edit != .other { return }
    past.append(before)
  }

  /// Ends the current step, so that the next edit starts a new one.
  mutating func endStep() {
    last = nil
  }

  mutating func undo(from present: EditBuffer) -> EditBuffer? {
    last = nil
    guard let state = past.popLast() else { return nil }
    future.append(present)
    return state
  }

  mutating func redo(from present: EditBuffer) -> EditBuffer? {
    last = nil
    guard let state = future.popLast() else { return nil }
    past.append(present)
    return state
  }
}
