import QuizSupport

/// The error for invalid arguments: exit code 64, as in BSD's sysexits.h.
enum UsageError: Error, Equatable {
  case unknownOption(String, suggestion: String?)
  case missingValue(String)
  case valueNotWanted(String)
  case badValue(String, String, allowed: String)
}

extension UsageError: ReportableError {
  var code: String { "usage" }

  func text(in language: Language) -> String {
    switch self {
    case .unknownOption(let option, let suggestion):
      language.text("There is no option \(option).", "\(option) というオプションはありません。")
        + (suggestion.map { language.text(" Did you mean \($0)?", "\($0) ではありませんか?") }
          ?? language.text(" See --help.", "--help をご覧ください。"))
    case .missingValue(let option):
      language.text("\(option) needs a value.", "\(option) には値が必要です。")
    case .valueNotWanted(let option):
      language.text("\(option) takes no value.", "\(option) に値は付けられません。")
    case .badValue(let option, let value, let allowed):
      language.text(
        "\(option) cannot be “\(value)”; it takes: \(allowed).",
        "\(option) に「\(value)」は使えません。使える値: \(allowed)")
    }
  }
}
