import QuizSupport

extension QuestionFormat {
  /// A text of Word or LibreOffice with numbered questions, or with a table of questions.
  package static let docx = QuestionFormat(
    name: "docx", title: DOCXReader.formatName, extensions: ["docx"],
    keeps: [.commentary, .feedback, .category, .lineBreaks],
    isNamedByEnding: false,
    package: PackageForm(isFound: { $0.has(WordDocument.file) }, reader: DOCXReader()),
    reader: PackageOnlyReader(formatName: DOCXReader.formatName), writer: nil)
}

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

/// A table of a Word text that has no heading of questions: choices side by side, a question with
/// its choices, or the list of the answers.
struct WordTable {
  /// The paragraphs of each cell.
  typealias Cell = [WordParagraph]

  /// The table as paragraphs; none if it has nothing that belongs to a question.
  let paragraphs: [WordParagraph]
  /// Whether the table lists the answers by the numbers of their questions.
  let hasAnswers: Bool

  /// - Parameter title: The paragraph above the table.
  init(_ rows: [[Cell]], below title: WordParagraph?) {
    let texts = rows.map { $0.map { $0.map(\.text).joined(separator: "\n") } }
    if let answers = Self.answers(in: texts), let place = rows.joined().joined().first {
      hasAnswers = true
      let isTitled = title.map { WordDumpLine($0).isKeyTitle } ?? false
      paragraphs = ((isTitled ? [] : ["Answers"]) + answers).map {
        WordParagraph(number: place.number, text: $0)
      }
      return
    }
    hasAnswers = false
    let lines = rows.flatMap(Self.lines)
    paragraphs = lines.contains(where: Self.isPartOfQuestion) ? lines : []
  }

  // MARK: Choices

  /// The paragraphs of a row, with a letter or number in a cell of its own before the next cell.
  private static func lines(of row: [Cell]) -> [WordParagraph] {
    var lines: [WordParagraph] = []
    var index = 0
    while index < row.count {
      let cell = row[index]
      index += 1
      guard cell.count == 1, index < row.count, let first = row[index].first,
        let label = label(cell[0].text),
        label == cell[0].text || self.label(first.text) == nil
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
      if let found = DumpLabel(Substring(label + " x")), found.text == "x" { return label }
      if let found = DumpStart(number: Substring(label + " x")), found.text == "x" { return label }
    }
    return nil
  }

  /// Whether a paragraph is the second choice of a question, or its answer.
  private static func isPartOfQuestion(_ paragraph: WordParagraph) -> Bool {
    if paragraph.list?.style == .letters { return true }
    let line = MarkdownLine(number: 0, kind: .text, raw: paragraph.text)
    switch DumpLine(line).kind {
    case .choice(let label): return label.place == 1 && label.style != .digits
    case .key, .box: return true
    default: return paragraph.text.first.map { "☐□☑☒".contains($0) } ?? false
    }
  }

  // MARK: Answers

  /// The lines `1. B` of a list of answers; `nil` if the table is something else.
  private static func answers(in rows: [[String]]) -> [String]? {
    var rows = rows.filter { $0.contains { !$0.isEmpty } }
    let hasTitle = rows.first.map { $0.contains(where: isTitle) } ?? false
    if let first = rows.first, rows.count > 1, !first.contains(where: isNumber) {
      rows.removeFirst()
    }
    // Two numbers beside each other are a question and its answer, more are a row of questions.
    if let first = rows.first, first.count(where: isNumber) > 2, isRow(first.filter(isNumber)) {
      return columns(rows, hasTitle)
    }
    return pairs(rows.flatMap { $0 }.filter { !$0.isEmpty }, hasTitle) ?? columns(rows, hasTitle)
  }

  /// The answers where each stands behind the number of its question.
  private static func pairs(_ cells: [String], _ hasTitle: Bool) -> [String]? {
    guard cells.count > 1, cells.count.isMultiple(of: 2) else { return nil }
    return entries(
      stride(from: 0, to: cells.count, by: 2).map { (cells[$0], cells[$0 + 1]) }, hasTitle)
  }

