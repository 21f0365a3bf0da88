import QuizKit

extension Screen {
  /// The screen that lists the questions due for review.
  static let review = Screen(english: "review", japanese: "復習", commands: CommandEntry.review) {
    (route: ReviewRoute, models) in
    try ReviewViewModel(
      bank: models.bank, history: models.history, quizzes: models.quizzes, deck: route.model)
  }
}

extension Destination {
  /// Opens the questions due for review, in one deck or in all.
  static func review(deck: String?) -> Destination {
    Destination(.review, deck) { models, _ in
      ReviewRoute(try deck.map { try models.bank.deck(named: $0).id })
    }
  }
}

extension CommandEntry {
  private static func reviewQuiz(_ arguments: Arguments) throws(CommandError) -> QuizOptions {
    var options = try arguments.quizOptions()
    options.due = true
    return options
  }

  fileprivate static let review: [CommandEntry] = [
    CommandEntry(
      name: "review", aliases: ["復習"], screens: [.start], isEverywhere: true,
      arguments: "[OPTIONS]",
      english: "play what is due for review", japanese: "復習の時期が来た質問を出題します",
      options: OptionEntry.quiz
    ) { arguments throws(CommandError) in .application(.quiz(try reviewQuiz(arguments))) },
    CommandEntry(
      name: "review", aliases: ["復習"], screens: [.review], arguments: "[OPTIONS]",
      english: "play what is due", japanese: "復習を始めます", options: OptionEntry.quiz
    ) { arguments throws(CommandError) in .screen(ReviewCommand.play(try reviewQuiz(arguments))) },
    CommandEntry(
      name: "due", aliases: ["復習予定"], screens: [.start, .result, .stats], isEverywhere: true,
      arguments: "[--deck DECK]",
      english: "what is due for review, and what comes next", japanese: "復習する質問と今後の予定を表示します",
      options: [
        OptionEntry(name: "deck", value: "DECK", english: "only this deck", japanese: "この問題集だけ")
      ]
    ) { arguments throws(CommandError) in .open(.review(deck: arguments.value("deck"))) },
    CommandEntry(
      name: ">>", aliases: ["次へ"], screens: [.review],
      english: "the next page", japanese: "一覧の次のページ"
    ) { _ throws(CommandError) in .screen(ReviewCommand.nextPage) },
    CommandEntry(
      name: "<<", aliases: ["前へ"], screens: [.review],
      english: "the page before", japanese: "一覧の前のページ"
    ) { _ throws(CommandError) in .screen(ReviewCommand.previousPage) },
  ]
}

extension ReviewState: Viewable {
  func view(_ look: Look) -> [String] {
    let (strings, palette) = (look.strings, look.palette)
    let place = deck.map { "  [\($0.sanitisedLine)]" } ?? ""
    var lines = look.lines(palette.heading(strings.due(due, today)) + place)
    for item in items { lines += item.view(look) }
    if page.count > 1 { lines += look.lines(palette.faint(strings.page(page))) }
    if boxes.contains(where: { $0.questions > 0 }) {
      lines += ["", palette.heading(strings.boxes)] + boxLines(look)
      lines += look.lines(strings.upcoming(upcoming), indent: 2)
    }
    return lines + look.lines(palette.faint(due > 0 ? strings.reviewHint : strings.nothingDue))
  }

  /// A bar for each box, relative to all questions in the boxes.
  private func boxLines(_ look: Look) -> [String] {
    let strings = look.strings
    let total = boxes.reduce(0) { $0 + $1.questions }
    let labels = boxes.map { strings.box($0) }
    let labelWidth = labels.map { displayWidth($0) }.max() ?? 0
    let numberWidth = "\(total)".count
    let barWidth = min(30, min(look.columns ?? 80, 80) - labelWidth - numberWidth - 5) + 2
    return zip(boxes, labels).map { box, label in
      let bar = look.gauge(box.questions, of: total, cells: barWidth, .accent)
      let number = "\(box.questions)".padded(to: numberWidth, .trailing)
      return "\(label.padded(to: labelWidth)) \(bar)  \(number)"
    }
  }
}

extension ReviewState.Item {
  fileprivate func view(_ look: Look) -> [String] {
    let strings = look.strings
    let place = [strings.box(box), deck.sanitisedLine, overdue > 0 ? strings.since(due) : ""]
    let details = place.filter { !$0.isEmpty }.joined(separator: "  ")
    return [
      look.cut("\(number). ".padded(to: 4, .trailing) + question.sanitisedLine),
      look.palette.faint(look.cut("    " + details)),
    ]
  }
}

extension Strings {
  fileprivate var boxes: String { self("Boxes", "復習の箱") }
  fileprivate var reviewHint: String { self("“review” plays them.", "review で復習を始めます。") }
  fileprivate var nothingDue: String {
    self(
      "What was asked in a quiz comes up from the next day on.", "クイズで出題された質問が翌日から復習の対象になります。")
  }

  fileprivate func due(_ count: Int, _ today: Day) -> String {
    self(
      "\(questions(count)) due on \(today.text)", "復習する質問 \(count) 問(\(today.text))")
  }

  fileprivate func since(_ day: Day) -> String { self("since \(day.text)", "\(day.text) から") }

  fileprivate func box(_ number: Int) -> String { self("box \(number)", "箱 \(number)") }

  fileprivate func box(_ box: ReviewState.Box) -> String {
    self(
      box.interval == 1 ? "\(box.box): every day" : "\(box.box): \(box.interval) days",
      "箱 \(box.box):\(box.interval) 日ごと")
  }

  fileprivate func upcoming(_ days: [ReviewState.Upcoming]) -> String {
    guard !days.isEmpty else { return self("Nothing else is planned.", "ほかの予定はありません。") }
    let list = days.map { "\($0.day.text) (\($0.questions))" }
    return self(
      "Next: " + list.joined(separator: ", "), "今後の予定 : " + list.joined(separator: "、"))
  }
}
