import QuizExchange
import QuizKit

extension Stage {
  /// The question is redrawn in place, with progress and time above it and its choices as a list.
  init(_ state: QuizState, _ look: Look) {
    let (strings, signs) = (look.strings, look.signs)
    self.init(screen: .quiz, look)
    subject = "quiz \(state.index)"
    question =
      subject + (state.feedback == nil ? "" : " answered") + (state.paused ? " paused" : "")
      + (state.waiting == nil ? "" : " waiting")
    status = QuizStatus(state, look).rows
    if state.exam { label = look.prompt(strings("exam", "模擬試験")) }
    let isShort = state.exam && look.isNarrow
    guard let text = state.question else {
      let isWaiting = state.waiting != nil
      body = look.lines(look.palette.warning(isWaiting ? strings.comesAgain : strings.paused))
      keys =
        isWaiting
        ? [.line(.enter, "next", hint: strings("Enter ask it now", "Enter 今すぐ答える"))] + keys
        : [.line(.enter, "resume", hint: strings("Enter go on", "Enter 再開"))] + keys
      return
    }
    body = look.lines(look.drawn(text))
    if let task = strings.task(state) {
      body = (body ?? []) + [""] + look.lines(look.palette.faint(task))
    }
    let back = KeyBinding.line(.left, "back", hint: signs.toLeft + strings(" back", " 前へ"))
    let isLast = state.exam && state.index == state.count
    let skip = KeyBinding.line(
      .right, "next",
      hint: signs.toRight + (isLast ? strings.toAnswers : strings(" skip", " スキップ")))
    let mark = KeyBinding.space("flag", hint: strings("Space mark", "Space 印"))
    let last: [KeyBinding] =
      state.exam
      ? [.sure(strings), .explain(strings), mark, .finish(strings), .guess(strings)]
      : [mark, .explain(strings)]
    if state.feedback != nil || !state.canAnswer {
      body = (body ?? []) + state.answered(look)
      answerKeys = Set(KeyBinding.digits(state.choices.count).actions.keys)
      keys = [
        KeyBinding(
          [.named(.enter), .named(.right)], .line("next"), hint: strings("Enter next", "Enter 次へ")),
        .digits(state.choices.count, answer: false),
      ]
      keys += (state.canGoBack ? [back] : []) + [mark, .explain(strings)]
      return
    }
    if state.kind.isTyped {
      label = look.prompt(strings.answerPrompt)
      let ways =
        (state.canGoBack ? [back] : [])
        + [skip]
      typing = Typing(
        command: AnswerLine.typing[0], text: state.typed ?? "",
        hints: [
          strings("Enter hand in", "Enter 回答"), strings("Esc commands", "Esc コマンド"),
        ] + (state.typed == nil ? ways.reversed().compactMap(\.hint) : []))
      keys = [KeyBinding(hint: strings("Enter type the answer", "Enter 答えを入力"))] + ways + last
      return
    }
    list = RowList(choices: state, look)
    if state.kind == .several {
      let ticks = KeyBinding.digits(state.choices.count) { "toggle \($0)" }
      answerKeys = Set(ticks.actions.keys).union([.named(.enter), .text(" "), .text("\u{3000}")])
      label = look.prompt(strings.answerPrompt)
      keys = [
        .tick(hint: strings("Space tick", "Space 選択")),
        ticks.saying("1-\(min(9, state.choices.count))" + strings(" tick", " 選択")),
        .line(.enter, AnswerLine.choosing[0], hint: strings("Enter hand in", "Enter 回答")),
      ]
      // The space bar ticks here.
      let last: [KeyBinding] =
        state.exam
        ? [.sure(strings), .explain(strings), .finish(strings), .guess(strings)]
        : [.explain(strings)]
      if isShort { keys += last }
      keys += [
        .moves(hint: signs.upDown + strings(" move", " 移動"))
      ]
      keys += state.canGoBack ? [back] : []
      keys += [skip]
      if !isShort { keys += last }
      return
    }
    let digits = KeyBinding.digits(state.choices.count)
    answerKeys = Set(digits.actions.keys).union([.named(.enter)])
    label = look.prompt(strings.answerPrompt)
    let answers = isShort ? "" : strings(" answer", " 回答")
    keys = [digits.saying("1-\(state.choices.count)" + answers)] + (isShort ? last : [])
    keys += [
      .moves(hint: signs.upDown + strings(" Enter choose", " Enter 選ぶ")), .take(),
    ]
    keys += state.canGoBack ? [back] : []
    keys += [skip]
    if !isShort { keys += last }
  }
}

extension RowList {
  /// The choices of a question.
  fileprivate init(choices state: QuizState, _ look: Look) {
    self.init(
      id: "quiz \(state.index)", count: state.choices.count, start: (state.selected ?? 1) - 1,
      isSingleLine: false,
      lines: { row, columns in state.choice(row, columns: columns, look) },
      line: { "\($0 + 1)" }, tick: state.kind == .several ? { "toggle \($0 + 1)" } : nil)
  }
}

