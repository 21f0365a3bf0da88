import QuizExchange
import QuizKit
import QuizSupport
import Terminal

extension Screen {
  /// The screen that asks the questions of a quiz.
  static let quiz = Screen(
    english: "quiz", japanese: "クイズ", commands: CommandEntry.quiz, choices: { .choose($0) }
  ) { (route: QuizRoute, models) in
    QuizViewModel(session: route.model, reviews: models.reviews)
  }
}

extension CommandEntry {
  /// The commands of the quiz screen. Numbers and letters that answer are not in the table.
  fileprivate static let quiz = answers + parts + others

  private static let answers: [CommandEntry] = [
    CommandEntry(
      name: "choose", aliases: ["選択"], screens: [.quiz], arguments: "[N…]",
      english: "answer with these choices: 1 3; without numbers, hand in what is ticked",
      japanese: "その番号の選択肢で答えます（1 3 など）。番号を省くと、チェックを入れた選択肢で答えます"
    ) { arguments throws(CommandError) in
      .screen(QuizCommand.choose(try arguments.nextChoices()))
    },
    CommandEntry(
      name: "toggle", aliases: ["チェック", "切り替え"], screens: [.quiz], arguments: "N…",
      english: "tick choices where several can be right, or take the ticks away",
      japanese: "複数選べる質問で、選択肢にチェックを入れます（もう一度で外します）"
    ) { arguments throws(CommandError) in
      let numbers = try arguments.nextChoices()
      if numbers.isEmpty {
        throw .missingArgument("N", command: arguments.command, usage: arguments.usage)
      }
      return .screen(QuizCommand.toggle(numbers))
    },
    CommandEntry(
      name: "answer", aliases: ["回答"], screens: [.quiz], arguments: "TEXT",
      english: "answer with a text or a number", japanese: "文字や数値で答えます", wordsBeforeText: 0
    ) { arguments throws(CommandError) in .screen(QuizCommand.answer(arguments.text())) },
  ]

  private static let others: [CommandEntry] = [
    .picture(on: .quiz) { .screen(QuizCommand.picture($0)) },
    .plain("back", ["戻る"], on: .quiz, QuizCommand.back, "the question before", "前の質問へ戻ります"),
    .plain(
      "skip", ["next", "スキップ", "次へ"], on: .quiz, QuizCommand.skip,
      "go on without changing the answer", "回答を変えずに次へ進みます"),
    .plain(
      "flag", ["mark", "見直し", "印"], on: .quiz, QuizCommand.flag,
      "mark this question, or take the mark away", "あとで見直す質問にします（もう一度で外します）"),
    .plain(
      "sure", ["自信あり"], on: .quiz, QuizCommand.judge(.sure),
      "say that you are sure of the answer, or take that back", "回答に「自信あり」の印を付けます（もう一度で外します）"),
    .plain(
      "guess", ["勘"], on: .quiz, QuizCommand.judge(.guess),
      "say that the answer is a guess, or take that back", "回答に「勘」の印を付けます（もう一度で外します）"),
    CommandEntry(
      name: "go", aliases: ["移動"], screens: [.quiz], arguments: "N",
      english: "question number N", japanese: "N 番目の質問へ移ります"
    ) { arguments throws(CommandError) in .screen(QuizCommand.go(try arguments.nextNumber("N"))) },
    .plain(
      "pause", ["一時停止"], on: .quiz, QuizCommand.pause,
      "halt the time and hide the question; not in every exam", "時間を止め、質問を隠します（できない模擬試験もあります）"),
    CommandEntry(
      name: "resume", aliases: ["再開"], screens: [.quiz], arguments: "[N]",
      english: "go on after a pause, or with number N of the quizzes that wait",
      japanese: "一時停止から再開します（番号を付けると中断したクイズを続けます）"
    ) { arguments throws(CommandError) in
      guard let number = try arguments.nextNumberIfAny() else { return .screen(QuizCommand.resume) }
      return .application(.resume(number))
    },
    .plain(
      "finish", ["answers", "回答一覧"], on: .quiz, QuizCommand.finish,
      "go to the list of answers", "回答一覧へ進みます"),
    .plain(
      "undo", ["取り消し", "元に戻す"], on: .quiz, QuizCommand.undo,
      "take the last answer back", "最後の回答を取り消します"),
    .plain(
      "redo", ["取り消しを戻す", "やり直し"], on: .quiz, QuizCommand.redo,
      "give the answer again that was taken back", "取り消した回答を戻します"),
  ]
}

