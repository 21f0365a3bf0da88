import QuizSupport

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
        "qa-repl を起動したプログラムが、引数を 1 つも(プログラム名さえ)渡していません。")
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
        "ターミナルでは、--now には --memory か --read-only が必要です(別の日付の回答が問題データに残ってしまうため)。")
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
