import QuizKit
import QuizSupport
import Terminal

extension Screen {
  /// The screen for writing an exam.
  static let examForm = Screen(
    english: "exam", japanese: "模擬試験の編集", commands: CommandEntry.examForm
  ) { (route: ExamFormRoute, models) in
    ExamFormViewModel(book: models.exams, bank: models.bank, subject: route.model)
  }
}

extension Destination {
  /// Opens the form for a new exam.
  static func newExam(_ name: String) -> Destination {
    Destination(.exam, "new", name) { models, _ in
      if try models.exams.exams().contains(where: { $0.name == name }) {
        throw ExamRefusal.nameTaken(name)
      }
      return ExamFormRoute(.new(name))
    }
  }

  /// Opens the form with an exam of the bank.
  static func editExam(_ name: String) -> Destination {
    Destination(.exam, "edit", name) { models, _ in
      ExamFormRoute(.known(try models.exams.exam(named: name)))
    }
  }
}

extension CommandEntry {
  fileprivate static let examForm: [CommandEntry] = [
    field("name", ["名前"], "NAME", "name the exam", "模擬試験の名前を入力します") { .name($0) },
    field("questions", ["質問数"], "N", "how many questions it asks", "質問数を入力します") { .questions($0) },
    field("time", ["制限時間"], "90m", "the time for all; none for any time", "制限時間を入力します（省略するとなし）") {
      .time($0)
    },
    field("pass", ["合格点"], "70%", "the share of the marks that is needed to pass", "合格点の割合を入力します") {
      .passMark($0)
    },
    field(
      "marks", ["配点"], "+1, -1/3, 0", "the marks for right, wrong and unanswered",
      "正解、不正解、未回答の配点を入力します"
    ) { .marks($0) },
    field("going-back", ["見直し"], "yes|no", "whether going back is allowed", "前の質問に戻れるかどうかを指定します") {
      .back($0)
    },
    field("pause", ["一時停止"], "yes|no", "whether pausing is allowed", "一時停止できるかどうかを指定します") {
      .pause($0)
    },
    CommandEntry(
      name: "section", aliases: ["分野"], screens: [.exam], arguments: "N TEXT",
      english: "write section number N; empty removes it",
      japanese: "N 番目の分野を入力します（省略すると削除します）", wordsBeforeText: 1
    ) { arguments throws(CommandError) in
      let number = try arguments.nextNumber("N")
      return .screen(ExamFormCommand.write(.section(number, arguments.text())))
    },
    field(
      "add-section", ["分野追加"], "NAME: 24% of tag T, deck \"D\"", "add a section", "分野を追加します"
    ) { .addSection($0) },
    CommandEntry(
      name: "remove-section", aliases: ["分野削除"], screens: [.exam], arguments: "N",
      english: "remove section number N", japanese: "N 番目の分野を削除します"
    ) { arguments throws(CommandError) in
      .screen(ExamFormCommand.write(.removeSection(try arguments.nextNumber("N"))))
    },
    .plain("save", ["保存"], on: .exam, ExamFormCommand.save, "save the exam", "模擬試験を保存します"),
    .plain(
      "cancel", ["キャンセル"], on: .exam, ExamFormCommand.cancel,
      "drop the unsaved changes", "保存していない変更を破棄します"),
  ]

  private static func field(
    _ name: String, _ aliases: [String], _ usage: String, _ english: String, _ japanese: String,
    _ edit: @escaping @Sendable (String) -> ExamEdit
  ) -> CommandEntry {
    CommandEntry(
      name: name, aliases: aliases, screens: [.exam], arguments: usage, english: english,
      japanese: japanese, wordsBeforeText: 0
    ) { arguments throws(CommandError) in
      .screen(ExamFormCommand.write(edit(arguments.text())))
    }
  }
}

extension ExamFormState: Viewable {
  static var hasForm: Bool { true }
  var closing: Command? { unsaved ? .screen(ExamFormCommand.cancel) : nil }

  /// Whether nothing was changed since the exam was saved on this screen.
  fileprivate var isJustSaved: Bool { !unsaved && message?.code == "saved" }

