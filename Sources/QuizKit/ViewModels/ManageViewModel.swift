import QuizExchange
import QuizStore
import QuizSupport

extension ScreenName {
  /// The questions of the bank, for browsing and editing.
  package static let manage = ScreenName(rawValue: "manage")
}

/// The state of the screen that browses and edits questions: one question, or its form.
package struct ManageState: ScreenState {
  package static let screen = ScreenName.manage

  /// The deck whose questions are shown; `nil` for the whole bank.
  @Nullable package var deck: String?
  /// The search that found the questions; `nil` for all of the deck or the bank. Not encoded,
  /// because `search` has said it.
  package var query: SearchQuery?
  /// The question; `nil` if there is none.
  @Nullable package var id: Identifier<Question>?
  /// The number of the question, from 1; 0 if there are no questions.
  package var index: Int
  /// The number of questions.
  package var count: Int
  /// The deck of the question, or the one that its form names; `nil` if there is no question.
  @Nullable package var questionDeck: String?
  /// The place in the file that the question follows; `nil` where it follows none.
  package var place: FollowedPlace?
  /// Whether a person is asked where to change the question, which follows a file. Not encoded,
  /// because scripts are not asked.
  package var asksWhere: Bool
  /// The lines of the list that the screen requested; empty when it did not request any.
  package var items: [Item]
  /// All decks while a form is open, for a live terminal to offer. Not encoded, because `decks`
  /// lists them.
  package var decks: [String]
  /// The fields of the question or of its form.
  package var fields: FormFields
  /// Whether the fields are a form being edited.
  package var editing: Bool
  /// Whether the form differs from the bank.
  package var unsaved: Bool
  /// The question as another program has saved it since the form was opened, if saving was refused
  /// for that reason.
  @Nullable package var theirs: FormFields?
  /// The pictures of the question.
  package var pictures: [ShownPicture]
  /// Whether there is a previous question to go to.
  package var canGoBack: Bool
  /// Whether there is a next question to go to.
  package var canGoForward: Bool
  /// The message about the last command.
  @Nullable package var message: Message?

  /// One question in the list.
  package struct Item: Encodable, Equatable, Sendable {
    /// The question's number, from 1.
    package var number: Int
    /// The question's identifier.
    package var id: Identifier<Question>
    /// The question.
    package var question: String
    /// Its kind. Not encoded, because the screen shows it of the question in front.
    package var kind: QuestionContent.Kind

    private enum CodingKeys: CodingKey { case number, id, question }
  }

  package var isUnsaved: Bool { unsaved }

  private enum Key: String, CodingKey {
    case deck, id, index, count, questionDeck, editing, unsaved, theirs, canGoBack, canGoForward
    case message, items, file, line, pictures
  }

  /// Encodes the members of ``fields`` at the same level as the others.
  package func encode(to encoder: any Encoder) throws {
    try fields.encode(to: encoder)
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(deck, forKey: .deck)
    try container.encode(id, forKey: .id)
    try container.encode(index, forKey: .index)
    try container.encode(count, forKey: .count)
    try container.encode(questionDeck, forKey: .questionDeck)
    try container.encode(place?.path, forKey: .file)
    try container.encode(place?.line, forKey: .line)
    try container.encode(editing, forKey: .editing)
    try container.encode(unsaved, forKey: .unsaved)
    try container.encode(theirs, forKey: .theirs)
    try container.encode(canGoBack, forKey: .canGoBack)
    try container.encode(canGoForward, forKey: .canGoForward)
    try container.encode(message, forKey: .message)
    try container.encode(items, forKey: .items)
    try container.encode(pictures, forKey: .pictures)
  }
}

extension ManageState {
  /// The current state.
  init(
    _ browser: QuestionBrowser, _ editor: QuestionEditor?, _ window: ListWindow?,
    _ message: Message?, asked: Identifier<Question>? = nil
  ) throws {
    let first = window?.first ?? 0
    items = try browser.questions(at: first..<(first + (window?.count ?? 0))).enumerated().map {
      Item(number: first + $0 + 1, id: $1.id, question: $1.content.text, kind: $1.content.kind)
    }
    let (name, ownName) = (browser.deckName, browser.currentDeckName)
    let index = browser.count == 0 ? 0 : browser.position + 1
    (deck, query, id) = (name, browser.query, browser.current?.id)
    let place = try browser.current.flatMap { try browser.bank.followed.place(of: $0.id) }
    self.place = place
    asksWhere = editor == nil && place != nil && asked == browser.current?.id
    questionDeck = editor?.form.deck ?? ownName
    decks = editor == nil ? [] : browser.deckNames
    self.index = index
    count = browser.count
    fields =
      editor.map { FormFields($0.form) }
      ?? browser.current.map { FormFields($0.content) } ?? .none
    editing = editor != nil
    unsaved = editor?.isUnsaved ?? false
    theirs = editor?.theirs.map { FormFields($0.content) }
    pictures = browser.current.map { browser.bank.pictures.shown($0.content) } ?? []
    canGoBack = editor == nil && index > 1
    canGoForward = editor == nil && index < browser.count
    self.message = message
  }
}

