/// Reads a text of Word:
/// <https://ecma-international.org/publications-and-standards/standards/ecma-376/>.
///
/// Its paragraphs are read as questions with choices or as GIFT, its tables like those of a
/// spreadsheet. A place in the text is the number of the paragraph.
struct DOCXReader: PackageReader {
  static let formatName = "Word"

  func read(
    _ package: QuestionPackage, options: ReadingOptions, into collector: QuestionCollector
  ) throws(ReadingCancelled) {
    let document = try WordDocument(package, collector, options)
    package.beginPart("text", deck: nil)
    defer { collector.part = nil }
    if let text = try gift(in: document.paragraphs, options, collector) {
      collector.note(.format(GIFTReader.formatName))
      collector.part?.places = text.places
      try GIFTReader().read(text.source, options: options, into: collector)
    } else {
      read(document.paragraphs, into: collector)
    }
    for (index, table) in document.tables.enumerated() where table.hasHeader {
      package.beginPart("table \(index + 1)", deck: nil)
      try table.read(options, into: collector)
    }
  }

  private func read(_ paragraphs: [WordParagraph], into collector: QuestionCollector) {
    var questions = WordQuestions(paragraphs, collector)
    for paragraph in paragraphs { questions.take(paragraph) }
    questions.finish()
  }

  /// The text of the paragraphs, if it is GIFT.
  private func gift(
    in paragraphs: [WordParagraph], _ options: ReadingOptions, _ collector: QuestionCollector
  ) throws(ReadingCancelled) -> WordText? {
    guard paragraphs.contains(where: { $0.text.utf8.contains(UInt8(ascii: "{")) }) else {
      return nil
    }
    let text = WordText(paragraphs, name: collector.file)
    collector.use(text.source.bytes.count)
    guard FormatGuess.contents(of: text.source, upTo: .marks)?.name == QuestionFormat.gift.name
    else { return nil }
    // A question about a program has braces, too.
    let trials = [trial(options), trial(options)]
    try GIFTReader().read(text.source, options: options, into: trials[0])
    read(paragraphs, into: trials[1])
    let accepted = trials[0].accepted
    let isMost = accepted > trials[0].skipped + trials[0].errors
    return isMost && accepted > trials[1].accepted ? text : nil
  }

  private func trial(_ options: ReadingOptions) -> QuestionCollector {
    let trial = QuestionCollector(file: "", handler: { _ in })
    trial.longest = options.longest
    return trial
  }
}
