import QuizExchange
import QuizSupport

/// What to export, and how.
public struct ExportOptions: Equatable, Sendable {
  /// The file, as the user named it.
  public var file: String
  /// The format's name; `nil` to choose it by the file's extension.
  public var format: String?
  /// The deck to export; `nil` for the whole bank.
  public var deck: String?
  /// Whether an existing file may be replaced.
  public var replaces: Bool
  /// Whether to include notes, quizzes and answers.
  public var isBackup: Bool
  /// Whether to write a table of answers instead of the questions.
  public var isOfAnswers: Bool
  /// The exam to write instead of questions; `nil` for none.
  public var exam: ExamExport?
  /// Details of how the file is written.
  public var writing: WritingOptions

  /// Creates options.
  public init(
    file: String, format: String? = nil, deck: String? = nil, replaces: Bool = false,
    isBackup: Bool = false, isOfAnswers: Bool = false,
    exam: ExamExport? = nil, writing: WritingOptions = WritingOptions()
  ) {
    self.file = file
    self.format = format
    self.deck = deck
    self.replaces = replaces
    self.isBackup = isBackup
    self.isOfAnswers = isOfAnswers
    self.exam = exam
    self.writing = writing
  }

  /// The text after the last dot of the file's name; empty when there is none.
  var fileExtension: String {
    let name = file.split(separator: "/").last ?? ""
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count > 1 ? String(parts[parts.count - 1]) : ""
  }
}

/// Which exam to write, and which paper of it.
public struct ExamExport: Equatable, Sendable {
  /// The exam's name.
  public var name: String
  /// The seed of the paper to print; `nil` for any.
  public var seed: Int?
  /// The language of the words around the questions.
  public var language: Language

  /// Creates the choice of an exam.
  public init(_ name: String, seed: Int? = nil, language: Language) {
    (self.name, self.seed, self.language) = (name, seed, language)
  }
}
