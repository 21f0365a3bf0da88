/// Writes questions to a file in two passes, page by page. The first pass collects what the file
/// will need and lose; it can be left out if ``mustBeShown`` is false. The second pass writes.
package struct QuestionExport {
  private let format: QuestionFormat
  private let name: String
  private let options: WritingOptions
  private var survey = ExportSurvey()
  private var shown = 0
  private var written = 0
  private var unencodable: [Problem] = []
  private var refused: [Problem] = []
  private var next = 0

  /// - Parameter name: The file name that reports show.
  package init(_ format: QuestionFormat, name: String, options: WritingOptions) {
    (self.format, self.name, self.options) = (format, name, options)
  }

  // MARK: First pass

  /// Whether the first pass is needed. It is not if the format keeps every feature and the encoding
  /// has every character.
  package var mustBeShown: Bool {
    options.encoding != .utf8 || format.keeps.count < QuestionFormat.Feature.allCases.count
  }

  /// Takes the kinds of questions of the file, and of the answers in it, where the first pass is
  /// left out.
  package mutating func take(_ kinds: Set<QuestionContent.Kind>) { survey.take(kinds) }

  /// Examines the next questions in the first pass.
  package mutating func show(_ questions: [ExportedQuestion]) {
    for question in questions {
      // A question that is not written causes no further losses.
      if format.kinds.contains(question.content.kind) { survey.take(question) }
      if let problem = unencodable(question) { unencodable.append(problem) }
      shown += 1
    }
  }

  /// Whether the encoding has all characters of the questions. If not, no file is written.
  package var isEncodable: Bool { unencodable.isEmpty }

  // MARK: Second pass

  /// Creates the writer; `nil` if the format is read-only.
  package func makeWriter() -> (any QuestionWriter)? { format.writer?(survey, options) }

  /// The bytes before the first question, including a byte order mark if requested.
  package func beginning(_ writer: some QuestionWriter) -> [UInt8] {
    let mark: [UInt8] =
      options.hasByteOrderMark && options.encoding == .utf8 ? SourceText.byteOrderMark : []
    return mark + encoded(writer.beginning)
  }

  /// Returns the next questions as text in the file's encoding. Records those the format cannot
  /// hold.
  package mutating func write(
    _ questions: [ExportedQuestion], _ writer: inout some QuestionWriter
  ) -> [UInt8] {
    var text: [UInt8] = []
    let isFirst = written == 0 && writer.beginning.isEmpty
    for question in questions {
      if let fault = fault(question) ?? writer.append(question, to: &text) {
        refused.append(
          Problem(fault, file: name, element: "[\(next + 1)]", question: question.content.text))
      } else {
        written += 1
      }
      next += 1
    }
    // A reader would take the question's first character for the mark of the file.
    if isFirst, text.starts(with: SourceText.byteOrderMark) { text.insert(0x0A, at: 0) }
    return encoded(text)
  }

  /// The bytes after the last question.
  package func end(_ writer: some QuestionWriter) -> [UInt8] { encoded(writer.end) }

  /// The outcome of the export.
  package var result: ExportResult {
    ExportResult(
      written: written, problems: losses + refused + unencodable, unencodable: unencodable.count)
  }

  // MARK: Losses

  /// The fault of a question whose kind the format cannot store, or with more choices than any
  /// reader accepts; otherwise `nil`.
  private func fault(_ question: ExportedQuestion) -> Fault? {
    let kind = question.content.kind
    guard format.kinds.contains(kind) else { return .kindNotWritten(kind, format: format.title) }
    let count = question.content.choices.count
    return count > QuestionContent.maximumChoices ? .tooManyChoices(count) : nil
  }

  /// A problem for each feature that the questions use and the format does not keep.
  private var losses: [Problem] {
    QuestionFormat.Feature.allCases.compactMap { feature in
      let count = survey.count(feature)
      let isKept =
        feature == .pictures && options.leavesOutPictures ? false : format.keeps.contains(feature)
      if count == 0 || isKept { return nil }
      return Problem(.lost(feature, count: count, format: format.title), file: name)
    }
  }

  /// The problem of a question with characters that Shift_JIS lacks; `nil` if it has none.
  private func unencodable(_ question: ExportedQuestion) -> Problem? {
    guard options.encoding == .shiftJIS else { return nil }
    var missing = ""
    for scalar in question.texts.joined(separator: "\n").unicodeScalars
    where CP932.encode(scalar) == nil && !missing.unicodeScalars.contains(scalar) {
      missing.unicodeScalars.append(scalar)
    }
    if missing.isEmpty { return nil }
    return Problem(
      .unencodable(missing, encoding: options.encoding.rawValue), file: name,
      element: "[\(shown + 1)]", question: question.content.text)
  }

  private func encoded(_ text: [UInt8]) -> [UInt8] {
    guard options.encoding == .shiftJIS else { return text }
    return String(decoding: text, as: UTF8.self).unicodeScalars.flatMap { CP932.encode($0) ?? [] }
  }
}

/// The outcome of an export.
package struct ExportResult: Hashable, Sendable {
  /// The number of questions in the file.
  package let written: Int

  /// One problem for each lost feature, with a count, and one for each question that was not
  /// written.
  package let problems: [Problem]

  /// The number of questions with characters that the encoding lacks. If there are any, no file is
  /// written.
  package let unencodable: Int

  /// Creates the outcome of an export.
  package init(written: Int, problems: [Problem], unencodable: Int) {
    (self.written, self.problems, self.unencodable) = (written, problems, unencodable)
  }
}

/// The bytes of an export and its outcome.
public struct ExportedFile: Hashable, Sendable {
  /// The contents of the file; empty if the encoding lacks a character.
  public let bytes: [UInt8]

  /// The outcome of the export.
  package let result: ExportResult

  /// The number of questions in the file.
  package var written: Int { result.written }

  /// The lost features and the questions that were not written.
  package var problems: [Problem] { result.problems }
}

extension QuestionFormat {
  /// Writes all questions in this format.
  ///
  /// - Parameters:
  ///   - questions: The questions in the order of the file.
  ///   - name: The file name that reports show.
  ///   - options: How the file is written.
  /// - Returns: `nil` if the format is read-only.
  public func write(
    _ questions: [ExportedQuestion], name: String, options: WritingOptions = WritingOptions()
  ) -> ExportedFile? {
    var export = QuestionExport(self, name: name, options: options)
    export.show(questions)
    guard var writer = export.makeWriter() else { return nil }
    guard export.isEncodable else { return ExportedFile(bytes: [], result: export.result) }
    var bytes = export.beginning(writer)
    bytes += export.write(questions, &writer)
    bytes += export.end(writer)
    return ExportedFile(bytes: bytes, result: export.result)
  }
}
