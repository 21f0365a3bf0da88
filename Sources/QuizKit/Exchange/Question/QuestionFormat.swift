/// A file format for questions, and the features it can store.
public struct QuestionFormat: Sendable {
  /// The argument of `--format`.
  package let name: String

  /// The name shown to users.
  package let title: String

  /// The file extensions, without the dot; the first is the usual one.
  package let extensions: [String]

  /// The features that survive writing and reading back.
  package let keeps: Set<Feature>

  /// The kinds of questions that can be written.
  package var kinds: Set<QuestionContent.Kind> = [.single, .trueFalse]

  /// The language of a document format, whose files may have a single line; `nil` for formats that
  /// consist of lines.
  var document: Document?

  /// Whether a file is one document, of which a part is none.
  package var isDocument: Bool { document != nil }

  /// Whether the ending of a file's name is enough to recognise the format.
  var isNamedByEnding = true

  /// The ways to recognise the format in a file whose name does not reveal it.
  var recognitions: [Recognition] = []

  /// How packages of this format are recognised and read; `nil` if its files are texts only.
  var package: PackageForm?

  /// The reader of this format.
  package let reader: any QuestionReader

  /// How the format writes pictures; `nil` where it only names them.
  package var pictures: PictureForm?

  /// How a format writes pictures.
  package enum PictureForm: Sendable {
    /// As paths of files beside the written one.
    case paths
    /// In itself.
    case embedded
  }

  /// Whether files of the format are packages, and not texts.
  package var isPackage: Bool { package != nil }

  /// Creates a writer; `nil` for read-only formats.
  package let writer: (@Sendable (ExportSurvey, WritingOptions) -> any QuestionWriter)?

  /// The languages of documents.
  enum Document: Sendable {
    case json, xml
  }

  /// A part of a question that some formats cannot store.
  package enum Feature: String, Hashable, Sendable, CaseIterable {
    /// The commentary (解説).
    case commentary
    /// The text shown to people who picked a certain choice, or typed a certain answer.
    case feedback
    /// The credit for an answer that is only partly right.
    case weights
    /// The number of choices that the author asks for, if the text of the question does not state
    /// it.
    case choose
    /// The permission to pick several choices although one is right.
    case severalOfOne = "several-with-one-right"
    /// The distinction between capital and small letters in a typed answer.
    case letterCase = "letter-case"
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
    /// The credit for answers, the feedback on them and the difference of letters in gaps.
    case gapDetails = "gap-details"
    /// Pictures.
    case pictures
    /// Members of the qa-repl JSON format that this version does not know.
    case otherFields = "other-fields"

    var english: String {
      switch self {
      case .choose: "number of choices to pick"
      case .severalOfOne: "choice of several where one is right"
      case .gapDetails: "credit, feedback and letter case in gaps"
      case .letterCase: "difference of capital and small letters"
      default: rawValue.replacing("-", with: " ")
      }
    }

    var japanese: String {
      switch self {
      case .commentary: "解説"
      case .feedback: "解答ごとの解説"
      case .weights: "配点"
      case .choose: "選ぶ個数"
      case .severalOfOne: "正解が 1 つの複数選択"
      case .letterCase: "大文字と小文字の区別"
      case .tags: "タグ"
      case .category: "分野"
      case .title: "題名"
      case .identifier: "識別子"
      case .lineBreaks: "改行"
      case .timeLimit: "制限時間"
      case .gapDetails: "空欄ごとの配点・解説・大文字小文字の区別"
      case .pictures: "画像"
      case .otherFields: "その他の項目"
      }
    }
  }
}
