import QuizExchange
import QuizKit
import QuizSupport

/// The words after a command's name. A command takes them one at a time, in order.
struct Arguments {
  /// The command's name, for error messages.
  let command: String
  /// The command's usage line, for error messages.
  let usage: String
  /// The language for error messages and default names.
  let language: Language
  /// How a quiz is played where its options do not say.
  let usual: ChosenWay
  private var options: [String: String] = [:]
  private var positional: ArraySlice<Positional> = []

  private struct Positional {
    let word: Word
    /// The option whose value this word continues, if the value is a name without quotes.
    let option: String?
  }

  /// Sorts `words` into options and positional words.
  ///
  /// - Parameter known: The command's options. An option with a value takes it from after `=` or
  ///   from the next word.
  ///
  /// - Throws: ``CommandError`` for an option that the command does not have, or one without its
  ///   value.
  init(
    command: String, usage: String, language: Language, words: [Word], known: [OptionEntry],
    usual: ChosenWay = ChosenWay()
  ) throws(CommandError) {
    self.usual = usual
    self.command = command
    self.usage = usage
    self.language = language
    var words = words[...]
    var unquoted: String?
    while let word = words.popFirst() {
      let folded = FullWidth.folded(word.text)
      guard !word.isQuoted, folded.hasPrefix("--"), folded.count > 2 else {
        positional.append(Positional(word: word, option: unquoted))
        continue
      }
      unquoted = nil
      let parts = folded.dropFirst(2).split(separator: "=", maxSplits: 1)
      let name = parts.isEmpty ? "" : String(parts[0])
      guard let option = known.first(where: { $0.name == name }) else {
        let names = known.map { "--\($0.name)" }
        throw .unknownOption(
          "--\(name)", command: command,
          suggestion: Suggestion.nearest(to: "--\(name)", among: names))
      }
      if option.value == nil {
        options[name] = ""
      } else if let equals = word.text.firstIndex(where: { $0 == "=" || $0 == "\u{FF1D}" }) {
        options[name] = String(word.text[word.text.index(after: equals)...])
      } else if let value = words.popFirst() {
        options[name] = value.text
        if option.mayHaveBlanks, !value.isQuoted { unquoted = name }
      } else {
        throw .missingValue(option: "--\(name)", command: command)
      }
    }
  }

  /// Whether an option without a value was given.
  func flag(_ name: String) -> Bool { options[name] != nil }

  /// The value of an option, or `nil` when it was not given.
  func value(_ name: String) -> String? { options[name] }

  /// The duration given for an option, or `nil` when the option was not given.
  func duration(_ name: String) throws(CommandError) -> Duration? {
    guard let text = options[name] else { return nil }
    guard let duration = DurationText.parse(text), duration > .zero else {
      throw .notADuration(text, command: "--\(name)")
    }
    return duration
  }

  /// The day given for an option, or `nil` when the option was not given.
  func day(_ name: String) throws(CommandError) -> Day? {
    guard let text = options[name] else { return nil }
    guard let day = DayText.parse(text) else { throw .notADay(text, command: "--\(name)") }
    return day
  }

  /// The number given for an option, from 1, or `nil` when the option was not given.
  func number(_ name: String) throws(CommandError) -> Int? {
    guard let text = options[name] else { return nil }
    return try Self.number(text, command: "--\(name)")
  }

  /// Takes the next word; `nil` when there is none.
  mutating func nextIfAny() -> String? {
    positional.popFirst()?.word.text
  }

  /// Takes the next word. When there is none, throws an error that calls the missing word `name`.
  mutating func next(_ name: String) throws(CommandError) -> String {
    guard let word = nextIfAny() else {
      throw .missingArgument(name, command: command, usage: usage)
    }
    return word
  }

  /// Takes the next word as a duration; `nil` when there is none.
  mutating func nextDurationIfAny() throws(CommandError) -> Duration? {
    guard let text = nextIfAny() else { return nil }
    guard let duration = DurationText.parse(text), duration > .zero else {
      throw .notADuration(text, command: command)
    }
    return duration
  }

  /// Takes the next word as a whole number, 1 or more.
  mutating func nextNumber(_ name: String) throws(CommandError) -> Int {
    try Self.number(try next(name), command: command)
  }

