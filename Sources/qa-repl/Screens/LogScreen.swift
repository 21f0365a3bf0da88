import QuizKit
import QuizSupport
import Terminal

extension Screen {
  /// The screen that lists what was changed in the bank, and takes it back.
  static let log = Screen(
    english: "log", japanese: "変更履歴",
    commands: CommandEntry.log + .pages(of: .log, by: LogCommand.self),
    back: { $0.open == nil ? nil : .close }
  ) { (route: LogRoute, models) in
    try LogViewModel(history: models.undoHistory, page: route.model, world: models.world)
  }
}

extension CommandEntry {
  fileprivate static let log: [CommandEntry] = [
    CommandEntry(
      name: "log", aliases: ["変更履歴"], isEverywhere: true, arguments: "[--limit N]",
      english: "what was changed in the bank; “history” lists quizzes, “sync log” replaced texts",
      japanese: "データの変更を一覧表示します（クイズの履歴は history、同期で置き換えられた文は sync log）",
      options: [.linesOnPage], alone: .endsWithoutChange
    ) { arguments throws(CommandError) in .open(.list(LogState.self, try arguments.firstPage())) },
    CommandEntry(
      name: "open", aliases: ["開く"], screens: [.log], arguments: "N",
      english: "what change number N did", japanese: "N 番目の変更の内容を表示します",
      onRow: Explanation("what this change did", "この変更の内容を表示します")
    ) { arguments throws(CommandError) in
      .screen(LogCommand.open(try arguments.nextNumber("N")))
    },
    CommandEntry(
      name: "undo", aliases: ["取り消し", "元に戻す"], screens: [.log], arguments: "[N] [--last N]",
      english: "take back change number N, the open one, or the last one",
      japanese: "N 番目の変更、開いている変更、または最後の変更を取り消します", options: [.lastChanges],
      onRow: Explanation("take this change back", "この変更を取り消します")
    ) { arguments throws(CommandError) in
      if let count = try arguments.number("last") { return .undoLast(count) }
      return .screen(LogCommand.undo(try arguments.nextNumberIfAny()))
    },
  ]
}

extension LogCommand: ListCommand {}

extension LogState: ListViewable {
  var lineCount: Int { total }
  var message: Message? { nil }

  var idleWords: Set<String> { items.isEmpty ? ["undo"] : [] }

  func view(_ theme: Theme) -> [String] {
    open?.view(theme) ?? listView(theme)
  }

  func liveView(_ theme: Theme) -> LiveView { open?.liveView(theme) ?? listStage(theme) }

  func title(_ theme: Theme) -> String { theme.strings.log(self) }

  func printed(_ theme: Theme) -> [String] { items.map { $0.view(theme) } }

  func hint(_ strings: Strings) -> String { total == 0 ? "" : strings.logHint }

  func rows(_ theme: Theme) -> RowList {
    RowList(
      of: self, id: "log", items, first: items.first?.number,
      row: { item, columns in item.row(columns, theme) },
      command: { .screen(LogCommand.open($0 + 1)) },
      hint: theme.strings("Enter open", "Enter 開く"),
      subject: { row in
        let canUndo = items.first { $0.number == row + 1 }?.canUndo != false
        return RowSubject(number: row + 1, idleWords: canUndo ? [] : ["undo"])
      })
  }

  /// An older change than the last one is taken back out of its order.
  func question(before command: LogCommand, _ strings: Strings) -> String? {
    chosen(by: command).flatMap { $0.number > 1 ? strings.takeBack($0.reversal) : nil }
  }

  func reminder(before command: LogCommand, _ strings: Strings) -> String? {
    chosen(by: command).map { strings.takeBack($0.reversal) }
  }

  /// The change that a command takes back.
  private func chosen(by command: LogCommand) -> Item? {
    guard case .undo(let number) = command else { return nil }
    guard let number else { return open?.entry ?? items.first(where: \.canUndo) }
    return items.first { $0.number == number && $0.canUndo }
  }
}