/// The commands of this screen.
package enum ManageCommand: Equatable, Sendable {
  /// Show the previous question.
  case back
  /// Show the next question.
  case forward
  /// Show the question with this number, from 1.
  case go(Int)
  /// Show these lines of the list.
  case show(ListWindow)
  /// Open the form of the current question. A person is asked first where to change a question that
  /// follows a file; a second time means here.
  case edit
  /// Show the question with this number, from 1, in its file; `nil` for the current question.
  case file(Int?)
  /// Write in the form.
  case write(FormEdit)
  /// Save the form and close it.
  case save
  /// Close the form without saving.
  case cancel
  /// Save the form over another program's change.
  case overwrite
  /// Drop the form and show another program's change.
  case reload
  /// Save the form as a new question.
  case keepBoth
  /// Delete the questions with these numbers, from 1; `nil` for the current question.
  case delete(LineNumbers?)
  /// Open the picture of the question with this number, from 1; without one, the first.
  case picture(Int?)
}

/// The route to the questions of a browser.
package typealias ManageRoute = ScreenRoute<ManageState, QuestionBrowser>

/// The screen that browses, edits and deletes questions.
package final class ManageViewModel: ScreenModel<ManageCommand, ManageState>, DraftKeeping {
  private let browser: QuestionBrowser
  private var editor: QuestionEditor? {
    didSet { browser.holdsCurrent = editor != nil }
  }
  private var window: ListWindow?
  /// The question about which a person is asked where to change it.
  private var asked: Identifier<Question>?
  private let drafts: FormDrafts?

  /// Creates the screen for the questions of `browser`.
  ///
  /// - Throws: The store's error when it cannot be read.
  package init(browser: QuestionBrowser, drafts: FormDrafts? = nil) throws {
    (self.browser, self.drafts) = (browser, drafts)
    let message = browser.count == 0 ? BankError.noQuestions.message : nil
    super.init(try ManageState(browser, nil, nil, message))
    self.message = message
    follow(browser.changes)
    refuse(browser.failures)
  }

  override func perform(_ command: ManageCommand) throws {
    do {
      try carryOut(command)
    } catch {
      if Self.isSaid(error) { try fail(error) }
      throw error
    }
    changed()
  }

  override func shown() throws -> ManageState {
    try ManageState(browser, editor, window, message, asked: asked)
  }

  /// Whether the error stays on the screen as a message. An error that prevents saving does; a
  /// mistyped command does not.
  private static func isSaid(_ error: any Error) -> Bool {
    (error as? FormProblem)?.isAboutWholeForm
      ?? (error is SaveFailure || error is DeletionFailure)
  }

  private func carryOut(_ command: ManageCommand) throws {
    let asked = asked
    if case .show = command {} else { self.asked = nil }
    switch command {
    case .back: try leaveFormAlone(browser.goBack)
    case .forward: try leaveFormAlone(browser.goForward)
    case .go(let number): try leaveFormAlone { try browser.go(to: number - 1) }
    case .show(let lines):
      window = lines
      keepMessage()
    case .edit: try leaveFormAlone { try edit(asked: asked) }
    case .file(let number): try openFile(number)
    case .delete(let numbers): try leaveFormAlone { try delete(numbers) }
    case .picture(let number):
      guard let question = browser.current else { throw PictureRefusal.none }
      try browser.bank.pictures.open(number, of: question.content)
    case .write(let edit): try withEditor { try $0.form.apply(edit) }
    case .cancel where asked != nil && editor == nil: break
    case .cancel: try withEditor { _ in editor = nil }
    case .save: try close(saying: .saved) { try $0.save() }
    case .overwrite: try close(saying: .saved, contested: true) { try $0.overwrite() }
    case .keepBoth: try close(saying: .registered, contested: true) { try $0.keepBoth() }
    case .reload: try close(saying: nil, contested: true) { _ in }
    }
  }

  private func leaveFormAlone(_ work: () throws -> Void) throws {
    guard editor == nil else { throw EditingRefusal.formIsOpen }
    try work()
  }

  private func withEditor(_ work: (QuestionEditor) throws -> Void) throws {
    guard let editor else { throw EditingRefusal.noFormIsOpen }
    try work(editor)
  }

  private func close(
    saying message: Message?, contested: Bool = false, _ work: (QuestionEditor) throws -> Void
  ) throws {
    try withEditor { editor in
      guard editor.isContested || !contested else { throw EditingRefusal.noConflict }
      try work(editor)
      if message != nil, let warning = editor.form.warning { notice(warning) }
      self.message = message
      self.editor = nil
    }
  }

  /// - Parameter asked: The question about which the person has just been asked.
  private func edit(asked: Identifier<Question>?) throws {
    guard let question = browser.current else { throw BankError.noQuestions }
    let followed = browser.bank.followed
    if browser.bank.servesPerson, asked != question.id, try followed.place(of: question.id) != nil {
      self.asked = question.id
      return
    }
    let editor = QuestionEditor(
      question, deck: browser.currentDeckName, bank: browser.bank)
    let kept = RegisterViewModel.KeptForm(drafts, for: question)
    if let draft = kept.draft { editor.form = draft.form }
    if let message = kept.message { self.message = message }
    self.editor = editor
  }

  private func openFile(_ number: Int?) throws {
    guard let question = browser.current else { throw BankError.noQuestions }
    try browser.bank.followed.open(
      number.map { try browser.identifiers.line($0) } ?? question.id)
  }

  package var draft: FormDraft? {
    guard let editor, editor.isUnsaved, let question = browser.current else { return nil }
    return FormDraft(form: editor.form, question: question.id)
  }

  private func delete(_ numbers: LineNumbers?) throws {
    guard let question = browser.current else { throw BankError.noQuestions }
    let ids = try numbers.map { try browser.identifiers.lines($0) } ?? [question.id]
    try browser.bank.delete(ids)
    message = .deleted
  }
}

