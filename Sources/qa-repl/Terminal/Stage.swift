import QuizKit

/// How a state appears while it is under way: what stands above the prompt, and what keys mean.
struct Stage {
  /// What it is about. Another subject means that this one is finished and scrolls up.
  var subject: String
  /// Tells questions apart that keys could be meant for; finer than the subject.
  var question: String
  /// Rows that change with the time.
  var status: [String] = []
  /// What is shown in place, below the status; `nil` where the state is printed once instead.
  var body: [String]?
  /// What stands before the text that is typed.
  var label: String
  var shortcuts: [Key: String] = [:]
  var help = ""
  /// What is filled in field by field.
  var form: Form?

  /// What is asked at the bottom.
  func prompt(_ palette: Palette) -> Prompt {
    Prompt(
      id: question, text: label, shortcuts: shortcuts,
      help: help.isEmpty ? [] : [palette.faint(help)])
  }

  /// How the state of any screen appears.
  init(_ state: any Viewable, _ look: Look) {
    switch state {
    case let start as StartState: self.init(start, look)
    case let quiz as QuizState: self.init(quiz, look)
    case let confirm as ConfirmState: self.init(confirm, look)
    case is ResultState: self.init(result: look)
    case let manage as ManageState: self.init(manage, look)
    case let register as RegisterState: self.init(register, look)
    case let notes as NotesState: self.init(notes, look)
    case let timer as TimerState: self.init(timer, look)
    default: self.init(screen: type(of: state).screen, look)
    }
  }

  init(screen: ScreenName, _ look: Look) {
    subject = screen.rawValue
    question = subject
    label = look.palette.heading("\(screen.rawValue)> ")
  }

  private init(_ state: StartState, _ look: Look) {
    self.init(screen: .start, look)
    help = state.importing == nil ? look.strings.startKeys : look.strings.importKeys
    status = state.importing.map { $0.rows(look) } ?? []
  }

  private init(_ state: ConfirmState, _ look: Look) {
    self.init(screen: .confirm, look)
    if let remaining = state.remaining {
      status = [look.palette.warning(look.strings.remaining(remaining))]
    }
    for number in 1...9 where number <= state.items.count {
      shortcuts[.text(String(number))] = "go \(number)"
    }
    shortcuts[.named(.enter)] = "result"
    help = look.strings.confirmKeys(min(9, state.items.count))
  }

  /// A countdown runs in place; its keys are those of a stop-watch.
  private init(_ state: TimerState, _ look: Look) {
    self.init(screen: .timer, look)
    body = state.view(look)
    let next = state.running ? "pause" : state.alert ? "stop" : "start"
    shortcuts = [.text(" "): next, .named(.enter): next, .named(.backspace): "stop"]
    help = look.strings.timerKeys(next)
  }

  private init(result look: Look) {
    self.init(screen: .result, look)
    shortcuts[.named(.enter)] = "home"
    help = look.strings.resultKeys
  }
}

extension Strings {
  fileprivate func timerKeys(_ next: String) -> String {
    self("Space \(next), Backspace stop, Tab more", "Space \(next)・Backspace stop・Tab 一覧")
  }

  fileprivate var startKeys: String {
    self("Tab commands, help explains them", "Tab 一覧・help コマンドの説明")
  }

  fileprivate var importKeys: String { self("Ctrl-C stops the import", "Ctrl-C 取り込みを中止") }

  fileprivate func confirmKeys(_ count: Int) -> String {
    self("Enter result, 1-\(count) changes an answer", "Enter 結果を確認・1-\(count) 回答を変更")
  }

  fileprivate var resultKeys: String {
    self("Enter home, Tab more", "Enter 最初の画面へ・Tab 一覧")
  }
}
