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
    default: self.init(screen: type(of: state).screen, look)
    }
  }

  private init(screen: ScreenName, _ look: Look) {
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

  private init(result look: Look) {
    self.init(screen: .result, look)
    shortcuts[.named(.enter)] = "home"
    help = look.strings.resultKeys
  }

  private init(_ state: QuizState, _ look: Look) {
    let strings = look.strings
    self.init(screen: .quiz, look)
    subject = "quiz \(state.index)"
    question =
      subject + (state.feedback == nil ? "" : " answered") + (state.paused ? " paused" : "")
    status = [state.title(look)] + state.bars(look)
    body = state.body(look)
    if state.paused {
      shortcuts[.named(.enter)] = "resume"
      help = strings.pausedKeys
    } else if state.feedback != nil || !state.canAnswer {
      shortcuts[.named(.enter)] = "next"
      shortcuts[.text(" ")] = "next"
      help = strings.answeredKeys
    } else {
      for number in 1...max(1, state.choices.count) { addChoice(number) }
      shortcuts[.text(" ")] = "flag"
      label = look.palette.heading(strings.answerPrompt(state.choices.count))
      help = strings.quizKeys
    }
    shortcuts[.named(.left)] = "back"
    shortcuts[.named(.right)] = "next"
  }

  /// The keys of a choice: its number, its letter, its katakana, all in full width as well.
  private mutating func addChoice(_ number: Int) {
    let letters = Array("abcdefghi"), kana = Array("アイウエオカキクケ")
    guard number <= letters.count else { return }
    for character in [Character(String(number)), letters[number - 1], kana[number - 1]] {
      shortcuts[.text(String(character))] = String(number)
      let wide = String(character).unicodeScalars.compactMap {
        $0.isASCII ? Unicode.Scalar($0.value + 0xFEE0) : nil
      }
      for scalar in wide { shortcuts[.text(String(scalar))] = String(number) }
    }
  }
}

extension QuizState {
  fileprivate func title(_ look: Look) -> String {
    let name = title.isEmpty ? look.strings.allDecks : title.sanitisedLine
    return look.palette.heading(name)
      + (flagged ? "  " + look.palette.warning(look.strings.flagged) : "")
  }

  /// The progress beside the time of the quiz, and below them the time of the question.
  fileprivate func bars(_ look: Look) -> [String] {
    let counter = "\(index)/\(count) "
    let columns = look.columns ?? 80
    let time = remaining.map { "  " + look.strings.remaining($0) + " " } ?? ""
    let room = columns - displayWidth(counter + time) - (time.isEmpty ? 2 : 4)
    let cells = min(20, time.isEmpty ? room : room / 2)
    var row = counter
    row += Bar(fraction: Double(answered) / Double(max(1, count)), cells: cells).drawn(
      look.palette.chosen)
    if let remaining, let limit { row += time + look.timeBar(remaining, of: limit, cells: cells) }
    guard let questionRemaining, let questionLimit else { return [row] }
    let label = look.strings.questionRemaining(questionRemaining) + " "
    let bar = look.timeBar(
      questionRemaining, of: questionLimit, cells: min(20, columns - displayWidth(label) - 2))
    return [row, label + bar]
  }
}

extension Look {
  /// What is left of a time, in the colour of its urgency; the seconds stand beside it in words.
  fileprivate func timeBar(_ left: Int, of limit: Int, cells: Int) -> String {
    let fraction = Double(left) / Double(max(1, limit))
    let paint =
      fraction > 0.5 ? palette.right : fraction > 0.2 ? palette.warning : palette.wrong
    return Bar(fraction: fraction, cells: cells).drawn(paint)
  }
}

extension Strings {
  fileprivate var startKeys: String {
    self("Tab commands, help explains them", "Tab 一覧・help コマンドの説明")
  }

  fileprivate var importKeys: String { self("Ctrl-C stops the import", "Ctrl-C 取り込みを中止") }

  fileprivate func answerPrompt(_ count: Int) -> String {
    self("answer 1-\(count)> ", "回答 1-\(count)> ")
  }

  fileprivate var quizKeys: String {
    self(
      "<- back, -> skip, Space mark, Tab more", "<- 前へ・-> 次へ・Space 印・Tab 一覧")
  }

  fileprivate var answeredKeys: String {
    self("Enter goes on, Tab more", "Enter 次へ・Tab 一覧")
  }

  fileprivate var pausedKeys: String { self("Enter goes on", "Enter 再開") }

  fileprivate func confirmKeys(_ count: Int) -> String {
    self("Enter result, 1-\(count) changes an answer", "Enter 結果を確認・1-\(count) 回答を変更")
  }

  fileprivate var resultKeys: String {
    self("Enter home, Tab more", "Enter 最初の画面へ・Tab 一覧")
  }
}