  /// Takes the next word as a whole number, 1 or more; `nil` when there is none.
  mutating func nextNumberIfAny() throws(CommandError) -> Int? {
    guard let text = nextIfAny() else { return nil }
    return try Self.number(text, command: command)
  }

  /// Takes all remaining words as numbers and ranges: `1 3-5`, `1,3`. When there is none, throws an
  /// error that calls the missing word `name`.
  mutating func nextNumbers(_ name: String) throws(CommandError) -> LineNumbers {
    guard let numbers = try nextNumbersIfAny() else {
      throw .missingArgument(name, command: command, usage: usage)
    }
    return numbers
  }

  /// Takes all remaining words as numbers and ranges; `nil` when there is none.
  mutating func nextNumbersIfAny() throws(CommandError) -> LineNumbers? {
    var ranges: [ClosedRange<Int>] = []
    for word in remaining() {
      for part in FullWidth.folded(word).split(whereSeparator: { $0 == "," || $0 == "、" }) {
        guard let range = LineNumbers.range(String(part)) else {
          throw .notANumber(word, command: command)
        }
        ranges.append(range)
      }
    }
    return ranges.isEmpty ? nil : LineNumbers(ranges)
  }

  /// Takes the next word as one of some values.
  ///
  /// - Parameter word: The word for a value.
  mutating func next<Value>(
    _ name: String, among values: [Value], _ word: (Value) -> String
  ) throws(CommandError) -> Value {
    let given = try next(name)
    guard let value = values.first(where: { word($0) == CommandWord.folded(given) }) else {
      throw .badValue(option: command, value: given, allowed: values.map(word))
    }
    return value
  }

  /// Takes all remaining words as choices: `1 3`, `a,c`.
  mutating func nextChoices() throws(CommandError) -> [Int] {
    let words = remaining()
    if words.isEmpty { return [] }
    guard let numbers = ChoiceWord.numbers(words) else {
      throw .notANumber(words.joined(separator: " "), command: command)
    }
    return numbers
  }

  /// Takes the next word as yes or no.
  mutating func nextYesOrNo(_ name: String) throws(CommandError) -> Bool {
    let word = try next(name)
    if let value = YesOrNo.value(of: word) { return value }
    throw .badValue(
      option: command, value: word,
      allowed: [true, false].map { YesOrNo.word(for: $0, in: language) })
  }

  /// Takes the rest of the line exactly as it was typed; empty when nothing is left.
  mutating func text() -> String {
    defer { positional = [] }
    return positional.first.map { String($0.word.lineFromHere) } ?? ""
  }

  /// Takes all remaining words.
  mutating func remaining() -> [String] {
    defer { positional = [] }
    return positional.map(\.word.text)
  }

  /// The value that a text means as the arguments of a command without options.
  ///
  /// - Throws: What `read` throws, and ``CommandError`` for a word that is left over.
  static func value<Value>(
    of text: String, for command: String, usage: String, _ language: Language,
    _ read: (inout Arguments) throws(CommandError) -> Value
  ) throws(CommandError) -> Value {
    var arguments = try Arguments(
      command: command, usage: usage, language: language, words: try Tokenizer.words(of: text),
      known: [])
    let value = try read(&arguments)
    try arguments.end()
    return value
  }

  /// Throws when a word is left over.
  func end() throws(CommandError) {
    guard let first = positional.first else { return }
    if let option = first.option, let value = options[option] {
      let rest = positional.prefix { $0.option == option }.map(\.word.text)
      throw .unquotedValue(
        first.word.text, option: "--\(option)", value: ([value] + rest).joined(separator: " "))
    }
    throw .unexpectedArgument(first.word.text, command: command, usage: usage)
  }

  private static func number(_ text: String, command: String) throws(CommandError) -> Int {
    guard let number = Int(FullWidth.folded(text)), number >= 1 else {
      throw .notANumber(text, command: command)
    }
    return number
  }
}

