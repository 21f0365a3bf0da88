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
      Message("empty-note", "The note says nothing yet: “title” or “body”.", "題名か本文を入力してください。")
    case .nothingOpen:
      Message(
        "no-note-open", "No note is open; “new” starts one, “open N” opens one.",
        "開いているメモがありません。new で作成、open N で開きます。")
    case .unsaved:
      Message(
        "unsaved-note", "The open note is not saved: “save” or “cancel” first.",
        "開いているメモが保存されていません。save か cancel を先に実行してください。")
    case .noConflict:
      Message(
        EditingRefusal.noConflict.code, "Nobody else has changed this note; “save” saves it.",
        "ほかの人による変更はありません。save で保存できます。")
    }
  }
}
