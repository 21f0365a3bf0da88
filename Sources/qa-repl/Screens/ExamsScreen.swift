import QuizExchange
import QuizKit
import QuizSupport
import Terminal

extension Screen {
  /// The screen that lists the exams.
  static let exams = Screen(
    english: "exams", japanese: "模擬試験",
    commands: CommandEntry.exams + .pages(of: .exams, by: ExamsCommand.self)
  ) { (route: ExamsRoute, models) in
    try ExamsViewModel(book: models.exams, page: route.model)
  }
}

extension CommandEntry {
  fileprivate static let exams: [CommandEntry] = [
    CommandEntry(
      name: "exams", aliases: ["模擬試験一覧"], screens: [.start], isEverywhere: true,
      arguments: "[--limit N]", english: "the exams", japanese: "模擬試験の一覧を表示します",
      options: [.linesOnPage], alone: .endsWithoutChange
    ) { arguments throws(CommandError) in .open(.list(ExamsState.self, try arguments.firstPage()))
    },
    exam, chance, newExam, editExam,
    CommandEntry(
      name: "delete", aliases: ["削除"], screens: [.exams], arguments: "EXAM…",
      english: "delete exams, by name or number: 1 3-5",
      japanese: "模擬試験を削除します（名前か番号、1 3-5 など）",
      onRow: Explanation("this exam goes into the trash", "この模擬試験をごみ箱に入れます")
    ) { arguments throws(CommandError) in
      .screen(ExamsCommand.delete([try arguments.next("EXAM")] + arguments.remaining()))
    },
    notesOnExam,
  ]
}

extension ExamsCommand: ListCommand {}

extension ExamsState: ListViewable {
  var lineCount: Int { total }
  func title(_ theme: Theme) -> String { theme.strings.exams(total) }
  func printed(_ theme: Theme) -> [String] { items.flatMap { $0.view(theme) } }
  func hint(_ strings: Strings) -> String { total == 0 ? strings.noExams : strings.examsHint }

  func rows(_ theme: Theme) -> RowList {
    var list = RowList(
      of: self, id: "exams", items, first: items.first?.number,
      row: { item, columns in item.row(columns, theme) },
      command: { row in
        items.first { $0.number == row + 1 }.map {
          .application(.exam($0.name, seed: nil, isFresh: false, isPartial: false))
        }
      },
      hint: theme.strings("Enter take it", "Enter 受ける"),
      details: { item, theme in item.details(theme) },
      subject: { row in
        items.first { $0.number == row + 1 }.map { RowSubject(exam: $0.name) }
      })
    list.removal = .byCommand
    return list
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
      "exam 名前 で受け、chance 名前 で合格の見込みを表示します。new、edit、delete も使えます。")
  }
}

/// The rows of the list of exams.
extension ExamsState.Item {
  /// The exam on one line. Where there is not enough room, the number of questions matters most.
  func row(_ columns: Int, _ theme: Theme) -> String {
    let strings = theme.strings
    return theme.row(
      name.sanitisedLine, ends: [summary(strings), size(strings), strings.questions(questions)],
      columns)
  }

  /// The exam as it is printed.
  func view(_ theme: Theme) -> [String] {
    [
      theme.cut("\(number). ".padded(to: 4, .trailing) + name.sanitisedLine),
      theme.palette.faint(theme.cut("    " + summary(theme.strings))),
    ]
  }

  /// Questions, time and pass mark.
  private func summary(_ strings: Strings) -> String {
    size(strings) + strings(", ", "、") + strings.passMark(passMark.text)
  }

  /// Questions and time.
  private func size(_ strings: Strings) -> String {
    let time = timeLimit.map { strings(", ", "、") + strings.examTime($0) } ?? ""
    return strings.questions(questions) + time
  }

  /// The exam with its sections.
  func details(_ theme: Theme) -> [String] {
    theme.lines(theme.palette.heading(name.sanitisedLine)) + theme.lines(summary(theme.strings))
      + sections.flatMap { section in
        theme.lines("\(section.questions)  \(section.name.sanitisedLine)", indent: 4)
      }
  }
}

extension Strings {
  /// A time in whole minutes or seconds.
  func examTime(_ seconds: Int) -> String {
    seconds % 60 == 0
      ? self("\(seconds / 60) min", "\(seconds / 60) 分") : self("\(seconds) s", "\(seconds) 秒")
  }

  fileprivate func passMark(_ percent: String) -> String {
    self("pass mark \(percent) %", "合格点 \(percent) %")
  }
}