/// Reads days as people type them: `2000-01-31` or `2000/01/31`.
enum DayText {
  /// The day that `text` names, or `nil` when there is no such day in the years 1 to 9998.
  static func parse(_ text: String) -> Day? {
    let parts = FullWidth.folded(text).split(separator: #/[-\/]/#, omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].count == 4, let year = Int(parts[0]),
      let month = Int(parts[1]), let day = Int(parts[2]),
      let found = Day(year: year, month: month, day: day), found.start(in: .gmt).isOnCalendars
    else { return nil }
    return found
  }
}

extension OptionEntry {
  /// The options of every command that starts a quiz.
  static let quiz: [OptionEntry] = [
    OptionEntry(name: "deck", value: "DECK", english: "only this deck", japanese: "この問題集だけ"),
    OptionEntry(name: "tag", value: "TAG", english: "only this tag", japanese: "このタグだけ"),
    OptionEntry(
      name: "time", value: "60s", english: "time for the whole quiz", japanese: "全体の制限時間"),
    OptionEntry(
      name: "per-question", value: "10s", english: "time for each question",
      japanese: "1 問ごとの制限時間"),
    OptionEntry(
      name: "count", value: "N",
      english: "at most so many questions, or all (without it: 20)",
      japanese: "質問数の上限（all ですべて、省略すると 20 問）"),
    OptionEntry(
      name: "shuffle", english: "questions and choices in random order",
      japanese: "質問と選択肢をシャッフルする"),
    OptionEntry(
      name: "in-order", english: "questions and choices as the author has them",
      japanese: "質問も選択肢も作成者の順番にする"),
    OptionEntry(
      name: "practice", english: "show what was right after each answer",
      japanese: "答えるたびに正解と解説を表示する"),
    OptionEntry(
      name: "partial", english: "parts of a point for answers that are partly right",
      japanese: "一部だけ正しい回答にも部分点を付ける"),
  ]

  /// The options of every command that starts a review.
  static let review: [OptionEntry] =
    quiz.filter { $0.name != "practice" } + [
      OptionEntry(
        name: "ahead", value: "N", english: "also what becomes due in the next N days",
        japanese: "N 日先までの復習の質問も出題する")
    ]
}

extension Arguments {
  /// The options for a review.
  ///
  /// - Throws: ``CommandError`` when a duration or a number cannot be read.
  func reviewOptions() throws(CommandError) -> QuizOptions {
    var options = try usualQuizOptions()
    (options.due, options.mode) = (true, .practice)
    options.ahead = try number("ahead") ?? 0
    return options
  }

  /// The chance of recall in percent at which questions come back; `nil` when none was given.
  ///
  /// - Throws: ``CommandError/badValue(option:value:allowed:)``.
  func target() throws(CommandError) -> Int? {
    guard let text = value("target") else { return nil }
    let digits = FullWidth.folded(text).filter { $0 != "%" && $0 != " " }
    guard let percent = Int(digits), ReviewTarget.percents.contains(percent) else {
      throw .badValue(option: "--target", value: text, allowed: ["70…97"])
    }
    return percent
  }

  /// The options for the new quiz. Where they do not say how many questions it has and when the right
  /// answers are shown, it is as usual; a limit of time is for exams.
  ///
  /// - Throws: ``CommandError`` when a duration or a number cannot be read.
  func usualQuizOptions() throws(CommandError) -> QuizOptions {
    var options = try quizOptions(usualCount: usual.limit > 0 ? usual.limit : nil)
    if usual.way == .practice, options.time == nil, options.perQuestion == nil {
      options.mode = .practice
    }
    return options
  }

  /// The options for the new quiz.
  ///
  /// - Parameter usualCount: The number of questions when none is given; `nil` for all.
  /// - Throws: ``CommandError`` when a duration or a number cannot be read.
  func quizOptions(usualCount: Int? = nil) throws(CommandError) -> QuizOptions {
    QuizOptions(
      deck: value("deck"), tag: value("tag"), time: try duration("time"),
      perQuestion: try duration("per-question"), count: try count(otherwise: usualCount),
      order: flag("shuffle") ? .random : flag("in-order") ? .author : nil,
      mode: flag("practice") ? .practice : .exam,
      isPartial: flag("partial"))
  }

