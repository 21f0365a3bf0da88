import QuizExchange
import QuizKit
import QuizSupport
import Signals
import Terminal

/// One screen of the program. Its file holds everything about it except its view-model: its
/// commands, how to make it, how it looks, and its texts.
struct Screen: Sendable {
  /// The screen's name in scripts.
  let name: ScreenName
  /// The screen's name for people.
  let english, japanese: String
  /// The screen's own commands and the ones that open it, in the order of the help.
  let commands: [CommandEntry]
  /// The command for picking choices 1, 2, …; `nil` if the screen does not accept that many. There
  /// is no such function for a screen without choices.
  let choice: (@Sendable ([Int]) -> Command?)?
  /// Makes the screen for a route to it.
  let front: @Sendable (any Route, Models) throws -> FrontScreen

  /// - Parameters:
  ///   - english: The screen's name for people, as shown before a command line.
  ///   - japanese: The same in Japanese.
  ///   - choice: The command of choice number N, from 1; `nil` for a screen without choices.
  ///   - choices: The same for a screen on which several choices can be picked at once.
  ///   - back: The command that `back` means in this state, such as closing an open item; `nil` to
  ///     leave the screen.
  ///   - viewModel: Makes the view-model for a route to this screen.
  init<Way: Route & SendableMetatype, Command: ScreenCommand, State: Viewable>(
    english: String, japanese: String, commands: [CommandEntry],
    choice: (@Sendable (Int) -> Command)? = nil,
    choices: (@Sendable ([Int]) -> Command)? = nil,
    back: @escaping @Sendable (State) -> Command? = { _ in nil },
    viewModel: @escaping @Sendable (Way, Models) throws -> ScreenModel<Command, State>
  ) where Way.State == State {
    name = Way.State.screen
    (self.english, self.japanese) = (english, japanese)
    self.commands = commands
    self.choice =
      if let choices {
        { .screen(choices($0)) }
      } else if let choice {
        { $0.count == 1 ? .screen(choice($0[0])) : nil }
      } else {
        nil
      }
    front = { route, models in
      guard let route = route as? Way else {
        preconditionFailure("\(route) is no route to the screen \(Way.State.screen)")
      }
      return FrontScreen(try viewModel(route, models), back: back)
    }
  }

  /// The screen's names.
  var title: ScreenTitle { ScreenTitle(name: name, english: english, japanese: japanese) }

  /// Every screen, in the order in which the help lists their commands.
  static let all = [
    start, ways, quiz, confirm, result, manage, register, decks, search, timer, notes, history,
    statistics, review, exams, examForm, doctor, trash, log,
    importing, settings,
  ]
}

extension Strings {
  /// The name of a screen, as shown before a command line.
  func name(of screen: ScreenName) -> String {
    let known = Screen.all.first { $0.name == screen }
    return self(known?.english ?? screen.rawValue, known?.japanese ?? screen.rawValue)
  }
}

extension CommandTable {
  /// The commands of `screens`.
  init(_ screens: [Screen], hasVirtualClock: Bool = true) {
    let choices = screens.compactMap { screen in screen.choice.map { (screen.name, $0) } }
    self.init(
      screens: screens.map(\.title), commands: screens.flatMap(\.commands),
      choices: Dictionary(uniqueKeysWithValues: choices), hasVirtualClock: hasVirtualClock)
  }
}

/// The screen in front, with its type erased: takes commands and delivers states.
struct FrontScreen {
  /// The view-model. It must live as long as its screen is in front.
  let viewModel: AnyObject
  /// The reasons why the view-model does not carry commands out.
  let refusals: Signal<any ReportableError>
  /// The warnings about commands that were carried out.
  let notices: Signal<any ReportableError>
  /// The current state, then each new one.
  let states: Signal<Shown>
  /// Passes a command to the view-model. Returns `false` when the command belongs to another
  /// screen.
  let perform: (Command) -> Bool
  /// The question to ask before a command that destroys something; `nil` for none.
  let question: (CommandOfScreen, Strings) -> String?
  /// The question to ask a person before a command that leaves something undone; `nil` for none.
  let reminder: (CommandOfScreen, Strings) -> String?
  /// Whether a command that writes begins the next record.
  let isNext: (CommandOfScreen) -> Bool

  /// A state, and whether it differs from the one before only in its time.
  struct Shown {
    let state: any Viewable
    let isTick: Bool
  }