extension CommandEntry {
  /// Takes an exam, or writes, changes or deletes one.
  static let exam = CommandEntry(
    name: "exam", aliases: ["模擬試験"], screens: [.start, .exams], isEverywhere: true,
    arguments: "[new|edit|delete] EXAM", english: "take an exam, or write, change or delete one",
    japanese: "模擬試験を受けます（new で作成、edit で編集、delete で削除）",
    options: [
      .seed,
      OptionEntry(
        name: "fresh", english: "prefer questions not asked for long",
        japanese: "長く出題されていない質問を優先する"),
      OptionEntry(
        name: "partial", english: "parts of the marks for answers that are partly right",
        japanese: "一部だけ正しい回答にも部分点を付ける"),
    ], group: .play, alone: .takesInput, onRow: Explanation("take this exam", "この模擬試験を受けます")
  ) { arguments throws(CommandError) in
    let (seed, isFresh) = (try arguments.seed(), arguments.flag("fresh"))
    let isPartial = arguments.flag("partial")
    let name = try arguments.nextWords("EXAM")
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

  /// Tells the chance of passing an exam.
  static let chance = CommandEntry(
    name: "chance", aliases: ["合格の見込み"], screens: [.start, .exams], isEverywhere: true,
    arguments: "EXAM", english: "how likely you are to pass an exam",
    japanese: "模擬試験に合格する見込みを表示します",
    options: [
      OptionEntry(
        name: "on", value: "DAY", english: "on this day instead of now",
        japanese: "この日に受ける場合（省略すると今日）"),
      OptionEntry(
        name: "per-day", value: "N",
        english: "also if you study N questions a day until then",
        japanese: "その日まで 1 日に N 問ずつ学習した場合も表示する"),
    ], alone: .endsWithoutChange,
    onRow: Explanation("how likely you are to pass this exam", "この模擬試験に合格する見込みを表示します")
  ) { arguments throws(CommandError) in
    let (day, perDay) = (try arguments.day("on"), try arguments.number("per-day"))
    return .application(
      .chance(ChanceOptions(exam: try arguments.nextWords("EXAM"), day: day, perDay: perDay)))
  }

  /// Begins an exam.
  static let newExam = CommandEntry(
    name: "new", aliases: ["作成"], screens: [.exams], arguments: "NAME",
    english: "write a new exam", japanese: "模擬試験を作ります"
  ) { arguments throws(CommandError) in .open(.newExam(try arguments.nextWords("EXAM"))) }

  /// Opens the form of an exam.
  static let editExam = CommandEntry(
    name: "edit", aliases: ["編集"], screens: [.exams], arguments: "EXAM",
    english: "change an exam", japanese: "模擬試験を編集します",
    onRow: Explanation("change this exam", "この模擬試験を編集します")
  ) { arguments throws(CommandError) in .open(.editExam(try arguments.nextWords("EXAM"))) }

  /// Opens the notes on an exam.
  static let notesOnExam = CommandEntry(
    name: "notes", aliases: ["メモ", "ノート"], screens: [.exams], arguments: "[EXAM]",
    english: "the notes on an exam, or all notes", japanese: "模擬試験のメモ、またはすべてのメモを開きます",
    onRow: Explanation("the notes on this exam", "この模擬試験のメモを開きます")
  ) { arguments throws(CommandError) in
    let words = arguments.remaining()
    return .open(
      words.isEmpty
        ? .notes(deck: nil, words: "", order: .created)
        : .notes(onExam: words.joined(separator: " "), pageSize: ListPosition.size))
  }
}

extension String {
  /// The first word, and the rest if there is any.
  fileprivate var halves: (String, String?) {
    guard let blank = firstIndex(of: " ") else { return (self, nil) }
    return (String(self[..<blank]), String(self[index(after: blank)...]))
  }
}

/// The question before exams are deleted.
extension ExamsState {
  func question(before command: ExamsCommand, _ strings: Strings) -> String? {
    guard case .delete(let words) = command, let chosen = try? names.names(of: words),
      let first = chosen.first
    else { return nil }
    return chosen.count == 1
      ? strings(ExamRefusal.confirmDeletion(first.sanitisedLine))
      : strings.deleteExams(chosen.count)
  }
}

extension Strings {
  fileprivate func deleteExams(_ count: Int) -> String {
    self("Delete \(count) exams?", "模擬試験 \(count) 件を削除しますか?")
  }
}

extension ExpiredExam {
  func view(_ theme: Theme) -> [String] {
    let (strings, title) = (theme.strings, title.sanitisedLine)
    let (points, possible) = (strings.points(score.points), strings.points(score.possible))
    return theme.lines(
      strings(
        "\(title): the time ran out while you were away. "
          + "\(score.passed ? "Passed" : "Not passed"), "
          + "\(points) of \(possible) marks. “history” shows it.",
        "「\(title)」は不在中に時間切れになりました。\(score.passed ? "合格" : "不合格")、"
          + "\(points)/\(possible) 点です。history で見られます。"))
  }
}

extension ExamExportOutcome {
  func view(_ theme: Theme) -> [String] {
    let (strings, file, exam) = (theme.strings, file.sanitisedLine, exam.sanitisedLine)
    guard let questions, let seed else {
      return theme.lines(
        strings("The exam “\(exam)” written to \(file).", "\(file) に模擬試験「\(exam)」を書き出しました。"))
    }
    return theme.lines(
      strings(
        "\(strings.questions(questions)) of “\(exam)” written to \(file) (seed \(seed)).",
        "\(file) に「\(exam)」の \(questions) 問を書き出しました（シード \(seed)）。"))
  }
}
