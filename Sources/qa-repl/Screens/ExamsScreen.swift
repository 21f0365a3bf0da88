import QuizExchange
import QuizKit
import QuizSupport

extension Screen {
  /// The screen that lists the exams.
  static let exams = Screen(
    english: "exams", japanese: "模擬試験",
    commands: CommandEntry.exams
      + .pages(of: .exams, next: ExamsCommand.nextPage, previous: ExamsCommand.previousPage),
    undo: { $0.exams.undoHistory }
  ) { (route: ExamsRoute, models) in
    try ExamsViewModel(book: models.exams, page: route.model)
  }
}

extension Destination {
  /// Opens the list of exams.
  static func exams(_ page: ListPage) -> Destination {
    Destination(.exams, page) { _, _ in ExamsRoute(page) }
  }
}

extension CommandEntry {
  fileprivate static let exams: [CommandEntry] = [
    CommandEntry(
      name: "exams", aliases: ["模擬試験一覧"], screens: [.start], isEverywhere: true,
      arguments: "[--limit N]", english: "the exams", japanese: "模擬試験の一覧を表示します",
      options: [.linesOnPage]
    ) { arguments throws(CommandError) in .open(.exams(try arguments.firstPage())) },
    exam,
    CommandEntry(
      name: "chance", aliases: ["合格の見込み"], screens: [.start, .exams], isEverywhere: true,
      arguments: "EXAM", english: "how likely you pass an exam", japanese: "模擬試験に合格する見込みを表示します",
      options: [
        OptionEntry(
          name: "on", value: "DAY", english: "on this day instead of now",
          japanese: "今ではなくこの日に受けた場合"),
        OptionEntry(
          name: "per-day", value: "N",
          english: "also if you study so many questions a day until then",
          japanese: "その日まで 1 日に N 問ずつ学習した場合も表示"),
      ]
    ) { arguments throws(CommandError) in
      let (day, perDay) = (try arguments.day("on"), try arguments.number("per-day"))
      return .application(
        .chance(ChanceOptions(exam: try arguments.nextExamName(), day: day, perDay: perDay)))
    },
    CommandEntry(
      name: "new", aliases: ["作成"], screens: [.exams], arguments: "NAME",
      english: "write a new exam", japanese: "模擬試験を作ります"
    ) { arguments throws(CommandError) in .open(.newExam(try arguments.nextExamName())) },
    CommandEntry(
      name: "edit", aliases: ["編集"], screens: [.exams], arguments: "EXAM",
      english: "change an exam", japanese: "模擬試験を編集します"
    ) { arguments throws(CommandError) in .open(.editExam(try arguments.nextExamName())) },
    CommandEntry(
      name: "delete", aliases: ["削除"], screens: [.exams], arguments: "EXAM…",
      english: "delete exams, by name or number: 1 3-5",
      japanese: "模擬試験を削除します(名前か番号、1 3-5 など)"
    ) { arguments throws(CommandError) in
      .screen(ExamsCommand.delete([try arguments.next("EXAM")] + arguments.remaining()))
    },
    CommandEntry(
      name: "notes", aliases: ["ノート", "メモ"], screens: [.exams], arguments: "[EXAM]",
      english: "the notes on an exam, or all notes", japanese: "模擬試験のメモ、またはすべてのメモを開きます"
    ) { arguments throws(CommandError) in
      let words = arguments.remaining()
      return .open(
        words.isEmpty
          ? .notes(deck: nil, words: "", order: .created)
          : .notes(onExam: words.joined(separator: " "), pageSize: ListPage.size))
    },
  ]

  private static let exam = CommandEntry(
    name: "exam", aliases: ["模擬試験"], screens: [.start, .exams], isEverywhere: true,
    arguments: "[new|edit|delete] EXAM", english: "take an exam, or write, change or delete one",
    japanese: "模擬試験を受けます(new で作成、edit で編集、delete で削除)",
    options: [
      .seed,
      OptionEntry(
        name: "fresh", english: "prefer questions not asked for long",
        japanese: "長く出題されていない質問を優先"),
      OptionEntry(
        name: "partial", english: "parts of the marks for answers that are partly right",
        japanese: "一部だけ正しい回答にも部分点を付ける"),
    ]
  ) { arguments throws(CommandError) in
    let (seed, isFresh) = (try arguments.seed(), arguments.flag("fresh"))
    let isPartial = arguments.flag("partial")
    let name = try arguments.nextExamName()
    let (word, rest) = name.halves
    switch (word, rest) {
    case ("new", let name?): return .open(.newExam(name))
    case ("edit", let name?): return .open(.editExam(name))
    case ("delete", let name?): return .application(.deleteExam(name, isConfirmed: false))
    default:
      return
        .application(.exam(name, seed: seed, isFresh: isFresh, isPartial: isPartial))
    }
  }
}

