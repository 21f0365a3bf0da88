import QuizKit
import QuizSupport

/// What to do with a command that destroys something.
enum Caution: Equatable {
  /// Carry it out (`--yes`).
  case none
  /// Refuse it, because no person can be asked.
  case refuse
  /// Hold it until the person at the prompt confirms.
  case ask
}

/// The error for a command that needs confirmation when no person can be asked.
struct ConfirmRequired: ReportableError, Equatable {
  /// The question that would have been asked.
  let question: String

  var message: Message {
    Message(
      "confirm-required", "\(question) Give --yes to confirm.",
      "\(question)実行するには --yes を付けてください。")
  }
}

/// The error for a command that leaves unsaved input behind when no person can be asked.
struct UnsavedText: ReportableError, Equatable {
  let screen: ScreenName

  var message: Message {
    Message(
      "unsaved-text",
      "The text typed on the \(Strings(language: .english).name(of: screen)) "
        + "screen is not saved. Save it, or give --yes to "
        + "discard it.",
      "この画面(\(Strings(language: .japanese).name(of: screen)))で"
        + "入力した内容が保存されていません。保存するか、--yes を付けて破棄してください。"
    )
  }
}

/// The error for unsaved input that is lost, at the end of the program or after a failed line.
struct UnsavedTextDiscarded: ReportableError, Equatable {
  let screen: ScreenName

  var message: Message {
    Message(
      "discarded",
      "The text typed on the \(Strings(language: .english).name(of: screen)) "
        + "screen was not saved and is discarded.",
      "この画面(\(Strings(language: .japanese).name(of: screen)))で入力した内容は、保存されていないため破棄しました。")
  }
}

/// The notice about a form that is kept for the next start.
struct UnsavedTextKept: ReportableError, Equatable {
  /// Whether the question is a new one.
  let isNew: Bool

  var message: Message {
    isNew
      ? Message(
        "draft-kept", "What was typed is kept; the next “register” shows it.",
        "入力途中の内容を残しました。次に register を開くと表示します。")
      : Message(
        "draft-kept", "What was typed is kept; “edit” of the same question shows it.",
        "入力途中の内容を残しました。同じ質問を edit で開くと表示します。")
  }
}

extension Command {
  /// Whether the command takes no time.
  var isTimeless: Bool {
    if case .advance = self { false } else { true }
  }

  /// Whether the command leaves the screen in front.
  var leavesScreen: Bool {
    switch self {
    case .back, .home, .quit, .open, .application(.quiz), .application(.resume),
      .application(.exam):
      true
    default: false
    }
  }
}

extension Strings {
  /// The question before leaving a screen with unsaved input.
  var discardUnsaved: String {
    self("Discard the unsaved text?", "保存されていない内容を破棄しますか?")
  }
}
