/// A file format for questions, and the features it can store.
public struct QuestionFormat: Sendable {
  /// The argument of `--format`.
  public let name: String

  /// The name shown to users.
  public let title: String

  /// The file extensions, without the dot; the first is the usual one.
  public let extensions: [String]

  /// The features that survive writing and reading back.
  public let keeps: Set<Feature>

  /// The kinds of questions that can be written.
  public var kinds: Set<QuestionContent.Kind> = [.single, .trueFalse]

  /// The reader of this format.
  public let reader: any QuestionReader

  /// Creates a writer; `nil` for read-only formats.
  public let writer: (@Sendable (ExportSurvey, WritingOptions) -> any QuestionWriter)?

  /// A part of a question that some formats cannot store.
  public enum Feature: String, Hashable, Sendable, CaseIterable {
    /// The commentary (解説).
    case commentary
    /// The text shown to people who picked a certain choice.
    case feedback
    /// Tags.
    case tags
    /// The deck.
    case category
    /// A short name.
    case title
    /// The question's identifier in the file it came from.
    case identifier
    /// Line breaks inside a question or a choice.
    case lineBreaks = "line-breaks"
    /// The seconds allowed for an answer, which tables can state.
    case timeLimit = "time-limit"
    /// Members of the qa-repl JSON format that this version does not know.
    case otherFields = "other-fields"

    var english: String { rawValue.replacing("-", with: " ") }

    var japanese: String {
      switch self {
      case .commentary: "解説"
      case .feedback: "選択肢ごとの解説"
      case .tags: "タグ"
      case .category: "分野"
      case .title: "タイトル"
      case .identifier: "識別子"
      case .lineBreaks: "改行"
      case .timeLimit: "制限時間"
      case .otherFields: "その他の項目"
      }
    }
  }
}