extension LogState.Item {
  /// What became of the change since; empty when it stands and can be undone.
  fileprivate func standing(_ strings: Strings) -> String {
    if undone { return strings("undone", "取り消し済み") }
    if change == .synchronization { return "" }
    return canUndo ? "" : strings("stays", "取り消せません")
  }

  /// The change on one line, with its time.
  fileprivate func row(_ columns: Int, _ theme: Theme) -> String {
    let (time, standing) = (at.minute, standing(theme.strings))
    let ends = [standing + (standing.isEmpty ? "" : "  ") + time, time, String(time.prefix(10))]
    return theme.row(theme.strings.change(reversal), ends: ends, columns)
  }

  /// The change as it is printed.
  fileprivate func view(_ theme: Theme) -> String {
    let mark = "\(number). ".padded(to: 4, .trailing)
    let parts = [at.minute, theme.strings.change(reversal), standing(theme.strings)]
    let device = device.map { $0.sanitisedLine }
    return theme.cut(
      mark + (parts + [device ?? ""]).filter { !$0.isEmpty }.joined(separator: "  "))
  }
}

/// The open change.
extension LogState.Opened {
  fileprivate func view(_ theme: Theme) -> [String] {
    lines(theme) + [""]
      + theme.lines(theme.palette.faint(theme.strings.openChange(canUndo: entry.canUndo)))
  }

  fileprivate func liveView(_ theme: Theme) -> LiveView {
    let strings = theme.strings
    var liveView = LiveView(screen: .log, theme)
    liveView.subject = ViewID("log", entry.number)
    (liveView.question, liveView.place) = (liveView.subject, liveView.subject)
    liveView.body = lines(theme)
    let undo = KeyBinding.command(
      .enter, .screen(LogCommand.undo(nil)), hint: strings("Enter take back", "Enter 取り消す"))
    liveView.keys =
      (entry.canUndo ? [undo] : []) + [
        .scrolls(theme), KeyBinding(hint: strings("Esc back to the list", "Esc 一覧へ戻る")),
      ] + liveView.keys
    return liveView
  }

  private func lines(_ theme: Theme) -> [String] {
    let strings = theme.strings
    var lines = theme.lines(theme.palette.heading(strings.change(entry.reversal)))
    lines += theme.lines(
      [entry.at.minute, entry.device?.sanitisedLine ?? ""].joined(separator: "  "))
    for item in items { lines += item.view(theme) }
    if more > 0 { lines += theme.lines(strings("and \(more) more", "ほか \(more) 件")) }
    return lines
  }
}

extension LogState.Record {
  fileprivate func view(_ theme: Theme) -> [String] {
    let strings = theme.strings
    let sign =
      switch effect {
      case .new: "+"
      case .changed: "~"
      case .deleted: "-"
      }
    let title = title?.sanitisedLine ?? strings("(gone)", "（なし）")
    let kind = name.text(in: strings.language)
    let former = former.map { strings(" (was: \($0.sanitisedLine))", "（元: \($0.sanitisedLine)）") }
    return theme.lines("\(sign) \(kind): \(title)\(former ?? "")", indent: 2)
  }
}

extension Strings {
  fileprivate func log(_ log: LogState) -> String {
    guard log.total > 0 else {
      return self("Nothing was changed\(self.since(log)).", "変更履歴はありません\(self.since(log))。")
    }
    let count = log.total
    return self(
      (count == 1 ? "1 change" : "\(figure(count)) changes") + since(log),
      "変更履歴 \(figure(count)) 件" + since(log))
  }

  /// Since when the log knows.
  private func since(_ log: LogState) -> String {
    if log.ofSession { return self(" since the program began", "（起動後のみ）") }
    return log.knownSince.map { self(" since \($0.minute)", "（\($0.minute) 以降）") } ?? ""
  }

  fileprivate var logHint: String {
    self(
      "“open N” shows what it did, “undo” takes the last one back.",
      "open N で内容を表示、undo で最後の変更を取り消します。")
  }

  fileprivate func openChange(canUndo: Bool) -> String {
    canUndo
      ? self("“undo” takes it back, “back” shows the list.", "undo で取り消し、back で一覧へ戻ります。")
      : self("“back” shows the list.", "back で一覧へ戻ります。")
  }
}
