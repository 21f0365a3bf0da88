import QuizExchange
import QuizKit
import QuizSupport
import Terminal

extension FormFields {
  /// The fields of the question. Empty required fields are marked as missing.
  ///
  /// - Parameter pictures: Those that have rows below.
  func view(
    _ theme: Theme, question label: String, pictures: [ShownPicture] = []
  ) -> [String] {
    let strings = theme.strings
    let text = theme.read(question, nil, pictures)
    var lines = shown(text, after: theme.palette.heading(label), theme)
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
      let credit = weights.flatMap { index < $0.count ? strings.weight($0[index]) : nil } ?? ""
      let note = strings.inBrackets(strings.note(.right, isYours: false))
      let frame = TextFrame(
        sign: mark + "\(index + 1). ", indent: 6, role: isRight ? .right : nil, theme: look)
      lines += shown(
        choice, in: frame,
        end: (isRight ? theme.palette.right(note) : "") + theme.palette.faint(credit))
    }
    if correctChoices.isEmpty, kind.isPicked {
      lines += theme.labelled(
        kind == .several ? strings.correctFields : strings.correctField, missing(theme))
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
    _ question: FormFields, deck: String, of decks: [String], name: ViewID, head: [String],
    end: Command, endLabel: String, _ strings: Strings,
    write: @escaping (FormEdit) -> Command
  ) {
    self.init(
      name: name, head: head, fields: [], end: end, endLabel: endLabel,
      tidying: write(.leaveOutEmptyChoices))
    fields = [
      Self.kindField(of: question, strings, write: write),
      Field(
        command: { write(.question($0)) }, label: strings.questionField, text: question.question,
        isMultiline: true),
    ]
    // Most questions have one right choice.
    start = 1
    fields +=
      question.kind.hasChoices
      ? Self.choiceFields(of: question, strings, write: write)
      : question.kind.isTyped
        ? Self.acceptedFields(of: question, strings, write: write)
        : Self.partFields(of: question, strings, write: write)
    fields += [
      Field(
        command: { write(.commentary($0)) }, label: strings.commentary, text: question.commentary,
        isMultiline: true, isOptional: question.back != nil, handsIn: true),
      Field(
        value: "tags", "TAG…", strings.language, write, FormEdit.readTags, label: strings.tags,
        text: question.tags.joined(separator: ", "), isOptional: true),
      Field(
        command: { write(.deck(DeckWord.name(in: $0))) }, label: strings.deckField, text: deck,
        isValue: true, suggestions: decks),
    ]
  }

