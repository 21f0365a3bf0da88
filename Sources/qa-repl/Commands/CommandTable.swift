import QuizKit
import QuizSupport

/// Every command of the program. The parser, the help, the completions and the manual page all read
/// this table.
struct CommandTable: Sendable {
  /// The screens, in the order of the manual page.
  let screens: [ScreenTitle]
  /// The commands, in the order of the help.
  let entries: [CommandEntry]
  /// Makes the command for picking choices by their numbers, from 1, for each screen that offers
  /// choices; `nil` if the screen does not accept that many.
  let choices: [ScreenName: @Sendable ([Int]) -> Command?]
  /// Whether commands for a virtual clock are offered.
  let hasVirtualClock: Bool

  /// The entries by each of their words, folded.
  private let entriesByWord: [String: [CommandEntry]]

  /// - Parameter commands: The commands of `screens`. Those of every screen follow them.
  init(
    screens: [ScreenTitle], commands: [CommandEntry],
    choices: [ScreenName: @Sendable ([Int]) -> Command?], hasVirtualClock: Bool = true
  ) {
    self.screens = screens
    entries = commands + CommandEntry.everywhere
    entriesByWord = entries.reduce(into: [:]) { byWord, entry in
      for word in entry.foldedWords { byWord[word, default: []].append(entry) }
    }
    self.choices = choices
    self.hasVirtualClock = hasVirtualClock
  }

  /// The commands that are offered on `screen`: first its own, then those that lead to other
  /// screens, then those that mean the same everywhere.
  func entries(on screen: ScreenName) -> [CommandEntry] {
    let offered = entries.filter { hasVirtualClock || !$0.needsVirtualClock }
    return offered.filter { $0.screens.contains(screen) }
      + offered.filter { $0.isEverywhere && !$0.screens.contains(screen) }
      + offered.filter(\.screens.isEmpty)
  }

  /// The command that `word` means on `screen`. The screen's own commands come before all others.
  /// Case and width do not matter.
  func entry(called word: String, on screen: ScreenName) -> CommandEntry? {
    let named = entries(called: word).filter { $0.belongs(to: screen) }
    return named.first { $0.screens.contains(screen) } ?? named.first
  }

  /// The screens with these names. One that is not in the table is called by its name.
  func titles(of names: [ScreenName]) -> [ScreenTitle] {
    names.map { name in
      screens.first { $0.name == name }
        ?? ScreenTitle(name: name, english: name.rawValue, japanese: name.rawValue)
    }
  }

  /// The command that opens the only one of these screens from everywhere; `nil` where there are
  /// several.
  func way(to screens: [ScreenName]) -> String? {
    guard let screen = screens.first, Set(screens).count == 1 else { return nil }
    return entries(called: screen.rawValue).first(where: \.isEverywhere)?.name
  }

  /// The number of pages by which a line turns the list on `screen`; `nil` when the line is not a
  /// command that turns pages.
  func pageTurn(_ line: String, on screen: ScreenName) -> Int? {
    switch entry(called: line, on: screen)?.name {
    case ">>": 1
    case "<<": -1
    default: nil
    }
  }

  /// Whether a line is the command that searches on `screen`, without anything to search for.
  func beginsSearch(_ line: String, on screen: ScreenName) -> Bool {
    entry(called: line, on: screen)?.name == "search"
  }

  /// The commands with the name or alias `word`, on any screen. Case and width do not matter.
  func entries(called word: String) -> [CommandEntry] {
    entriesByWord[CommandWord.folded(word)] ?? []
  }
}

extension CommandEntry {
  /// The commands that mean the same on every screen.
  static let everywhere: [CommandEntry] = [
    CommandEntry(
      name: "help", aliases: ["?", "ヘルプ"], arguments: "[COMMAND]",
      english: "explain what can be done here, one command, or all of them",
      japanese: "ここで使えるコマンドを説明します(コマンド名でそのコマンド、all ですべて)", group: .look,
      alone: .endsWithoutChange
    ) { arguments throws(CommandError) in .help(arguments.nextIfAny()) },
    .plain("back", ["戻る"], .back, "go to the screen before this one", "前の画面へ戻ります"),
    .plain(
      "home", ["ホーム"], .home,
      "go to the start screen; a quiz is kept for “resume”", "最初の画面へ戻ります。クイズは resume で続けられます"),
    .plain(
      "undo", ["取り消し", "元に戻す"], .undo,
      "take the last change of decks and questions back", "問題集や質問への最後の変更を取り消します"
    ).grouped(.bank),
    .plain("redo", ["取り消しを戻す", "やり直し"], .redo, "do again what was undone", "取り消した変更をもう一度行います")
      .grouped(.bank),
    .plain("state", ["状態"], .state, "show this screen again", "この画面をもう一度表示します").forScripts
      .alone(.endsWithoutChange),
    CommandEntry(
      name: "lang", aliases: ["言語"], arguments: "ja|en",
      english: "speak Japanese or English", japanese: "表示言語を切り替えます", group: .bank
    ) { arguments throws(CommandError) in
      let word = try arguments.next("ja|en")
      guard let language = Language(rawValue: word) else { throw .notALanguage(word) }
      return .language(language)
    },
    CommandEntry(
      name: "advance", aliases: ["進める"], needsVirtualClock: true, arguments: "DURATION",
      english: "let a virtual clock run: 500ms, 5s, 2m", japanese: "仮想時計を進めます(500ms、5s、2m など)",
      isForScripts: true
    ) { arguments throws(CommandError) in
      let word = try arguments.next("DURATION")
      guard let duration = DurationText.parse(word) else {
        throw .notADuration(word, command: "advance")
      }
      return .advance(duration)
    },
    .plain(
      "quit", ["exit", "終了"], .quit,
      "leave the program; a quiz is kept for “resume”", "終了します。クイズは resume で続けられます"
    ).grouped(.bank),
  ]
}
