import QuizKit
import QuizSupport

/// Turns a line, or the program's arguments, into a command for one screen.
struct CommandParser {
  let table: CommandTable
  /// The screen in front. Some words mean different things on different screens.
  let screen: ScreenName
  /// The language for error messages and default names.
  let language: Language
  /// The choices of the question on the screen; `nil` where they are not known.
  var choices: [String]?
  /// How a quiz is played where its options do not say.
  var usual = ChosenWay()

  /// The command on `line`, or `nil` for a blank line or a comment, which begins with `#`.
  ///
  /// - Throws: ``CommandError`` when the line is not a command or not one for this screen.
  func command(line: String) throws(CommandError) -> Command? {
    guard let first = line.first(where: { !Tokenizer.isBlank($0) }), first != "#" else {
      return nil
    }
    let words = Tokenizer.words(of: line, beforeText: 1)
    if let count = entry(called: words[0].text)?.wordsBeforeText {
      return try command(words: Tokenizer.words(of: line, beforeText: 1 + count))
    }
    return try command(words: try Tokenizer.words(of: line))
  }

  /// The command that `words` form, or `nil` when there are none.
  func command(words: [Word]) throws(CommandError) -> Command? {
    guard let first = words.first else { return nil }
    guard let entry = entry(called: first.text) else {
      let entries = table.entries(called: first.text)
      if let choose = table.choices[screen],
        let numbers = ChoiceWord.numbers(words.map(\.text), among: choices),
        let command = choose(numbers)
      {
        return command
      }
      let here = table.entries(on: screen).map(\.name)
      let word = CommandWord.folded(first.text)
      let familiar = FamiliarWord.line(for: word, among: here)
      if !entries.isEmpty {
        let elsewhere = entries.flatMap(\.screens)
        throw .notOnThisScreen(
          first.text, screen: table.titles(of: [screen])[0],
          elsewhere: table.titles(of: elsewhere), way: table.way(to: elsewhere),
          familiar: familiar)
      }
      let near = Suggestion.nearest(to: word, among: here)
      throw .unknownCommand(
        first.text,
        suggestion: familiar ?? near.flatMap { FamiliarWord.unsuggested.contains($0) ? nil : $0 })
    }
    var arguments = try Arguments(
      command: entry.name, usage: entry.usage, language: language,
      words: Array(words.dropFirst()), known: entry.options, usual: usual)
    let command = try entry.parse(&arguments)
    try arguments.end()
    return command
  }

  /// The table entry for `word` on this screen.
  private func entry(called word: String) -> CommandEntry? {
    table.entry(called: word, on: screen)
  }
}

/// One word of a command line, and the text of the line from that word on.
struct Word: Equatable {
  /// The word without quotes and with escapes resolved.
  var text: String

  /// Whether any part was quoted. A quoted word is never read as an option.
  var isQuoted = false

  /// The line from this word on, exactly as it was typed. Commands with free text use it. It is a
  /// part of the line and no copy, because a line may have very many words.
  var lineFromHere: Substring
}

/// Splits a line into words at blanks. Quotes `"…"` keep blanks; inside them `\"`, `\\` and `\n`
/// are escapes. `'…'` around a whole word keeps everything as it is; any other `'` is an
/// apostrophe.
///
/// The full-width blank U+3000 separates words too, because a Japanese keyboard types it.
struct Tokenizer {
  /// The words of `line`.
  ///
  /// - Throws: ``CommandError/unfinishedQuote`` when a quotation mark has no partner.
  static func words(of line: String) throws(CommandError) -> [Word] {
    var words: [Word] = []
    var rest = line[...]
    var mayBeWhole = true
    while let start = rest.firstIndex(where: { !isBlank($0) }) {
      rest = rest[start...]
      var word = Word(text: "", lineFromHere: rest)
      if mayBeWhole, rest.first == "'" {
        if let text = wholeWord(&rest) {
          word = Word(text: text, isQuoted: true, lineFromHere: word.lineFromHere)
        } else {
          // No mark ends a word in the rest of the line.
          mayBeWhole = false
        }
      }
      while let character = rest.first, !isBlank(character) {
        rest.removeFirst()
        if character == "\"" {
          word.isQuoted = true
          word.text += try quoted(&rest)
        } else {
          word.text.append(character)
        }
      }
      words.append(word)
    }
    return words
  }

  /// The first `count` words of `line`, split at blanks only, and then the rest of the line as one
  /// word. In an author's text, nothing is an option, a quote or an escape.
  static func words(of line: String, beforeText count: Int) -> [Word] {
    var words: [Word] = []
    var rest = line[...]
    while let start = rest.firstIndex(where: { !isBlank($0) }) {
      rest = rest[start...]
      let end = words.count == count ? nil : rest.firstIndex(where: isBlank)
      let text = String(rest[..<(end ?? rest.endIndex)])
      words.append(Word(text: text, isQuoted: words.count == count, lineFromHere: rest))
      guard let end else { break }
      rest = rest[end...]
    }
    return words
  }

