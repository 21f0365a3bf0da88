import QuizExchange
import QuizStore
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
package final class RegisterViewModel: ScreenModel<RegisterCommand, RegisterState>, DraftKeeping {
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
    super.init(RegisterState(form, blank, registration, kept.message))
    message = kept.message
  }

  package var draft: FormDraft? {
    form == blank ? nil : FormDraft(form: form)
  }

  override func perform(_ command: RegisterCommand) throws {
    do {
      message = try carryOut(command)
    } catch {
      // An error that prevents saving stays on the screen; a mistyped command does not.
      if (error as? FormProblem)?.isAboutWholeForm ?? true { try fail(error) }
      throw error
    }
    changed()
  }

  override func shown() -> RegisterState {
    RegisterState(form, blank, registration, message)
  }

  private func carryOut(_ command: RegisterCommand) throws -> Message? {
    switch command {
    case .write(let edit):
      try form.apply(edit)
      return nil
    case .register:
      try registration.add(try form.content(), deck: form.deck)
      if let warning = form.warning { notice(warning) }
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

/// The fields of a question, saved or being written. Numbers count from 1.
package struct FormFields: Encodable, Equatable, Sendable {
  /// The question; empty while nothing has been written.
  package var question: String
  /// The kind of answer that the question asks for.
  package var kind: QuestionContent.Kind
  /// The choices in the author's order; empty where the answer is typed.
  package var choices: [String]
  /// The number of the right choice; `nil` while none is marked, and where several can be right.
  @Nullable package var correctChoice: Int?
  /// The numbers of all right choices, ascending.
  package var correctChoices: [Int]
  /// The worth of each choice, from -1 to 1; `nil` if the author did not write it.
  @Nullable package var weights: [Double]?
  /// The accepted answers of a question whose answer is typed: texts, where `*` matches any
  /// characters, or numbers such as `3.14 ± 0.01`.
  package var accepted: [String]
  /// Whether capital and small letters differ in the answer; `nil` where the answer is not a text.
  @Nullable package var caseSensitive: Bool?
  /// The back of a card; `nil` for other kinds of questions.
  @Nullable package var back: String?
  /// The gaps as people write them, such as `Paris | Lutetia` or `=is | are`; `nil` for other
  /// kinds.
  @Nullable package var gapTexts: [String]?
  /// The pairs as people write them, such as `France | Paris`; `nil` for other kinds.
  @Nullable package var pairTexts: [String]?
  /// The lines on the right that belong to none; `nil` for other kinds.
  @Nullable package var extra: [String]?
  /// The explanation.
  package var commentary: String
  /// The tags, which can group questions across decks.
  package var tags: [String]
  /// Whether the question can become a true-or-false question as it is. Not encoded, because a
  /// script gets an error when it cannot.
  package var canBeTrueFalse = true

  private enum CodingKeys: CodingKey {
    case question, kind, choices, correctChoice, correctChoices, weights, accepted, caseSensitive
    case back, gapTexts, pairTexts, extra, commentary, tags
  }

  /// The fields of a form.
  init(_ form: QuestionForm) {
    question = form.text
    kind = form.kind
    choices = kind.hasChoices ? form.choices.map(\.text) : []
    correctChoices = form.correct.map { $0 + 1 }
    correctChoice = kind == .several ? nil : correctChoices.first
    weights = form.weights
    accepted = form.accepted
    caseSensitive = form.isCaseSensitive
    back = form.back
    gapTexts = form.gaps
    pairTexts = form.pairs
    extra = form.extra
    commentary = form.commentary
    tags = form.tags
    canBeTrueFalse = form.canBeTrueFalse
  }

  /// The fields of a saved question.
  init(_ content: QuestionContent) {
    self.init(QuestionForm(content))
  }

  /// The fields when there is no question.
  static let none: FormFields = {
    var fields = FormFields(QuestionForm())
    fields.choices = []
    return fields
  }()
}

/// A screen with a form that is kept when the program is ended from outside.
package protocol DraftKeeping: AnyObject {
  /// The unsaved text; `nil` when there is none.
  var draft: FormDraft? { get }
}

extension RegisterViewModel {
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