  /// - Parameters:
  ///   - back: The meaning of `back` in this state, as a command; `nil` to leave the screen.
  init<Command: ScreenCommand, State: Viewable>(
    _ viewModel: ScreenModel<Command, State>, back: @escaping (State) -> Command?
  ) {
    typealias Own = State.OwnCommand
    self.viewModel = viewModel
    refusals = viewModel.refusals
    notices = viewModel.notices
    states = viewModel.states
      .scan((Optional<State>.none, false)) { before, state in
        (state, before.0?.timeless == state.timeless)
      }
      .compactMap { state, isTick in state.map { Shown(state: $0, isTick: isTick) } }
    perform = { [unowned viewModel] in
      let own: Command? =
        switch $0 {
        case .screen(let given): given.command as? Command
        case .back: back(viewModel.state)
        default: nil
        }
      guard let own else { return false }
      viewModel.commands.emit(own)
      return true
    }
    question = { [unowned viewModel] given, strings in
      (given.command as? Own).flatMap { viewModel.state.question(before: $0, strings) }
    }
    reminder = { [unowned viewModel] given, strings in
      (given.command as? Own).flatMap { viewModel.state.reminder(before: $0, strings) }
    }
    isNext = { [unowned viewModel] given in
      (given.command as? Own).map { viewModel.state.isNext($0) } ?? false
    }
  }
}

/// A screen state that can be shown as text. The text depends only on the state and the look.
protocol Viewable: ScreenState {
  /// The type of commands that the state asks about, explains or reacts to.
  associatedtype OwnCommand: ScreenCommand = Never

  /// Whether the screen has a form, which commands fill in.
  static var hasForm: Bool { get }

  /// The lines of the screen.
  func view(_ theme: Theme) -> [String]

  /// The question to ask before a command that destroys something; `nil` for a command that needs
  /// no confirmation.
  func question(before command: OwnCommand, _ strings: Strings) -> String?

  /// The question to ask a person before a command that leaves something undone; `nil` when there
  /// is nothing to ask. A script is never asked, because its commands are intended.
  func reminder(before command: OwnCommand, _ strings: Strings) -> String?

  /// Whether a command that writes begins the next record instead of correcting this one, if
  /// nothing else distinguishes one record from the next.
  func isNext(_ command: OwnCommand) -> Bool

  /// The command that closes the open form; `nil` when there is none.
  var closing: Command? { get }

  /// The command that an empty line runs for a person who types lines, with a hint that names it;
  /// `nil` where an empty line does nothing.
  func goingOn(_ strings: Strings) -> (command: Command, hint: String)?

  /// The choices of the question on the screen, in their order; `nil` where nothing is chosen.
  var answerChoices: [String]? { get }

  /// The names of the screen's commands that can do nothing in this state. They work as ever, but
  /// are not offered.
  var idleWords: Set<String> { get }

  /// The countdowns on the screen, which are announced at certain moments.
  var timesLeft: [TimeLeft] { get }

  /// The appearance of the state at a live terminal.
  func liveView(_ theme: Theme) -> LiveView
}

extension Viewable {
  /// By default there is no form.
  static var hasForm: Bool { false }

  /// By default no command needs confirmation.
  func question(before command: OwnCommand, _ strings: Strings) -> String? { nil }

  /// By default nothing is left undone.
  func reminder(before command: OwnCommand, _ strings: Strings) -> String? { nil }

  /// By default a form is opened by a command.
  func isNext(_ command: OwnCommand) -> Bool { false }

  /// By default no form is open.
  var closing: Command? { nil }

  /// By default an empty line does nothing.
  func goingOn(_ strings: Strings) -> (command: Command, hint: String)? { nil }

  /// By default nothing is chosen.
  var answerChoices: [String]? { nil }

  /// By default all commands are offered.
  var idleWords: Set<String> { [] }

  /// By default there are no countdowns.
  var timesLeft: [TimeLeft] { [] }

  /// By default the state is printed once and has no keys of its own.
  func liveView(_ theme: Theme) -> LiveView { LiveView(screen: Self.screen, theme) }
}

/// A countdown on a screen and its remaining whole seconds.
struct TimeLeft: Equatable {
  /// The activity that ends with the countdown.
  enum Countdown: Equatable {
    case quiz
    /// The question with this number, from 1.
    case question(Int)
    /// The section of an exam with this name.
    case section(String)
    case timer
  }

