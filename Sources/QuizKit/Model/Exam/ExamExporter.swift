import QuizExchange
import QuizSupport
import Signals

/// The result of an export of an exam.
package struct ExamExportOutcome: Encodable, Equatable, Sendable {
  /// The file, as the user named it.
  package let file: String
  /// The exam's name.
  package let exam: String
  /// `exam` or `html`.
  package let format: String
  /// How many questions were printed; `nil` for the text form.
  @Nullable package private(set) var questions: Int?
  /// The seed of the paper; `nil` for the text form.
  @Nullable package private(set) var seed: Int?
  /// Whether the file is standard output, so that nothing else may be written there.
  package let isOutput: Bool

  private enum CodingKeys: CodingKey { case file, exam, format, questions, seed }
}

/// Writes exams to files: in their text form, or a paper to print.
package final class ExamExporter {
  /// Emits the result of each export.
  package var outcomes: Signal<ExamExportOutcome> { finished.signal }

  /// How the texts of a paper are drawn.
  package var drawing = SheetDrawing.plain

  private let bank: QuestionBank
  private let exams: ExamBook
  private let world: World
  private let finished = PublishSubject<ExamExportOutcome>()

  /// Creates an exporter of these exams.
  package init(exams: ExamBook, bank: QuestionBank, world: World) {
    (self.exams, self.bank, self.world) = (exams, bank, world)
  }

  /// Writes the file.
  ///
  /// - Throws: ``ExportError``, ``ExamRefusal``, ``BankError``, ``UserFileError``; what the store
  ///   throws. The file is then unchanged.
  package func run(_ options: ExportOptions, _ wanted: ExamExport) throws {
    let isSheet = try Self.isSheet(options, wanted)
    let exam = try exams.exam(named: wanted.name)
    let text: String
    var paper: ExamPaper?
    if isSheet {
      var random = world.random
      let seed = wanted.seed ?? Int.random(in: 1...999_999, using: &random)
      let drawn = try ExamPaper(of: exam, seed: seed, from: bank)
      text = ExamSheet(paper: drawn, language: wanted.language, drawing: drawing).text
      paper = drawn
    } else {
      text = ExamWriter.text(exam.name, exam.blueprint)
    }
    let isOutput = try options.requireTarget(world.files, beside: bank.store)
    try world.files.write(to: options.file, isPrivate: false) { write in
      try write(Array(text.utf8))
    }
    finished.emit(
      ExamExportOutcome(
        file: options.file, exam: exam.name, format: isSheet ? "html" : "exam",
        questions: paper?.items.count, seed: paper?.seed, isOutput: isOutput))
  }

  private static func isSheet(
    _ options: ExportOptions, _ wanted: ExamExport
  ) throws(ExportError) -> Bool {
    let name = (options.format ?? options.fileExtension).lowercased()
    guard ["exam", "html", "htm"].contains(name) else { throw .notForExams(name) }
    let isSheet = name != "exam"
    let title = isSheet ? "html" : "exam"
    if options.deck != nil { throw .settingNotFor(.deck, format: title) }
    if options.isBackup { throw .settingNotFor(.backup, format: title) }
    if options.isOfAnswers { throw .settingNotFor(.answers, format: title) }
    if options.writing != WritingOptions() {
      throw .settingNotFor(.encoding, format: title)
    }
    if !isSheet, wanted.seed != nil { throw .settingNotFor(.seed, format: title) }
    return isSheet
  }
}
