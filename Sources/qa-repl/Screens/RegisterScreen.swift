import QuizExchange
import QuizKit
import QuizSupport
import Terminal

extension Screen {
  /// The screen for writing a new question.
  static let register = Screen(
    english: "register", japanese: "質問登録", commands: CommandEntry.register + CommandEntry.form
  ) {
    (route: RegisterRoute, models) in
    RegisterViewModel(registration: route.model, drafts: models.drafts)
  }
}

extension Destination {
  /// Opens the form for a new question. The question goes into `deck`. Without one, it goes into
  /// the deck in front, the selected deck or the only deck, or else into a new deck called
  /// `newDeck`.
  static func register(
    deck: String?, newDeck: String, kind: QuestionContent.Kind = .single, statements: [String] = []
  ) -> Destination {
    Destination(.register, deck, newDeck, kind, statements) { models, front in
      // Prefer the deck whose questions are in front.
      let inFront = (front as? ManageRoute)?.model.deckName
      let deck = try deck ?? models.bank.decks().first { $0.name == inFront }?.name
      return RegisterRoute(
        try Registration(
          bank: models.bank, deck: deck, fallback: newDeck, kind: kind, statements: statements))
    }
  }
}

extension CommandEntry {
  fileprivate static let register: [CommandEntry] = [
    CommandEntry(
      name: "register", aliases: ["登録", "新規QA登録"], screens: [.start, .manage], isEverywhere: true,
      arguments: "[OPTIONS]",
      english: "write a new question", japanese: "新しい質問を登録します",
      options: [
        OptionEntry(
          name: "deck", value: "DECK", english: "the deck to put it in", japanese: "登録先の問題集"),
        OptionEntry(
          name: "kind", value: "KIND", english: "the kind of question: card, truefalse, several, …",
          japanese: "質問の種類（カード、正誤、複数選択など）"),
      ], group: .write, alone: .takesInput
    ) { arguments throws(CommandError) in
      let language = arguments.language
      return .open(
        .register(
          deck: arguments.value("deck"), newDeck: Strings(language: language).newDeck,
          kind: try arguments.value("kind").map { word throws(CommandError) in
            try KindWord.kind(word, of: "kind", language)
          } ?? .single, statements: KindWord.statements(language)))
    },
    .plain(
      "register", ["登録", "save", "保存"], on: .register, RegisterCommand.register,
      "put the question into the bank", "質問を登録します"),
    .plain(
      "cancel", ["キャンセル"], on: .register, RegisterCommand.cancel,
      "empty the form", "フォームを空にします"),
  ]
}

extension RegisterState: Viewable {
  static var hasForm: Bool { true }
  var closing: Command? { unsaved ? .screen(RegisterCommand.cancel) : nil }

  /// The text of a question begins another question if this one already has a text.
  func isNext(_ command: RegisterCommand) -> Bool {
    guard case .write(.question(let text)) = command else { return false }
    return !fields.question.isEmpty && fields.question != text
  }

  func view(_ theme: Theme) -> [String] {
    let strings = theme.strings
    let (title, name) = (strings.newQuestion, deck.sanitisedLine)
    var lines = theme.lines(
      theme.isLive ? "\(theme.palette.heading(title))  \(name)" : "[\(name)]  \(title)")
    lines += fields.view(theme, question: strings.newQuestionLabel)
    if let message { lines += message.view(theme) }
    guard !unsaved, !theme.isLive else { return lines }
    return lines + theme.lines(theme.palette.faint(strings.registerHint))
  }

  func liveView(_ theme: Theme) -> LiveView { LiveView(self, theme) }
}

extension RegisterCommand: ScreenCommand {
  var partInForm: PartInForm? {
    switch self {
    case .write: .writing
    case .register: .adding
    case .cancel: .closing
    }
  }
}

