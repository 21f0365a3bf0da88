import Foundation
import QuizSupport

/// The environment variables, and the settings that the program reads from them.
struct Environment {
  let variables: [String: String]

  /// The value of a variable, or `nil` if it is not set or empty.
  subscript(_ name: String) -> String? {
    variables[name].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The language that the environment asks for. It is read from the variables, because
  /// `Locale.current` is always `en_001` on Linux (swiftlang/swift-foundation#717), and so that all
  /// systems behave alike.
  var language: Language {
    let names = ["QA_REPL_LANG", "LC_ALL", "LC_MESSAGES", "LANG"]
    guard let value = names.lazy.compactMap({ self[$0] }).first else { return .english }
    let code = value.prefix { $0 != "_" && $0 != "-" && $0 != "." && $0 != "@" }
    return code.lowercased() == "ja" ? .japanese : .english
  }

  /// Whether the terminal shows all of Unicode, as far as the locale tells.
  var isUnicode: Bool {
    let names = ["LC_ALL", "LC_CTYPE", "LANG"]
    let locale = names.lazy.compactMap { self[$0] }.first ?? ""
    return locale.uppercased().replacing("-", with: "").hasSuffix("UTF8")
  }

  /// Whether output must only be appended, for screen readers and simple terminals.
  var wantsPlain: Bool {
    let accessible = self["ACCESSIBLE"].map { $0 != "0" && $0 != "false" } ?? false
    return accessible || self["TERM"] == nil || self["TERM"] == "dumb"
  }

  /// The user's home directory: HOME, or the user database if HOME is not set. On Linux,
  /// Foundation's `NSHomeDirectory` ignores HOME.
  var home: String { self["HOME"] ?? NSHomeDirectory() }

  /// The directory of the user's bank (XDG Base Directory Specification 0.8; a relative path is
  /// ignored).
  var dataDirectory: String {
    let data = self["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    return (data ?? home + "/.local/share") + "/qa-repl"
  }
}