  static func isBlank(_ character: Character) -> Bool {
    character == " " || character == "\t" || character == "\u{3000}"
  }

  /// The word behind a single quotation mark, up to one that ends a word. Consumes the marks as
  /// well. Without such an end it returns `nil` and consumes nothing.
  private static func wholeWord(_ rest: inout Substring) -> String? {
    let inner = rest.dropFirst()
    let end = inner.indices.first { index in
      guard inner[index] == "'" else { return false }
      let next = inner.index(after: index)
      return next == inner.endIndex || isBlank(inner[next])
    }
    guard let end else { return nil }
    rest = inner[inner.index(after: end)...]
    return String(inner[..<end])
  }

  /// The text before the closing quotation mark. Consumes the mark as well.
  private static func quoted(_ rest: inout Substring) throws(CommandError) -> String {
    var text = ""
    while let character = rest.popFirst() {
      switch character {
      case "\"":
        return text
      case "\\":
        switch rest.popFirst() {
        case "n": text.append("\n")
        case let escaped? where escaped == "\"" || escaped == "\\": text.append(escaped)
        case let other?: text += "\\\(other)"
        case nil: throw .unfinishedQuote
        }
      default:
        text.append(character)
      }
    }
    throw .unfinishedQuote
  }
}

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
      japanese: "ここで使えるコマンドを説明します（コマンド名でそのコマンド、all ですべて）", group: .look,
      alone: .endsWithoutChange
    ) { arguments throws(CommandError) in .help(arguments.nextIfAny()) },
    .plain("back", ["戻る"], .back, "go to the screen before this one", "前の画面へ戻ります"),
    .plain(
      "home", ["ホーム"], .home,
      "go to the start screen; a quiz is kept for “resume”", "最初の画面へ戻ります。クイズは resume で続けられます"),
    CommandEntry(
      name: "undo", aliases: ["取り消し", "元に戻す"], arguments: "[--last N]",
      english: "take back the last change; “log” lists them",
      japanese: "最後の変更を取り消します（変更履歴は log）", options: [.lastChanges], group: .bank
    ) { arguments throws(CommandError) in
      try arguments.number("last").map { .undoLast($0) } ?? .undo
    },
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
      english: "let a virtual clock run: 500ms, 5s, 2m", japanese: "仮想時計を進めます（500ms、5s、2m など）",
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

/// Why a line is not a command, or not one that works here.
enum CommandError: Error, Equatable {
  case unknownCommand(String, suggestion: String?)
  /// `way` is the command that opens the only screen where the word means something, and `familiar`
  /// the line for what other programs mean by it.
  case notOnThisScreen(
    String, screen: ScreenTitle, elsewhere: [ScreenTitle], way: String? = nil,
    familiar: String? = nil)
  case unknownOption(String, command: String, suggestion: String?)
  case missingValue(option: String, command: String)
  case missingArgument(String, command: String, usage: String)
  case unexpectedArgument(String, command: String, usage: String)
  case unquotedValue(String, option: String, value: String)
  case notANumber(String, command: String)
  case notADuration(String, command: String)
  case notADay(String, command: String)
  case notAPair(String, command: String)
  case notALanguage(String)
  case badValue(option: String, value: String, allowed: [String])
  case unfinishedQuote
  case notUTF8
  case notOnARealClock
  case beyondCalendars(String)
}