  fileprivate var taking: ApplicationCommand {
    .exam(name, seed: nil, isFresh: false, isPartial: false)
  }

  /// Enter takes the exam that the user has just saved.
  func goingOn(_ strings: Strings) -> (command: Command, hint: String)? {
    isJustSaved ? (.application(taking), strings("Enter takes it", "Enter で受ける")) : nil
  }

  func view(_ theme: Theme) -> [String] {
    let strings = theme.strings
    let hint = saved && !unsaved ? strings.savedHint : strings.examFormHint
    return summary(theme) + (theme.isLive ? [] : theme.lines(theme.palette.faint(hint)))
  }

  /// The fields, and the message about the last command.
  fileprivate func summary(_ theme: Theme) -> [String] {
    let strings = theme.strings
    func shown(_ text: String) -> String {
      text.isEmpty ? theme.palette.faint(strings.missing) : text.sanitisedLine
    }
    func optional(_ text: String) -> String { text.isEmpty ? "–" : text.sanitisedLine }
    var lines = theme.lines(theme.palette.heading(strings.examTitle(saved)))
    lines += theme.labelled(strings.nameField, shown(name))
    lines += theme.labelled(strings.countField, shown(questions.map(String.init) ?? sumText))
    lines += theme.labelled(strings.timeField, optional(time))
    lines += theme.labelled(strings.passField, shown(pass))
    lines += theme.labelled(strings.marksField, marks)
    lines += theme.labelled(strings.backField, YesOrNo.word(for: allowsBack, in: strings.language))
    lines += theme.labelled(
      strings.pauseField, YesOrNo.word(for: allowsPause, in: strings.language))
    for (index, section) in sectionTexts.enumerated() {
      lines += theme.labelled(strings.sectionField(index + 1), section.sanitisedLine)
    }
    return lines + said(theme)
  }

  /// The message about the last command. It is only a warning when a section names a deck or tag
  /// that the bank does not have yet.
  fileprivate func said(_ theme: Theme) -> [String] {
    guard let message else { return [] }
    guard ["unknown-deck", "unknown-tag"].contains(message.code) else { return message.view(theme) }
    return theme.lines(theme.palette.warning(theme.text(of: message)))
  }

  /// The text for a number of questions that the sections determine.
  private var sumText: String {
    sectionTexts.isEmpty || sectionTexts.contains { $0.contains("%") } ? "" : "–"
  }

  func liveView(_ theme: Theme) -> LiveView { LiveView(self, theme) }
}

extension ExamFormCommand: ScreenCommand {
  var partInForm: PartInForm? {
    switch self {
    case .write: .writing
    case .save: .saving
    case .cancel: .closing
    }
  }
}

extension LiveView {
  /// The form for an exam. One that was just saved is shown with what can be done with it.
  fileprivate init(_ state: ExamFormState, _ theme: Theme) {
    let strings = theme.strings
    if state.isJustSaved {
      self.init(RowList(saved: state, theme), of: .exam, title: strings.examTitle(true), theme)
      keys.removeAll { $0 == .number(strings) }
      body = Array(state.summary(theme).dropFirst())
      return
    }
    self.init(screen: .exam, theme)
    body = state.view(theme)
    subject = ViewID("exam", body)
    var form = Form(
      name: ViewID("exam", state.saved, state.saved && !state.unsaved),
      head: theme.lines(theme.palette.heading(strings.examTitle(state.saved)))
        + state.said(theme),
      fields: state.fields(strings), end: .screen(ExamFormCommand.save), endLabel: strings.saves)
    // A new exam was named by the command that opened the form.
    form.start = state.saved ? 0 : 1
    self.form = form
    keys = [.backToForm(strings)] + keys
  }
}

