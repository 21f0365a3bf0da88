import QuizExchange
import QuizSupport

/// Reads the kind of a question: `several`, or a Japanese word for it.
enum KindWord {
  /// The words that scripts use.
  static let usage = QuestionContent.Kind.allCases.map(\.rawValue).joined(separator: "|")

  /// The word that a person reads. Commands take it too.
  static func word(for kind: QuestionContent.Kind, _ language: Language) -> String {
    language.text(kind.rawValue, japanese(kind))
  }

  private static func japanese(_ kind: QuestionContent.Kind) -> String {
    switch kind {
    case .single: "択一"
    case .trueFalse: "正誤"
    case .several: "複数選択"
    case .text: "記述"
    case .number: "数値"
    case .card: "カード"
    case .gaps: "穴埋め"
    case .order: "並べ替え"
    case .match: "組み合わせ"
    }
  }

  /// Takes the next word.
  ///
  /// - Throws: ``CommandError/badValue(option:value:allowed:)``,
  ///   ``CommandError/missingArgument(_:command:usage:)``.
  static func kind(_ arguments: inout Arguments) throws(CommandError) -> QuestionContent.Kind {
    try kind(try arguments.next("KIND"), of: arguments.command, arguments.language)
  }

  /// The choices of a new true-or-false question.
  static func statements(_ language: Language) -> [String] {
    [language.text("True", "正しい"), language.text("False", "誤り")]
  }

  /// The kind that a word names.
  ///
  /// - Parameter option: The name of the command or option that takes it.
  /// - Throws: ``CommandError/badValue(option:value:allowed:)``
  static func kind(
    _ word: String, of option: String, _ language: Language
  ) throws(CommandError) -> QuestionContent.Kind {
    let folded = CommandWord.folded(word)
    let kind = QuestionContent.Kind.allCases.first { kind in
      Language.allCases.contains { self.word(for: kind, $0) == folded }
    }
    if let kind { return kind }
    throw .badValue(
      option: option, value: word,
      allowed: QuestionContent.Kind.allCases.map { self.word(for: $0, language) })
  }
}
