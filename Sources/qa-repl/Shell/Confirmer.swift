import Foundation
import QuizKit
import QuizSupport
import Signals
import Terminal

/// Holds commands that destroy something until the user has confirmed them.
final class Confirmer {
  /// What to do with commands that destroy something.
  var caution = Caution.refuse
  /// The question that waits for an answer, now and after each change. While there is one, the next
  /// line is its answer.
  var questions: Signal<YesNo?> { asked.signal }
  /// The question that waits for its answer.
  var held: YesNo? { asked.value }
  /// Emits each command that the user has confirmed.
  var confirmations: Signal<Command> { confirmed.signal }

  private let presenter: ScreenPresenter
  private let undoHistory: UndoHistory
  private let output: any Output
  private let reporter: Reporter
  private let asked = BehaviorSubject<YesNo?>(nil)
  private let confirmed = PublishSubject<Command>()
  private let bag = DisposeBag()

  init(
    _ presenter: ScreenPresenter, _ undoHistory: UndoHistory, output: any Output,
    reporter: Reporter
  ) {
    (self.presenter, self.undoHistory) = (presenter, undoHistory)
    self.output = output
    self.reporter = reporter
    presenter.departures.observe { [unowned self] in withdraw() }.disposed(by: bag)
  }

  /// Whether `command` may run now. Otherwise it is refused, or it waits for the user's answer.
  func allows(_ command: Command) -> Bool {
    question(before: command).map { allows(command, asking: $0) } ?? true
  }

  /// Whether a `command` that needs confirmation may run now. Otherwise asks `question`, or fails
  /// when no person can be asked.
  func allows(_ command: Command, asking question: String) -> Bool {
    switch caution {
    case .none: return true
    case .refuse where discardsText(command):
      reporter.fail(UnsavedText(screen: presenter.screen))
    case .refuse: reporter.fail(ConfirmRequired(question: question))
    case .ask: ask(YesNo(question) { [unowned self] in if $0 { confirmed.emit(command) } })
    }
    return false
  }

  /// Asks `question`. The next line is its answer.
  func ask(_ question: YesNo) {
    asked.emit(question)
  }

  /// Withdraws the question, because what it asks about is no longer in front.
  func withdraw() {
    if held != nil { asked.emit(nil) }
  }

  /// The question to ask before `command`; `nil` when it needs no confirmation.
  private func question(before command: Command) -> String? {
    if discardsText(command) { return output.strings.discardUnsaved }
    let front = presenter.front
    switch command {
    case .screen(let own):
      let reminder = caution == .ask ? front?.reminder(own, output.strings) : nil
      return front?.question(own, output.strings) ?? reminder
    case .undo:
      // A script that says undo means the last change, whenever that was.
      guard caution == .ask else { return nil }
      return undoHistory.nextFromBefore.map { output.strings.takeBack($0) }
    case .undoLast(let count): return output.strings.takeBack(last: count)
    default: return nil
    }
  }

  private func discardsText(_ command: Command) -> Bool {
    presenter.state?.isUnsaved == true && command.leavesScreen
  }
}

/// What to do with a command that destroys something.
enum Caution: Equatable {
  /// Carry it out (`--yes`).
  case none
  /// Refuse it, because no person can be asked.
  case refuse
  /// Hold it until the person at the prompt confirms.
  case ask
}

/// The error for a command that needs confirmation when no person can be asked.
struct ConfirmRequired: ReportableError, Equatable {
  /// The question that would have been asked.
  let question: String

  var message: Message {
    Message(
      "confirm-required", "\(question) Give --yes to confirm.",
      "\(question)実行するには --yes を付けてください。")
  }
}

/// The error for a command that leaves unsaved input behind when no person can be asked.
struct UnsavedText: ReportableError, Equatable {
  let screen: ScreenName

  var message: Message {
    Message(
      "unsaved-text",
      "The text typed on the \(Strings(language: .english).name(of: screen)) "
        + "screen is not saved. Save it, or give --yes to "
        + "discard it.",
      "この画面（\(Strings(language: .japanese).name(of: screen))）で"
        + "入力した内容が保存されていません。保存するか、--yes を付けて破棄してください。"
    )
  }
}

/// The error for unsaved input that is lost, at the end of the program or after a failed line.
struct UnsavedTextDiscarded: ReportableError, Equatable {
  let screen: ScreenName

  var message: Message {
    Message(
      "discarded",
      "The text typed on the \(Strings(language: .english).name(of: screen)) "
        + "screen was not saved and is discarded.",
      "この画面（\(Strings(language: .japanese).name(of: screen))）で入力した内容は、保存されていないため破棄しました。")
  }
}

/// The notice about a form that is kept for the next start.
struct UnsavedTextKept: ReportableError, Equatable {
  /// Whether the question is a new one.
  let isNew: Bool

  var message: Message {
    isNew
      ? Message(
        "draft-kept", "What was typed is kept; the next “register” shows it.",
        "入力途中の内容を残しました。次に register を開くと表示します。")
      : Message(
        "draft-kept", "What was typed is kept; “edit” of the same question shows it.",
        "入力途中の内容を残しました。同じ質問を edit で開くと表示します。")
  }
}

extension Command {
  /// Whether the command takes no time.
  var isTimeless: Bool {
    if case .advance = self { false } else { true }
  }

  /// Whether the command leaves the screen in front.
  var leavesScreen: Bool {
    switch self {
    case .back, .home, .quit, .open, .application(.quiz), .application(.resume),
      .application(.exam):
      true
    default: false
    }
  }
}

extension Strings {
  /// The question before leaving a screen with unsaved input.
  var discardUnsaved: String {
    self("Discard the unsaved text?", "保存されていない内容を破棄しますか?")
  }
}

/// A question that the program asks the user, answered with yes or no.
struct YesNo {
  /// The question.
  let text: String
  /// The answer that Enter gives. It is “no” when a yes would destroy something.
  let standard: Bool
  /// Called with the answer.
  private let reply: (Bool) -> Void

  init(_ text: String, standard: Bool = false, reply: @escaping (Bool) -> Void) {
    self.text = text.sanitisedLine
    self.standard = standard
    self.reply = reply
  }

  /// The question and the possible answers.
  var question: String { "\(text) \(answers)" }

  /// Reads a typed answer. Empty input means ``standard``; anything else but a yes is a no.
  func isYes(_ answer: String) -> Bool {
    value(of: answer) ?? false
  }

  /// Whether a typed line is a command rather than an answer. Somebody who is offered something may
  /// type what they came for; beside a question about destroying, other words only mean no.
  func isCommand(_ line: String) -> Bool {
    standard && value(of: line) == nil
  }

  private func value(of answer: String) -> Bool? {
    let word = FullWidth.folded(answer).trimmingCharacters(in: .whitespaces)
    return word.isEmpty ? standard : YesOrNo.value(of: word)
  }

  /// Takes the answer.
  func take(_ isYes: Bool) { reply(isYes) }

  /// The possible answers. The capital letter marks the one for Enter.
  var answers: String { standard ? "[Y/n]" : "[y/N]" }
}
