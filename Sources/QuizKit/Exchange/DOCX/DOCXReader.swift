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
    } else if let dump = try dump(of: document.paragraphs, options, collector) {
      collector.part?.places = dump.text.places
      try MarkdownReader.read(
        dump.text.source, with: DumpReading(dump.plan, into: collector), into: collector)
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

  /// The text as a dump, if more of its questions can be read in this way.
  private func dump(
    of paragraphs: [WordParagraph], _ options: ReadingOptions, _ collector: QuestionCollector
  ) throws(ReadingCancelled) -> (text: WordDump, plan: DumpPlan)? {
    let usual = trial(options)
    read(paragraphs, into: usual)
    var (best, found): (QuestionCollector, (WordDump, DumpPlan)?) = (usual, nil)
    for showsMarks in [false, true] {
      guard
        let text = WordDump(paragraphs, name: collector.file, showsMarks: showsMarks),
        !showsMarks || text.hasMarks
      else { break }
      collector.use(text.source.bytes.count)
      let plan = DumpPlan(DumpSurvey(of: text.source))
      let trial = trial(options)
      try MarkdownReader.read(text.source, with: DumpReading(plan, into: trial), into: trial)
      if isBetter(trial, than: best, plan) { (best, found) = (trial, (text, plan)) }
    }
    return found
  }

  private func isBetter(
    _ trial: QuestionCollector, than best: QuestionCollector, _ plan: DumpPlan
  ) -> Bool {
    if trial.accepted != best.accepted { return trial.accepted > best.accepted }
    let (all, usual) = (trial.skipped + trial.errors, best.skipped + best.errors)
    return all > usual && (trial.accepted > 0 || usual == 0) && plan.isCertain
  }

  private func trial(_ options: ReadingOptions) -> QuestionCollector {
    let trial = QuestionCollector(file: "", handler: { _ in })
    trial.longest = options.longest
    return trial
  }
}