/// Edits an existing question in a form, and saves it to the bank.
package final class QuestionEditor {
  /// The form with the changes so far.
  package var form: QuestionForm

  /// After a conflict, the version that is in the bank now; `nil` without a conflict, or when the
  /// question was deleted.
  package private(set) var theirs: Question?

  /// Whether saving failed because the question was changed or deleted after the form was opened.
  package private(set) var isContested = false

  private let original: Question
  private let deck: String?
  private let bank: QuestionBank

  /// Opens a form for `question`.
  ///
  /// - Parameter deck: The name of the question's deck.
  package init(_ question: Question, deck: String?, bank: QuestionBank) {
    original = question
    self.deck = deck
    self.bank = bank
    form = QuestionForm(question.content, deck: deck)
  }

  /// Whether the form differs from the question as it was opened.
  package var isUnsaved: Bool { form != QuestionForm(original.content, deck: deck) }

  /// The deck to move the question to; `nil` when it stays where it is, even if its deck has been
  /// renamed in the meantime.
  private var newDeck: String? { form.deck == deck ? nil : form.deck }

  /// Saves the form.
  ///
  /// - Throws: ``FormProblem``; ``SaveFailure``. After a conflict, try ``overwrite()`` or
  ///   ``keepBoth()``.
  package func save() throws {
    try save(over: original)
  }

  /// After a conflict, saves the form over the version in ``theirs``. Fails again if the question
  /// has changed since then.
  ///
  /// - Throws: ``FormProblem``; ``SaveFailure``.
  package func overwrite() throws {
    guard let theirs else { throw SaveFailure.notFound(Question.name) }
    try save(over: theirs)
  }

  /// After a conflict, saves the form as a new question and keeps the other version. If the deck
  /// was deleted in the meantime, it is created again.
  ///
  /// - Throws: ``FormProblem``; ``SaveFailure``.
  package func keepBoth() throws {
    let isDeckGone = try bank.store.record(for: original.deckID) == nil
    try bank.addBeside(
      original, content: try form.content(), deck: isDeckGone ? form.deck ?? deck : newDeck)
  }

  private func save(over question: Question) throws {
    let content = try form.content()
    do {
      try bank.update(question, content: content, deck: newDeck)
    } catch {
      switch error {
      case SaveFailure.conflict, SaveFailure.notFound:
        isContested = true
        theirs = try bank.latest(original)
      default: break
      }
      throw error
    }
  }
}
