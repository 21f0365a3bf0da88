import QuizSupport

/// The error for invalid arguments: exit code 64, as in BSD's sysexits.h.
enum UsageError: Error, Equatable {
  case unknownOption(String, suggestion: String?)
  case missingValue(String)
  case valueNotWanted(String)
  case badValue(String, String, allowed: String)
}

extension UsageError: ReportableError {
  var message: Message {
    switch self {
    case .unknownOption(let option, let suggestion):
      Message("usage", "There is no option \(option).", "\(option) というオプションはありません。")
        + (suggestion.map { Reason(" Did you mean \($0)?", "\($0) ではありませんか?") }
          ?? Reason(" See --help.", "--help をご覧ください。"))
    case .missingValue(let option):
      Message("usage", "\(option) needs a value.", "\(option) には値が必要です。")
    case .valueNotWanted(let option):
      Message("usage", "\(option) takes no value.", "\(option) に値は付けられません。")
    case .badValue(let option, let value, let allowed):
      Message(
        "usage", "\(option) cannot be “\(value)”; it takes: \(allowed).",
        "\(option) に「\(value)」は使えません。使える値: \(allowed)")
    }
  }
}
