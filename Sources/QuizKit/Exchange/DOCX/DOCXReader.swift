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
      try readQuestions(document.paragraphs, options, into: collector)
    }
    for (index, table) in document.tables.enumerated() where table.hasHeader {
      package.beginPart("table \(index + 1)", deck: nil)
      try table.read(options, into: collector)
    }
  }

  /// The longest text, in bytes and in paragraphs, that is read in several ways. It has some
  /// thousand questions.
  private static let (longest, mostParagraphs) = (1 << 20, 20_000)

  /// Reads the paragraphs one by one, or as a dump if more questions can be read in this way.
  private func readQuestions(
    _ paragraphs: [WordParagraph], _ options: ReadingOptions, into collector: QuestionCollector
  ) throws(ReadingCancelled) {
    if paragraphs.count > Self.mostParagraphs
      || paragraphs.reduce(0, { $0 + $1.text.utf8.count }) > Self.longest
    {
      return read(paragraphs, into: collector)
    }
    let text = WordDump(paragraphs, name: collector.file, showsMarks: false)
    let survey = text.map { DumpSurvey(of: $0.source) }
    let hasAnswers = survey.map { $0.entries.count > 1 } ?? false
    let usual = trial(options)
    read(paragraphs, readsMarks: !hasAnswers, into: usual)
    var (best, found): (QuestionCollector, (text: WordDump, plan: DumpPlan)?) = (usual, nil)
    func compare(_ text: WordDump, _ survey: DumpSurvey) throws(ReadingCancelled) {
      collector.use(text.source.bytes.count)
      let plan = DumpPlan(survey)
      let trial = trial(options)
      try MarkdownReader.read(text.source, with: DumpReading(plan, into: trial), into: trial)
      if isBetter(trial, than: best, plan) { (best, found) = (trial, (text, plan)) }
    }
    if let text, let survey { try compare(text, survey) }
    if !hasAnswers, let text = WordDump(paragraphs, name: collector.file, showsMarks: true),
      text.hasMarks
    {
      try compare(text, DumpSurvey(of: text.source))
    }
    guard let found else { return read(paragraphs, readsMarks: !hasAnswers, into: collector) }
    collector.part?.places = found.text.places
    try MarkdownReader.read(
      found.text.source, with: DumpReading(found.plan, into: collector), into: collector)
  }

  private func read(
    _ paragraphs: [WordParagraph], readsMarks: Bool = true, into collector: QuestionCollector
  ) {
    var questions = WordQuestions(paragraphs, collector, readsMarks: readsMarks)
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
    guard
      FormatGuess.contents(of: FormatClues(text.source), upTo: .marks)?.name
        == QuestionFormat.gift.name
    else { return nil }
    // A question about a program has braces, too.
    let trials = [trial(options), trial(options)]
    try GIFTReader().read(text.source, options: options, into: trials[0])
    read(paragraphs, into: trials[1])
    let accepted = trials[0].accepted
    let isMost = accepted > trials[0].skipped + trials[0].errors
    return isMost && accepted > trials[1].accepted ? text : nil
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
