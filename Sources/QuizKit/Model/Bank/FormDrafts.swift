import QuizExchange
import QuizStore
import QuizSupport

/// A form with what was typed into it and not saved.
package struct FormDraft: Codable, Equatable {
  /// The form.
  package var form: QuestionForm
  /// The question that was being edited; `nil` for a new one.
  package var question: Identifier<Question>?

  package init(form: QuestionForm, question: Identifier<Question>? = nil) {
    (self.form, self.question) = (form, question)
  }
}

/// Keeps forms when a signal or a closed window ends the program. Each is offered once, when the
/// same form is opened again.
package final class FormDrafts {
  private let file: DraftFile?

  /// - Parameter file: The file that keeps them; `nil` where nothing is kept.
  init(_ file: DraftFile?) {
    self.file = file
  }

  /// Whether forms are kept.
  package var areKept: Bool { file != nil }

  /// Keeps a form, in place of an earlier one for the same question.
  ///
  /// - Throws: ``DraftFailure``.
  package func keep(_ draft: FormDraft) throws {
    guard let file else { return }
    // What cannot be read has been set aside, and does not prevent this.
    let others = (try? drafts(in: file))?.filter { $0.question != draft.question } ?? []
    try write(others + [draft], to: file)
  }

  /// Returns the form that was kept for a question, or for a new one, and forgets it.
  ///
  /// - Throws: ``DraftFailure``.
  package func take(for question: Identifier<Question>?) throws -> FormDraft? {
    guard let file else { return nil }
    var drafts = try drafts(in: file)
    guard let index = drafts.firstIndex(where: { $0.question == question }) else { return nil }
    let draft = drafts.remove(at: index)
    try write(drafts, to: file)
    return draft
  }

  private struct Content: Codable {
    var version = 1
    var drafts: [FormDraft]
  }

  private func drafts(in file: DraftFile) throws -> [FormDraft] {
    do {
      guard let bytes = try file.read() else { return [] }
      do {
        let content = try bytes.withUnsafeBytes {
          try JSONTextDecoder().decode(Content.self, from: $0)
        }
        if content.version == 1 { return content.drafts }
      } catch {
        // Another version of the program wrote it, or it is damaged: both are named below.
      }
      try file.setAside()
      throw DraftFailure.unreadable(file.asidePath)
    } catch let error as FileSystemError {
      throw DraftFailure.file(error)
    }
  }

  private func write(_ drafts: [FormDraft], to file: DraftFile) throws {
    do {
      if drafts.isEmpty { return try file.remove() }
      try file.replace(
        with: try JSONTextEncoder(sortsMembers: true).encode(Content(drafts: drafts)))
    } catch let error as FileSystemError {
      throw DraftFailure.file(error)
    }
  }
}

/// Why a form could not be kept or brought back.
package enum DraftFailure: ReportableError, Equatable {
  /// The file is damaged, or another version wrote it. It has this name now.
  case unreadable(String)
  /// The file cannot be read or written.
  case file(FileSystemError)

  package var message: Message {
    switch self {
    case .unreadable(let path):
      Message(
        "draft-unreadable",
        "What was typed last and not saved cannot be read. It is kept in \(path).",
        "前回の入力途中の内容を読めません。\(path) に残してあります。")
    case .file(let error):
      Message(
        "draft-failed", "What was typed and not saved cannot be kept: ", "入力途中の内容を残せません: "
      ).because(of: StoreError.fileSystem(error))
    }
  }
}