  /// The number of questions; `nil` for all.
  private func count(otherwise usual: Int?) throws(CommandError) -> Int? {
    guard let text = value("count") else { return usual }
    let word = CommandWord.folded(text)
    return ["all", "すべて", "全部"].contains(word) ? nil : try number("count")
  }
}

extension OptionEntry {
  /// The options of `import` for what cannot be read from the file itself.
  static let reading: [OptionEntry] = [
    OptionEntry(
      name: "encoding", value: "NAME", english: "the files' encoding, such as shift_jis",
      japanese: "文字コード（shift_jis など）"),
    OptionEntry(
      name: "delimiter", value: "C", english: "the character between columns: , ; or tab",
      japanese: "列の区切り（, ; または tab）"),
    OptionEntry(
      name: "map", value: "FIELD=NAME,…",
      english: "columns, or fields of JSON: question=body,choices=#3-6,commentary=",
      japanese: "列や JSON の項目の対応（question=設問,choices=#3-6,commentary=）"),
    OptionEntry(
      name: "heading", value: "yes|no", english: "whether the first row names the columns",
      japanese: "最初の行が見出しかどうか"),
    OptionEntry(
      name: "list", value: "PATH",
      english: "read only this list of a JSON file, such as data.items, or this sheet",
      japanese: "JSON のこのリスト（data.items など）、またはこのシートだけを読む"),
    OptionEntry(
      name: "answers", value: "HOW",
      english: "how a column says what is right: letters, 0, 1, texts, mark or first",
      japanese: "正解の書き方（letters、0、1、texts、mark、first）"),
    OptionEntry(
      name: "split", value: "C", english: "the character between choices in one cell",
      japanese: "1 つのセルの選択肢の区切り"),
    OptionEntry(
      name: "key-base", value: "0|1", english: "the number of the first choice",
      japanese: "最初の選択肢の番号"),
    OptionEntry(
      name: "encode", value: "NAME",
      english: "Open Trivia DB: html, urllegacy, url3986 or base64",
      japanese: "Open Trivia DB のエンコード方式（html、urllegacy、url3986、base64）"),
    OptionEntry(
      name: "longest", value: "SIZE",
      english: "the longest line, question or unpacked package, such as 128MB (64MB)",
      japanese: "行や質問、展開したパッケージの大きさの上限（128MB など。省略すると 64MB）"),
    OptionEntry(
      name: "make-choices", english: "Anki cards: take wrong choices from the other cards",
      japanese: "Anki のカード: ほかのカードから不正解の選択肢を作る"),
  ]
}

extension Arguments {
  /// The options for reading the files.
  ///
  /// - Throws: ``CommandError/badValue(option:value:allowed:)``.
  func readingOptions() throws(CommandError) -> ReadingOptions {
    var options = ReadingOptions()
    options.encoding = try choice(
      "encoding", TextEncoding.init(named:), among: TextEncoding.allCases)
    options.triviaEncoding = try choice(
      "encode", ReadingOptions.TriviaEncoding.init(rawValue:),
      among: ReadingOptions.TriviaEncoding.allCases)
    options.makesChoices = flag("make-choices")
    if let text = value("delimiter") {
      options.delimiter = try Self.separator("--delimiter", text)
    }
    if let text = value("key-base") {
      guard let base = Int(FullWidth.folded(text)), (0...1).contains(base) else {
        throw .badValue(option: "--key-base", value: text, allowed: ["0", "1"])
      }
      options.answers = base == 0 ? .numbersFromZero : .numbersFromOne
    }
    if let text = value("heading") {
      guard let hasHeading = YesOrNo.value(of: text) else {
        throw .badValue(option: "--heading", value: text, allowed: ["yes", "no"])
      }
      options.hasHeading = hasHeading
    }
    options.answers =
      try choice(
        "answers", ReadingOptions.Answers.init(rawValue:), among: ReadingOptions.Answers.allCases)
      ?? options.answers
    options.list = value("list")
    if let text = value("split") { options.choiceSeparator = try Self.separator("--split", text) }
    if let text = value("longest") {
      guard let longest = ByteCount.parse(FullWidth.folded(text)) else {
        throw .badValue(option: "--longest", value: text, allowed: ["500KB", "64MB", "1GB"])
      }
      options.maximumBytes = longest
    }
    if let text = value("map") { options.columns = try Self.columns(text) }
    return options
  }

  /// The value of the option `name` as `find` reads it, or `nil` when the option was not given. A
  /// value outside `allowed` is an error.
  func choice<Value: RawRepresentable<String> & Equatable>(
    _ name: String, _ find: (String) -> Value?, among allowed: [Value]
  ) throws(CommandError) -> Value? {
    guard let text = value(name) else { return nil }
    guard let found = find(text.lowercased()), allowed.contains(found) else {
      throw .badValue(option: "--\(name)", value: text, allowed: allowed.map(\.rawValue))
    }
    return found
  }

