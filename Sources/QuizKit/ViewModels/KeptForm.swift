import QuizExchange
import QuizStore
import QuizSupport

/// A screen with a form that is kept when the program is ended from outside.
package protocol DraftKeeping: AnyObject {
  /// The unsaved text; `nil` when there is none.
  var draft: FormDraft? { get }
}

/// The kept text of a form, with the sentence that reports it.
struct KeptForm {
  private(set) var draft: FormDraft?
  private(set) var message: Message?

  /// - Parameter question: The question that is edited; `nil` for a new one.
  init(_ drafts: FormDrafts?, for question: Question?) {
    do {
      draft = try drafts?.take(for: question?.id)
      guard let draft else { return }
      message = question?.content == draft.form.original ? .draftRestored : .draftRestoredLate
    } catch {
      message = UnexpectedError.reportable(error).message
    }
  }
}

extension Message {
  fileprivate static let draftRestored = Message(
    "draft-restored",
    "Here is what was typed when the program was ended.", "前回の終了時に入力中だった内容です。")
  fileprivate static let draftRestoredLate = Message(
    "draft-restored",
    "Here is what was typed when the program was ended. The question has been changed since.",
    "前回の終了時に入力中だった内容です。その後に質問が変更されています。")
}
