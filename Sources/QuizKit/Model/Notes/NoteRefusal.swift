import QuizSupport

/// Why a command for notes was refused.
package enum NoteRefusal: ReportableError, Equatable {
  /// Title and body are both blank.
  case empty
  /// No note is open.
  case nothingOpen
  /// The open note has unsaved changes.
  case unsaved
  /// The note has not been changed elsewhere.
  case noConflict

  package var message: Message {
    switch self {
    case .empty:
      Message("empty-note", "The note is still empty.", "題名か本文を入力してください。")
    case .nothingOpen:
      Message(
        "no-note-open", "No note is open.", "開いているメモがありません。")
    case .unsaved:
      Message(
        "unsaved-note", "The open note is not saved.", "開いているメモが保存されていません。")
    case .noConflict:
      Message(
        EditingRefusal.noConflict.code, "Nothing else has changed this note.",
        "ほかに変更はありません。")
    }
  }
}
