import QuizSupport

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
        "「\(word)」はこの画面(\(screen.japanese))では使えません。使える画面: "
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
        "「\(command)」には 1 以上の整数が必要です(「\(word)」は使えません)。")
    case .notADuration(let word, let command):
      Message(
        "not-a-duration", "“\(command)” needs a time such as 500ms, 10s or 2m, not “\(word)”.",
        "「\(command)」には 500ms、10s、2m のような時間が必要です(「\(word)」は使えません)。")
    case .notADay(let word, let command):
      Message(
        "not-a-day", "“\(command)” needs a day such as 2000-01-31, not “\(word)”.",
        "「\(command)」には 2000-01-31 のような日付が必要です(「\(word)」は使えません)。")
    case .notAPair(let word, let command):
      Message(
        "not-a-pair",
        "“\(command)” needs pairs such as 1b 2a, not “\(word)”.",
        "「\(command)」には 1b 2a のような組が必要です(「\(word)」は使えません)。")
    case .notALanguage(let word):
      Message(
        "not-a-language", "The languages are ja and en, not “\(word)”.",
        "言語は ja か en です(「\(word)」は使えません)。")
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
