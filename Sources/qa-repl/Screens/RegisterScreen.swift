import QuizExchange
import QuizKit
import QuizSupport

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
    Destination(.register, [deck, newDeck, kind.rawValue]) { models, front in
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
          japanese: "質問の種類(カード、正誤、複数選択など)"),
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
    var lines = theme.lines("[\(deck.sanitisedLine)]  \(strings.newQuestion)")
    lines += fields.view(theme, question: strings.newQuestionLabel)
    if let message { lines += message.view(theme) }
    guard !unsaved else { return lines }
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

extension LiveView.Ending {
  /// Whether the command that ended the view wrote in the form, finished it or left it; `nil` for
  /// any other command.
  fileprivate var partInForm: PartInForm? {
    guard case .screen(let given)? = command else { return nil }
    return (given.command as? RegisterCommand)?.partInForm
  }
}

extension LiveView {
  /// The form for a new question.
  fileprivate init(_ state: RegisterState, _ theme: Theme) {
    self.init(screen: .register, theme)
    body = state.view(theme)
    subject = "register \(body ?? [])"
    isUnsaved = state.unsaved
    rest = Rest { ending, theme in
      let isDone = state.unsaved && ending.next.screen == .register && !ending.next.isUnsaved
      // A field may be written so that the form is as it was when it was opened.
      return isDone && ending.partInForm.map { $0 != .writing } ?? false
        ? [""] + state.view(theme) : []
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

  fileprivate var registers: String { self("Register? [Enter]> ", "登録しますか? [Enter]> ") }
  fileprivate var newQuestion: String { self("New question", "質問の登録") }
  fileprivate var newQuestionLabel: String { self("Question: ", "質問 : ") }
  fileprivate var registerHint: String {
    self(
      "“question”, “choice N”, “correct N”, “commentary”, “deck” write; then “register”.",
      "question、choice N、correct N、commentary、deck で入力し、register で登録します。")
  }
}
