import Foundation
import QuizKit

/// What the program takes from environment variables, each with the rule that decides it.
struct Environment {
  let variables: [String: String]

  /// The value of a variable that is set and not empty.
  subscript(_ name: String) -> String? {
    variables[name].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The language that the environment asks for. `Locale.current` is always `en_001` on Linux
  /// (swiftlang/swift-foundation#717), so the variables are read here, and alike on every system.
  var language: Language {
    let names = ["QA_REPL_LANG", "LC_ALL", "LC_MESSAGES", "LANG"]
    guard let value = names.lazy.compactMap({ self[$0] }).first else { return .english }
    let code = value.prefix { $0 != "_" && $0 != "-" && $0 != "." && $0 != "@" }
    return code.lowercased() == "ja" ? .japanese : .english
  }

  /// Whether text gets colours: https://no-color.org, and CLICOLOR as on the BSDs.
  func usesColor(_ choice: Options.Color, isTerminal: Bool) -> Bool {
    switch choice {
    case .always: return true
    case .never: return false
    case .auto:
      if self["NO_COLOR"] != nil { return false }
      if let force = self["CLICOLOR_FORCE"], force != "0" { return true }
      return isTerminal && self["CLICOLOR"] != "0" && self["TERM"] != "dumb"
    }
  }

  /// Whether text is only ever appended: a screen reader, or a terminal that can do no more.
  var wantsPlain: Bool {
    let accessible = self["ACCESSIBLE"].map { $0 != "0" && $0 != "false" } ?? false
    return accessible || self["TERM"] == nil || self["TERM"] == "dumb"
  }

  /// The user's home: HOME as everywhere in a shell; the user database only where it is not set. (Foundation's
  /// `NSHomeDirectory` does not look at HOME on Linux.)
  var home: String { self["HOME"] ?? NSHomeDirectory() }

  /// Where the bank is kept: XDG Base Directory Specification 0.8, by which a relative path is ignored.
  var dataDirectory: String {
    let data = self["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    return (data ?? home + "/.local/share") + "/qa-repl"
  }
}
