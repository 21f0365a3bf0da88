import QuizExchange
import QuizKit
import QuizSupport

extension FormFields {
  /// The fields of the question. Empty required fields are marked as missing.
  func view(_ theme: Theme, question label: String) -> [String] {
    let strings = theme.strings
    var lines = shown(question, after: theme.palette.heading(label), theme)
    if kind != .single, kind != .trueFalse {
      lines += theme.labelled(strings.kindField, KindWord.word(for: kind, strings.language))
    }
    lines +=
      kind.hasChoices ? choiceLines(theme) : kind.isTyped ? acceptedLines(theme) : partLines(theme)
    // A card needs none: its back explains it.
    if back == nil || !commentary.isEmpty {
      lines += shown(commentary, after: strings.commentary, theme)
    }
    if !tags.isEmpty {
      lines += theme.labelled(
        strings.tags, tags.map(\.sanitisedLine).joined(separator: strings.comma))
    }
    return lines
  }

  private func choiceLines(_ theme: Theme) -> [String] {
    let strings = theme.strings
    let look = theme.forChoices(choices)
    var lines: [String] = []
    for (index, choice) in choices.enumerated() {
      let isRight = correctChoices.contains(index + 1)
      let mark = isRight ? "〇 " : "   "
      let worth = weights.flatMap { index < $0.count ? strings.weight($0[index]) : nil } ?? ""
      let note = strings.inBrackets(strings.note(.right, isYours: false))
      let frame = TextFrame(
        sign: mark + "\(index + 1). ", indent: 6, role: isRight ? .right : nil, theme: look)
      lines += shown(
        choice, in: frame,
        end: (isRight ? theme.palette.right(note) : "") + theme.palette.faint(worth))
    }
    if correctChoices.isEmpty, kind.isPicked {
      lines += theme.labelled(strings.rightOne, missing(theme))
    }
    return lines
  }

  /// The accepted answers with their numbers, and how they are compared.
  private func acceptedLines(_ theme: Theme) -> [String] {
    let strings = theme.strings
    if accepted.isEmpty { return theme.labelled(strings.rightOne, missing(theme)) }
    var lines: [String] = []
    for (index, answer) in accepted.enumerated() {
      lines += theme.lines(
        theme.palette.right("〇 \(index + 1). \(answer.sanitisedLine)"), indent: 6)
    }
    if caseSensitive == true { lines += theme.lines(theme.palette.faint(strings.caseCounts)) }
    return lines
  }

  func shown(_ text: String, after label: String, _ theme: Theme) -> [String] {
    text.isEmpty ? theme.labelled(label, missing(theme)) : theme.drawn(text, after: label)
  }

  private func shown(_ text: String, in frame: TextFrame, end: String) -> [String] {
    text.isEmpty
      ? frame.beginning(missing(frame.theme), end) : DrawnText(text, in: frame, end: end).rows
  }

  func missing(_ theme: Theme) -> String {
    theme.palette.faint(theme.strings.missing)
  }
}

extension Form {
  /// The form for writing a question.
  ///
  /// - Parameters:
  ///   - decks: The decks of the bank.
  ///   - write: The screen's command that writes a field.
  init(
    _ question: FormFields, deck: String, of decks: [String], name: String, head: [String],
    end: Command, endLabel: String, _ strings: Strings, write: (FormEdit) -> Command
  ) {
    self.init(
      name: name, head: head, fields: [], end: end, endLabel: endLabel,
      tidying: write(.leaveOutEmptyChoices))
    fields = [
      Self.kindField(of: question, strings, write: write),
      Field(
        command: "question", label: strings.questionField, text: question.question,
        isMultiline: true),
    ]
    // Most questions have one right choice.
    start = 1
    fields +=
      question.kind.hasChoices
      ? Self.choiceFields(of: question, strings, write: write)
      : question.kind.isTyped
        ? Self.acceptedFields(of: question, strings) : Self.partFields(of: question, strings)
    fields += [
      Field(
        command: "commentary", label: strings.commentary, text: question.commentary,
        isMultiline: true, isOptional: question.back != nil, handsIn: true),
      Field(
        command: "tags", label: strings.tags, text: question.tags.joined(separator: ", "),
        isOptional: true),
      Field(
        command: "deck", label: strings.deckField, text: deck, isValue: true, suggestions: decks),
    ]
  }