extension QuizCommand: ScreenCommand {}

extension QuizState: Viewable {
  var answerChoices: [String]? { choices }

  func question(before command: QuizCommand, _ strings: Strings) -> String? {
    guard case .picture(let number) = command else { return nil }
    return pictures.question(before: number, strings)
  }

  func goingOn(_ strings: Strings) -> (command: Command, hint: String)? {
    if paused { return (.screen(QuizCommand.resume), strings("Enter goes on", "Enter で再開")) }
    if againIn != nil {
      return (.screen(QuizCommand.skip), strings("Enter asks it now", "Enter で今すぐ答える"))
    }
    if !canAnswer {
      return (.screen(QuizCommand.skip), strings("Enter goes on", "Enter で次へ"))
    }
    guard kind == .card, back == nil else { return nil }
    return (.screen(QuizCommand.show), strings("Enter shows the back", "Enter で裏面を見る"))
  }

  func view(_ theme: Theme) -> [String] {
    theme.lines(heading(theme)) + note(theme) + body(theme)
  }

  /// The part of the questions that the quiz asks, shown once at its beginning. A user who chose
  /// the number of questions knows that it is a part.
  private func note(_ theme: Theme) -> [String] {
    guard let part, index == 1, !revising, !paused,
      part.first > 1 || questions == QuizOptions.usualCount
    else { return [] }
    return theme.lines(theme.palette.faint(theme.strings.part(part, ofReview: isReview)))
  }

  /// The question, its kind, its choices and, in practice mode, the feedback on the answer.
  func body(_ theme: Theme) -> [String] {
    let (strings, palette) = (theme.strings, theme.palette)
    guard let question else {
      return theme.lines(palette.warning(againIn == nil ? strings.paused : strings.comesAgain))
    }
    var lines = theme.drawn(question, after: palette.heading(strings.question(number)))
    lines += theme.rows(of: pictures)
    if kind == .card { lines += PartsView(self).printed(theme) }
    if let task = task(theme) { lines += theme.lines(palette.faint(task), indent: 5) }
    if let typed {
      lines += theme.drawn(typed, after: strings.answer, in: .chosen)
    }
    let look = theme.forChoices(choices)
    if kind.isPicked {
      for position in choices.indices { lines += ChoiceView(position, of: self).printed(look) }
    } else if kind != .card {
      lines += PartsView(self).printed(look)
    }
    if let feedback { lines += feedback.view(theme, choices: look, grade: grade) }
    if !canAnswer, feedback == nil { lines += theme.lines(palette.warning(strings.tooLate)) }
    return lines
  }

  /// The instruction for the question. A person does not read it where the question itself says how
  /// many choices to take; scripts always do.
  func task(_ theme: Theme) -> String? {
    if let choose, let question, theme.columns != nil, SeveralSolution.isSaid(choose, in: question)
    {
      return nil
    }
    return theme.strings.task(self)
  }

  /// The quiz's title, the position in it and the remaining time.
  func heading(_ theme: Theme) -> String {
    let (strings, palette) = (theme.strings, theme.palette)
    var parts = [
      "[\(title?.sanitisedLine ?? strings.allDecks)]", "\(number)/\(questions)",
    ]
    if repeated { parts.append(palette.warning(strings.again)) }
    if flagged { parts.append(palette.warning(strings.flagged)) }
    if let certainty { parts.append(palette.chosen(strings.certainty(certainty))) }
    if let remaining, remaining > 0 {
      parts.append(palette.time(strings.remaining(remaining), seconds: remaining))
    }
    if let section, let sectionRemaining, sectionRemaining > 0 {
      parts.append(
        palette.time(
          strings.sectionRemaining(section, sectionRemaining), seconds: sectionRemaining))
    } else if let section {
      parts.append(palette.faint(section.sanitisedLine))
    }
    if let questionRemaining, questionRemaining > 0 {
      parts.append(
        palette.time(strings.questionRemaining(questionRemaining), seconds: questionRemaining))
    }
    return parts.joined(separator: "  ")
  }

