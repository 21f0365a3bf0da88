/// Reads a text of Word:
/// <https://ecma-international.org/publications-and-standards/standards/ecma-376/>.
///
/// Its paragraphs are read as questions with choices, its tables like those of a spreadsheet. A
/// place in the text is the number of the paragraph.
struct DOCXReader: PackageReader {
  static let formatName = "Word"

  func read(
    _ package: QuestionPackage, options: ReadingOptions, into collector: QuestionCollector
  ) throws(ReadingCancelled) {
    let document = try WordDocument(package, collector, options)
    package.beginPart("text", deck: nil)
    defer { collector.part = nil }
    var questions = WordQuestions(document.paragraphs, collector)
    for paragraph in document.paragraphs { questions.take(paragraph) }
    questions.finish()
    for (index, table) in document.tables.enumerated() where table.hasHeader {
      package.beginPart("table \(index + 1)", deck: nil)
      try table.read(options, into: collector)
    }
  }
}
