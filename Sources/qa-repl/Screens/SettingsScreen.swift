import QuizKit
import QuizSupport
import Terminal

extension Screen {
  /// The screen with the settings.
  static let settings = Screen(
    english: "settings", japanese: "設定", commands: CommandEntry.settings
  ) { (_: SettingsRoute, models) in try SettingsViewModel(models) }
}

extension Destination {
  /// Opens the settings.
  fileprivate static var settings: Destination {
    Destination(.settings) { _, _ in SettingsRoute() }
  }
}

extension CommandEntry {
  fileprivate static let settings: [CommandEntry] = [
    CommandEntry(
      name: "settings", aliases: ["設定"], screens: [.start], isEverywhere: true,
      english: "theme, language, questions a round and the like, for all sessions",
      japanese: "配色、表示言語、1 回の出題数などの設定を表示します", group: .bank,
      alone: .endsWithoutChange
    ) { _ throws(CommandError) in .open(.settings) },
    CommandEntry(
      name: "set", aliases: ["設定変更"], screens: [.start], isEverywhere: true,
      arguments: "NAME VALUE",
      english: "choose a setting for all sessions, such as “set theme light”",
      japanese: "設定を変更して保存します（例: set theme light）", group: .bank
    ) { arguments throws(CommandError) in
      let word = CommandWord.folded(try arguments.next("NAME"))
      guard let setting = Setting(rawValue: word) else {
        throw .badValue(option: "set", value: word, allowed: Setting.allCases.map(\.rawValue))
      }
      let typed = try arguments.next("VALUE")
      guard let value = setting.value(of: typed) else {
        throw .badValue(option: setting.rawValue, value: typed, allowed: setting.allowed)
      }
      return .application(.set(setting, value))
    },
  ]
}

extension SettingsCommand: ScreenCommand {}

extension SettingsState: Viewable {
  func view(_ theme: Theme) -> [String] {
    theme.lines(theme.palette.heading(title(theme.strings)))
      + items.map { line($0, nil, theme) }
      + theme.lines(theme.palette.faint(theme.strings.settingsHint))
  }

  func liveView(_ theme: Theme) -> LiveView {
    let strings = theme.strings
    let list = RowList(
      id: ViewID("settings"), count: items.count,
      start: items.firstIndex { $0.name == chosen } ?? 0,
      lines: { row, columns in [line(items[row], columns, theme)] },
      command: { .screen(SettingsCommand.turn(items[$0].name, by: 1)) },
      hint: { _ in strings("Enter next", "Enter 次の値") },
      select: { .screen(SettingsCommand.select(items[$0].name)) })
    var view = LiveView(list, of: .settings, title: strings.settings, theme)
    if let file {
      let room = (theme.columns ?? 80) - theme.width(strings.settings) - 2
      view.status = [
        theme.palette.heading(strings.settings) + "  "
          + theme.palette.faint(theme.folded(file.sanitisedLine, to: room))
      ]
    }
    view.keys.insert(.turns(theme) { .screen(SettingsCommand.turn(chosen, by: $0)) }, at: 1)
    return view
  }

  private func title(_ strings: Strings) -> String {
    strings.settings + (file.map { "  " + $0.sanitisedLine } ?? "")
  }

  /// A setting: its name, its value, and where the value comes from if neither the file nor a person
  /// here has decided on it.
  private func line(_ item: Item, _ columns: Int?, _ theme: Theme) -> String {
    let strings = theme.strings
    let cells = items.map { theme.width(strings.name(of: $0.name)) }.max() ?? 0
    let name = strings.name(of: item.name).padded(to: cells + 2, .leading, theme.ambiguous)
    guard let columns else {
      return "set \(item.name.rawValue) \(item.value)  # "
        + strings.name(of: item.name) + strings(": ", ": ") + strings.value(of: item)
    }
    let value = strings.value(of: item)
    let isHere = item.name == chosen
    func shown(_ cells: Int) -> String {
      let room = max(0, cells - theme.width(name) - (isHere ? 4 : 2))
      let value = theme.fitted(value, to: room)
      return name + (isHere ? "\(theme.signs.earlier) \(value) \(theme.signs.later)" : "  " + value)
    }
    let note =
      switch item.origin {
      case .option: strings("of the command line", "起動時の指定")
      case .environment: SettingsBook.variable(of: item.name)
      case .config, .usual: ""
      }
    return note.isEmpty
      ? theme.fitted(shown(columns), to: columns)
      : theme.row(note, columns, endColumns: columns / 3, text: shown)
  }
}

extension ChosenSetting {
  func view(_ theme: Theme) -> [String] {
    theme.lines(
      theme.strings.name(of: setting) + theme.strings(": ", ": ")
        + theme.strings.value(value, of: setting))
  }
}

extension Strings {
  fileprivate var settings: String { self("Settings", "設定") }

  fileprivate func name(of setting: Setting) -> String {
    switch setting {
    case .theme: self("Theme", "配色")
    case .language: self("Language", "表示言語")
    case .count: self("Questions a round", "1 回の出題数")
    case .practice: self("Right answer shown", "正解の表示")
    case .shuffle: self("Choices", "選択肢の順番")
    case .order: self("Questions", "質問の順番")
    case .target: self("Target", "復習の目標")
    case .dayBegins: self("Day begins at", "1 日の始まり")
    case .bell: self("Bell", "ベル")
    case .mouse: self("Mouse", "マウス")
    }
  }

  fileprivate func value(of item: SettingsState.Item) -> String { value(item.value, of: item.name) }

  fileprivate func value(_ value: String, of setting: Setting) -> String {
    switch (setting, value) {
    case (.theme, "auto"): self("as the terminal says", "ターミナルに合わせる")
    case (.theme, "dark"): self("dark", "暗い背景")
    case (.theme, "light"): self("light", "明るい背景")
    case (.theme, "16"): self("the terminal's 16 colours", "ターミナルの 16 色")
    case (.language, "auto"): self("as the system says", "システムに合わせる")
    case (.language, "en"): "English"
    case (.language, "ja"): "日本語"
    case (.count, "all"): self("all", "すべて")
    case (.count, _): self(value, "\(value) 問")
    case (.practice, "on"): self("after each question", "1 問ごと")
    case (.practice, _): self("at the end", "最後に")
    case (.shuffle, "on"): self("mixed from the second time", "2 回目から入れ替え")
    case (.shuffle, _): self("as they are", "元のまま")
    case (.order, "need"): self("what is needed first", "必要なものから")
    case (.order, "author"): self("in the author's order", "作成者の順番")
    case (.order, _): self("at random", "ランダム")
    case (.target, _): "\(value) %"
    case (.bell, "on"), (.mouse, "on"): self("on", "オン")
    case (.bell, _), (.mouse, _): self("off", "オフ")
    default: value
    }
  }

  fileprivate var settingsHint: String {
    self("“set NAME VALUE” chooses one, for all sessions.", "set 名前 値 で変更し、保存します。")
  }
}
