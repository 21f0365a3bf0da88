/// The states that a text had, to go back to and forth again.
struct UndoStack: Equatable {
  /// What led to a state; typing that goes on is one step, like deleting that goes on.
  enum Edit { case typing, deleting, other }

  private var past: [EditBuffer] = []
  private var future: [EditBuffer] = []
  private var last: Edit?

  /// Remembers the state before an edit.
  mutating func record(_ before: EditBuffer, _ edit: Edit) {
    defer { last = edit }
    future = []
    if edit == last, edit != .other { return }
    past.append(before)
  }

  /// Ends the step: what comes next is one of its own.
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
