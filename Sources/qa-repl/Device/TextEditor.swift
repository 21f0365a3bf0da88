import Foundation
import QuizSupport

/// Lets a person edit a text in a program of its own, which has the terminal until it ends.
protocol TextEditor {
  /// Returns the text as the person left it.
  ///
  /// - Throws: ``TextEditorFailure``. The text then stays as it was.
  func edit(_ text: String) throws(TextEditorFailure) -> String
}

/// Why a text was not edited.
enum TextEditorFailure: ReportableError, Equatable {
  /// There is no room for the temporary file, or it cannot be made.
  case noFile(path: String, code: Int32)
  /// The editor could not be started.
  case notStarted(editor: String, code: Int32)
  /// The editor ended with this exit code, as editors do when the person gives up.
  case ended(editor: String, exit: Int32)
  /// A signal ended the editor.
  case killed(editor: String, signal: Int32)
  /// The text that the editor left cannot be read.
  case unreadable(path: String, code: Int32)
  /// The editor did not write UTF-8.
  case notUTF8
  /// The text is longer than a field may be, in bytes.
  case tooLong(limit: Int)

  var message: Message {
    Message("editor-failed", reason)
      + Reason(" The text stays as it was.", "入力した文章はそのままです。")
  }

  private var reason: Reason {
    switch self {
    case .noFile(let path, let code):
      Self.system(
        code, "No file for the editor can be made in \(path)", "\(path) にエディター用のファイルを作成できません")
    case .notStarted(let editor, let code):
      Self.system(code, "The editor “\(editor)” cannot be started", "エディター「\(editor)」を起動できません")
    case .ended(let editor, 127):
      Reason(
        "The editor “\(editor)” was not found; set EDITOR to one that is installed.",
        "エディター「\(editor)」が見つかりません。EDITOR を設定してください。")
    case .ended(let editor, let exit):
      Reason(
        "The editor “\(editor)” ended with exit code \(exit).",
        "エディター「\(editor)」が終了コード \(exit) で終わりました。")
    case .killed(let editor, let signal):
      Reason(
        "The editor “\(editor)” was ended by signal \(signal).",
        "エディター「\(editor)」がシグナル \(signal) で終わりました。")
    case .unreadable(let path, let code):
      Self.system(
        code, "The text that the editor wrote into \(path) cannot be read",
        "エディターの書いた \(path) を読めません")
    case .notUTF8:
      Reason(
        "The text that the editor wrote is not UTF-8.", "エディターの書いた文章が UTF-8 ではありません。")
    case .tooLong(let limit):
      Reason(
        "The text that the editor wrote is longer than \(limit) bytes.",
        "エディターの書いた文章が \(limit) バイトを超えています。")
    }
  }

  /// What failed, and the operating system's reason for it.
  private static func system(_ code: Int32, _ english: String, _ japanese: String) -> Reason {
    Reason(english + ": ", japanese + ": ") + .system(code) + Reason(".", "。")
  }
}
