import QuizKit
import QuizSupport

extension Screen {
  /// The screen that lists what was deleted and brings it back.
  static let trash = Screen(
    english: "trash", japanese: "ごみ箱",
    commands: CommandEntry.trash
      + .pages(of: .trash, next: TrashCommand.nextPage, previous: TrashCommand.previousPage),
    undo: { $0.trash.undoHistory }
  ) { (route: TrashRoute, models) in
    try TrashViewModel(trash: models.trash, page: route.model, world: models.world)
  }
}

extension Destination {
  /// Opens the trash.
  static func trash(_ page: ListPage) -> Destination {
    Destination(.trash, page) { _, _ in TrashRoute(page) }
  }
}

extension CommandEntry {
  fileprivate static let trash: [CommandEntry] = [
    CommandEntry(
      name: "trash", aliases: ["ごみ箱"], screens: [.start, .manage, .decks, .notes, .history],
      isEverywhere: true, arguments: "[--limit N]",
      english: "what was deleted in the last 30 days", japanese: "30 日以内に削除したものを表示します",
      options: [.linesOnPage]
    ) { arguments throws(CommandError) in .open(.trash(try arguments.firstPage())) },
    CommandEntry(
      name: "restore", aliases: ["復元"], screens: [.trash], arguments: "N…",
      english: "bring back what was deleted: 1 3-5", japanese: "削除したものを元に戻します(1 3-5 など)"
    ) { arguments throws(CommandError) in
      .screen(TrashCommand.restore(try arguments.nextNumbers("N")))
    },
    CommandEntry(
      name: "empty", aliases: ["空にする"], screens: [.trash],
      english: "delete everything here for good", japanese: "ごみ箱を空にします"
    ) { _ throws(CommandError) in .screen(TrashCommand.empty) },
  ]
}

extension TrashState: Viewable {
  func view(_ look: Look) -> [String] {
    let (strings, palette) = (look.strings, look.palette)
    var lines = look.lines(palette.heading(strings.trash(total)))
    for item in items { lines += item.view(look) }
    if page.count > 1 { lines += look.lines(palette.faint(strings.page(page))) }
    if let message {
      lines += look.lines(palette.heading(strings(message)))
    }
    return total == 0 ? lines : lines + look.lines(palette.faint(strings.trashHint))
  }

  func question(before command: AnyEquatable, _ strings: Strings) -> String? {
    guard case TrashCommand.empty = command.value, total > 0 else { return nil }
    return strings.emptyTrash(total)
  }
}

extension TrashState {
  func stage(_ look: Look) -> Stage {
    Stage(
      RowList(trash: self, look), of: .trash, title: look.strings.trash(total), message: message,
      look)
  }
}

extension RowList {
  fileprivate init(trash state: TrashState, _ look: Look) {
    let (items, strings) = (state.items, look.strings)
    self.init(
      id: "trash", total: state.total, first: items.first?.number, items: items,
      row: { item, columns in item.row(columns, look) },
      line: { "restore \($0 + 1)" }, hint: strings("Enter restore", "Enter 元に戻す"),
      details: { item, look in look.lines(item.text.sanitised) },
      load: { .screen(TrashCommand.show($0)) })
  }
}

extension TrashState.Item {
  /// What was deleted on one line, with its kind and when that was.
  fileprivate func row(_ columns: Int, _ look: Look) -> String {
    let kind = name.text(in: look.strings.language)
    let ends = [kind + "  " + deletedAt.minute, kind + "  " + deletedAt.minute.prefix(10), kind]
    return look.row(look.line(of: text), ends: ends, columns)
  }

  fileprivate func view(_ look: Look) -> [String] {
    let (strings, palette) = (look.strings, look.palette)
    let mark = "\(number). ".padded(to: 4, .trailing)
    let place = "    \(deletedAt.minute)  \(name.text(in: strings.language))"
    return [look.cut(mark + text.sanitisedLine), palette.faint(look.cut(place))]
  }
}

extension Strings {
  fileprivate func trash(_ count: Int) -> String {
    count == 0
      ? self("The trash is empty.", "ごみ箱は空です。")
      : self("Trash: \(count) deleted in the last 30 days", "ごみ箱 : 30 日以内に削除した \(count) 件")
  }

  fileprivate var trashHint: String {
    self("“restore N” brings back, “empty” deletes for good.", "restore N で復元、empty で空にします。")
  }

  fileprivate func emptyTrash(_ count: Int) -> String {
    self(
      "Delete what is in the trash (\(count)) for good?", "ごみ箱の \(count) 件を完全に削除しますか?")
  }
}
