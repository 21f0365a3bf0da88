import Signals

/// What the management shows: one question of the bank, or the form in which it is edited.
public struct ManageState: ScreenState {
  public static let screen = ScreenName.manage

  /// The deck that is gone through; `nil` for the whole bank.
  @Nullable public var deck: String?
  /// The number of the question, from 1; 0 when there are none.
  public var index: Int
  /// How many questions there are.
  public var count: Int
  /// The deck of the question; `nil` when there is none.
  @Nullable public var questionDeck: String?
  /// The question, or the form.
  public var fields: FormFields
  /// Whether the fields are a form that can be written in.
  public var editing: Bool
  /// Whether the form says something else than the bank.
  public var unsaved: Bool
  /// What somebody else has saved since the form was opened, when saving was refused for it.
  @Nullable public var theirs: FormFields?
  /// Whether `<<` has somewhere to go.
  public var canGoBack: Bool
  /// Whether `>>` has somewhere to go.
  public var canGoForward: Bool
  /// What is said about the last command.
  @Nullable public var message: Message?

  public var isUnsaved: Bool { unsaved }

  private enum Key: String, CodingKey {
    case deck, index, count, questionDeck, editing, unsaved, theirs, canGoBack, canGoForward
    case message
  }

  /// Writes the fields of the question beside the rest.
  public func encode(to encoder: any Encoder) throws {
    try fields.encode(to: encoder)
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(deck, forKey: .deck)
    try container.encode(index, forKey: .index)
    try container.encode(count, forKey: .count)
    try container.encode(questionDeck, forKey: .questionDeck)
    try container.encode(editing, forKey: .editing)
    try container.encode(unsaved, forKey: .unsaved)
    try container.encode(theirs, forKey: .theirs)
    try container.encode(canGoBack, forKey: .canGoBack)
    try container.encode(canGoForward, forKey: .canGoForward)
    try container.encode(message, forKey: .message)
  }
}

extension ManageState {
  /// What the screen looks like now.
  init(_ browser: QuestionBrowser, _ editor: QuestionEditor?, _ message: Message?) throws {
    let (name, ownName) = (try browser.deckName, try browser.currentDeckName)
    let index = browser.count == 0 ? 0 : browser.position + 1
    deck = name
    questionDeck = ownName
    self.index = index
    count = browser.count
    fields =
      editor.map { FormFields($0.form) }
      ?? browser.current.map { FormFields($0.content) } ?? .none
    editing = editor != nil
    unsaved = editor?.isUnsaved ?? false
    theirs = editor?.theirs.map { FormFields($0.content) }
    canGoBack = editor == nil && index > 1
    canGoForward = editor == nil && index < browser.count
    self.message = message
  }
}

/// What a person can ask for at the management.
public enum ManageCommand: Equatable, Sendable {
  /// Show the question before.
  case back
  /// Show the question after.
  case forward
  /// Show the question of this number, from 1.
  case go(Int)
  /// Open the form of the question that is shown.
  case edit
  /// Write in the form.
  case write(FormEdit)
  /// Save the form, and close it.
  case save
  /// Close the form; what is stored is shown again.
  case cancel
  /// Save the form over what somebody else has saved meanwhile.
  case overwrite
  /// Drop the form for what somebody else has saved meanwhile.
  case reload
  /// Save the form as another question.
  case keepBoth
  /// Delete the question that is shown.
  case delete
}

/// The management: goes through the questions, and edits or deletes them.
public final class ManageViewModel: ViewModel, ScreenLogic {
  public let core: ScreenCore<ManageCommand, ManageState>

  private let browser: QuestionBrowser
  private var editor: QuestionEditor?
  private var message: Message?

  /// Creates the screen of some questions.
  ///
  /// - Throws: What the store throws when it cannot be read.
  public init(browser: QuestionBrowser) throws {
    self.browser = browser
    message = browser.count == 0 ? Message(BankError.noQuestions) : nil
    core = ScreenCore(try ManageState(browser, nil, message))
    core.start(self)
    core.follow(browser.changes) { [unowned self] in message = nil }
    core.refuse(browser.failures)
  }

  func perform(_ command: ManageCommand) throws {
    let before = message
    message = nil
    core.changed()
    do {
      try carryOut(command)
    } catch {
      message = Self.isSaid(error) ? Message(UnexpectedError.reportable(error)) : before
      throw error
    }
  }

  func shown() throws -> ManageState {
    try ManageState(browser, editor, message)
  }

  /// What keeps a form from being saved stays on the screen; a slip of the fingers does not.
  private static func isSaid(_ error: any Error) -> Bool {
    (error as? FormProblem)?.isAboutWholeForm ?? (error is SaveFailure)
  }

  private func carryOut(_ command: ManageCommand) throws {
    switch command {
    case .back: try leaveFormAlone(browser.goBack)
    case .forward: try leaveFormAlone(browser.goForward)
    case .go(let number): try leaveFormAlone { try browser.go(to: number - 1) }
    case .edit: try leaveFormAlone(edit)
    case .delete: try leaveFormAlone(delete)
    case .write(let edit): try withEditor { try $0.form.apply(edit) }
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
      self.message = message
      self.editor = nil
    }
  }

  private func edit() throws {
    guard let question = browser.current else { throw BankError.noQuestions }
    editor = QuestionEditor(question, bank: browser.bank)
  }

  private func delete() throws {
    guard let question = browser.current else { throw BankError.noQuestions }
    try browser.bank.delete(question)
    message = .deleted
  }
}
