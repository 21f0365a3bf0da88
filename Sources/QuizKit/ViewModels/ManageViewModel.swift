import Signals

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
public final class ManageViewModel: ViewModel {
  public let commands = PublishSubject<ManageCommand>()
  public var states: Signal<ManageState> { $state }
  public var refusals: Signal<any ReportableError> { refused.signal }

  /// What the screen shows.
  @Observed public private(set) var state: ManageState

  private let browser: QuestionBrowser
  private var editor: QuestionEditor?
  private var message: Message?
  /// Whether a command is under way, at whose end the state is emitted once.
  private var isPerforming = false
  private let refused = PublishSubject<any ReportableError>()
  private let bag = DisposeBag()

  /// Creates the screen of some questions.
  ///
  /// - Throws: What the store throws when it cannot be read.
  public init(browser: QuestionBrowser) throws {
    self.browser = browser
    message = browser.count == 0 ? Message(BankError.noQuestions) : nil
    _state = Observed(wrappedValue: try ManageState(browser, nil, message))
    browser.changes.observe { [unowned self] in
      guard !isPerforming else { return }
      message = nil
      show()
    }.disposed(by: bag)
    browser.failures.observe { [unowned self] in refused.emit($0) }.disposed(by: bag)
    commands.signal.observe { [unowned self] in run($0) }.disposed(by: bag)
  }

  private func run(_ command: ManageCommand) {
    isPerforming = true
    let before = message
    message = nil
    do {
      try perform(command)
      isPerforming = false
      show()
    } catch {
      let error = UnexpectedError.reportable(error)
      message = Self.isSaid(error) ? Message(error) : before
      isPerforming = false
      show()
      refused.emit(error)
    }
  }

  /// What keeps a form from being saved stays on the screen; a slip of the fingers does not.
  private static func isSaid(_ error: any ReportableError) -> Bool {
    (error as? FormProblem)?.isAboutWholeForm ?? (error is SaveFailure)
  }

  private func perform(_ command: ManageCommand) throws {
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

  private func show() {
    refused.attempt {
      state = try ManageState(browser, editor, message)
    }
  }
}
