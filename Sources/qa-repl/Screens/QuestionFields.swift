import QuizKit

extension CommandEntry {
  /// The commands that write a question's fields, for both screens that have such a form.
  static let form = [manageForm, registerForm].flatMap { $0 }

  private static let manageForm = fields(of: .manage) { .screen(ManageCommand.write($0)) }
  private static let registerForm = fields(of: .register) { .screen(RegisterCommand.write($0)) }

  private static func fields(
    of screen: ScreenName, _ command: @escaping @Sendable (FormEdit) -> Command
  ) -> [CommandEntry] {
    [
      CommandEntry(
        name: "question", aliases: ["質問", "問題文"], screens: [screen], arguments: "TEXT",
        english: "write the question", japanese: "質問を入力します", wordsBeforeText: 0
      ) { arguments throws(CommandError) in command(.question(arguments.text())) },
      CommandEntry(
        name: "choice", aliases: ["選択肢"], screens: [screen], arguments: "N TEXT",
        english: "write choice number N", japanese: "N 番目の選択肢を入力します", wordsBeforeText: 1
      ) { arguments throws(CommandError) in
        let number = try arguments.nextNumber("N")
        return command(.choice(number, arguments.text()))
      },
      CommandEntry(
        name: "add-choice", aliases: ["選択肢追加"], screens: [screen], arguments: "TEXT",
        english: "add a choice", japanese: "選択肢を追加します", wordsBeforeText: 0
      ) { arguments throws(CommandError) in command(.addChoice(arguments.text())) },
      CommandEntry(
        name: "remove-choice", aliases: ["選択肢削除"], screens: [screen], arguments: "N",
        english: "remove choice number N", japanese: "N 番目の選択肢を取り除きます"
      ) { arguments throws(CommandError) in
        command(.removeChoice(try arguments.nextNumber("N")))
      },
      CommandEntry(
        name: "correct", aliases: ["正解"], screens: [screen], arguments: "N",
        english: "mark choice number N as right", japanese: "N 番目の選択肢を正解にします"
      ) { arguments throws(CommandError) in command(.correct(try arguments.nextNumber("N"))) },
      CommandEntry(
        name: "commentary", aliases: ["解説"], screens: [screen], arguments: "TEXT",
        english: "write the commentary", japanese: "解説を入力します", wordsBeforeText: 0
      ) { arguments throws(CommandError) in command(.commentary(arguments.text())) },
      CommandEntry(
        name: "tags", aliases: ["タグ"], screens: [screen], arguments: "TAG…",
        english: "write all tags; none takes them away", japanese: "タグを入力します(省略するとすべて外します)"
      ) { arguments throws(CommandError) in
        command(.tags(TagWords.tags(in: arguments.remaining())))
      },
      CommandEntry(
        name: "deck", aliases: ["登録先"], screens: [screen], arguments: "DECK",
        english: "put the question into this deck; a new name makes a new deck",
        japanese: "この問題集に入れます(ない名前なら新しく作ります)", wordsBeforeText: 0
      ) { arguments throws(CommandError) in
        command(.deck(DeckWord.name(in: arguments.text())))
      },
    ]
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

extension FormFields {
  /// The fields of the question. Empty required fields are marked as missing.
  func view(_ look: Look, question label: String) -> [String] {
    let strings = look.strings
    var lines = look.labelled(look.palette.heading(label), shown(question, look))
    for (index, choice) in choices.enumerated() {
      let isRight = index + 1 == correct
      let text = "\(isRight ? "〇" : "  ") \(index + 1). \(shown(choice, look, isPainted: isRight))"
      lines += look.lines(
        isRight ? look.palette.right(text + strings.rightChoice) : text, indent: 6)
    }
    if correct == nil { lines += look.labelled(strings.verdict, missing(look)) }
    lines += look.labelled(strings.commentary, shown(commentary, look))
    if !tags.isEmpty {
      lines += look.labelled(
        strings.tags, tags.map(\.sanitisedLine).joined(separator: strings.comma))
    }
    return lines
  }

  private func shown(_ text: String, _ look: Look, isPainted: Bool = false) -> String {
    text.isEmpty ? missing(look) : look.drawn(text, isPainted: isPainted)
  }

  private func missing(_ look: Look) -> String {
    look.palette.faint(look.strings.missing)
  }
}

extension Message {
  /// The confirmation at the end of a screen. Other messages are failures, which are already
  /// reported as errors.
  func view(_ look: Look) -> [String] {
    guard ["saved", "deleted", "registered"].contains(code) else { return [] }
    return look.lines(look.palette.right(text(in: look.strings.language)))
  }
}

extension Form {
  /// The form for writing a question.
  ///
  /// - Parameter decks: The decks that there are.
  init(
    _ question: FormFields, deck: String, of decks: [String], name: String, head: [String],
    end: String, endLabel: String, _ strings: Strings
  ) {
    self.init(name: name, head: head, fields: [], end: end, endLabel: endLabel)
    fields = [
      Field(
        command: "question", label: strings.questionField, text: question.question,
        isMultiline: true)
    ]
    for (index, choice) in question.choices.enumerated() {
      fields.append(
        Field(
          command: "choice \(index + 1)", label: strings.choiceField(index + 1), text: choice))
    }
    fields += [
      Field(
        command: "add-choice", label: strings.choiceField(question.choices.count + 1),
        isOptional: true, note: strings.noMoreChoices),
      Field(
        command: "correct", label: strings.correctField,
        text: question.correct.map(String.init) ?? "", shownText: question.rightChoice),
      Field(
        command: "commentary", label: strings.commentary, text: question.commentary,
        isMultiline: true),
      Field(
        command: "tags", label: strings.tags, text: question.tags.joined(separator: ", "),
        isOptional: true, note: strings.mayStayEmpty),
      Field(command: "deck", label: strings.deckField, text: deck, suggestions: decks),
    ]
  }
}

extension FormFields {
  /// The number of the right choice and its text.
  fileprivate var rightChoice: String? {
    correct.map { $0 <= choices.count ? "\($0). \(choices[$0 - 1])" : "\($0)" }
  }
}

extension Strings {
  fileprivate var questionField: String { self("Question: ", "質問 : ") }
  fileprivate var correctField: String { self("Right choice: ", "正解 : ") }
  fileprivate var deckField: String { self("Deck: ", "問題集 : ") }
  fileprivate func choiceField(_ number: Int) -> String {
    self("Choice \(number): ", "選択肢\(number) : ")
  }
  fileprivate var noMoreChoices: String {
    self("(Enter alone: no more)", "(Enter だけで終わり)")
  }
  var tags: String { self("Tags: ", "タグ : ") }
}
