import QuizExchange
import QuizKit
import QuizSupport

extension Screen {
  /// The screen that lists the exams.
  static let exams = Screen(
    english: "exams", japanese: "模擬試験",
    commands: CommandEntry.exams + .pages(of: .exams, by: ExamsCommand.self),
    undo: { $0.exams.undoHistory }
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
      japanese: "模擬試験を削除します(名前か番号、1 3-5 など)",
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
      details: { item, theme in item.details(theme) })
    list.removal = .byCommand
    list.subject = { row in
      items.first { $0.number == row + 1 }.map { RowSubject(exam: $0.name) }
    }
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