  /// Reads a character that stands between texts, by itself or by its name.
  static func separator(
    _ option: String, _ text: String
  ) throws(CommandError) -> Character {
    let names: [(Character, [String])] = [
      ("\t", ["tab", "\\t", "\t"]), (",", ["comma"]), (";", ["semicolon"]), ("\n", ["newline"]),
    ]
    if let named = names.first(where: { $0.1.contains(text.lowercased()) }) { return named.0 }
    guard text.count == 1, let character = text.first, character.isASCII else {
      throw .badValue(option: option, value: text, allowed: ["comma", "semicolon", "tab"])
    }
    return character
  }

  /// Reads what `--map` says: a name, a number such as `#3`, several numbers for choices, or nothing
  /// for no column.
  private static func columns(
    _ text: String
  ) throws(CommandError) -> [NamedColumn: ReadingOptions.Column] {
    var columns: [NamedColumn: ReadingOptions.Column] = [:]
    for pair in text.split(separator: ",") {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        .map(String.init)
      guard parts.count == 2, let column = column(parts[0]) else {
        throw .badValue(
          option: "--map", value: String(pair),
          allowed: ColumnRole.allCases.map { "\($0.rawValue)=NAME" })
      }
      guard parts[1].hasPrefix("#") else {
        columns[column] = parts[1].isEmpty ? ReadingOptions.Column.none : .named(parts[1])
        continue
      }
      let ends = parts[1].split(separator: "-").map {
        Int(FullWidth.folded(String($0.drop { $0 == "#" })))
      }
      guard let first = ends.first ?? nil, let last = ends.last ?? nil, ends.count <= 2, first > 0,
        last >= first, last - first < 99, first == last || column.role == .choices
      else {
        throw .badValue(
          option: "--map", value: String(pair), allowed: ["\(parts[0])=#3", "choices=#3-6"])
      }
      if first == last {
        columns[column] = .number(first)
      } else {
        for number in first...last {
          columns[NamedColumn(.choice, number: number - first + 1)] = .number(number)
        }
      }
    }
    // A column that is two things would be now one and now the other.
    let numbers = columns.values.compactMap {
      if case .number(let number) = $0 { number } else { nil }
    }
    guard Set(numbers).count == numbers.count else {
      throw .badValue(option: "--map", value: text, allowed: ["question=#1,choices=#2-5,right=#6"])
    }
    return columns
  }

  /// The role with this name, or the one that a column with this name has: `deck`, `choice2`.
  private static func column(_ name: String) -> NamedColumn? {
    if name.lowercased() == "right" { return NamedColumn(.correct) }
    return ColumnRole(rawValue: name.lowercased()).map { NamedColumn($0) }
      ?? NamedColumn(name: name)
  }
}

extension OptionEntry {
  /// The options of `export` for what to write and how.
  static let writing: [OptionEntry] = [
    OptionEntry(
      name: "backup", english: "JSON: with notes and everything that was played",
      japanese: "JSON: メモとクイズの履歴も含める"),
    OptionEntry(
      name: "answers", english: "CSV, TSV: your answers instead of the questions",
      japanese: "CSV、TSV: 質問の代わりに自分の回答を書き出す"),
    OptionEntry(
      name: "encoding", value: "NAME", english: "the file's encoding: utf-8 or shift_jis",
      japanese: "文字コード（utf-8 または shift_jis）"),
    OptionEntry(
      name: "bom", english: "begin with a byte order mark, for Excel",
      japanese: "先頭に BOM を付ける（Excel 用）"),
    OptionEntry(
      name: "raw-cells", english: "CSV, TSV: no ' before cells that a spreadsheet would run",
      japanese: "CSV、TSV: 数式に見える項目の前に ' を付けない"),
  ]
}

extension Arguments {
  /// The options for writing a file.
  ///
  /// - Throws: ``CommandError/badValue(option:value:allowed:)``.
  func writingOptions() throws(CommandError) -> WritingOptions {
    var options = WritingOptions()
    options.hasByteOrderMark = flag("bom")
    options.hasRawCells = flag("raw-cells")
    let encoding = try choice(
      "encoding", { TextEncoding(named: FullWidth.folded($0)) }, among: [.utf8, .shiftJIS])
    if let encoding { options.encoding = encoding }
    return options
  }
}

extension Arguments {
  /// Takes all remaining words as one name, so that it needs no quotes.
  mutating func nextWords(_ name: String) throws(CommandError) -> String {
    let first = try next(name)
    return ([first] + remaining()).joined(separator: " ")
  }