extension LiveView {
  /// The form for a new question.
  fileprivate init(_ state: RegisterState, _ theme: Theme) {
    self.init(screen: .register, theme)
    body = state.view(theme)
    subject = ViewID("register", body)
    isUnsaved = state.unsaved
    rest = Rest { ending, theme in
      // Only a question that was added stays above, not one that the user threw away.
      let isDone = ending.next.screen == .register && !ending.next.isUnsaved
      return isDone && ending.command?.partInForm == .adding ? [""] + state.view(theme) : []
    }
    form = Form(
      state.fields, deck: state.deck, of: state.decks, name: "register",
      head: theme.lines(theme.palette.heading(theme.strings.newQuestion))
        + (state.message?.view(theme) ?? []),
      end: .screen(RegisterCommand.register), endLabel: theme.strings.registers, theme.strings
    ) { .screen(RegisterCommand.write($0)) }
    form?.isBlank = !state.unsaved
    form?.hasWritten = state.message?.code == "registered"
    keys = [.backToForm(theme.strings)] + keys
  }
}

extension Strings {
  /// The name of the first deck.
  var newDeck: String { self("My questions", "マイ問題集") }

  fileprivate var registers: String { self("Register", "登録") }
  fileprivate var newQuestion: String { self("New question", "質問の登録") }
  fileprivate var newQuestionLabel: String { self("Question: ", "質問 : ") }
  fileprivate var registerHint: String {
    self(
      "“question”, “choice N”, “correct N”, “commentary”, “deck” write; then “register”.",
      "question、choice N、correct N、commentary、deck で入力し、register で登録します。")
  }
}

/// A form that a person fills in at a live terminal, one field at a time. Each field starts with
/// its current text.
struct Form {
  /// One field and the command that writes it.
  struct Field {
    /// The command that writes a text into the field. It throws for a text that is no such value.
    let command: (_ text: String) throws(CommandError) -> Command
    var label: String
    var text = ""
    /// The text as it is shown among the other fields, where it differs from `text`.
    var shownText: String?
    var isMultiline = false
    /// Whether the text is a value, such as a number, that the next typed text replaces. Other
    /// texts are edited.
    var isValue = false
    /// Whether the field may stay empty.
    var isOptional = false
    /// Whether Enter goes on past the field, which the arrow keys reach where one wants it.
    var isExtra = false
    /// Whether Enter hands in the form, because what follows can mostly stay as it is.
    var handsIn = false
    /// The highest digit that goes on to the next field at once; 0 for none.
    var digits = 0
    /// A note in the empty field about the effect of Enter alone.
    var note = ""
    /// Texts to choose from. Any other is allowed too.
    var suggestions: [String] = []
    /// The values before and after this one, where Left and Right choose among a few.
    var values: (previous: Command, next: Command)?

    /// The note in the field while it is empty.
    func emptyNote(_ strings: Strings) -> String {
      note.isEmpty ? isOptional ? strings.mayStayEmpty : strings.needed : note
    }
  }

  /// Identifies the form, so that a new form is not taken for the old one.
  var name: ViewID
  /// The rows above the fields, such as a title.
  var head: [String]
  var fields: [Field]
  /// The index of the field where the user begins.
  var start = 0
  /// The command that finishes the form; `endLabel` is the name of it, and of the prompt for it.
  var end: Command
  var endLabel: String
  /// The command that runs before `end` and removes empty fields; `nil` when there is none.
  var tidying: Command?
  /// Whether nothing is in the form, so that Esc leaves it. Otherwise it gives way to commands.
  var isBlank = false
  /// Whether Esc also shows the question that was just written.
  var hasWritten = false
  /// Whether the form opens for reading. The user can then ask for its fields.
  var isForReading = false

  /// The first required field that is still empty.
  var firstOpen: Int? {
    fields.firstIndex { $0.text.isEmpty && !$0.isOptional }
  }
}

extension Strings {
  /// The name of what is done at the end of a form.
  var saves: String { self("Save", "保存") }

  /// The notes in an empty field.
  var mayStayEmpty: String { self("(may stay empty)", "（省略可）") }
  var needed: String { self("(needed)", "（必須）") }
}

extension KeyBinding {
  /// The hint that tells a user who types commands how to go back to the fields.
  static func backToForm(_ strings: Strings) -> KeyBinding {
    KeyBinding(hint: strings("Enter back to the fields", "Enter 入力に戻る"))
  }
}

extension Strings {
  /// The text shown in place of one that is still to be written.
  var missing: String { self("(empty)", "（未入力）") }
}