  let countdown: Countdown
  let seconds: Int

  /// Whether the remaining time is to be announced, if `earlier` seconds were left before: at each
  /// full minute and at 30, 10 and 5 seconds. The program may have been held up, so the moment may
  /// have passed.
  ///
  /// - Parameter isForPerson: Whether a person listens, who cannot hear each of the last seconds
  ///   announced and answer.
  func isWorthSaying(after earlier: Int, isForPerson: Bool) -> Bool {
    (seconds..<max(seconds, earlier)).contains {
      $0 % 60 == 0 || [30, 10, 5].contains($0) || !isForPerson && $0 < 5
    }
  }
}

/// The announcements about the time that has passed between two states.
struct PassedTime {
  private let times: [TimeLeft]

  /// - Parameters:
  ///   - earlier: The countdowns before.
  ///   - later: The countdowns now. No command may have changed them.
  ///   - isForPerson: Whether a person listens. Fewer moments are then announced.
  init(from earlier: [TimeLeft], to later: [TimeLeft], isForPerson: Bool = false) {
    var times = later.filter { time in
      let before = earlier.first { $0.countdown == time.countdown }
      return before.map { time.isWorthSaying(after: $0.seconds, isForPerson: isForPerson) } ?? false
    }
    let isQuizOver = times.contains(TimeLeft(countdown: .quiz, seconds: 0))
    for case (.question(let number), 1...) in earlier.map({ ($0.countdown, $0.seconds) })
    where !isQuizOver && !later.contains(where: { $0.countdown == .question(number) }) {
      // The question is gone from the screen because its time is up.
      times.append(TimeLeft(countdown: .question(number), seconds: 0))
    }
    for case (.section(let name), 1...) in earlier.map({ ($0.countdown, $0.seconds) })
    where !isQuizOver && !later.contains(where: { $0.countdown == .section(name) }) {
      // Another section is on the screen because the time of this one is up.
      times.append(TimeLeft(countdown: .section(name), seconds: 0))
    }
    self.times = times
  }

  /// Whether a countdown has ended.
  var isUp: Bool { times.contains { $0.seconds == 0 } }

  /// The announcements.
  ///
  /// - Parameter isTick: Whether only the time has changed. Otherwise the whole screen is shown
  ///   with its times. It does not show only that a countdown has ended, so that is announced,
  ///   except for the timer, whose screen shows its end too.
  func lines(_ strings: Strings, isTick: Bool) -> [String] {
    times.filter { isTick || ($0.seconds == 0 && $0.countdown != .timer) }.map {
      switch $0.countdown {
      case .section(let name): strings.sectionRemaining(name, $0.seconds)
      case .question: strings.questionRemaining($0.seconds)
      case .quiz, .timer: strings.remaining($0.seconds)
      }
    }
  }
}

// The commands that can do nothing in a state of a screen, so that a list of everything that can be
// done leaves them out.

extension StartState {
  var idleWords: Set<String> {
    let idle = importing == nil && fitting == nil ? ["cancel"] : []
    let ofBank =
      (waiting.isEmpty ? ["resume"] : []) + (questions > 0 ? ["sample"] : ["doctor"])
    return Set(idle + ofBank)
  }
}

extension QuizState {
  var idleWords: Set<String> {
    var idle: Set<String> = canGoBack ? [] : ["back"]
    idle.formUnion([paused || !canPause ? "pause" : "", paused ? "" : "resume"])
    if paused { idle.formUnion(["skip", "flag", "finish", "go"]) }
    if !canAnswer {
      idle.formUnion(["choose", "toggle", "answer", "sure", "guess"] + Self.partWords)
    }
    switch kind {
    // Digits answer a question with one right choice.
    case .single, .trueFalse: idle.formUnion(["choose", "toggle", "answer"] + Self.partWords)
    case .several: idle.formUnion(["answer"] + Self.partWords)
    case .text, .number: idle.formUnion(["choose", "toggle"] + Self.partWords)
    case .card:
      idle.formUnion([
        "choose", "toggle", "answer", "gap", "order", "match", back == nil ? "" : "show",
      ])
    case .gaps: idle.formUnion(["toggle", "answer"] + Self.partWords.filter { $0 != "gap" })
    case .order: idle.formUnion(["toggle", "answer"] + Self.partWords.filter { $0 != "order" })
    case .match: idle.formUnion(["toggle", "answer"] + Self.partWords.filter { $0 != "match" })
    }
    if pictures.isEmpty { idle.insert("picture") }
    return answered > 0 ? idle : idle.union(["undo"])
  }

