import Foundation
import QuizStore
import QuizSupport

/// One option of the command line. The parser, the help, the completions and the manual page all
/// read this table.
struct OptionLine: Sendable {
  /// The long name, with its dashes.
  let name: String
  /// The short name, with its dash.
  let short: String?
  /// The placeholder for the value in the help; `nil` when the option takes no value.
  let value: String?
  let english: String
  let japanese: String
  /// Stores the option in `options`. Throws ``UsageError`` for a bad value.
  let apply: @Sendable (inout Options, String) throws(UsageError) -> Void
}

extension OptionLine {
  static let table: [OptionLine] = [
    OptionLine(
      name: "--store", short: nil, value: "SPEC",
      english: "where the bank is kept: journal:PATH, json:PATH or memory (a PATH.json is json)",
      japanese: "保存先: journal:パス、json:パス、memory(.json で終わるパスは json)"
    ) { options, value throws(UsageError) in
      let known = ["journal", "json", "memory"]
      let parts = value.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      let hasWord = parts.count == 2 && parts[0].allSatisfy { $0.isASCII && $0.isLetter }
      let word = hasWord ? String(parts[0]) : nil
      if let word, !word.isEmpty, !known.dropLast().contains(word) {
        throw .unknownStore(
          word, path: value, suggestion: Suggestion.nearest(to: word.lowercased(), among: known))
      }
      let path = (hasWord ? String(parts[1]) : value).expandingHome(options.home)
      let specification = (word.map { $0 + ":" } ?? "") + path
      guard let configuration = StoreConfiguration(specification: specification) else {
        throw .badValue("--store", value, allowed: "journal:PATH, json:PATH, memory or PATH")
      }
      options.store = .named(configuration)
    },
    OptionLine(
      name: "--memory", short: nil, value: nil,
      english: "keep nothing; start with the sample decks",
      japanese: "何も保存せず、サンプルの問題集で始める"
    ) { options, _ in options.store = .preview },
    OptionLine(
      name: "--no-sample", short: nil, value: nil,
      english: "begin with an empty bank, with --memory and at a first start",
      japanese: "サンプルの問題集を入れない(--memory と初回起動のとき)"
    ) { options, _ in options.hasSamples = false },
    OptionLine(
      name: "--lang", short: nil, value: "ja|en",
      english: "language of the program (otherwise QA_REPL_LANG, LC_ALL, LC_MESSAGES, LANG)",
      japanese: "表示言語(省略すると QA_REPL_LANG、LC_ALL、LC_MESSAGES、LANG)"
    ) { options, value throws(UsageError) in
      guard let language = Language(rawValue: value) else {
        throw .badValue("--lang", value, allowed: "ja or en")
      }
      options.language = language
    },
    OptionLine(
      name: "--command", short: "-c", value: "COMMAND",
      english: "run a command line, then stop (repeatable)", japanese: "コマンドを実行して終了する(複数指定可)"
    ) { options, value in
      let number = options.sources.count { if case .command = $0 { true } else { false } } + 1
      options.sources.append(.command(value, number: number))
    },
    OptionLine(
      name: "--file", short: "-f", value: "FILE",
      english: "run a script, then stop; - is standard input",
      japanese: "スクリプトを実行して終了する(- は標準入力)"
    ) { options, value in options.sources.append(.file(value.expandingHome(options.home))) },
    OptionLine(
      name: "--interactive", short: "-i", value: nil,
      english: "after the command, -c and -f, go on: interactively, or with standard input",
      japanese: "コマンドや -c、-f の後も終了せず、対話か標準入力に移る"
    ) { options, _ in options.interactive = true },
    OptionLine(
      name: "--json", short: nil, value: nil,
      english: "one JSON object a line instead of text", japanese: "文章の代わりに JSON を 1 行に 1 つ出力する"
    ) { options, _ in options.json = true },
    OptionLine(
      name: "--plain", short: nil, value: nil,
      english: "text that is only ever appended, for screen readers and dumb terminals",
      japanese: "書き換えずに追記だけで表示する(読み上げソフトや簡素なターミナル向け)"
    ) { options, _ in options.plain = true },
    OptionLine(
      name: "--color", short: nil, value: "auto|always|never",
      english: "colours (NO_COLOR and CLICOLOR_FORCE are heeded)",
      japanese: "色を使うかどうか(NO_COLOR と CLICOLOR_FORCE も有効)"
    ) { options, value throws(UsageError) in
      guard let color = Options.Color(rawValue: value) else {
        throw .badValue("--color", value, allowed: "auto, always or never")
      }
      options.color = color
    },
    OptionLine(
      name: "--theme", short: nil, value: "dark|light|16",
      english:
        "colours for a dark or light background (otherwise it is asked), or the terminal's own 16",
      japanese: "背景に合う配色(省略するとターミナルに問い合わせる)、またはターミナルの 16 色"
    ) { options, value throws(UsageError) in
      guard let theme = Options.ColorTheme(rawValue: value) else {
        throw .badValue("--theme", value, allowed: "dark, light or 16")
      }
      options.theme = theme
    },
    OptionLine(
      name: "--no-bell", short: nil, value: nil,
      english: "never ring the terminal's bell, which otherwise tells when time is up",
      japanese: "ターミナルのベルを鳴らさない(ふだんは時間切れで鳴る)"
    ) { options, _ in options.rings = false },
    OptionLine(
      name: "--no-mouse", short: nil, value: nil,
      english: "leave the mouse to the terminal, which otherwise takes it only with Shift held",
      japanese: "マウスを使わない(使うと、文字の選択には Shift が必要)"
    ) { options, _ in options.takesMouse = false },
    OptionLine(
      name: "--ambiguous", short: nil, value: "1|2",
      english: "cells that the terminal gives to ×, …, α and the like (otherwise it is asked)",
      japanese: "×、…、α などの表示幅(省略するとターミナルに問い合わせる)"
    ) { options, value throws(UsageError) in
      guard let width = ["1": AmbiguousWidth.narrow, "2": .wide][value] else {
        throw .badValue("--ambiguous", value, allowed: "1 or 2")
      }
      options.ambiguous = width
    },
    OptionLine(
      name: "--clock", short: nil, value: "real|virtual",
      english: "virtual time passes only by “advance” (the default without a terminal)",
      japanese: "時計の種類。virtual は advance でだけ進む(ターミナル以外での既定)"
    ) { options, value throws(UsageError) in
      guard let clock = Options.Clock(rawValue: value) else {
        throw .badValue("--clock", value, allowed: "real or virtual")
      }
      options.clock = clock
    },
    OptionLine(
      name: "--now", short: nil, value: "ISO8601",
      english:
        "when the clock starts (otherwise now; a script without a bank: 2000-01-01T00:00:00Z); at a "
        + "terminal with --memory or --read-only",
      japanese:
        "時計の開始日時(省略すると現在、保存先のないスクリプトでは 2000-01-01T00:00:00Z)。ターミナルでは --memory か --read-only が必要"
    ) { options, value throws(UsageError) in
      guard let date = DateText.date(typed: value) else { throw .notADate(value) }
      options.now = date
    },
    OptionLine(
      name: "--seed", short: nil, value: "N",
      english: "the number from which all shuffling follows",
      japanese: "シャッフルに使うシード"
    ) { options, value throws(UsageError) in
      guard let seed = UInt64(value) else {
        throw .badValue("--seed", value, allowed: "0, 1, 2 …")
      }
      options.seed = seed
    },
    OptionLine(
      name: "--keep-going", short: "-k", value: nil,
      english: "go on after a command that failed", japanese: "コマンドが失敗しても続ける"
    ) { options, _ in options.keepGoing = true },
    OptionLine(
      name: "--yes", short: nil, value: nil,
      english: "answer yes instead of asking", japanese: "確認にはすべて「はい」と答える"
    ) { options, _ in options.yes = true },
    OptionLine(
      name: "--require-pass", short: nil, value: nil,
      english: "exit with 1 where an exam was not passed or not finished",
      japanese: "模擬試験が不合格か途中なら、終了コードを 1 にする"
    ) { options, _ in options.requiresPass = true },
    OptionLine(
      name: "--echo", short: nil, value: nil,
      english: "write each command line before its output", japanese: "出力の前にコマンド行を表示する"
    ) { options, _ in options.echo = true },
    OptionLine(
      name: "--read-only", short: nil, value: nil,
      english: "change nothing in the store", japanese: "保存先を変更しない"
    ) { options, _ in
      // Keep `--salvage`, which is already read-only.
      if options.access == .writing { options.access = .reading }
    },
    OptionLine(
      name: "--salvage", short: nil, value: nil,
      english: "read the undamaged part of a damaged journal, and change nothing",
      japanese: "壊れたジャーナルの読める部分だけを、変更せずに開く"
    ) { options, _ in options.access = .salvaging },
    OptionLine(
      name: "--help", short: "-h", value: nil,
      english: "show this help", japanese: "この説明を表示する"
    ) { options, _ in options.information = .help },
    OptionLine(
      name: "--version", short: nil, value: nil,
      english: "show the version", japanese: "バージョンを表示する"
    ) { options, _ in options.information = .version },
  ]
}
