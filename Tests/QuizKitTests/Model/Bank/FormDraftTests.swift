import QuizExchange
import QuizStore
import QuizSupport
import TestKit
import Testing

@testable import QuizKit

/// What was typed survives the end of the program once.
@Suite struct FormDraftTests {
  private let disk = SimulatedDisk()
  private var file: ProgramFile { ProgramFile(besideBankAt: "/home/a/bank.journal", on: disk) }
  private var drafts: FormDrafts { FormDrafts(file) }

  private func form(_ text: String) throws -> QuestionForm {
    var form = QuestionForm(deck: "Mine")
    try form.apply(.question(text))
    try form.apply(.kind(.several, statements: []))
    try form.apply(.choice(2, "two\nlines"))
    try form.apply(.correct(LineNumbers(2)))
    return form
  }

  @Test func `a form is offered once`() throws {
    let draft = FormDraft(form: try form("A?"))
    try drafts.keep(draft)
    #expect(try drafts.take(for: nil) == draft)
    #expect(try drafts.take(for: nil) == nil)
    #expect(try disk.status(of: file.path) == nil)
  }

  @Test func `each question has its own form`() throws {
    let new = FormDraft(form: try form("A?"))
    let edited = FormDraft(form: try form("B?"), question: Identifier(rawValue: 7))
    try drafts.keep(new)
    try drafts.keep(edited)
    let later = FormDraft(form: try form("C?"))
    try drafts.keep(later)
    #expect(try drafts.take(for: Identifier(rawValue: 8)) == nil)
    #expect(try drafts.take(for: Identifier(rawValue: 7)) == edited)
    #expect(try drafts.take(for: nil) == later)
  }

  @Test(arguments: [
    "", "{", #"{"version":2,"drafts":[]}"#, #"{"version":1,"drafts":[{"form":7}]}"#,
  ])
  func `what cannot be read is named, set aside and left out`(text: String) throws {
    try disk.createDirectory("/home/a")
    try file.replace(with: Array(text.utf8))
    #expect(throws: DraftFailure.unreadable(file.path + ".unreadable")) {
      try drafts.take(for: nil)
    }
    #expect(try drafts.take(for: nil) == nil)
    #expect(try disk.status(of: file.path + ".unreadable") != nil)
    try drafts.keep(FormDraft(form: try form("A?")))
    #expect(try drafts.take(for: nil) != nil)
  }

  @Test func `where nothing is kept nothing is offered`() throws {
    let drafts = FormDrafts(nil)
    try drafts.keep(FormDraft(form: try form("A?")))
    #expect(!drafts.areKept)
    #expect(try drafts.take(for: nil) == nil)
  }
}