  var timesLeft: [TimeLeft] {
    [
      remaining.map { TimeLeft(countdown: .quiz, seconds: $0) },
      sectionRemaining.map { TimeLeft(countdown: .section(section ?? ""), seconds: $0) },
      questionRemaining.map { TimeLeft(countdown: .question(index), seconds: $0) },
    ].compactMap(\.self)
  }

  func liveView(_ theme: Theme) -> LiveView { LiveView(self, theme) }
}

extension QuizState.Feedback {
  /// 〇 or ×, the right answer if the given one was wrong, and the commentary.
  ///
  /// - Parameters:
  ///   - look: The look for the choices.
  ///   - grade: The grade of a card, whose back is on the screen; `nil` for other questions.
  fileprivate func view(_ theme: Theme, choices look: Theme, grade: String?) -> [String] {
    let (strings, palette) = (theme.strings, theme.palette)
    var lines = theme.lines(theme.verdict(correct, points: points))
    if let parts {
      lines += parts.printed(look)
    } else if !correct, grade == nil {
      lines += look.drawn(correctAnswer, after: strings.rightAnswer, in: .right)
    }
    if !commentary.isEmpty { lines += theme.drawn(commentary, after: strings.commentary) }
    return lines + (strings.comesBack(self).map { theme.lines(palette.faint($0)) } ?? [])
  }
}

extension Strings {
  /// A note on how to answer a question; `nil` for a question with one right choice.
  func task(_ state: QuizState) -> String? {
    switch state.kind {
    case .single, .trueFalse: nil
    case .several:
      state.choose.map { self("Choose \(words(for: $0)).", "\($0)つ選んでください。") }
        ?? self("Choose all that apply.", "当てはまるものをすべて選んでください。")
    case .text: self("Type the answer.", "答えを入力してください。")
    case .number: self("Type a number.", "数値を入力してください。")
    case .card, .gaps, .order, .match: taskOfParts(state)
    }
  }

  private func words(for number: Int) -> String {
    let words = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
    return words.indices.contains(number - 1) ? words[number - 1] : "\(number)"
  }

  func question(_ number: Int) -> String { self("Question \(number): ", "質問\(number) : ") }
  var paused: String { self("Paused. “resume” goes on.", "一時停止中です。resume で再開します。") }
  var flagged: String { self("(marked)", "（見直し）") }
  var again: String { self("(again)", "（もう一度）") }
  var comesAgain: String {
    self(
      "A question with a wrong answer comes again in a minute. "
        + "“next” asks it now, “finish” ends the review.",
      "間違えた質問は 1 分後にもう一度出ます。next ですぐに出題、finish で復習を終えます。")
  }
  var tooLate: String {
    self("Time is up for this question. “next” goes on.", "この質問は時間切れです。next で次へ進みます。")
  }

  /// When a question of a review comes back; `nil` for other questions.
  func comesBack(_ feedback: QuizState.Feedback) -> String? {
    if feedback.again { return self("Comes again in this review.", "この復習の中でもう一度出ます。") }
    return feedback.days.map { days in
      days == 1
        ? self("Comes back tomorrow.", "明日また出ます。")
        : self("Comes back in \(days) days.", "\(days) 日後にまた出ます。")
    }
  }

  /// The part of the matching questions that a quiz asks.
  func part(_ part: QuizPart, ofReview isReview: Bool) -> String {
    let command = isReview ? "review" : "quiz"
    let count = part.last - part.first + 1
    return part.first == 1
      ? self(
        "\(figure(count)) of \(questions(part.total)); “\(command) --count all” plays all of them.",
        "全 \(figure(part.total)) 問のうち \(figure(count)) 問です。\(command) --count all ですべて出題します。")
      : self(
        "Questions \(part.first) to \(part.last) of \(part.total).",
        "全 \(part.total) 問のうち \(part.first)〜\(part.last) 問目です。")
  }

  /// The player's certainty of an answer.
  func certainty(_ certainty: Certainty) -> String {
    switch certainty {
    case .sure: self("(sure)", "（自信あり）")
    case .guess: self("(a guess)", "（勘）")
    }
  }

