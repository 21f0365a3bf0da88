import QuizSupport
import Signals

extension ScreenName {
  /// The form for a new question.
  package static let register = ScreenName(rawValue: "register")
}

/// The state of the form for a new question.
package struct RegisterState: ScreenState {
  package static let screen = ScreenName.register

  /// The deck that will contain the question.
  package var deck: String
  /// All decks, for a live terminal to offer. Not encoded, because `decks` lists them.
  package var decks: [String]
  /// The fields of the form.
  package var fields: FormFields
  /// Whether anything has been written.
  package var unsaved: Bool
  /// The message about the last command.
  @Nullable package var message: Message?

  package var isUnsaved: Bool { unsaved }

  private enum Key: String, CodingKey { case deck, unsaved, message }

  /// Encodes the members of ``fields`` at the same level as the others.
  package func encode(to encoder: any Encoder) throws {
    try fields.encode(to: encoder)
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(deck, forKey: .deck)
    try container.encode(unsaved, forKey: .unsaved)
    try container.encode(message, forKey: .message)
  }
}

/// The commands of the form for a new question.
package enum RegisterCommand: Equatable, Sendable {
  /// Write in the form.
  case write(FormEdit)
  /// Save the question and empty the form.
  case register
  /// Empty the form.
  case cancel
}

/// The route to the form of a registration.
package typealias RegisterRoute = ScreenRoute<RegisterState, Registration>

/// The form for a new question.
package final class RegisterViewModel: ViewModel, ScreenLogic, DraftKeeping {
  package let core: ScreenCore<RegisterCommand, RegisterState>

  private var registration: Registration
  private var form: QuestionForm
  /// The form before anything is written in it.
  private var blank: QuestionForm

  /// Creates a form for `registration`: an empty one, or the one that was open when the program was
  /// ended.
  package init(registration: Registration, drafts: FormDrafts? = nil) {
    self.registration = registration
    let kept = KeptForm(drafts, for: nil)
    let blank = registration.blankForm
    self.blank = blank
    form = kept.draft?.form ?? blank
    core = ScreenCore(RegisterState(form, blank, registration, kept.message))
    core.message = kept.message
    core.start(self)
  }

  package var draft: FormDraft? {
    form == blank ? nil : FormDraft(form: form)
  }

  func perform(_ command: RegisterCommand) throws {
    do {
      core.message = try carryOut(command)
    } catch {
      // An error that prevents saving stays on the screen; a mistyped command does not.
      if (error as? FormProblem)?.isAboutWholeForm ?? true { try core.fail(error) }
      throw error
    }
    core.changed()
  }

  func shown() -> RegisterState {
    RegisterState(form, blank, registration, core.message)
  }

  private func carryOut(_ command: RegisterCommand) throws -> Message? {
    switch command {
    case .write(let edit):
      try form.apply(edit)
      return nil
    case .register:
      try registration.add(try form.content(), deck: form.deck)
      if let warning = form.warning { core.notice(warning) }
      blank =
        registration.keepsKind
        ? form.next(deck: registration.deck) : QuestionForm(deck: registration.deck)
      form = blank
      return .registered
    case .cancel:
      form = blank
      return nil
    }
  }
}

extension RegisterState {
  /// The current state.
  init(
    _ form: QuestionForm, _ blank: QuestionForm, _ registration: Registration, _ message: Message?
  ) {
    deck = form.deck ?? registration.deck
    decks = registration.decks
    fields = FormFields(form)
    unsaved = form != blank
    self.message = message
  }
}
