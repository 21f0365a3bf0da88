/// The input that the live region asks for.
struct Prompt: Equatable {
  /// Identifies the question. When it changes, keys meant for the previous question are dropped,
  /// even if both look alike.
  var id: String
  /// The place on which a held key acts. See ``LiveView/place``.
  var place = ""
  /// The prompt before the typed text.
  var text: String
  /// The initial text, which the user can edit.
  var prefilled = ""
  /// Whether the first typed text replaces the initial text.
  var isSelected = false
  /// Whether Alt-Enter inserts a line end. Enter still finishes the text.
  var isMultiline = false
  /// The effects that keys have at once while nothing is typed.
  var actions: [Key: KeyBinding.Action] = [:]
  /// The effects that keys have even after something was typed.
  var lastingActions: [Key: KeyBinding.Action] = [:]
  /// Whether the text counts while it is typed.
  var reportsEdits = false
  /// The keys that answer the question, or have just answered the one before. While nothing is
  /// typed, they count only once the question has been on the screen for a moment.
  var answerKeys: Set<Key> = []
  /// Whether this is a field of a form. Up, Down and Tab move between fields.
  var isField = false
  /// Whether Enter hands in the text of a field, instead of moving to the next one.
  var handsIn = false
  /// The highest digit that is entered at once; 0 for none.
  var digits = 0
  /// Whether this is a command line, with history, completion and hints.
  var isCommandLine = true
  /// The dim text in a field while it is empty.
  var note = ""
  /// Texts that a field can be completed to.
  var suggestions: [String] = []
  /// Rows below the prompt, such as key hints.
  var help: [String] = []
  /// Whether the rows above the prompt fill the window, on the alternate screen.
  var fillsWindow = false
  /// Rows below the prompt once something is typed; empty where ``help`` stays.
  var helpWhileTyped: [String] = []
  /// The look of rows that depend on what is typed; `nil` where there are none.
  var theme: Theme?
}

extension Prompt {
  /// The line of a search that follows each key.
  init(finding find: LiveView.Find, _ liveView: LiveView, help: [String], _ theme: Theme) {
    self.init(
      id: liveView.subject + " find", place: liveView.place + " find",
      text: theme.palette.heading("/ "),
      prefilled: find.text,
      isCommandLine: false, help: help)
    reportsEdits = true
    lastingActions = Self.movesBesideText
    lastingActions[.named(.enter)] = .take
    lastingActions[.named(.tab)] = .typeCommand
  }

  /// The keys that move in a list while a text is typed above it. Home and End move in the text.
  private static var movesBesideText: [Key: KeyBinding.Action] {
    KeyBinding.moves().actions.filter { key, _ in key != .named(.home) && key != .named(.end) }
  }

  /// The line that filters everything that can be done.
  init(palette liveView: LiveView, help: [String]) {
    self.init(
      id: liveView.subject, place: liveView.place, text: liveView.label, isCommandLine: false,
      help: help)
    reportsEdits = true
    lastingActions = Self.movesBesideText
    lastingActions[.named(.enter)] = .take
    lastingActions[.named(.tab)] = .putIntoLine
  }

  /// The line of an answer that is typed. Up and Down go through a long question; while nothing is
  /// typed, Left leads to the question before, and Tab lists what can be done.
  ///
  /// - Parameter more: The hints on what of a long question is out of sight.
  init(typing: LiveView.Typing, more: [String], _ liveView: LiveView, _ theme: Theme) {
    self.init(
      id: liveView.question + " typed" + typing.part, place: liveView.place, text: liveView.label,
      prefilled: typing.text, isSelected: typing.isSelected,
      isCommandLine: false, help: theme.hintRow(more + typing.hintsWhileEmpty),
      helpWhileTyped: theme.hintRow(more + typing.hints))
    lastingActions = Self.movesBesideText
    actions = liveView.actions.filter { key, _ in
      [.named(.left), .named(.right), .named(.tab)].contains(key)
    }
    // Pressing Enter twice hands in only once.
    answerKeys = [.named(.enter)]
    guard typing.step != nil else { return }
    (isField, handsIn) = (true, true)
    // Up and Down lead to the other parts.
    (lastingActions[.named(.up)], lastingActions[.named(.down)]) = (nil, nil)
    lastingActions[.named(.tab)] = .palette
  }

  /// The prompt at the bottom of a view.
  init(_ liveView: LiveView, help: [String], _ theme: Theme) {
    self.init(
      id: liveView.question, place: liveView.place, text: liveView.label, actions: liveView.actions,
      answerKeys: liveView.answerKeys, help: help, fillsWindow: liveView.hidesScreen, theme: theme)
  }
}

extension Prompt {
  /// The prompt and the rows below it after the margin.
  var indented: Prompt {
    var prompt = self
    prompt.text = Margin.indented(text)
    prompt.help = help.map(Margin.indented)
    prompt.helpWhileTyped = helpWhileTyped.map(Margin.indented)
    return prompt
  }

  /// A row of hints that depend on what is typed, after the margin; `nil` where there are none.
  func hintRow(_ hints: [String]) -> [String]? {
    theme.map { $0.hintRow(hints).map(Margin.indented) }
  }
}