  /// The exam to write; `nil` when none was named.
  func examExport() throws(CommandError) -> ExamExport? {
    let seed = try seed()
    guard let name = value("exam") else {
      if seed != nil { throw .missingArgument("--exam EXAM", command: command, usage: usage) }
      return nil
    }
    return ExamExport(name, seed: seed, language: language)
  }

  /// The number that decides which questions are drawn; `nil` for any.
  func seed() throws(CommandError) -> Int? {
    guard let text = value("seed") else { return nil }
    guard let seed = Int(FullWidth.folded(text)), seed >= 0 else {
      throw .badValue(option: "--seed", value: text, allowed: ["0, 1, 2 …"])
    }
    return seed
  }
}

extension OptionEntry {
  /// Which paper of an exam.
  static let seed = OptionEntry(
    name: "seed", value: "N", english: "draw the same questions again for the same number",
    japanese: "N が同じなら同じ質問を同じ順に出題する")
}

extension CommandEntry {
  /// The command that lets decks follow a file.
  static let follow = CommandEntry(
    name: "follow", aliases: ["連動", "ファイルに連動"], screens: [.start], isEverywhere: true,
    arguments: "[FILE|DIR] [OPTIONS]",
    english: "let a deck follow its file: what its author changes comes in by itself",
    japanese: "問題集をファイルに連動させます（ファイルの変更が自動で反映されます）",
    options: [
      OptionEntry(
        name: "deck", value: "DECK", english: "the name of the deck (otherwise that of the file)",
        japanese: "問題集の名前（省略するとファイルの名前）"),
      OptionEntry(
        name: "only", value: "GLOB", english: "of a folder: only these files, such as '*.md'",
        japanese: "フォルダー内の対象ファイル（'*.md' など）"),
      OptionEntry(
        name: "wait", english: "stay and say what changes, until Ctrl-C",
        japanese: "Ctrl-C まで待機して変更を反映する"),
    ], group: .bank
  ) { arguments throws(CommandError) in
    let path = arguments.nextIfAny()
    let (deck, only) = (arguments.value("deck"), arguments.value("only"))
    if path == nil, deck != nil || only != nil {
      throw .missingArgument("FILE", command: arguments.command, usage: arguments.usage)
    }
    let command = path.map { FollowCommand.follow($0, deck: deck, only: only) } ?? .list
    return .application(.follow(arguments.flag("wait") ? .waiting(command) : command))
  }

  /// The command that opens the file of a question.
  ///
  /// - Parameter number: The argument: the number of the question.
  static func file(
    on screen: ScreenName, _ number: String, _ command: @escaping @Sendable (Int?) -> Command
  ) -> CommandEntry {
    let isOptional = number.hasPrefix("[")
    return CommandEntry(
      name: "file", aliases: ["ファイル"], screens: [screen], arguments: number,
      english: "open the file that this question follows, at its line",
      japanese: "この質問が連動しているファイルを、その行で開きます",
      onRow: Explanation("open its file at its line", "連動しているファイルをその行で開きます")
    ) { arguments throws(CommandError) in
      command(isOptional ? try arguments.nextNumberIfAny() : try arguments.nextNumber("N"))
    }
  }

  /// The command that ends it.
  static let unfollow = CommandEntry(
    name: "unfollow", aliases: ["連動解除", "連動を解除"], screens: [.start], isEverywhere: true,
    arguments: "DECK", english: "let a deck follow its file no longer; its questions stay",
    japanese: "ファイルへの連動を解除します（質問は残ります）", group: .bank
  ) { arguments throws(CommandError) in
    .application(.follow(.unfollow(deck: try arguments.next("DECK"))))
  }