  /// The commands that answer cards, and questions of several parts.
  private static let partWords =
    ["show", "gap", "order", "match"] + RecallGrade.allCases.map(\.name)
}

extension ConfirmState {
  var idleWords: Set<String> { items.contains(where: \.canChange) ? [] : ["back", "undo"] }
}

extension ResultState {
  var idleWords: Set<String> {
    Set((mistakes > 0 ? [] : ["retry"]) + (more > 0 ? [] : ["more"]))
  }
}

extension ManageState {
  var idleWords: Set<String> {
    let ofFile = (place == nil ? ["file"] : []) + (pictures.isEmpty ? ["picture"] : [])
    if editing {
      return fields.idleWords.union(["go", "edit", "delete"] + ofFile + conflict(theirs == nil))
    }
    let ofForm = CommandEntry.form.map(\.name) + ["save", "cancel"] + conflict(true)
    return Set(ofForm + ofFile + (count > 0 ? [] : ["go", "edit", "delete", "notes"]))
  }
}

extension RegisterState {
  var idleWords: Set<String> { fields.idleWords.union(unsaved ? [] : ["register"]) }
}

extension FormFields {
  /// The words for fields that a question of this kind does not have.
  fileprivate var idleWords: Set<String> {
    switch kind {
    case .single, .trueFalse, .several: Self.typedWords.union(Self.partWords)
    case .text: Self.choiceWords.union(Self.partWords).union(["number"])
    case .number: Self.choiceWords.union(Self.partWords).union(["accept", "case"])
    case .order: Self.typedWords.union(Self.partWords).union(["correct"])
    case .card: otherWords(than: ["back-side"])
    case .gaps: otherWords(than: ["gap", "remove-gap"])
    case .match: otherWords(than: ["pair", "remove-pair", "extra"])
    }
  }

  private func otherWords(than own: Set<String>) -> Set<String> {
    Self.choiceWords.union(Self.typedWords).union(Self.partWords).subtracting(own)
  }

  private static let choiceWords: Set<String> = [
    "choice", "add-choice", "remove-choice", "correct",
  ]
  private static let typedWords: Set<String> = ["accept", "accepted", "unaccept", "number", "case"]
  private static let partWords: Set<String> = [
    "back-side", "gap", "remove-gap", "pair", "remove-pair", "extra",
  ]
}

extension NotesState {
  var idleWords: Set<String> {
    guard let note else {
      let ofNote =
        ["title", "body", "add", "detach", "picture", "save", "cancel"] + conflict(true)
      return Set(ofNote + (total > 0 ? [] : ["open", "delete", "list"]))
    }
    let ofPictures = note.pictures.isEmpty ? ["detach", "picture"] : []
    return Set(["open", "delete"] + ofPictures + conflict(note.theirs == nil))
  }
}

/// The words after a save that was refused because another program had saved.
private func conflict(_ isIdle: Bool) -> [String] {
  isIdle ? ["overwrite", "reload", "keep-both"] : []
}

extension TimerState {
  var idleWords: Set<String> {
    Set((running ? ["start"] : ["pause"]) + (stopEnabled ? [] : ["stop"]))
  }
}

extension ReviewState {
  var idleWords: Set<String> {
    Set((due > 0 ? [] : ["review"]) + (fitting == nil ? ["cancel"] : []))
  }
}

extension HistoryState {
  var idleWords: Set<String> {
    guard let open else {
      return Set(["picture"] + (total > 0 ? [] : ["open", "delete", "resume"]))
    }
    let hasPictures = open.items.contains { !$0.pictures.isEmpty }
    return Set(
      ["open", "delete"] + (open.attempt.finished ? ["resume"] : [])
        + (hasPictures ? [] : ["picture"]))
  }
}

extension SearchState {
  var idleWords: Set<String> { total > 0 ? [] : ["go", "delete"] }
}

extension TrashState {
  var idleWords: Set<String> { total > 0 ? [] : ["restore", "empty"] }
}
