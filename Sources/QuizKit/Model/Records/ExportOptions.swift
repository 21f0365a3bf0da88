import QuizExchange
import QuizSupport

/// The options of an export.
package struct ExportOptions: Equatable, Sendable {
  /// The file, as the user named it.
  package var file: String
  /// The format's name; `nil` to choose it by the file's extension.
  package var format: String?
  /// The deck to export; `nil` for the whole bank.
  package var deck: String?
  /// Whether an existing file may be replaced.
  package var replaces: Bool
  /// Whether to include notes, quizzes and answers.
  package var isBackup: Bool
  /// Whether to write a table of answers instead of the questions.
  package var isOfAnswers: Bool
  /// The exam to write instead of questions; `nil` for none.
  package var exam: ExamExport?
  /// Options for how the file is written.
  package var writing: WritingOptions

  /// Creates options.
  package init(
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

/// The exam to write, and the paper to draw from it.
package struct ExamExport: Equatable, Sendable {
  /// The exam's name.
  package var name: String
  /// The seed of the paper to print; `nil` for any.
  package var seed: Int?
  /// The language of the texts around the questions.
  package var language: Language

  /// Creates the description of the exam to write.
  package init(_ name: String, seed: Int? = nil, language: Language) {
    (self.name, self.seed, self.language) = (name, seed, language)
  }
}