  /// The answers where a row has the numbers and the one below it the answers.
  private static func columns(_ rows: [[String]], _ hasTitle: Bool) -> [String]? {
    guard !rows.isEmpty, rows.count.isMultiple(of: 2) else { return nil }
    var found: [(String, String)] = []
    for index in stride(from: 0, to: rows.count, by: 2) {
      guard rows[index].count == rows[index + 1].count else { return nil }
      for pair in zip(rows[index], rows[index + 1]) {
        let isTitled = !isNumber(pair.0)
        if !isTitled { found.append(pair) }
      }
    }
    return found.count > 1
      ? entries(found, hasTitle || rows.joined().contains(where: isTitle)) : nil
  }

  private static func entries(_ pairs: [(String, String)], _ hasTitle: Bool) -> [String]? {
    let isList = pairs.allSatisfy { number, answer in
      // Numbers beside numbers may be any table.
      isNumber(number) && (hasTitle || !isNumber(answer))
        && KeyLabel.areAll(Substring(answer).unicodeScalars, withNumbers: hasTitle)
    }
    guard isList, isRow(pairs.map(\.0)) else { return nil }
    return pairs.map { "\(digits(of: $0)). \($1)" }
  }

  /// Whether numbers follow each other without a gap.
  private static func isRow(_ numbers: [String]) -> Bool {
    let sorted = numbers.compactMap { Int(digits(of: $0)) }.sorted()
    return zip(sorted, sorted.dropFirst()).allSatisfy { $0 + 1 == $1 }
  }

  private static func digits(of text: String) -> String {
    text.ofOneWidth.filter { ("0"..."9").contains($0) }
  }

  private static func isNumber(_ text: String) -> Bool {
    (1...3).contains(digits(of: text).count)
      && text.ofOneWidth.allSatisfy { ("0"..."9").contains($0) || "Qq.)問#".contains($0) }
  }

  private static func isTitle(_ text: String) -> Bool {
    text.utf8.count < 60 && Vocabulary.answer.rest(of: Substring(text).unicodeScalars) != nil
  }
}

/// The paragraphs of a Word text as people type them, with the numbers and letters of Word's lists,
/// for the reader of dumps.
struct WordDump {
  let source: SourceText
  /// The number of the paragraph of each line.
  let places: [Int]
  /// Whether some choices have a mark that says that they are right.
  let hasMarks: Bool

  /// - Parameter showsMarks: Whether choices that stand out get a sign.
  /// - Returns: `nil` where the letters of a list go on from question to question, so that they are
  ///   not those of the choices.
  init?(_ paragraphs: [WordParagraph], name: String, showsMarks: Bool) {
    if Self.hasLateLetters(paragraphs) { return nil }
    var lines = paragraphs.map { WordDumpLine($0) }
    WordDumpLine.takeStars(&lines)
    let groups = showsMarks ? WordChoiceGroups(lines) : nil
    hasMarks = groups?.mark(&lines) ?? false
    // A title is the beginning of a question only where others begin with a number or a heading.
    let isNumbered = lines.contains(where: \.mayBegin)
    let questions = Set(WordQuestions.questionLists(of: paragraphs))
    let hasTyped = lines.contains { $0.paragraph.list == nil && $0.mayBegin }
    var text = ""
    var places: [Int] = []
    for (index, line) in lines.enumerated() {
      if index > 0, !line.continues(lines[index - 1]) {
        text += "\n"
        places.append(line.paragraph.number)
      }
      var body = line.isTitle && !isNumbered ? "---" : line.text
      // Choices and questions may both have numbers.
      if let list = line.paragraph.list, list.style == .numbers, line.paragraph.heading == nil,
        list.level > 0 || !questions.contains(list.identifier) && (hasTyped || !questions.isEmpty)
      {
        body = "   " + body
      }
      for line in body.split(separator: "\n", omittingEmptySubsequences: false) {
        text += MarkdownConstructs.escaped(line) + "\n"
        places.append(lines[index].paragraph.number)
      }
    }
    self.places = places
    source = SourceText(Array(text.utf8), name: name)
  }

  private static func hasLateLetters(_ paragraphs: [WordParagraph]) -> Bool {
    zip([nil] + paragraphs.map { Optional($0) }, paragraphs).contains { last, paragraph in
      guard let list = paragraph.list, list.style == .letters, last?.list?.style == .numbers
      else { return false }
      return DumpLabel("\(list.label) x").map { $0.place > 1 } ?? false
    }
  }
}

/// A paragraph of Word as a line of a dump.
struct WordDumpLine {
  let paragraph: WordParagraph
  /// The text with what Word writes before it.
  var text: String
  let kind: DumpLine.Kind

