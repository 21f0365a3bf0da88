import QuizKit

extension Screen {
  /// The screen that lists a quiz's answers before the result.
  static let confirm = Screen(english: "answers", japanese: "回答一覧", commands: CommandEntry.confirm)
  { (route: ConfirmRoute, _) in
    ConfirmViewModel(session: route.session)
  }
}

extension CommandEntry {
  fileprivate static let confirm: [CommandEntry] = [
    CommandEntry(
      name: "result", aliases: ["結果", "結果を確認"], screens: [.confirm],
      english: "show what was right", japanese: "結果を確認します"
    ) { _ throws(CommandError) in .screen(ConfirmCommand.result) },
    CommandEntry(
      name: "go", aliases: ["移動"], screens: [.confirm], arguments: "N",
      english: "change answer number N", japanese: "N 番目の回答を変更します"
    ) { arguments throws(CommandError) in
      .screen(ConfirmCommand.go(try arguments.nextNumber("N")))
    },
    CommandEntry(
      name: "restart", aliases: ["やり直す"], screens: [.confirm],
      english: "clear all answers and start again", japanese: "回答をすべて消してやり直します"
    ) { _ throws(CommandError) in .screen(ConfirmCommand.restart) },
    CommandEntry(
      name: "back", aliases: ["戻る"], screens: [.confirm],
      english: "back to the questions", japanese: "質問へ戻ります"
    ) { _ throws(CommandError) in .screen(ConfirmCommand.back) },
    CommandEntry(
      name: "undo", aliases: ["取り消し", "元に戻す"], screens: [.confirm],
      english: "take the last answer back", japanese: "最後の回答を取り消します"
    ) { _ throws(CommandError) in .screen(ConfirmCommand.undo) },
  ]
}

extension ConfirmState: Viewable {
  func view(_ look: Look) -> [String] {
    let (strings, palette) = (look.strings, look.palette)
    var lines = [palette.heading(strings.answers)]
    if timedOut { lines += look.lines(palette.warning(strings.timedOut)) }
    if let remaining, remaining > 0 {
      lines += look.lines(palette.time(strings.remaining(remaining), seconds: remaining))
    }
    for item in items {
      let mark = item.flagged ? " " + palette.warning(strings.flagged) : ""
      lines += look.labelled(strings.question(item.number), look.drawn(item.question) + mark)
      let answer =
        item.answer.map { palette.chosen(look.drawn($0, isPainted: true)) } ?? strings.unanswered
      lines += look.labelled(strings.answer, answer)
    }
    return lines + look.lines(palette.faint(hint(strings)))
  }

  /// How many answers are missing, and what can be done. It does not offer what time has ruled out.
  private func hint(_ strings: Strings) -> String {
    let numbers = items.filter(\.canChange).map(\.number)
    let change =
      numbers.isEmpty
      ? "" : strings.changeHint(numbers.count < items.count ? numbers.ranges(strings) : nil)
    return (unanswered > 0 ? strings.missing(unanswered) : "") + change + strings.resultHint
  }

  var timesLeft: [TimeLeft] {
    remaining.map { [TimeLeft(countdown: .quiz, seconds: $0)] } ?? []
  }

  func stage(_ look: Look) -> Stage { Stage(self, look) }
}

extension Stage {
  fileprivate init(_ state: ConfirmState, _ look: Look) {
    self.init(screen: .confirm, look)
    if let remaining = state.remaining {
      status = [look.palette.time(look.strings.remaining(remaining), seconds: remaining)]
    }
    let numbers = state.items.prefix(9).filter(\.canChange).map(\.number)
    for number in numbers { shortcuts[.text(String(number))] = "go \(number)" }
    answerKeys = Stage.digits(9)
    shortcuts[.named(.enter)] = "result"
    help = look.strings.resultKey
    if !numbers.isEmpty { help += look.strings.changeKeys(numbers.ranges(look.strings)) }
  }
}

extension [Int] {
  /// Ascending numbers in short, such as `1-3, 5`.
  fileprivate func ranges(_ strings: Strings) -> String {
    var ranges: [ClosedRange<Int>] = []
    for number in self {
      if let last = ranges.last, last.upperBound == number - 1 {
        ranges[ranges.count - 1] = last.lowerBound...number
      } else {
        ranges.append(number...number)
      }
    }
    return ranges.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }
      .joined(separator: strings(", ", "、"))
  }
}

extension Strings {
  fileprivate var resultKey: String { self("Enter result", "Enter 結果を確認") }

  fileprivate func changeKeys(_ numbers: String) -> String {
    self(", \(numbers) changes an answer", "・\(numbers) 回答を変更")
  }

  fileprivate func missing(_ count: Int) -> String {
    self("\(questions(count)) without an answer. ", "未回答が \(count) 問あります。")
  }

  /// - Parameter numbers: The only answers that can be changed; `nil` for all.
  fileprivate func changeHint(_ numbers: String?) -> String {
    let only = numbers.map { self(" (\($0))", "(\($0))") } ?? ""
    return self("“go N” changes an answer\(only), ", "go N で回答を変更\(only)、")
  }

  fileprivate var resultHint: String {
    self("“result” shows what was right.", "result で結果を確認します。")
  }

  var answers: String { self("Your answers", "回答一覧") }
  var answer: String { self("Answer: ", "回答 : ") }
  var unanswered: String { self("(none)", "(未回答)") }
  var timedOut: String { self("Time ran out.", "時間切れです。") }
}