  /// The command that exchanges the bank with other devices.
  static let sync = CommandEntry(
    name: "sync", aliases: ["同期"], screens: [.start], isEverywhere: true,
    arguments: "[DIR|status|log|restore N] [OPTIONS]",
    english:
      "exchange the bank with other devices; git, Syncthing or Dropbox share a folder",
    japanese: "git、Syncthing、Dropbox などで共有するフォルダーを通じて、ほかのデバイスと同期します",
    options: [
      OptionEntry(
        name: "name", value: "DEVICE", english: "the name of this device for others",
        japanese: "このデバイスの名前"),
      OptionEntry(
        name: "questions-only", english: "for a group: no notes and no answers",
        japanese: "グループ用: メモと回答は送受信しない"),
      OptionEntry(
        name: "read-only", english: "take what others write, and give nothing",
        japanese: "受信だけで、何も送らない"),
      OptionEntry(
        name: "auto", value: "on|off",
        english: "synchronize whenever the program starts and ends at a terminal",
        japanese: "ターミナルで起動・終了するたびに同期する"),
      OptionEntry(
        name: "forget", english: "stop using the folder; its files stay",
        japanese: "このフォルダーとの同期をやめる（ファイルは残る）"),
      OptionEntry(
        name: "limit", value: "N", english: "log: the last N texts that were replaced",
        japanese: "log: 最近置き換えられた N 件"),
    ], group: .bank
  ) { arguments throws(CommandError) in .application(.sync(try arguments.syncCommand())) }
}

extension Arguments {
  fileprivate mutating func syncCommand() throws(CommandError) -> SyncCommand {
    let isAutomatic = try choice(
      "auto", { Switch(rawValue: FullWidth.folded($0)) }, among: [.on, .off])
    let limit = try linesOnPage()
    let word = nextIfAny()
    switch word.map(FullWidth.folded) {
    case "status": return .status
    case "log": return .log(limit: limit)
    case "restore": return .restore(try nextNumber("N"))
    default:
      return .run(
        SyncOptions(
          folder: word, name: value("name"), isQuestionsOnly: flag("questions-only"),
          isReadOnly: flag("read-only"), isAutomatic: isAutomatic.map { $0 == .on },
          forgets: flag("forget")))
    }
  }
}

private enum Switch: String {
  case on, off
}

extension [OptionEntry] {
  /// Which notes a list has, and in which order.
  static let notes = [
    OptionEntry(name: "deck", value: "DECK", english: "only this deck", japanese: "この問題集だけ"),
    OptionEntry(
      name: "sort", value: "created|changed", english: "last created or last changed first",
      japanese: "作成順か変更順（新しい順）"),
    OptionEntry(
      name: "search", value: "WORDS", english: "only with these words", japanese: "この言葉を含むものだけ"),
    .linesOnPage,
  ]
}

extension Arguments {
  /// The order given with `--sort`.
  func noteOrder() throws(CommandError) -> NoteBook.Order {
    guard let word = value("sort") else { return .created }
    guard let order = NoteBook.Order(rawValue: FullWidth.folded(word)) else {
      throw .badValue(option: "--sort", value: word, allowed: ["created", "changed"])
    }
    return order
  }
}

extension OptionEntry {
  /// How many changes are undone.
  static let lastChanges = OptionEntry(
    name: "last", value: "N", english: "the last N changes", japanese: "最後の N 件")

  /// How many lines of a list make a page.
  static let linesOnPage = OptionEntry(
    name: "limit", value: "N", english: "so many lines on a page instead of \(ListPosition.size)",
    japanese: "1 ページの行数（省略すると \(ListPosition.size) 行）")
}

extension [CommandEntry] {
  /// The commands that turn the pages of a screen's list.
  static func pages<C: ListCommand>(of screen: ScreenName, by type: C.Type) -> Self {
    [
      .plain(
        ">>", ["next", "次へ"], on: screen, C.move(.nextPage),
        "the next page of the list", "一覧の次のページへ進みます"
      ).forScripts,
      .plain(
        "<<", ["prev", "前へ"], on: screen, C.move(.previousPage),
        "the page before", "一覧の前のページへ戻ります"
      ).forScripts,
    ]
  }
}

extension Arguments {
  /// How many lines of a list make a page, as given with `--limit`.
  func linesOnPage() throws(CommandError) -> Int { try number("limit") ?? ListPosition.size }

  /// The first page of a list, of as many lines as `--limit` says.
  func firstPage() throws(CommandError) -> ListPosition {
    ListPosition(1, total: 0, size: try linesOnPage())
  }
}