  /// The kind as a row of values: those that the question can become as it is.
  private static func kindField(
    of question: FormFields, _ strings: Strings, write: @escaping (FormEdit) -> Command
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
      value: "kind", KindWord.usage, language, write, FormEdit.readKind, label: strings.kindField,
      text: KindWord.word(for: question.kind, language), isValue: true,
      suggestions: kinds.map { KindWord.word(for: $0, language) },
      values: (previous: command(-1), next: command(1)))
  }

  private static func choiceFields(
    of question: FormFields, _ strings: Strings, write: @escaping (FormEdit) -> Command
  ) -> [Field] {
    let count = QuestionForm.choicesInUse(
      question.choices, right: question.correctChoices.map { $0 - 1 })
    let choices = question.choices.enumerated().map { index, choice in
      Field(
        command: { write(.choice(index + 1, $0)) }, label: strings.choiceField(index + 1),
        text: choice,
        isOptional: index >= count)
    }
    let more = Field(
      command: { write(.addChoice($0)) }, label: strings.choiceField(question.choices.count + 1),
      isOptional: true, isExtra: true, note: strings.noMoreChoices)
    // The order of the choices is the answer.
    if question.kind == .order { return choices + [more] }
    var correct = Field(
      value: "correct", "N…", strings.language, write, FormEdit.readCorrect,
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

  private static func acceptedFields(
    of question: FormFields, _ strings: Strings, write: @escaping (FormEdit) -> Command
  ) -> [Field] {
    let accepted = question.accepted.enumerated().map { index, answer in
      Field(
        command: { write(.accepted(index + 1, $0)) }, label: strings.answerField(index + 1),
        text: answer)
    }
    let isNumber = question.kind == .number
    let next = Field(
      command: { write(isNumber ? .number($0) : .accept($0)) },
      label: strings.answerField(question.accepted.count + 1),
      isOptional: !question.accepted.isEmpty,
      note: question.accepted.isEmpty
        ? (isNumber ? strings.numberExample : strings.textExample) : strings.noMoreChoices)
    guard let isCaseSensitive = question.caseSensitive else { return accepted + [next] }
    return accepted + [
      next,
      Field(
        value: "case", "yes|no", strings.language, write, FormEdit.readCase,
        label: strings.caseField,
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
  /// The label of the right answer of a form, as long as there is none.
  fileprivate var rightOne: String { self("Right answer: ", "正解 : ") }

  fileprivate var questionField: String { self("Question: ", "質問 : ") }
  fileprivate var correctField: String { self("Right choice: ", "正解 : ") }
  fileprivate var correctFields: String { self("Right choices: ", "正解（複数可） : ") }
  fileprivate var kindField: String { self("Kind: ", "種類 : ") }
  fileprivate var caseField: String { self("Case counts: ", "大文字小文字の区別 : ") }
  fileprivate var caseCounts: String {
    self("Capital and small letters differ.", "大文字と小文字を区別します。")
  }
  fileprivate var textExample: String { self("(* stands for anything)", "（* は任意の文字列）") }
  fileprivate var numberExample: String {
    self("(3, 3.14 ± 0.01 or 3 to 4)", "（3、3.14 ± 0.01、3 to 4 など）")
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
    self("(Enter alone: no more)", "（Enter だけで終わり）")
  }
  var tags: String { self("Tags: ", "タグ : ") }
}

extension CommandEntry {
  /// The commands that write a question's fields, for both screens that have such a form.
  static let form = [manageForm, registerForm].flatMap { $0 }

  private static let manageForm = fields(of: .manage) { .screen(ManageCommand.write($0)) }
  private static let registerForm = fields(of: .register) { .screen(RegisterCommand.write($0)) }

  private static func fields(
    of screen: ScreenName, _ command: @escaping @Sendable (FormEdit) -> Command
  ) -> [CommandEntry] {
    solutions(of: screen, command) + parts(of: screen, command) + others(of: screen, command)
  }

  /// A command that writes the text of a row: `N TEXT`.
  static func writingRow(
    _ name: String, _ alias: String, of screen: ScreenName, _ english: String, _ japanese: String,
    _ command: @escaping @Sendable (Int, String) -> Command
  ) -> CommandEntry {
    CommandEntry(
      name: name, aliases: [alias], screens: [screen], arguments: "N TEXT", english: english,
      japanese: japanese, wordsBeforeText: 1
    ) { arguments throws(CommandError) in
      let number = try arguments.nextNumber("N")
      return command(number, arguments.text())
    }
  }

  /// A command that removes a row: `N`.
  static func removingRow(
    _ name: String, _ alias: String, of screen: ScreenName, _ english: String, _ japanese: String,
    _ command: @escaping @Sendable (Int) -> Command
  ) -> CommandEntry {
    CommandEntry(
      name: name, aliases: [alias], screens: [screen], arguments: "N", english: english,
      japanese: japanese
    ) { arguments throws(CommandError) in command(try arguments.nextNumber("N")) }
  }

  private static func solutions(
    of screen: ScreenName, _ command: @escaping @Sendable (FormEdit) -> Command
  ) -> [CommandEntry] {
    [
      CommandEntry(
        name: "question", aliases: ["質問", "問題文"], screens: [screen], arguments: "TEXT",
        english: "write the question", japanese: "質問を入力します", wordsBeforeText: 0
      ) { arguments throws(CommandError) in command(.question(arguments.text())) },
      .writingRow(
        "choice", "選択肢", of: screen, "write choice number N", "N 番目の選択肢を入力します"
      ) { command(.choice($0, $1)) },
      CommandEntry(
        name: "add-choice", aliases: ["選択肢追加"], screens: [screen], arguments: "TEXT",
        english: "add a choice", japanese: "選択肢を追加します", wordsBeforeText: 0
      ) { arguments throws(CommandError) in command(.addChoice(arguments.text())) },
      .removingRow(
        "remove-choice", "選択肢削除", of: screen, "remove choice number N", "N 番目の選択肢を削除します"
      ) { command(.removeChoice($0)) },
      CommandEntry(
        name: "kind", aliases: ["種類"], screens: [screen], arguments: KindWord.usage,
        english:
          "the kind of question: one choice, true or false, several choices, a text, a number, a "
          + "card, gaps, an order or pairs",
        japanese: "質問の種類を選びます（択一、正誤、複数選択、記述、数値、カード、穴埋め、並べ替え、組み合わせ）"
      ) { arguments throws(CommandError) in command(try FormEdit.readKind(&arguments)) },
      CommandEntry(
        name: "correct", aliases: ["正解"], screens: [screen], arguments: "N…",
        english:
          "mark choice number N as right; several with “kind several”: 1 3; true or false: t f",
        japanese: "N 番目の選択肢を正解にします（kind several なら 1 3 のように複数、正誤なら 正 か 誤）"
      ) { arguments throws(CommandError) in command(try FormEdit.readCorrect(&arguments)) },
      CommandEntry(
        name: "accept", aliases: ["解答"], screens: [screen], arguments: "TEXT",
        english: "accept this text as the answer; * stands for anything",
        japanese: "この文字列を正解にします（* は任意の文字列）", wordsBeforeText: 0
      ) { arguments throws(CommandError) in command(.accept(arguments.text())) },
      CommandEntry(
        name: "number", aliases: ["数値"], screens: [screen], arguments: "NUMBER",
        english: "accept this number as the answer: 3, 3.14 ± 0.01, 3 to 4",
        japanese: "この数値を正解にします（3、3.14 ± 0.01、3 to 4）", wordsBeforeText: 0
      ) { arguments throws(CommandError) in command(.number(arguments.text())) },
      .writingRow(
        "accepted", "解答変更", of: screen, "rewrite accepted answer number N", "N 番目の正解を書き直します"
      ) { command(.accepted($0, $1)) },
      .removingRow(
        "unaccept", "解答削除", of: screen, "no longer accept answer number N", "N 番目の正解を削除します"
      ) { command(.unaccept($0)) },
      CommandEntry(
        name: "case", aliases: ["大文字小文字"], screens: [screen], arguments: "yes|no",
        english: "whether capital and small letters differ in the answer",
        japanese: "解答の大文字と小文字を区別するかどうかを決めます"
      ) { arguments throws(CommandError) in command(try FormEdit.readCase(&arguments)) },
    ]
  }

  private static func others(
    of screen: ScreenName, _ command: @escaping @Sendable (FormEdit) -> Command
  ) -> [CommandEntry] {
    [
      CommandEntry(
        name: "commentary", aliases: ["解説"], screens: [screen], arguments: "TEXT",
        english: "write the commentary", japanese: "解説を入力します", wordsBeforeText: 0
      ) { arguments throws(CommandError) in command(.commentary(arguments.text())) },
      CommandEntry(
        name: "tags", aliases: ["タグ"], screens: [screen], arguments: "TAG…",
        english: "write all tags; none removes them", japanese: "タグを入力します（省略するとすべて外します）"
      ) { arguments throws(CommandError) in command(FormEdit.readTags(&arguments)) },
      CommandEntry(
        name: "deck", aliases: ["登録先"], screens: [screen], arguments: "DECK",
        english: "put the question into this deck; a new name makes a new deck",
        japanese: "この問題集に入れます（なければ新しく作ります）", wordsBeforeText: 0
      ) { arguments throws(CommandError) in
        command(.deck(DeckWord.name(in: arguments.text())))
      },
    ]
  }
}

// The fields whose words mean values, in a command line and at a prompt of their own.

extension FormEdit {
  fileprivate static func readKind(_ arguments: inout Arguments) throws(CommandError) -> FormEdit {
    let language = arguments.language
    return .kind(try KindWord.kind(&arguments), statements: KindWord.statements(language))
  }

  fileprivate static func readCorrect(
    _ arguments: inout Arguments
  ) throws(CommandError) -> FormEdit {
    let rest = arguments
    if let word = arguments.nextIfAny(), let words = TruthWord.words(meaning: word) {
      return .correctStatement(words)
    }
    arguments = rest
    return .correct(try arguments.nextNumbers("N"))
  }

  fileprivate static func readCase(_ arguments: inout Arguments) throws(CommandError) -> FormEdit {
    .caseSensitive(try arguments.nextYesOrNo("yes|no"))
  }

  fileprivate static func readTags(_ arguments: inout Arguments) -> FormEdit {
    .tags(TagWords.tags(in: arguments.remaining()))
  }
}

extension Form.Field {
  /// A field whose words mean a value, as the arguments of the command `name` do.
  fileprivate init(
    value name: String, _ usage: String, _ language: Language,
    _ write: @escaping (FormEdit) -> Command,
    _ read: @escaping (inout Arguments) throws(CommandError) -> FormEdit, label: String,
    text: String, shownText: String? = nil, isValue: Bool = false, isOptional: Bool = false,
    suggestions: [String] = [], values: (previous: Command, next: Command)? = nil
  ) {
    self.init(
      command: { text throws(CommandError) in
        write(
          try Arguments.value(of: text, for: name, usage: "\(name) \(usage)", language, read))
      }, label: label, text: text, shownText: shownText, isValue: isValue, isOptional: isOptional,
      suggestions: suggestions, values: values)
  }
}

extension Theme {
  /// A question of this kind as a row of a list. A person reads gap 1 as `[1]`.
  func line(of question: String, _ kind: QuestionContent.Kind) -> String {
    line(of: isLive ? kind.shown(question) : question)
  }
}

/// Splits tags as people type them: at blanks or commas. A tag with a blank in it needs quotes.
enum TagWords {
  static func tags(in words: [String]) -> [String] {
    words.flatMap { word in
      word.split { ",、,".contains($0) }.map(String.init)
    }
  }
}

/// Reads the name of a deck that ends a line: blanks need no quotes, but may have them.
enum DeckWord {
  static func name(in text: String) -> String {
    let text = text.trimmingPrefix { $0.isWhitespace }
    guard text.count > 2, text.first == "\"", text.last == "\"" else { return String(text) }
    let inside = String(text.dropFirst().dropLast())
    return inside.replacing("\\\"", with: "\"").replacing("\\\\", with: "\\")
  }
}

// The fields of cards, and of questions whose solution has several parts.

extension FormFields {
  /// The back of the card, or the parts with their numbers.
  func partLines(_ theme: Theme) -> [String] {
    let strings = theme.strings
    if let back { return shown(back, after: strings.back, theme) }
    if let gapTexts { return numbered(gapTexts, theme) }
    guard let pairTexts else { return [] }
    return numbered(pairTexts, theme)
      + (extra?.isEmpty == false
        ? theme.labelled(
          strings.extraField, (extra ?? []).map(theme.line).joined(separator: " | ")) : [])
  }

  private func numbered(_ parts: [String], _ theme: Theme) -> [String] {
    if parts.isEmpty { return theme.labelled(theme.strings.rightOne, missing(theme)) }
    return parts.enumerated().flatMap { index, part in
      theme.lines("   \(index + 1). " + theme.palette.right(part.sanitisedLine), indent: 6)
    }
  }
}

extension Form {
  /// The fields for the back of a card, or for the parts.
  static func partFields(
    of question: FormFields, _ strings: Strings, write: @escaping (FormEdit) -> Command
  ) -> [Field] {
    if let back = question.back {
      return [
        Field(command: { write(.back($0)) }, label: strings.back, text: back, isMultiline: true)
      ]
    }
    if let gaps = question.gapTexts {
      return numbered(gaps, strings.gapField, note: strings.gapExample, strings) {
        write(.gap($0, $1))
      }
    }
    let pairs = numbered(
      question.pairTexts ?? [], strings.pairField, note: strings.pairExample, strings
    ) { write(.pair($0, $1)) }
    return pairs + [
      Field(
        command: { write(.extra($0)) }, label: strings.extraField,
        text: (question.extra ?? []).joined(separator: " | "), isOptional: true)
    ]
  }

  private static func numbered(
    _ texts: [String], _ label: (Int) -> String, note: String, _ strings: Strings,
    _ command: @escaping (_ number: Int, _ text: String) -> Command
  ) -> [Field] {
    let next = texts.count + 1
    return texts.enumerated().map { index, text in
      Field(command: { command(index + 1, $0) }, label: label(index + 1), text: text)
    } + [
      Field(
        command: { command(next, $0) }, label: label(next), isOptional: !texts.isEmpty,
        note: texts.isEmpty ? note : strings.noMoreChoices)
    ]
  }
}

extension Strings {
  fileprivate func gapField(_ number: Int) -> String { self("Gap \(number): ", "空欄\(number) : ") }
  fileprivate func pairField(_ number: Int) -> String { self("Pair \(number): ", "組\(number) : ") }
  fileprivate var extraField: String { self("More on the right: ", "右側の余り : ") }
  fileprivate var gapExample: String {
    self("(Paris | Lutetia, or =is | are)", "（Paris | Lutetia、選択肢なら =is | are）")
  }
  fileprivate var pairExample: String { self("(France | Paris)", "(France | Paris)") }
}

extension CommandEntry {
  /// The commands that write the back of a card, and the parts of a solution that has several.
  static func parts(
    of screen: ScreenName, _ command: @escaping @Sendable (FormEdit) -> Command
  ) -> [CommandEntry] {
    [
      CommandEntry(
        name: "back-side", aliases: ["back-text", "裏面"], screens: [screen], arguments: "TEXT",
        english: "write the back of a card", japanese: "カードの裏面を入力します", wordsBeforeText: 0
      ) { arguments throws(CommandError) in command(.back(arguments.text())) },
      .writingRow(
        "gap", "空欄", of: screen,
        "write what fills gap number N: Paris | Lutetia; choices with = before the right one",
        "N 番目の空欄の解答を入力します（Paris | Lutetia、選択肢なら正解の前に =）"
      ) { command(.gap($0, $1)) },
      .removingRow(
        "remove-gap", "空欄削除", of: screen,
        "remove what fills gap number N", "N 番目の空欄の解答を削除します"
      ) { command(.removeGap($0)) },
      .writingRow(
        "pair", "組", of: screen,
        "write pair number N: France | Paris", "N 番目の組を入力します（France | Paris）"
      ) { command(.pair($0, $1)) },
      .removingRow(
        "remove-pair", "組削除", of: screen, "remove pair number N", "N 番目の組を削除します"
      ) { command(.removePair($0)) },
      CommandEntry(
        name: "extra", aliases: ["余分"], screens: [screen], arguments: "TEXT",
        english: "write all further lines on the right, which belong to none: Rome | Berlin",
        japanese: "右側の余分な項目をすべて入力します（Rome | Berlin）", wordsBeforeText: 0
      ) { arguments throws(CommandError) in command(.extra(arguments.text())) },
    ]
  }
}
