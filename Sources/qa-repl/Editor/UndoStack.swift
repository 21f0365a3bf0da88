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
