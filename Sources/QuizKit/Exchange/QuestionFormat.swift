/// A format that questions come in, with what it can carry.
public struct QuestionFormat: Sendable {
  /// The word for `--format`.
  public let name: String

  /// What people call it.
  public let title: String

  /// The extensions of its files, without the dot; the first is the usual one.
  public let extensions: [String]

  /// What survives a way through the format.
  public let keeps: Set<Feature>

  /// Reads it.
  public let reader: any QuestionReader

  /// Makes the writer of a file; `nil` for formats that are only read.
  public let writer: (@Sendable (ExportSurvey, WritingOptions) -> any QuestionWriter)?

  /// Part of a question that some formats cannot carry.
  public enum Feature: String, Hashable, Sendable, CaseIterable {
    /// The commentary (解説).
    case commentary
    /// What is shown to those who picked a choice.
    case feedback
    /// Tags.
    case tags
    /// The deck.
    case category
    /// The short name.
    case title
    /// The identifier in the file that it came from.
    case identifier
    /// Line ends inside a question or a choice.
    case lineBreaks = "line-breaks"
    /// The seconds to answer that a table gives a question.
    case timeLimit = "time-limit"
    /// Members of our own JSON that this version does not know.
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