extension KeyBinding {
  /// The key that says that one is sure of an answer.
  fileprivate static func sure(_ strings: Strings) -> KeyBinding {
    KeyBinding([.text("!"), .text("！")], .line("sure"), hint: strings("! sure", "! 自信"))
  }

  /// Says that a word tells of an answer that it is a guess.
  fileprivate static func guess(_ strings: Strings) -> KeyBinding {
    KeyBinding(hint: strings("guess not sure", "guess 勘"))
  }

  /// Says that a word leads to the list of answers.
  fileprivate static func finish(_ strings: Strings) -> KeyBinding {
    KeyBinding(hint: strings("finish list", "finish 一覧"))
  }

  /// The same keys with a hint.
  fileprivate func saying(_ hint: String) -> KeyBinding {
    var binding = self
    binding.hint = hint
    return binding
  }
}

extension QuizState {
  /// A choice while the question is open.
  fileprivate func choice(_ position: Int, columns: Int, _ look: Look) -> [String] {
    let isChosen = selection.contains(position + 1)
    return row(
      position, sign(isChosen, look), columns: columns, look, isChosen ? .chosen : nil)
  }

  /// Stands before a choice while nobody says whether it is right.
  private func sign(_ isChosen: Bool, _ look: Look) -> String {
    let signs = look.signs
    return kind == .several
      ? (isChosen ? signs.checked : signs.unchecked) : isChosen ? signs.chosen : signs.unchosen
  }

  /// The choices and the explanation when the question takes no answer any more.
  fileprivate func answered(_ look: Look) -> [String] {
    let (strings, palette, signs) = (look.strings, look.palette, look.signs)
    let columns = (look.columns ?? 80) - 2
    var lines = [""]
    for position in choices.indices {
      let isChosen = selection.contains(position + 1)
      let isRight = feedback?.correctChoices.contains(position + 1) ?? false
      let isMissed = isRight && !isChosen && kind == .several
      let note =
        isRight
        ? (isChosen ? strings.yoursRight : isMissed ? strings.missedOne : strings.rightOne)
        : isChosen && feedback != nil ? strings.yoursWrong : ""
      let verdict = isMissed ? sign(false, look) : isRight ? signs.right : signs.wrong
      let chosen: Palette.Role = feedback == nil ? .chosen : .wrong
      lines += row(
        position, feedback != nil && (isRight || isChosen) ? verdict : sign(isChosen, look),
        columns: columns, note: note, look,
        isMissed ? .warning : isRight ? .right : isChosen ? chosen : nil
      ).map { "  " + $0 }
    }
    if let typed {
      let isRight = feedback?.correct
      let note = isRight.map { $0 ? strings.yoursRight : strings.yoursWrong } ?? ""
      let sign = isRight.map { $0 ? signs.right : signs.wrong } ?? signs.chosen
      let row =
        "\(sign)  \(look.drawn(typed, isPainted: true))" + (note.isEmpty ? "" : "   " + note)
      lines += look.narrowed(to: columns).lines(row, indent: 3).map {
        "  " + (isRight.map { $0 ? palette.right : palette.wrong } ?? palette.chosen)($0)
      }
    }
    if let feedback {
      if kind.isTyped, !feedback.correct {
        let right = look.drawn(feedback.correctAnswer, isPainted: true)
        lines += look.labelled("  " + strings.rightAnswer, palette.right(right))
      }
      if let worth = strings.worth(feedback.points, correct: feedback.correct) {
        lines += ["  " + worth]
      }
      if feedback.commentary.isEmpty { return lines }
      return lines + [""] + look.lines(look.drawn(feedback.commentary))
    }
    return lines + [""] + look.lines(palette.warning(strings.tooLate))
  }

  /// The number, the sign and the text of a choice, and behind it what there is to say about it.
  ///
  /// - Parameter role: What all that means; `nil` for nothing yet.
  private func row(
    _ position: Int, _ sign: String, columns: Int, note: String = "", _ look: Look,
    _ role: Palette.Role?
  ) -> [String] {
    let gap = columns >= 50 ? "  " : " "
    let head = "\(position + 1)\(gap)\(sign)\(gap)"
    let indent = look.width(head)
    let text = look.drawn(choices[position], isPainted: role != nil)
    var lines = look.narrowed(to: columns).lines(head + text, indent: indent)
    if let last = lines.last, !note.isEmpty {
      let end = last + "   " + note
      if look.width(end) <= columns {
        lines[lines.count - 1] = end
      } else {
        lines.append(String(repeating: " ", count: indent) + note)
      }
    }
    return role.map { role in lines.map { look.palette.painted($0, role) } } ?? lines
  }
}

extension Strings {
  fileprivate var toAnswers: String { self(" answers", " 回答一覧") }
  fileprivate var answerPrompt: String { self("answer", "回答") }
  fileprivate var yoursRight: String { self("yours, right", "あなたの回答・正解") }
  fileprivate var yoursWrong: String { self("yours, wrong", "あなたの回答・不正解") }
  fileprivate var missedOne: String { self("missed", "選び忘れ") }
  fileprivate var rightOne: String { self("right answer", "正解") }
}
