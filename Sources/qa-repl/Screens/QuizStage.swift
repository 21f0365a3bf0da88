import QuizKit

extension Stage {
  /// The question is redrawn in place, with progress and time above it. Single keys answer.
  init(_ state: QuizState, _ look: Look) {
    let strings = look.strings
    self.init(screen: .quiz, look)
    subject = "quiz \(state.index)"
    question =
      subject + (state.feedback == nil ? "" : " answered") + (state.paused ? " paused" : "")
      + (state.waiting == nil ? "" : " waiting")
    status = [state.title(look)] + state.bars(look)
    body = state.body(look)
    if state.paused {
      shortcuts[.named(.enter)] = "resume"
      help = strings.pausedKeys
      return
    }
    if state.feedback != nil || !state.canAnswer {
      shortcuts[.named(.enter)] = "next"
      shortcuts[.text(" ")] = "next"
      help = strings.answeredKeys
      answerKeys = Stage.digits(state.choices.count)
    } else {
      for number in 1...max(1, state.choices.count) { addChoice(number) }
      shortcuts[.text(" ")] = "flag"
      label = look.palette.heading(strings.answerPrompt(state.choices.count))
      help = strings.quizKeys(canGoBack: state.canGoBack)
    }
    if state.canGoBack { shortcuts[.named(.left)] = "back" }
    shortcuts[.named(.right)] = "next"
  }

  /// Adds the keys of a choice: its number, letter and katakana, the first two also in full width.
  private mutating func addChoice(_ number: Int) {
    let letters = Array("abcdefghi"), kana = Array("アイウエオカキクケ")
    guard number <= letters.count else { return }
    for character in [Character(String(number)), letters[number - 1], kana[number - 1]] {
      for key in Stage.keys(of: character) {
        shortcuts[key] = String(number)
        answerKeys.insert(key)
      }
    }
  }

  /// The keys of the numbers from 1 to `count`, as far as one key makes a number.
  static func digits(_ count: Int) -> Set<Key> {
    Set((1...9).prefix(count).flatMap { keys(of: Character(String($0))) })
  }

  /// The keys of a character, which may be a full-width one too.
  private static func keys(of character: Character) -> [Key] {
    let wide = String(character).unicodeScalars.compactMap {
      $0.isASCII ? Unicode.Scalar($0.value + 0xFEE0) : nil
    }
    return [.text(String(character))] + wide.map { .text(String($0)) }
  }
}

extension QuizState {
  fileprivate func title(_ look: Look) -> String {
    let name = title.isEmpty ? look.strings.allDecks : title.sanitisedLine
    return look.palette.heading(name)
      + (part.map { "  " + look.palette.faint(look.strings.shortPart($0)) } ?? "")
      + (repeated ? "  " + look.palette.warning(look.strings.again) : "")
      + (flagged ? "  " + look.palette.warning(look.strings.flagged) : "")
  }

  /// The progress and the time of the quiz in one row, and the time of the question below it.
  fileprivate func bars(_ look: Look) -> [String] {
    let counter = "\(index)/\(count) "
    let columns = look.columns ?? 80
    let time = remaining.map { "  " + look.strings.remaining($0) + " " } ?? ""
    let room = columns - displayWidth(counter + time) - (time.isEmpty ? 2 : 4)
    let cells = min(20, time.isEmpty ? room : room / 2)
    var row = counter + look.bar(answered, of: count, cells: cells, look.palette.chosen)
    if let remaining, let limit { row += time + look.timeBar(remaining, of: limit, cells: cells) }
    guard let questionRemaining, let questionLimit else { return [row] }
    let label = look.strings.questionRemaining(questionRemaining) + " "
    let bar = look.timeBar(
      questionRemaining, of: questionLimit, cells: min(20, columns - displayWidth(label) - 2))
    return [row, label + bar]
  }
}

extension Look {
  /// A bar for the remaining time, coloured by urgency. Callers also write the seconds beside it.
  fileprivate func timeBar(_ left: Int, of limit: Int, cells: Int) -> String {
    let paint =
      left * 2 > limit ? palette.right : left * 5 > limit ? palette.warning : palette.wrong
    return bar(left, of: limit, cells: cells, paint)
  }

  /// A bar in brackets, or nothing when there is too little room for a readable one.
  fileprivate func bar(
    _ part: Int, of whole: Int, cells: Int, _ paint: (String) -> String
  ) -> String {
    cells < 4 ? "" : "[" + paint(Gauge.bar(part, of: whole, cells: cells)) + "]"
  }
}

extension Strings {
  fileprivate func shortPart(_ part: QuizPart) -> String {
    self(
      "\(part.first)–\(part.last) of \(part.total)",
      "全 \(part.total) 問の \(part.first)〜\(part.last)")
  }

  fileprivate func answerPrompt(_ count: Int) -> String {
    self("answer 1-\(count)> ", "回答 1-\(count)> ")
  }

  fileprivate func quizKeys(canGoBack: Bool) -> String {
    (canGoBack ? self("<- back, ", "<- 前へ・") : "")
      + self("-> skip, Space mark, Tab more", "-> 次へ・Space 印・Tab 一覧")
  }

  fileprivate var answeredKeys: String {
    self("Enter goes on, Tab more", "Enter 次へ・Tab 一覧")
  }

  fileprivate var pausedKeys: String { self("Enter goes on", "Enter 再開") }
}
