/// A file of questions on its way out. All questions are shown to it first, where that matters, and then
/// each is written; both a page at a time.
struct QuestionExport {
  private let format: QuestionFormat
  private let name: String
  private let options: WritingOptions
  private var survey = ExportSurvey()
  private var shown = 0
  private var written = 0
  private var unencodable: [Problem] = []
  private var refused: [Problem] = []
  private var next = 0

  /// - Parameter name: What the reports call the file.
  init(_ format: QuestionFormat, name: String, options: WritingOptions) {
    (self.format, self.name, self.options) = (format, name, options)
  }

  // MARK: First

  /// Whether anything depends on what is shown: a format that keeps everything, in an encoding that has every character,
  /// need not know the questions before it writes them.
  var mustBeShown: Bool {
    options.encoding != .utf8 || format.keeps.count < QuestionFormat.Feature.allCases.count
  }

  /// Takes note of the next questions.
  mutating func show(_ questions: [ExportedQuestion]) {
    for question in questions {
      survey.take(question)
      if let problem = unencodable(question) { unencodable.append(problem) }
      shown += 1
    }
  }

  /// Whether the encoding has all characters of the questions; otherwise there will be no file.
  var isEncodable: Bool { unencodable.isEmpty }

  // MARK: Then

  /// What writes the questions; `nil` if the format is only read.
  func makeWriter() -> (any QuestionWriter)? { format.writer?(survey, options) }

  /// What the file begins with.
  func beginning(_ writer: some QuestionWriter) -> [UInt8] {
    let mark: [UInt8] =
      options.hasByteOrderMark && options.encoding == .utf8 ? [0xEF, 0xBB, 0xBF] : []
    return mark + encoded(writer.beginning)
  }

  /// The text of the next questions, in the file's encoding.
  mutating func write(
    _ questions: [ExportedQuestion], _ writer: inout some QuestionWriter
  ) -> [UInt8] {
    var text: [UInt8] = []
    for question in questions {
      if let fault = fault(question) ?? writer.append(question, to: &text) {
        refused.append(
          Problem(fault, file: name, element: "[\(next)]", question: question.content.text))
      } else {
        written += 1
      }
      next += 1
    }
    return encoded(text)
  }

  /// What the file ends with.
  func end(_ writer: some QuestionWriter) -> [UInt8] { encoded(writer.end) }

  /// What has become of the questions.
  var result: ExportResult {
    ExportResult(
      written: written, problems: losses + refused + unencodable, unencodable: unencodable.count)
  }

  // MARK: What is lost

  /// What no format is read with is written in none.
  private func fault(_ question: ExportedQuestion) -> Fault? {
    let count = question.content.choices.count
    return count > QuestionContent.maximumChoices ? .tooManyChoices(count) : nil
  }

  /// What the questions have and the format does not keep.
  private var losses: [Problem] {
    QuestionFormat.Feature.allCases.compactMap { feature in
      let count = survey.count(feature)
      if count == 0 || format.keeps.contains(feature) { return nil }
      return Problem(.lost(feature, count: count, format: format.title), file: name)
    }
  }

  /// The characters of a question that Shift_JIS does not have.
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
      element: "[\(shown)]", question: question.content.text)
  }

  private func encoded(_ text: [UInt8]) -> [UInt8] {
    guard options.encoding == .shiftJIS else { return text }
    return String(decoding: text, as: UTF8.self).unicodeScalars.flatMap { CP932.encode($0) ?? [] }
  }
}

/// What has become of the questions of an export.
public struct ExportResult: Hashable, Sendable {
  /// How many questions are in the file.
  public let written: Int

  /// What was lost, once for each kind with its count, and questions that could not be written.
  public let problems: [Problem]

  /// How many questions have characters that the encoding does not have; then there is no file.
  public let unencodable: Int
}

/// The bytes of an export, and what they do not carry.
public struct ExportedFile: Hashable, Sendable {
  /// The file; empty if the encoding does not have all characters.
  public let bytes: [UInt8]

  /// What has become of the questions.
  public let result: ExportResult

  /// How many questions are in it.
  public var written: Int { result.written }

  /// What was lost.
  public var problems: [Problem] { result.problems }
}

extension QuestionFormat {
  /// Writes questions in this format, as a whole.
  ///
  /// - Parameters:
  ///   - questions: In the order in which the file shall have them.
  ///   - name: What the reports call the file.
  /// - Returns: `nil` if the format is only read.
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
