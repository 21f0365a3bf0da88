import QuizKit
import QuizSupport
import Terminal

extension Screen {
  /// The screen that lists deleted records and brings them back.
  static let trash = Screen(
    english: "trash", japanese: "ごみ箱",
    commands: CommandEntry.trash + .pages(of: .trash, by: TrashCommand.self)
  ) { (route: TrashRoute, models) in
    try TrashViewModel(trash: models.trash, page: route.model, world: models.world)
  }
}

extension CommandEntry {
  fileprivate static let trash: [CommandEntry] = [
    CommandEntry(
      name: "trash", aliases: ["ごみ箱"], screens: [.start, .manage, .decks, .notes, .history],
      isEverywhere: true, arguments: "[--limit N]",
      english: "what was deleted in the last 30 days", japanese: "30 日以内に削除したものを表示します",
      options: [.linesOnPage], alone: .endsWithoutChange
    ) { arguments throws(CommandError) in .open(.list(TrashState.self, try arguments.firstPage()))
    },
    CommandEntry(
      name: "restore", aliases: ["復元"], screens: [.trash], arguments: "N…",
      english: "bring back what was deleted: 1 3-5", japanese: "削除したものを元に戻します（1 3-5 など）",
      onRow: Explanation("bring this back", "これを元に戻します")
    ) { arguments throws(CommandError) in
      .screen(TrashCommand.restore(try arguments.nextNumbers("N")))
    },
    .plain(
      "empty", ["空にする"], on: .trash, TrashCommand.empty,
      "delete everything here for good", "ごみ箱を空にします"),
  ]
}

extension TrashCommand: ListCommand {}

extension TrashState: ListViewable {
  var lineCount: Int { total }
  func title(_ theme: Theme) -> String { theme.strings.trash(total) }
  func printed(_ theme: Theme) -> [String] { items.flatMap { $0.view(theme) } }
  func hint(_ strings: Strings) -> String { total == 0 ? "" : strings.trashHint }

  func rows(_ theme: Theme) -> RowList {
    RowList(
      of: self, id: "trash", items, first: items.first?.number,
      row: { item, columns in item.row(columns, theme) },
      command: { .screen(TrashCommand.restore(LineNumbers($0 + 1))) },
      hint: theme.strings("Enter restore", "Enter 元に戻す"),
      details: { item, theme in theme.lines(item.text.sanitised) })
  }

  func question(before command: TrashCommand, _ strings: Strings) -> String? {
    command == .empty && total > 0 ? strings.emptyTrash(total) : nil
  }
}

extension Strings {
  fileprivate func trash(_ count: Int) -> String {
    count == 0
      ? self("The trash is empty.", "ごみ箱は空です。")
      : self(
        "Trash: \(figure(count)) deleted in the last 30 days",
        "ごみ箱 : 30 日以内に削除した \(figure(count)) 件")
  }

  fileprivate var trashHint: String {
    self("“restore N” brings back, “empty” deletes for good.", "restore N で復元、empty で空にします。")
  }

  fileprivate func emptyTrash(_ count: Int) -> String {
    self(
      "Delete what is in the trash (\(count)) for good?", "ごみ箱の \(count) 件を完全に削除しますか?")
  }
}

/// The rows of the trash.
extension TrashState.Item {
  /// The deleted record on one line, with its kind and the time of its deletion.
  func row(_ columns: Int, _ theme: Theme) -> String {
    let kind = name.text(in: theme.strings.language)
    let ends = [kind + "  " + deletedAt.minute, kind + "  " + deletedAt.minute.prefix(10), kind]
    return theme.row(theme.line(of: text), ends: ends, columns)
  }

  /// The entry as it is printed.
  func view(_ theme: Theme) -> [String] {
    let (strings, palette) = (theme.strings, theme.palette)
    let mark = "\(number). ".padded(to: 4, .trailing)
    let place = "    \(deletedAt.minute)  \(name.text(in: strings.language))"
    return [theme.cut(mark + text.sanitisedLine), palette.faint(theme.cut(place))]
  }
}
