import QuizSupport

extension QuestionFormat {
  /// A text of Word or LibreOffice with numbered questions, or with a table of questions.
  package static let docx = QuestionFormat(
    name: "docx", title: DOCXReader.formatName, extensions: ["docx"],
    keeps: [.commentary, .feedback, .category, .lineBreaks, .pictures],
    isNamedByEnding: false,
    package: PackageForm(isFound: { $0.has(DocxDocument.file) }, reader: DOCXReader()),
    reader: PackageOnlyReader(formatName: DOCXReader.formatName), writer: nil)
}

/// Reads a text of Word:
/// <https://ecma-international.org/publications-and-standards/standards/ecma-376/>.
///
/// Its paragraphs are read as questions with choices or as GIFT, its tables like those of a
/// spreadsheet. A place in the text is the number of the paragraph.
struct DOCXReader: PackageReader {
  static let formatName = "Word"

  func read(_ package: QuestionPackage) throws(ReadingCancelled) {
    let collector = package.collector
    let document = try DocxDocument(package)
    package.beginPart("text", deck: nil)
    defer { collector.part = nil }
    collector.pictures?.listed = document.pictures
    var text = DocxLines(document.paragraphs)
    collector.charge(text.size)
    var survey = ListSurvey(of: text.page)
    // Beside a list of answers, bold and coloured choices are emphasis.
    if survey.entries.count < 2, text.showMarks() { survey = ListSurvey(of: text.page) }
    let finder = QuestionFinder(survey, usesLists: !text.hasNewLetters)
    if let gift = try gift(in: document.paragraphs, besides: finder, collector) {
      collector.note(.format(GIFTReader.formatName))
      collector.part?.places = gift.places
      try GIFTReader().read(gift.source, into: collector)
    } else if finder.asks {
      collector.part?.places = text.places
      var reading = QuestionListReading(finder, into: collector)
      var position = 0
      for line in text.page {
        reading.take(line)
        position += line.raw.utf8.count + 1
        try collector.advance(throughLinesTo: position, of: text.size)
      }
      reading.finish()
    }
    for (index, table) in document.tables.enumerated() where table.hasHeader {
      package.beginPart("table \(index + 1)", deck: nil)
      collector.pictures?.listed = document.tablePictures[index]
      try table.read(into: collector)
    }
  }

  /// The text of the paragraphs, if it is GIFT.
  private func gift(
    in paragraphs: [DocxParagraph], besides finder: QuestionFinder, _ collector: QuestionCollector
  ) throws(ReadingCancelled) -> DocxText? {
    guard paragraphs.contains(where: { $0.text.utf8.contains(UInt8(ascii: "{")) }) else {
      return nil
    }
    let text = DocxText(paragraphs, name: collector.file)
    collector.charge(text.source.bytes.count)
    guard
      FormatGuess.contents(of: FormatClues(text.source), upTo: .marks)?.name
        == QuestionFormat.gift.name
    else { return nil }
    // A question about a program has braces, too.
    let trial = QuestionCollector(file: "", handler: { _ in })
    trial.options = collector.options
    try GIFTReader().read(text.source, into: trial)
    let isMost = trial.accepted > trial.skipped + trial.errors
    return isMost && trial.accepted > finder.spans.count(where: \.hasKey) ? text : nil
  }
}

/// A table of a Word text that has no heading of questions: choices side by side, a question with
/// its choices, or answers behind the numbers of their questions.
enum DocxTable {
  /// The paragraphs of each cell.
  typealias Cell = [DocxParagraph]

  /// The table as paragraphs; none if it has nothing that belongs to a question.
  static func paragraphs(of rows: [[Cell]]) -> [DocxParagraph] {
    let lines = rows.flatMap(lines)
    return lines.contains(where: isPartOfQuestion) ? lines : []
  }

