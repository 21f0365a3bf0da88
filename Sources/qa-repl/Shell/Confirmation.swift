import QuizKit

/// What is done with a command that takes something away for good.
enum Caution: Equatable {
  /// Carry it out (`--yes`).
  case none
  /// Refuse it: nobody is there who could be asked.
  case refuse
  /// Hold it until the person at the prompt has said yes.
  case ask
}

/// A command that takes something away was given where nobody can be asked.
struct ConfirmRequired: ReportableError, Equatable {
  /// What would have been asked.
  let question: String

  var code: String { "confirm-required" }

  func text(in language: Language) -> String {
    question + language.text(" Give --yes to say so.", " 実行するには --yes を付けてください。")
  }
}

/// A program that ended before what was typed was saved.
struct UnsavedTextDiscarded: ReportableError, Equatable {
  let screen: ScreenName

  var code: String { "discarded" }

  func text(in language: Language) -> String {
    language.text(
      "What was typed on the \(screen.rawValue) screen was not saved and is discarded.",
      "この画面(\(screen.rawValue))で入力された内容は保存されていないため、破棄しました。")
  }
}

extension Command {
  /// The command that was refused for want of a yes, with the yes in it; `nil` for every other refusal.
  init?(confirming refusal: any ReportableError) {
    guard case ExportError.fileExists(var options) = refusal else { return nil }
    options.replaces = true
    self = .start(.exportFile(options))
  }

  /// Whether it leaves the screen in front.
  var leavesScreen: Bool {
    switch self {
    case .back, .home, .quit, .open: true
    default: false
    }
  }
}

extension Strings {
  /// Asked before a screen is left with something unsaved on it.
  var discardUnsaved: String {
    self("Discard what is not saved?", "保存されていない内容を破棄しますか?")
  }
}