extension RowList {
  /// What can be done with an exam that was just saved, the ordinary next thing first.
  fileprivate init(saved state: ExamFormState, _ theme: Theme) {
    let strings = theme.strings
    let rows: [(text: String, command: Command)] = [
      (strings.takesExam, .application(state.taking)),
      (strings.changesExam, .open(.editExam(state.name))),
      (strings.listsExams, .open(.list(ExamsState.self, ListPosition(1, total: 0)))),
    ]
    self.init(
      id: ViewID("exam saved", state.name), count: rows.count,
      lines: { row, columns in [theme.fitted(rows[row].text, to: columns)] },
      command: { rows[$0].command }, hint: { _ in strings("Enter do it", "Enter 決定") })
  }
}

extension ExamFormState {
  fileprivate func fields(_ strings: Strings) -> [Form.Field] {
    func word(_ value: Bool) -> String { YesOrNo.word(for: value, in: strings.language) }
    func field(
      _ label: String, _ text: String = "", isValue: Bool = false, isOptional: Bool = false,
      note: String = "", suggestions: [String] = [], _ edit: @escaping (String) -> ExamEdit
    ) -> Form.Field {
      Form.Field(
        command: { .screen(ExamFormCommand.write(edit($0))) }, label: label, text: text,
        isValue: isValue, isOptional: isOptional, note: note, suggestions: suggestions)
    }
    let answers = [word(true), word(false)]
    var fields = [
      field(strings.nameField, name) { .name($0) },
      field(
        strings.countField, questions.map(String.init) ?? "", isValue: true, isOptional: true,
        note: strings.countNote
      ) { .questions($0) },
      field(strings.timeField, time, isValue: true, isOptional: true) { .time($0) },
      field(strings.passField, pass, isValue: true) { .passMark($0) },
      field(strings.marksField, marks, isValue: true, isOptional: true) { .marks($0) },
      field(strings.backField, word(allowsBack), isValue: true, suggestions: answers) { .back($0) },
      field(strings.pauseField, word(allowsPause), isValue: true, suggestions: answers) {
        .pause($0)
      },
    ]
    for (index, section) in sectionTexts.enumerated() {
      fields.append(
        field(strings.sectionField(index + 1), section, isOptional: true) {
          .section(index + 1, $0)
        })
    }
    fields.append(
      field(
        strings.sectionField(sectionTexts.count + 1), isOptional: true,
        note: strings.noMoreSections
      ) { .addSection($0) })
    return fields
  }
}

extension Strings {
  fileprivate func examTitle(_ isSaved: Bool) -> String {
    isSaved ? self("Exam", "模擬試験") : self("New exam", "新しい模擬試験")
  }

  fileprivate var nameField: String { self("Name: ", "名前 : ") }
  fileprivate var countField: String { self("Questions: ", "質問数 : ") }
  fileprivate var timeField: String { self("Time: ", "制限時間 : ") }
  fileprivate var passField: String { self("Pass mark: ", "合格点 : ") }
  fileprivate var marksField: String { self("Marks: ", "配点 : ") }
  fileprivate var backField: String { self("Going back: ", "前の質問に戻る : ") }
  fileprivate var pauseField: String { self("Pausing: ", "一時停止 : ") }
  fileprivate func sectionField(_ number: Int) -> String {
    self("Section \(number): ", "分野\(number) : ")
  }

  fileprivate var countNote: String {
    self("(Enter alone: the sections say it)", "（Enter だけで分野の合計）")
  }

  fileprivate var noMoreSections: String {
    self(
      "(Enter alone: no more) NAME: 24% of tag T, deck D", "（Enter だけで終わり） 名前: 24% of tag T, deck D"
    )
  }

  fileprivate var takesExam: String { self("Take it", "受ける") }
  fileprivate var changesExam: String { self("Change it", "編集する") }
  fileprivate var listsExams: String { self("The list of exams", "模擬試験の一覧") }

  fileprivate var examFormHint: String {
    self(
      "“questions”, “time”, “pass”, “marks”, “add-section NAME: 24% of tag T” write; then “save”.",
      "questions、time、pass、marks、add-section 名前: 24% of tag T で入力し、save で保存します。")
  }

  fileprivate var savedHint: String {
    self("“exam NAME” takes it.", "exam 名前 で受けます。")
  }
}
