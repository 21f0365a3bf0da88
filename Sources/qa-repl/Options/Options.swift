import Foundation
import QuizKit
import QuizStore
import QuizSupport
import Terminal

/// The options and the first command of the command line.
struct Options: Equatable {
  /// A source of commands.
  enum Source: Equatable {
    /// A command line given with `-c`, and its number among the `-c` options.
    case command(String, number: Int)
    /// A script file; `-` is standard input.
    case file(String)
  }

  /// How time passes.
  enum Clock: String, Equatable, CaseIterable {
    case real, virtual
  }

  /// When text has colours.
  enum Color: String, Equatable, CaseIterable {
    case auto, always, never
  }

  /// The background that the colours are for, or the 16 colours of the terminal itself.
  enum ColorTheme: String, Equatable, CaseIterable {
    case dark, light
    case own = "16"
  }

  /// Information to print instead of running.
  enum Information: Equatable {
    case help, version
  }

  /// What `~` at the beginning of a path stands for.
  var home: String?
  var information: Information?
  var store: StoreChoice = .standard
  /// Whether an empty bank gets the sample decks.
  var hasSamples = true
  var language: Language?
  var sources: [Source] = []
  /// The first command: the words after the options.
  var command: [String] = []
  var json = false
  var plain = false
  var color = Color.auto
  /// The colours; `nil` to find out which background the terminal has.
  var theme: ColorTheme?
  var clock: Clock?
  var now: Date?
  var seed: UInt64?
  var keepGoing = false
  var yes = false
  /// Whether an exam that is not passed makes the exit code 1.
  var requiresPass = false
  var echo = false
  var access = StoreAccess.writing
  /// How wide the terminal draws `×`, `…` and the like; `nil` to find out.
  var ambiguous: AmbiguousWidth?
  /// Whether the bell of the terminal rings.
  var rings = true
  /// Whether the mouse can choose rows.
  var takesMouse = true
  /// Whether a person's file of settings is read.
  var readsSettings = true
  /// Whether to continue interactively after the sources.
  var interactive = false
}

/// Where the bank is stored.
enum StoreChoice: Equatable {
  /// The user's own bank, in the data directory.
  case standard
  /// The store named by `--store`.
  case named(StoreConfiguration)
  /// In memory only, filled with the sample decks.
  case preview