  /// - Parameter isShort: Whether there is little room.
  func sectionRemaining(_ name: String, _ seconds: Int, isShort: Bool = false) -> String {
    let left = remaining(seconds, isShort: isShort)
    return self("\(name.sanitisedLine): \(left)", "\(name.sanitisedLine) \(left)")
  }

  func questionRemaining(_ seconds: Int) -> String {
    self("\(seconds) s for this question", "この質問は\(remaining(seconds))")
  }
}

extension CommandEntry {
  /// The commands that answer cards, and questions whose answer has several parts.
  static let parts: [CommandEntry] =
    [
      .plain(
        "show", ["裏面", "めくる"], on: .quiz, QuizCommand.show, "show the back of the card",
        "カードの裏面を表示します")
    ] + grades + [
      CommandEntry(
        name: "gap", aliases: ["空欄"], screens: [.quiz], arguments: "N [TEXT]",
        english: "fill gap number N; without a text, empty it",
        japanese: "N 番目の空欄を埋めます（文字を省くと空に戻します）", wordsBeforeText: 1
      ) { arguments throws(CommandError) in
        let number = try arguments.nextNumber("N")
        return .screen(QuizCommand.gap(number, arguments.text()))
      },
      CommandEntry(
        name: "order", aliases: ["並べる", "順番"], screens: [.quiz], arguments: "N…",
        english: "answer with this order: 3 1 2", japanese: "この順番で答えます（3 1 2 など）"
      ) { arguments throws(CommandError) in
        let numbers = try arguments.nextChoices()
        if numbers.isEmpty {
          throw .missingArgument("N", command: arguments.command, usage: arguments.usage)
        }
        return .screen(QuizCommand.order(numbers))
      },
      CommandEntry(
        name: "match", aliases: ["組み合わせる"], screens: [.quiz], arguments: "PAIR…",
        english: "match lines: 1b 2a", japanese: "左の番号と右の記号を組み合わせます（1b 2a など）"
      ) { arguments throws(CommandError) in
        let words = arguments.remaining()
        if words.isEmpty {
          throw .missingArgument("PAIR", command: arguments.command, usage: arguments.usage)
        }
        return .screen(QuizCommand.match(try PairWord.pairs(words, command: arguments.command)))
      },
    ]

  private static let grades: [CommandEntry] = RecallGrade.allCases.map { grade in
    let strings = GradeWord.explanation(of: grade)
    return .plain(
      grade.name, [Strings(language: .japanese).name(of: grade)] + (grade == .again ? ["忘れた"] : []),
      on: .quiz,
      QuizCommand.grade(grade), strings.english, strings.japanese)
  }
}

/// The words for the grades of a card.
enum GradeWord {
  /// The explanation of the command for a grade.
  static func explanation(of grade: RecallGrade) -> CommandEntry.Explanation {
    switch grade {
    case .again:
      CommandEntry.Explanation("say that you had forgotten the card", "「忘れていた」と評価します（不正解）")
    case .hard:
      CommandEntry.Explanation("say that the card was hard to remember", "「なかなか思い出せなかった」と評価します")
    case .good:
      CommandEntry.Explanation("say that you remembered the card", "「思い出せた」と評価します")
    case .easy:
      CommandEntry.Explanation("say that you knew the card at once", "「すぐに思い出せた」と評価します")
    }
  }
}

extension Strings {
  /// The word for a grade.
  func name(of grade: RecallGrade) -> String {
    switch grade {
    case .again: self("again", "もう一度")
    case .hard: self("hard", "難しい")
    case .good: self("good", "普通")
    case .easy: self("easy", "簡単")
    }
  }

  /// The word for the grade that a state has by its name in commands.
  func grade(named name: String) -> String {
    RecallGrade.allCases.first { $0.name == name }.map(self.name(of:)) ?? name
  }
}

/// Reads pairs such as `1b`: the number of a line on the left and the letter, or the number, of one
/// on the right.
enum PairWord {
  static func pairs(_ words: [String], command: String) throws(CommandError) -> [PairNumbers] {
    var pairs: [PairNumbers] = []
    for word in words.flatMap({ $0.split(separator: /[,、]/) }).map(String.init) {
      guard let pair = pair(CommandWord.folded(word)) else {
        throw .notAPair(word, command: command)
      }
      pairs.append(pair)
    }
    return pairs
  }