extension String {
  /// The first word, and the rest if there is any.
  fileprivate var halves: (String, String?) {
    guard let blank = firstIndex(of: " ") else { return (self, nil) }
    return (String(self[..<blank]), String(self[index(after: blank)...]))
  }
}

extension ExamsState: Viewable {
  func view(_ look: Look) -> [String] {
    let (strings, palette) = (look.strings, look.palette)
    var lines = look.lines(palette.heading(strings.exams(total)))
    for item in items {
      lines.append(look.cut("\(item.number). ".padded(to: 4, .trailing) + item.name.sanitisedLine))
      lines.append(palette.faint(look.cut("    " + item.summary(strings))))
    }
    if page.count > 1 { lines += look.lines(palette.faint(strings.page(page))) }
    if let message { lines += message.view(look) }
    return lines + look.lines(palette.faint(total == 0 ? strings.noExams : strings.examsHint))
  }

  func stage(_ look: Look) -> Stage {
    Stage(
      RowList(exams: self, look), of: .exams, title: look.strings.exams(total), message: message,
      empty: look.strings.noExams, look)
  }

  func question(before command: AnyEquatable, _ strings: Strings) -> String? {
    guard case ExamsCommand.delete(let words) = command.value, let names = try? names(of: words),
      let first = names.first
    else { return nil }
    return names.count == 1
      ? strings(ExamRefusal.confirmDeletion(first.sanitisedLine))
      : strings.deleteExams(names.count)
  }
}

extension RowList {
  fileprivate init(exams state: ExamsState, _ look: Look) {
    let (items, strings) = (state.items, look.strings)
    self.init(
      id: "exams", total: state.total, first: items.first?.number, items: items,
      row: { item, columns in
        // Where there is no room for all, the number of questions says most.
        look.row(
          item.name.sanitisedLine,
          ends: [item.summary(strings), item.size(strings), strings.questions(item.questions)],
          columns)
      },
      line: { row in
        items.first { $0.number == row + 1 }.map { "exam " + CommandWord.quoted($0.name) }
      },
      hint: strings("Enter take it", "Enter 受ける"),
      details: { item, look in item.details(look) },
      load: { .screen(ExamsCommand.show($0)) })
  }
}

extension ExamsState.Item {
  /// Questions, time and pass mark.
  fileprivate func summary(_ strings: Strings) -> String {
    size(strings) + strings(", ", "、") + strings.passMark(passMark.text)
  }

  /// Questions and time.
  fileprivate func size(_ strings: Strings) -> String {
    let time = seconds.map { strings(", ", "、") + strings.examTime($0) } ?? ""
    return strings.questions(questions) + time
  }

  fileprivate func details(_ look: Look) -> [String] {
    look.lines(look.palette.heading(name.sanitisedLine)) + look.lines(summary(look.strings))
      + sections.flatMap { section in
        look.lines("\(section.questions)  \(section.name.sanitisedLine)", indent: 4)
      }
  }
}

extension Strings {
  fileprivate func exams(_ count: Int) -> String {
    self(count == 1 ? "1 exam" : "\(count) exams", "模擬試験 \(count) 件")
  }

  fileprivate var noExams: String {
    self(
      "There are no exams yet. “exam new NAME” makes one, “import FILE.exam” brings one in.",
      "模擬試験はまだありません。exam new 名前 で作成、import FILE.exam で取り込めます。")
  }

  fileprivate var examsHint: String {
    self(
      "“exam NAME” takes one, “chance NAME” tells the chance of passing; “new”, “edit”, “delete”.",
      "exam 名前 で受けます。chance 名前 で合格の見込み。new、edit、delete も使えます。")
  }

  /// A time of whole minutes or seconds.
  func examTime(_ seconds: Int) -> String {
    seconds % 60 == 0
      ? self("\(seconds / 60) min", "\(seconds / 60) 分") : self("\(seconds) s", "\(seconds) 秒")
  }

  fileprivate func passMark(_ percent: String) -> String {
    self("pass mark \(percent) %", "合格点 \(percent) %")
  }

  fileprivate func deleteExams(_ count: Int) -> String {
    self("Delete \(count) exams?", "模擬試験 \(count) 件を削除しますか?")
  }
}