  init(_ paragraph: WordParagraph) {
    self.paragraph = paragraph
    var text = Self.beginning(paragraph) + paragraph.text
    if let key = Self.key(text) { text = key }
    self.text = text
    let first = String(text.prefix { $0 != "\n" })
    kind = DumpLine(MarkdownLine(number: 0, kind: MarkdownLine.kind(of: first), raw: first)).kind
  }

  private static func beginning(_ paragraph: WordParagraph) -> String {
    let heading = paragraph.heading.map { String(repeating: "#", count: min(max($0, 1), 6)) + " " }
    guard let list = paragraph.list else { return heading ?? "" }
    return (heading ?? "") + (list.style == .bullets ? "-" : list.label) + " "
  }

  /// `Key: B`, and `Key` above the answers, with the usual word.
  private static func key(_ text: String) -> String? {
    if text.utf8.count < 12, ["key", "key:"].contains(text.drop { "# ".contains($0) }.lowercased())
    {
      return "Answers"
    }
    guard let colon = text.firstIndex(where: { $0 == ":" || $0 == "：" }),
      text[..<colon].lowercased() == "key",
      case let value = text[text.index(after: colon)...].unicodeScalars.drop(while: { $0 == " " }),
      KeyLabel.areAll(value, withNumbers: true)
    else { return nil }
    return "Answer: " + String(Substring(value))
  }

  /// Whether the answers follow.
  var isKeyTitle: Bool { if case .keyTitle = kind { true } else { false } }

  var isTitle: Bool { if case .heading(level: 1) = kind { true } else { false } }

  /// Makes signs of the stars before or behind labelled choices. A single one may be there by
  /// chance.
  static func takeStars(_ lines: inout [WordDumpLine]) {
    let starred = lines.indices.compactMap { index in lines[index].unstarred.map { (index, $0) } }
    for (index, text) in starred where starred.count > 1 {
      var paragraph = lines[index].paragraph
      paragraph.text = text + " ✓"
      lines[index] = WordDumpLine(paragraph)
    }
  }

  /// The text of a labelled choice without its star; `nil` if it has none.
  private var unstarred: String? {
    let text = paragraph.text
    guard text.utf8.first == UInt8(ascii: "*") || text.utf8.last == UInt8(ascii: "*"),
      InlineChoices.pieces(of: text.replacing("*", with: " "), isList: true) == nil
    else { return nil }
    if text.hasPrefix("*"), !text.hasPrefix("**") {
      let rest = FieldText.make(String(text.dropFirst()))
      return DumpLabel(rest[...]) != nil || paragraph.list != nil ? rest : nil
    }
    // Where choices have letters, the reader of Word's own layout takes them.
    guard text.hasSuffix("*"), !text.hasSuffix("**") else { return nil }
    let rest = FieldText.make(String(text.dropLast()))
    guard let label = DumpLabel(rest[...]) else { return paragraph.list == nil ? nil : rest }
    return label.style == .capital || label.style == .small ? nil : rest
  }

  /// Whether a question surely may begin here.
  var mayBegin: Bool {
    switch kind {
    case .start: true
    case .heading(let level): level > 1
    default: false
    }
  }

  /// Whether the paragraph is more of the question's text before it: what follows a line that asks,
  /// or is not bold below a bold one.
  func continues(_ last: WordDumpLine) -> Bool {
    guard case .text = kind, case .text = last.kind, let end = last.text.last else { return false }
    let isBold = paragraph.marks.contains(.bold)
    let asks = "?？:：".contains(end) && !text.contains("?") && !text.contains("？")
    return asks || last.paragraph.marks.contains(.bold) && !isBold
  }
}

extension MarkdownConstructs {
  /// A line in which no text of Word is taken for HTML, a reference or an image.
  fileprivate static func escaped(_ line: Substring) -> String {
    guard mayBe(in: String(line)) else { return String(line) }
    let bytes = Array(line.utf8)
    var constructs = MarkdownConstructs(bytes)
    var escaped: [UInt8] = []
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if byte == CodeSpans.mark {
        let end = constructs.end(ofBackticksAt: index)
        escaped += bytes[index..<end]
        index = end
        continue
      }
      switch byte {
      case UInt8(ascii: "<"): escaped += Array("&lt;".utf8)
      case UInt8(ascii: "&"): escaped += Array("&amp;".utf8)
      case UInt8(ascii: "!") where constructs.construct(at: index) != nil:
        escaped += [UInt8(ascii: "\\"), byte]
      default: escaped.append(byte)
      }
      index += 1
    }
    return String(decoding: escaped, as: UTF8.self)
  }
}