  /// `1b`, `1-b`, `1=2`.
  private static func pair(_ word: String) -> PairNumbers? {
    let digits = word.prefix { $0.isASCII && $0.isNumber }
    guard let left = Int(digits), left > 0 else { return nil }
    let rest = word.dropFirst(digits.count).drop { "-=:→".contains($0) }
    guard let right = ChoiceWord.letter(String(rest)) ?? Int(rest), right > 0 else { return nil }
    return PairNumbers(left, right)
  }
}

extension WaitingQuizzes {
  /// The quizzes with the numbers that `resume` takes.
  func view(_ theme: Theme) -> [String] { waiting.lines(theme) }
}

extension [WaitingQuiz] {
  /// The most quizzes listed. A longer list would push everything else off the screen.
  private static let mostQuizzes = 5

  /// The unfinished quizzes and how to go on with them; empty when there are none.
  func lines(_ theme: Theme) -> [String] {
    let strings = theme.strings
    guard count > 1 else {
      return first.map { theme.lines(strings.waits(strings.place($0))) } ?? []
    }
    var lines = theme.lines(strings.quizzesWait(count))
    for quiz in prefix(Self.mostQuizzes) {
      lines += theme.lines("  \(quiz.number). " + strings.place(quiz), indent: 5)
    }
    if count > Self.mostQuizzes {
      lines.append("  " + theme.palette.faint(strings.furtherOnes(count - Self.mostQuizzes)))
    }
    return lines
  }
}

extension Theme {
  /// An unfinished quiz, beside a list.
  func details(of quiz: WaitingQuiz) -> [String] {
    lines(palette.heading(strings.title(quiz))) + lines(palette.faint(strings.progress(of: quiz)))
  }

  /// An unfinished quiz on one line of at most `columns` cells. Its title is cut before its time.
  func waits(_ quiz: WaitingQuiz, _ columns: Int) -> String {
    let line = strings.goesOn + strings.place(quiz)
    if width(line) <= columns { return line }
    let end = strings.comma + strings.shortPlace(quiz)
    let label = columns - width(strings.goesOn + end) >= 8 ? strings.goesOn : ""
    let title = fitted(strings.title(quiz), to: max(4, columns - width(label + end)))
    return fitted(label + title + end, to: columns)
  }
}

extension Strings {
  fileprivate var goesOn: String { self("Go on: ", "続ける : ") }

  /// The question before a quiz that waits is deleted.
  func throwsAway(_ quiz: WaitingQuiz) -> String {
    self(
      "Throw away the quiz “\(title(quiz))” (\(quiz.index) of \(quiz.count))?",
      "中断したクイズ「\(title(quiz))」（\(quiz.index)/\(quiz.count)）を破棄しますか?")
  }

  fileprivate func title(_ quiz: WaitingQuiz) -> String {
    quiz.title?.sanitisedLine ?? allDecks
  }

  /// The quiz, its progress, and the time left.
  fileprivate func place(_ quiz: WaitingQuiz) -> String {
    title(quiz) + comma + progress(of: quiz)
  }

  /// The progress of the quiz, and the time left.
  fileprivate func progress(of quiz: WaitingQuiz) -> String {
    [
      self("question \(quiz.index) of \(quiz.count)", "\(quiz.count) 問中 \(quiz.index) 問目"),
      quiz.remaining.map { left in
        guard quiz.runsOn, left > 0 else { return remaining(left) }
        return remaining(left) + self(" and running", "（進行中）")
      },
    ].compactMap(\.self).joined(separator: comma)
  }

  /// The progress of the quiz and the time left, in a short form.
  fileprivate func shortPlace(_ quiz: WaitingQuiz) -> String {
    ["\(quiz.index)/\(quiz.count)", quiz.remaining.map { remaining($0, isShort: true) }]
      .compactMap(\.self).joined(separator: comma)
  }

  fileprivate func waits(_ quiz: String) -> String {
    self(
      "Waiting: \(quiz). “resume” goes on with it.", "中断中 : \(quiz)。resume で続けられます。")
  }

  fileprivate func quizzesWait(_ count: Int) -> String {
    self(
      "\(count) quizzes are waiting; “resume N” goes on with one of them:",
      "中断したクイズが \(count) 件あります。resume N で続けられます。")
  }
}