extension CommandError: ReportableError {
  var message: Message {
    switch self {
    case .unknownCommand(let word, let suggestion):
      Message("unknown-command", "There is no command “\(word)”.", "「\(word)」というコマンドはありません。")
        + (CommandWord.folded(word) == "man"
          ? Self.manual : GoneWord.fate(ofCommand: word) ?? hint(suggestion))
    case .notOnThisScreen(let word, let screen, let elsewhere, let way, let familiar):
      Message(
        "not-here",
        "“\(word)” does nothing on the \(screen.english) screen; it belongs to: "
          + elsewhere.map(\.english).joined(separator: ", ") + "."
          + (way.map { " Type “\($0)” first." } ?? ""),
        "「\(word)」はこの画面（\(screen.japanese)）では使えません。使える画面: "
          + elsewhere.map(\.japanese).joined(separator: "、")
          + (way.map { "。先に \($0) と入力してください。" } ?? ""))
        + (familiar.map { hint($0) } ?? Reason("", ""))
    case .unknownOption(let option, let command, let suggestion):
      Message(
        "unknown-option", "“\(command)” has no option \(option).",
        "「\(command)」に \(option) というオプションはありません。")
        + (GoneWord.fate(ofOption: option, of: command) ?? hint(suggestion))
    case .missingValue(let option, let command):
      Message(
        "missing-value", "\(option) of “\(command)” needs a value.",
        "「\(command)」の \(option) には値が必要です。")
    case .missingArgument(let name, _, let usage):
      Message(
        "missing-argument", "\(name) is missing. Usage: \(usage)", "\(name) がありません。使い方: \(usage)")
    case .unexpectedArgument(let word, _, let usage):
      Message(
        "unexpected-argument", "“\(word)” is not expected here. Usage: \(usage)",
        "「\(word)」は余分です。使い方: \(usage)")
    case .unquotedValue(let word, let option, let value):
      Message(
        "unexpected-argument",
        "“\(word)” is not expected here. A name of several words needs quotes: "
          + "\(option) \(CommandWord.quoted(value))",
        "「\(word)」は余分です。空白のある名前は引用符で囲みます: \(option) \(CommandWord.quoted(value))")
    case .notANumber(let word, let command):
      Message(
        "not-a-number", "“\(command)” needs a whole number from 1, not “\(word)”.",
        "「\(command)」には 1 以上の整数が必要です（「\(word)」は使えません）。")
    case .notADuration(let word, let command):
      Message(
        "not-a-duration", "“\(command)” needs a time such as 500ms, 10s or 2m, not “\(word)”.",
        "「\(command)」には 500ms、10s、2m のような時間が必要です（「\(word)」は使えません）。")
    case .notADay(let word, let command):
      Message(
        "not-a-day", "“\(command)” needs a day such as 2000-01-31, not “\(word)”.",
        "「\(command)」には 2000-01-31 のような日付が必要です（「\(word)」は使えません）。")
    case .notAPair(let word, let command):
      Message(
        "not-a-pair",
        "“\(command)” needs pairs such as 1b 2a, not “\(word)”.",
        "「\(command)」には 1b 2a のような組が必要です（「\(word)」は使えません）。")
    case .notALanguage(let word):
      Message(
        "not-a-language", "The languages are ja and en, not “\(word)”.",
        "言語は ja か en です（「\(word)」は使えません）。")
    case .badValue(let option, let value, let allowed):
      Message(
        "bad-value",
        "\(option) cannot be “\(value)”; it takes \(ValueList.text(allowed, .english)).",
        "\(option) に「\(value)」は使えません。使える値: \(ValueList.text(allowed, .japanese))")
    case .unfinishedQuote:
      Message(
        "unfinished-quote", "A quotation mark is not closed; write \\\" for one inside quotes.",
        "引用符 \" が閉じられていません。引用の中では \\\" と書いてください。")
    case .notUTF8:
      Message("not-utf8", "This line is not UTF-8.", "この行は UTF-8 ではありません。")
    case .notOnARealClock:
      Message(
        "real-clock", "“advance” moves the virtual clock only; start with --clock virtual.",
        "advance は仮想時計でのみ使えます。--clock virtual で起動してください。")
    case .beyondCalendars(let duration):
      Message(
        "beyond-calendars",
        "“advance \(duration)” would go beyond the year 9998, the last that there is here; the clock "
          + "stays where it is.",
        "advance \(duration) では 9998 年を過ぎてしまうため、時計を進められません。")
    }
  }

  /// For who looks for the manual inside of the program.
  private static let manual = Reason(
    " “qa-repl man | man -l -” shows the manual; “help COMMAND” explains a command here.",
    "マニュアルは qa-repl man | man -l - で、コマンドの説明は help コマンド名 で読めます。")

  private func hint(_ suggestion: String?) -> Reason {
    guard let suggestion else {
      return Reason(" Try “help”.", "help で一覧を表示します。")
    }
    return Reason(" Did you mean “\(suggestion)”?", "「\(suggestion)」ではありませんか?")
  }
}

/// The values that an option or a command takes, as a person reads them: “comma, semicolon or tab”.
enum ValueList {
  static func text(_ values: [String], _ language: Language) -> String {
    guard let last = values.last, values.count > 1 else { return values.first ?? "" }
    let others = values.dropLast().joined(separator: language.text(", ", "、"))
    return others + language.text(" or ", "、") + last
  }
}

/// What became of words that scripts may still have.
enum GoneWord {
  /// What to do in place of the command.
  static func fate(ofCommand word: String) -> Reason? {
    guard ["redate", "日付修正"].contains(CommandWord.folded(word)) else { return nil }
    return Reason(
      " It is gone, leave it out: a script on a bank that stays writes real dates, and dates of 2000 "
        + "stay as they are.",
      "廃止されたため、削除してください。保存される問題データではスクリプトも実際の日付を記録し、2000 年の日付はそのまま残ります。")
  }

  /// What to do in place of the option of a command.
  static func fate(ofOption option: String, of command: String) -> Reason? {
    switch (command, option) {
    case ("export", "--excel-safe"):
      Reason(
        " It is gone, leave it out: a table is always safe for a spreadsheet, and --raw-cells writes "
          + "the texts as they are.",
        "廃止されたため、削除してください。表は常に表計算ソフトで安全に開けます。内容をそのまま書き出すには --raw-cells を指定します。")
    case ("review", "--practice"):
      Reason(
        " It is gone, leave it out: a review always shows what was right after each answer, as “quiz "
          + "--practice” does.",
        "廃止されたため、削除してください。復習では quiz --practice と同じように、答えるたびに正解を表示します。")
    default: nil
    }
  }
}
