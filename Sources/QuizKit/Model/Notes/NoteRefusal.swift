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

  package var code: String {
    switch self {
    case .empty: "empty-note"
    case .nothingOpen: "no-note-open"
    case .unsaved: "unsaved-note"
    case .noConflict: EditingRefusal.noConflict.code
    }
  }

  package func text(in language: Language) -> String {
    switch self {
    case .empty:
      language.text("The note says nothing yet: “title” or “body”.", "題名か本文を入力してください。")
    case .nothingOpen:
      language.text(
        "No note is open; “new” starts one, “open N” opens one.",
        "開いているメモがありません。new で作成、open N で開きます。"
      )
    case .unsaved:
      language.text(
        "The open note is not saved: “save” or “cancel” first.",
        "開いているメモが保存されていません。save か cancel を先に実行してください。")
    case .noConflict:
      language.text(
        "Nobody else has changed this note; “save” saves it.", "ほかの人による変更はありません。save で保存できます。")
    }
  }
}