  /// Whether saved data still exists when the program runs again.
  var isKept: Bool {
    switch self {
    case .standard: true
    case .named(let configuration): configuration != .memory
    case .preview: false
    }
  }
}

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
      japanese: "保存先: journal:パス、json:パス、memory（.json で終わるパスは json）"
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
      japanese: "サンプルの問題集を入れない（--memory と初回起動のとき）"
    ) { options, _ in options.hasSamples = false },
    OptionLine(
      name: "--lang", short: nil, value: "ja|en",
      english: "language of the program (otherwise QA_REPL_LANG, LC_ALL, LC_MESSAGES, LANG)",
      japanese: "表示言語（省略すると QA_REPL_LANG、LC_ALL、LC_MESSAGES、LANG）"
    ) { options, value throws(UsageError) in
      guard let language = Language(rawValue: value) else {
        throw .badValue("--lang", value, allowed: "ja or en")
      }
      options.language = language
    },
    OptionLine(
      name: "--command", short: "-c", value: "COMMAND",
      english: "run a command line, then stop (repeatable)", japanese: "コマンドを実行して終了する（複数指定可）"
    ) { options, value in
      let number = options.sources.count { if case .command = $0 { true } else { false } } + 1
      options.sources.append(.command(value, number: number))
    },
    OptionLine(
      name: "--file", short: "-f", value: "FILE",
      english: "run a script, then stop; - is standard input",
      japanese: "スクリプトを実行して終了する（- は標準入力）"
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
      japanese: "書き換えずに追記だけで表示する（読み上げソフトや簡素なターミナル向け）"
    ) { options, _ in options.plain = true },
    OptionLine(
      name: "--color", short: nil, value: "auto|always|never",
      english: "colours (NO_COLOR and CLICOLOR_FORCE are heeded)",
      japanese: "色を使うかどうか（NO_COLOR と CLICOLOR_FORCE も有効）"
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
      japanese: "背景に合う配色（省略するとターミナルに問い合わせる）、またはターミナルの 16 色"
    ) { options, value throws(UsageError) in
      guard let theme = Options.ColorTheme(rawValue: value) else {
        throw .badValue("--theme", value, allowed: "dark, light or 16")
      }
      options.theme = theme
    },
    OptionLine(
      name: "--no-bell", short: nil, value: nil,
      english: "never ring the terminal's bell, which otherwise tells when time is up",
      japanese: "ターミナルのベルを鳴らさない（ふだんは時間切れで鳴る）"
    ) { options, _ in options.rings = false },
    OptionLine(
      name: "--no-mouse", short: nil, value: nil,
      english: "leave the mouse to the terminal, which otherwise takes it only with Shift held",
      japanese: "マウスを使わない（使うと、文字の選択には Shift が必要）"
    ) { options, _ in options.takesMouse = false },
    OptionLine(
      name: "--no-config", short: nil, value: nil,
      english: "read and keep no settings, which otherwise count where a person sits",
      japanese: "設定ファイルを読まず、変更も保存しない（設定は対話時だけ有効）"
    ) { options, _ in options.readsSettings = false },
    OptionLine(
      name: "--ambiguous", short: nil, value: "1|2",
      english: "cells that the terminal gives to ×, …, α and the like (otherwise it is asked)",
      japanese: "×、…、α などの表示幅（省略するとターミナルに問い合わせる）"
    ) { options, value throws(UsageError) in
      guard let width = ["1": AmbiguousWidth.narrow, "2": .wide][value] else {
        throw .badValue("--ambiguous", value, allowed: "1 or 2")
      }
      options.ambiguous = width
    },
    OptionLine(
      name: "--clock", short: nil, value: "real|virtual",
      english: "virtual time passes only by “advance” (the default without a terminal)",
      japanese: "時計の種類。virtual は advance でだけ進む（ターミナル以外での既定）"
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
        "時計の開始日時（省略すると現在、保存先のないスクリプトでは 2000-01-01T00:00:00Z）。ターミナルでは --memory か --read-only が必要"
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

extension Options {
  /// The settings that the command line names.
  var settings: [Setting: String] {
    var settings: [Setting: String] = [:]
    settings[.theme] = theme?.rawValue
    settings[.language] = language?.rawValue
    if !rings { settings[.bell] = "off" }
    if !takesMouse { settings[.mouse] = "off" }
    return settings
  }

  /// Reads the arguments after the program's name.
  ///
  /// Options end at `--` or at the first word that is not an option. The remaining words are the
  /// first command.
  ///
  /// - Parameter home: What `~` at the beginning of a path stands for; `nil` for itself.
  /// - Throws: ``UsageError`` for an unknown option, a missing value, or a bad value.
  init(arguments: [String], home: String? = nil) throws(UsageError) {
    self.init()
    self.home = home
    var rest = arguments[...]
    while let argument = rest.first, argument.hasPrefix("-"), argument != "-" {
      rest.removeFirst()
      if argument == "--" { break }
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let isLong = argument.hasPrefix("--")
      let name = isLong ? String(parts[0]) : argument
      guard let option = OptionLine.table.first(where: { $0.name == name || $0.short == name })
      else {
        let names = OptionLine.table.map(\.name)
        throw .unknownOption(name, suggestion: Suggestion.nearest(to: name, among: names))
      }
      let attached = isLong && parts.count == 2 ? String(parts[1]) : nil
      if option.value == nil {
        if attached != nil { throw .valueNotWanted(name) }
        try option.apply(&self, "")
      } else if let value = attached ?? rest.popFirst() {
        try option.apply(&self, value)
      } else {
        throw .missingValue(name)
      }
    }
    command = Array(rest)
  }

  /// The language that arguments ask for, even if others of them cannot be read.
  static func language(in arguments: [String]) -> Language? {
    for (index, argument) in arguments.enumerated() {
      if argument.hasPrefix("--lang=") { return Language(rawValue: String(argument.dropFirst(7))) }
      if argument == "--lang", index + 1 < arguments.count {
        return Language(rawValue: arguments[index + 1])
      }
    }
    return nil
  }
}

/// The error for invalid arguments: exit code 64, as in BSD's sysexits.h.
enum UsageError: Error, Equatable {
  /// The program was started without even its own name, so nobody knows what was asked for.
  case noArguments
  case unknownOption(String, suggestion: String?)
  case missingValue(String)
  case valueNotWanted(String)
  /// `man` with a word. There is one page for all commands.
  case notInManual(String, isCommand: Bool)
  case badValue(String, String, allowed: String)
  /// `--now` has no date that a calendar has, or one of another year than 1 to 9998.
  case notADate(String)
  /// The word before the colon of `--store` is none that is known.
  case unknownStore(String, path: String, suggestion: String?)
  /// A chosen date would be written into a bank that stays, by a person at a terminal.
  case nowIntoBank
}

extension UsageError: ReportableError {
  var message: Message {
    switch self {
    case .noArguments:
      Message(
        "usage", "The program that started qa-repl gave no arguments, not even a name.",
        "qa-repl を起動したプログラムが、引数を 1 つも（プログラム名さえ）渡していません。")
    case .unknownOption(let option, let suggestion):
      Message("usage", "There is no option \(option).", "\(option) というオプションはありません。")
        + (suggestion.map { Reason(" Did you mean \($0)?", "\($0) ではありませんか?") }
          ?? Reason(" See --help.", "--help をご覧ください。"))
    case .missingValue(let option):
      Message("usage", "\(option) needs a value.", "\(option) には値が必要です。")
    case .valueNotWanted(let option):
      Message("usage", "\(option) takes no value.", "\(option) に値は付けられません。")
    case .notInManual(let word, let isCommand):
      Message(
        "usage", "“man” takes no word; “qa-repl man | man -l -” shows the whole manual.",
        "man の後には何も付けられません。qa-repl man | man -l - でマニュアル全体を読めます。")
        + (isCommand
          ? Reason(
            " “qa-repl help \(word)” explains “\(word)”.",
            "「\(word)」の説明は qa-repl help \(word) で見られます。")
          : Reason("", ""))
    case .unknownStore(let word, let path, let suggestion):
      Message(
        "usage",
        "There is no store “\(word)”; --store takes journal:PATH, json:PATH, memory or PATH.",
        "「\(word)」という保存先はありません。--store に使える値: journal:パス、json:パス、memory、パス。")
        + (suggestion.map { Reason(" Did you mean \($0)?", "\($0) ではありませんか?") } ?? Reason("", ""))
        + Reason(
          " A file of this name is ./\(path).", "この名前のファイルは ./\(path) と書きます。")
    case .nowIntoBank:
      Message(
        "usage",
        "At a terminal --now goes with --memory or --read-only only, because answers of another "
          + "day would be kept in the bank.",
        "ターミナルでは、--now には --memory か --read-only が必要です（別の日付の回答が問題データに残ってしまうため）。")
    case .notADate(let value):
      Message(
        "usage",
        "--now cannot be “\(value)”; it takes a date that there is, in the years 1 to 9998, such as "
          + "2000-01-31T09:30:00Z.",
        "--now に「\(value)」は使えません。1 年から 9998 年までの実在する日時を、2000-01-31T09:30:00Z のように指定してください。")
    case .badValue(let option, let value, let allowed):
      Message(
        "usage", "\(option) cannot be “\(value)”; it takes \(allowed).",
        "\(option) に「\(value)」は使えません。使える値: \(allowed)")
    }
  }
}