/// The marks of letters, as properties and styles set them.
enum WordMarks {
  typealias Mark = WordParagraph.Mark

  /// The marks of a text with these properties.
  ///
  /// - Parameter inherited: The marks that the styles of the text have.
  static func marks(_ properties: MarkupElement?, over inherited: Set<Mark> = []) -> Set<Mark> {
    guard let properties else { return inherited }
    var marks = inherited
    func set(_ mark: Mark, _ isOn: Bool) {
      if isOn { marks.insert(mark) } else { marks.remove(mark) }
    }
    if let bold = properties["b"] { set(.bold, isOn(bold)) }
    if let italic = properties["i"] { set(.italic, isOn(italic)) }
    if let underline = properties["u"]?.attributes["val"] { set(.underline, underline != "none") }
    if let color = properties["color"]?.attributes["val"] {
      let hue = hue(of: color)
      for other in WordParagraph.Hue.allCases { set(.color(other), other == hue) }
    }
    if let highlight = properties["highlight"]?.attributes["val"] {
      set(.highlight, highlight != "none")
    }
    if hasFill(properties) { marks.insert(.highlight) }
    return marks
  }

  /// Whether the background of a text, a paragraph or a cell has a colour.
  static func hasFill(_ properties: MarkupElement?) -> Bool {
    let fill = properties?["shd"]?.attributes["fill"]?.lowercased() ?? "auto"
    return !["auto", "ffffff"].contains(fill)
  }

  static func isOn(_ element: MarkupElement?) -> Bool {
    guard let element else { return false }
    return !["0", "false", "off"].contains(element.attributes["val"] ?? "1")
  }

  /// The hue of a colour; `nil` for black, white and grey.
  private static func hue(of hex: String) -> WordParagraph.Hue? {
    guard hex.count == 6, let code = UInt32(hex, radix: 16) else { return nil }
    let parts = [code >> 16, code >> 8 & 0xFF, code & 0xFF]
    guard let most = parts.max(), let least = parts.min(), most - least > 0x30 else { return nil }
    return zip(WordParagraph.Hue.allCases, parts).first { $0.1 == most }?.0
  }
}

/// Finds the right choices by their marks, in all questions of a text together.
///
/// An author marks right choices in one way. What is marked otherwise here and there is emphasis.
struct WordKeyMarks {
  typealias Mark = WordParagraph.Mark

  /// The marks, the surest one first.
  private static let all: [Mark] =
    [.highlight, .bold] + WordParagraph.Hue.allCases.map { .color($0) } + [.underline, .italic]
  /// The marks that say what is right in this text, the most usual one first.
  private let usual: [Mark]

  /// - Parameter questions: The marks of the choices of each question.
  init(_ questions: [[Set<Mark>]]) {
    var counts: [Mark: Int] = [:]
    for choices in questions {
      for mark in Self.all where Self.places(of: mark, among: choices) != nil {
        counts[mark, default: 0] += 1
      }
    }
    let most = counts.values.max() ?? 0
    let found = Self.all.enumerated().filter { _, mark in
      let count = counts[mark] ?? 0
      // Names and foreign words are in italics, too.
      return count * 2 > most && (mark != .italic || count > 1 && count * 2 > questions.count)
    }
    usual = found.sorted {
      (counts[$1.element] ?? 0, $0.offset) < (counts[$0.element] ?? 0, $1.offset)
    }.map(\.element)
  }

  /// The places of the right choices; none if no choice stands out.
  func right(among choices: [Set<Mark>]) -> [Int] {
    usual.lazy.compactMap { Self.places(of: $0, among: choices) }.first ?? []
  }

  /// The choices with a mark, if some have it and some do not.
  private static func places(of mark: Mark, among choices: [Set<Mark>]) -> [Int]? {
    let found = choices.indices.filter { choices[$0].contains(mark) }
    return found.isEmpty || found.count == choices.count ? nil : found
  }
}

extension WordQuestion {
  /// How sure it is that the paragraphs are a question.
  enum Evidence {
    /// A question mark, letters, boxes, a key, a word such as `Question`.
    case sure
    /// Only the marks of one of its choices.
    case likely
    /// A heading with a list.
    case none
  }
}
