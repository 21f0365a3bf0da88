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
    let word = try arguments.next("KIND")
    let folded = CommandWord.folded(word)
    let kind = QuestionContent.Kind.allCases.first { kind in
      Language.allCases.contains { self.word(for: kind, $0) == folded }
    }
    if let kind { return kind }
    throw .badValue(
      option: arguments.command, value: word,
      allowed: QuestionContent.Kind.allCases.map { self.word(for: $0, arguments.language) })
  }
}