  /// The kind as a row of values: those that the question can become as it is.
  private static func kindField(
    of question: FormFields, _ strings: Strings, write: (FormEdit) -> Command
  ) -> Field {
    let language = strings.language
    let kinds = QuestionContent.Kind.allCases.filter {
      $0 != .trueFalse || question.kind == $0 || question.canBeTrueFalse
    }
    let index = kinds.firstIndex(of: question.kind) ?? 0
    func command(_ step: Int) -> Command {
      let kind = kinds[(index + step + kinds.count) % kinds.count]
      return write(.kind(kind, statements: KindWord.statements(language)))
    }
    return Field(
      command: "kind", label: strings.kindField,
      text: KindWord.word(for: question.kind, language), isValue: true,
      suggestions: kinds.map { KindWord.word(for: $0, language) },
      values: (previous: command(-1), next: command(1)))
  }

  private static func choiceFields(
    of question: FormFields, _ strings: Strings, write: (FormEdit) -> Command
  ) -> [Field] {
    let count = QuestionForm.choicesInUse(
      question.choices, right: question.correctChoices.map { $0 - 1 })
    let choices = question.choices.enumerated().map { index, choice in
      Field(
        command: "choice \(index + 1)", label: strings.choiceField(index + 1), text: choice,
        isOptional: index >= count)
    }
    let more = Field(
      command: "add-choice", label: strings.choiceField(question.choices.count + 1),
      isOptional: true, isExtra: true, note: strings.noMoreChoices)
    // The order of the choices is the answer.
    if question.kind == .order { return choices + [more] }
    var correct = Field(
      command: "correct",
      label: question.kind == .several ? strings.correctFields : strings.correctField,
      text: question.correctChoices.map(String.init).joined(separator: " "),
      shownText: question.rightTexts, isValue: true)
    guard question.kind == .trueFalse else {
      // More choices than digits have numbers that are typed.
      if question.kind == .single, choices.count < 10 { correct.digits = choices.count }
      return choices + [more, correct]
    }
    let other = question.correctChoices.first == 1 ? 2 : 1
    let command = write(.correct(LineNumbers([other...other])))
    correct.values = (previous: command, next: command)
    return choices + [correct]
  }

  private static func acceptedFields(of question: FormFields, _ strings: Strings) -> [Field] {
    let accepted = question.accepted.enumerated().map { index, answer in
      Field(
        command: "accepted \(index + 1)", label: strings.answerField(index + 1), text: answer)
    }
    let isNumber = question.kind == .number
    let next = Field(
      command: isNumber ? "number" : "accept",
      label: strings.answerField(question.accepted.count + 1),
      isOptional: !question.accepted.isEmpty,
      note: question.accepted.isEmpty
        ? (isNumber ? strings.numberExample : strings.textExample) : strings.noMoreChoices)
    guard let isCaseSensitive = question.caseSensitive else { return accepted + [next] }
    return accepted + [
      next,
      Field(
        command: "case", label: strings.caseField,
        text: YesOrNo.word(for: isCaseSensitive, in: strings.language), isValue: true),
    ]
  }
}

extension FormFields {
  /// The numbers of the right choices and their texts; `nil` while none is marked.
  fileprivate var rightTexts: String? {
    let texts = correctChoices.map {
      $0 <= choices.count ? "\($0). \(choices[$0 - 1])" : "\($0)"
    }
    return texts.isEmpty ? nil : texts.joined(separator: "; ")
  }
}

extension Strings {
  /// The label of the right choice or answer of a form, as long as there is none.
  var rightOne: String { self("Correct: ", "正解 : ") }

  fileprivate var questionField: String { self("Question: ", "質問 : ") }
  fileprivate var correctField: String { self("Right choice: ", "正解 : ") }
  fileprivate var correctFields: String { self("Right choices: ", "正解(複数可) : ") }
  fileprivate var kindField: String { self("Kind: ", "種類 : ") }
  fileprivate var caseField: String { self("Case counts: ", "大文字小文字の区別 : ") }
  fileprivate var caseCounts: String {
    self("Capital and small letters differ.", "大文字と小文字を区別します。")
  }
  fileprivate var textExample: String { self("(* stands for anything)", "(* は任意の文字列)") }
  fileprivate var numberExample: String {
    self("(3, 3.14 ± 0.01 or 3 to 4)", "(3、3.14 ± 0.01、3 to 4 など)")
  }
  fileprivate func answerField(_ number: Int) -> String {
    self("Answer \(number): ", "解答\(number) : ")
  }
  /// The worth of a choice, in percent of the point.
  fileprivate func weight(_ weight: Double) -> String {
    "  \(PointsText.text(of: weight * 100)) %"
  }
  fileprivate var deckField: String { self("Deck: ", "問題集 : ") }
  fileprivate func choiceField(_ number: Int) -> String {
    self("Choice \(number): ", "選択肢\(number) : ")
  }
  var noMoreChoices: String {
    self("(Enter alone: no more)", "(Enter だけで終わり)")
  }
  var tags: String { self("Tags: ", "タグ : ") }
}