  /// The paragraphs of a row, with a letter or number in a cell of its own before the next cell.
  private static func lines(of row: [Cell]) -> [DocxParagraph] {
    var lines: [DocxParagraph] = []
    var index = 0
    while index < row.count {
      let cell = row[index]
      index += 1
      guard cell.count == 1, index < row.count, let first = row[index].first,
        let label = label(cell[0].text),
        label == cell[0].text || self.label(first.text) == nil
          || row.count == 2 && Int(cell[0].text) != nil && Int(first.text) == nil
      else {
        lines += cell
        continue
      }
      var joined = first
      joined.text = "\(label) \(first.text)"
      lines += [joined] + row[index].dropFirst()
      index += 1
    }
    return lines
  }

  /// A letter or number with a mark behind it; `nil` for any other text. Where the mark is missing,
  /// the next cell has to be a text.
  private static func label(_ text: String) -> String? {
    guard text.count < 6 else { return nil }
    for label in [text, text + "."] {
      if let found = ListLabel(Substring(label + " x")), found.text == "x" { return label }
      if let found = QuestionStart(number: Substring(label + " x")), found.text == "x" {
        return label
      }
    }
    return nil
  }

  /// Whether a paragraph is the second choice of a question, or its answer.
  private static func isPartOfQuestion(_ paragraph: DocxParagraph) -> Bool {
    if paragraph.list?.style == .letters { return true }
    let line = MarkdownLine(number: 0, kind: .text, raw: paragraph.text)
    switch ListLine(line).kind {
    case .choice(let label): return label.place == 1 && label.style != .digits
    case .key, .box: return true
    case .start(let start, nil):
      return KeyLabel.areAll(start.text[...].unicodeScalars, withNumbers: false)
    default: return false
    }
  }

  /// Whether nothing but answers is below two headings, as in no sheet of questions.
  static func areAnswers(_ lines: [DocxParagraph]) -> Bool {
    lines.count > 2
      && lines.dropFirst(2).allSatisfy { $0.text.utf8.count < 12 && isPartOfQuestion($0) }
  }
}

/// The paragraphs of a Word text as the lines of a text, for a format that people also write in Word.
struct DocxText {
  let source: SourceText
  /// The number of the paragraph of each line.
  let places: [Int]

  init(_ paragraphs: [DocxParagraph], name: String) {
    var text = ""
    var places: [Int] = []
    for paragraph in paragraphs {
      // Empty paragraphs are left out, and one line stands for all of them.
      // Paragraphs look apart without one between them, so a question ends where its braces do.
      if let last = places.last, paragraph.number > last + 1 || text.hasSuffix("}\n") {
        text += "\n"
        places.append(paragraph.number - 1)
      }
      for line in Self.plain(paragraph.text).split(
        separator: "\n", omittingEmptySubsequences: false)
      {
        text += line + "\n"
        places.append(paragraph.number)
      }
    }
    self.places = places
    source = SourceText(Array(text.utf8), name: name)
  }

  /// The text with the signs of GIFT as they are typed. Word makes no-break spaces, dashes and arrows
  /// of some of them.
  private static func plain(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 >= 0x80 }) else { return text }
    var plain = String.UnicodeScalarView()
    let scalars = Array(text.unicodeScalars)
    var mark: Unicode.Scalar?
    for (index, scalar) in scalars.enumerated() {
      let before = index > 0 ? scalars[index - 1] : "\n"
      let next = index + 1 < scalars.count ? scalars[index + 1] : "\n"
      if scalar == "{" || scalar == "}" || scalar == "=" || scalar == "~" { mark = scalar }
      switch scalar {
      case "\u{A0}" where signs.contains(before) || signs.contains(next): plain.append(" ")
      case "–" where before == "%" || before == "#", "−" where before == "%" || before == "#":
        plain.append("-")
      case "→" where mark == "=":
        // One at a time: `append(contentsOf:)` would copy all of the text each time.
        plain.append("-")
        plain.append(">")
      default: plain.append(scalar)
      }
    }
    return String(plain)
  }

  private static let signs: Set<Unicode.Scalar> = ["{", "}", "=", "~", "#", "%", ":", "\u{A0}"]
}
