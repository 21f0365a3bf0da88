import Foundation
import QuizExchange
import QuizStore
import QuizSupport
import Signals

/// An exam to print: the questions, followed by the right answers with their commentary on separate
/// pages.
///
/// A single HTML file that needs no network, no scripts and no fonts of its own. Each page shows
/// the exam's name and the seed at the top, because browsers repeat the head of a table on each
/// page.
struct ExamSheet {
  let paper: ExamPaper
  let language: Language
  let drawing: SheetDrawing
  /// The pictures of the questions by their digests, as HTML; without those that are not in the bank.
  let pictures: [ContentDigest: String]

  /// - Throws: the error of the bank's pictures.
  init(
    paper: ExamPaper, language: Language, drawing: SheetDrawing, pictures: PictureBook
  ) throws {
    (self.paper, self.language, self.drawing) = (paper, language, drawing)
    var embedded: [ContentDigest: String] = [:]
    for picture in paper.items.flatMap(\.question.content.pictures.all) {
      guard let digest = picture.attachment?.digest, embedded[digest] == nil else { continue }
      embedded[digest] = try pictures.bytes(of: picture).flatMap { Self.image($0, of: picture) }
    }
    self.pictures = embedded
  }

  /// A picture as a part of the page itself. An image runs no scripts.
  private static func image(_ bytes: [UInt8], of picture: Picture) -> String? {
    guard let kind = PictureHead(bytes)?.kind else { return nil }
    let description = HTML.escaped(picture.description ?? picture.name)
    return "<img alt=\"\(description)\" "
      + "src=\"data:\(kind.mediaType);base64,\(Data(bytes).base64EncodedString())\">"
  }

  /// The file.
  var text: String {
    let title = escaped(paper.name)
    return """
      <!DOCTYPE html>
      <html lang="\(language.rawValue)">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" \
      content="default-src 'none'; style-src 'unsafe-inline'\(hasPictures ? "; img-src data:" : "")">
      <meta name="viewport" content="width=device-width">
      <title>\(title) · \(paper.seed)</title>
      <style>
      \(Self.style)\(hasParts ? Self.styleOfParts : "")\(hasPictures ? Self.styleOfPictures : "")
      \(drawing.style)
      </style>
      </head>
      <body>
      \(page("questions", language.text("Exam", "模擬試験"), intro + questions))
      \(page("answers", language.text("Answers", "解答"), [answers]))
      </body>
      </html>

      """
  }

  private static let style = """
    @page { size: A4; margin: 18mm 16mm; }
    body { font-family: serif; line-height: 1.5; margin: 2em auto; \
    max-width: 46em; padding: 0 1em; }
    table { border-collapse: collapse; width: 100%; }
    td, th { padding: 0; text-align: left; vertical-align: top; font-weight: normal; }
    thead th { font-size: 0.8em; padding-bottom: 1.2em; }
    thead div { border-bottom: 1px solid; padding-bottom: 0.3em; }
    thead span { float: right; }
    h1 { font-size: 1.5em; margin: 1em 0 0.3em; }
    h2 { font-size: 1.1em; margin: 1.5em 0 0.5em; break-after: avoid; }
    .question { break-inside: avoid; margin: 1.2em 0; }
    p { margin: 0.4em 0; overflow-wrap: anywhere; white-space: pre-wrap; }
    .identifier { color: #555; font-size: 0.75em; }
    ol.choices { list-style: none; margin: 0.4em 0 0; padding-left: 1.5em; }
    .choices li { display: grid; grid-template-columns: 1.4em 1.6em 1fr; }
    .choices p, .right p { margin: 0; }
    .choices .given { grid-template-columns: 2em 1fr; }
    .right { display: grid; grid-template-columns: 2em 1fr; font-weight: bold; }
    .blank { border-bottom: 1px solid; height: 1.8em; }
    .answers .question { margin: 0.8em 0; }
    .question:last-child { margin-bottom: 0; }
    @media print { body { margin: 0; max-width: none; padding: 0; } \
    .answers { break-before: page; } }
    """

  /// Whether a question has gaps, or lines to order or to match.
  private var hasParts: Bool {
    paper.items.contains { [.gaps, .order, .match].contains($0.question.content.kind) }
  }

  private var hasPictures: Bool { !pictures.isEmpty }

  private static let styleOfPictures = """

    img { display: block; margin: 0.4em 0; max-height: 20em; max-width: 100%; }
    """

  /// The pictures that one part of a question shows, as HTML.
  private func pictures(of item: QuizItem, at place: QuestionContent.PlacedPicture.Place) -> String
  {
    if pictures.isEmpty { return "" }
    return item.question.content.placedPictures.filter { $0.place == place }
      .compactMap { $0.picture.attachment.flatMap { pictures[$0.digest] } }.joined(separator: "\n")
  }

  private static let styleOfParts = """

    .gap { border-bottom: 1px solid; display: inline-block; min-width: 6em; }
    table.parts { margin: 0.4em 0 0 1.5em; width: auto; }
    table.parts td { padding: 0.15em 1em 0.15em 0; } table.parts p { margin: 0; }
    table.parts .gap { min-width: 2.5em; }
    """

  private func page(_ kind: String, _ name: String, _ parts: [String]) -> String {
    """
    <table class="\(kind)">
    <thead><tr><th><div>\(escaped(paper.name)) · \(name)<span>\(seed)</span></div></th></tr></thead>
    <tbody><tr><td>
    \(parts.joined(separator: "\n"))
    </td></tr></tbody>
    </table>
    """
  }

  private var seed: String { language.text("seed \(paper.seed)", "シード \(paper.seed)") }

  private var intro: [String] {
    let blueprint = paper.blueprint
    var rules = [language.text(blueprint.questions.counted("question"), "\(blueprint.questions) 問")]
    if let time = blueprint.timeLimit {
      rules.append(drawing.time(.milliseconds(time), language))
    }
    rules.append(
      language.text("pass mark \(blueprint.passMark.text) %", "合格点 \(blueprint.passMark.text) %"))
    if blueprint.marks != ExamBlueprint.Marks() {
      rules.append(language.text("marks ", "配点 ") + blueprint.marks.text)
    }
    let name = language.text("Name", "氏名"), date = language.text("Date", "日付")
    return [
      "<h1>\(escaped(paper.name))</h1>", "<p>\(escaped(rules.joined(separator: " · ")))</p>",
      sections,
      "<p>\(name): ______________________________ \(date): ______________</p>",
    ]
  }

  /// The names of the sections with their numbers of questions; empty where there is one part only.
  private var sections: String {
    let names = paper.blueprint.parts.enumerated().map { index, part in
      (part.name, paper.places.count { $0 == index })
    }.filter { !$0.0.isEmpty && $0.1 > 0 }
    guard names.count > 1 else { return "" }
    return "<p>" + names.map { escaped("\($0.0) \($0.1)") }.joined(separator: " · ") + "</p>"
  }

  /// The questions. Where sections come one after the other, each begins with its name.
  private var questions: [String] {
    paper.items.indices.map { index in
      let place = paper.places[index]
      let begins = index == 0 || paper.places[index - 1] != place
      let heading = paper.blueprint.timesSections && begins ? heading(of: place) : ""
      return heading + question(index)
    }
  }

  private func heading(of place: Int) -> String {
    let part = paper.blueprint.parts[place]
    let time = part.timeLimit.map { " · " + drawing.time(.milliseconds($0), language) } ?? ""
    return "<h2>\(escaped(part.name + time))</h2>\n"
  }

  private func question(_ index: Int) -> String {
    let item = paper.items[index]
    return """
      <div class="question">
      <div class="text">\(stem(of: item, number: index + 1))\(pictures(of: item, at: .text))</div>
      \(place(for: item))
      </div>
      """
  }

  /// The text of the question. Each gap is a line to write on.
  private func stem(of item: QuizItem, number: Int) -> String {
    let content = item.question.content
    let (start, end) = ("\(number). ", escaped(task(of: item)))
    guard case .gaps(let solution) = content.solution else {
      return drawn(content.text, after: start, before: end)
    }
    // A gap may stand within emphasis or a table, so it is put in when the text is drawn.
    let marks: (Character, Character) = ("\u{E000}", "\u{E001}")
    let text = content.text.filter { $0 != marks.0 && $0 != marks.1 }
    let marked = GapText(text).text { gap in
      solution.gaps.indices.contains(gap) ? "\(marks.0)\(gap + 1)\(marks.1)" : GapText.mark(gap)
    }
    return drawn(marked, after: start, before: end)
      .replacing(String(marks.0), with: "(")
      .replacing(String(marks.1), with: ") <span class=\"gap\"></span>")
  }

  /// The place for the answer: boxes to tick, a line to write on, or a table.
  private func place(for item: QuizItem) -> String {
    switch item.question.content.solution {
    case .single, .trueFalse, .several:
      let choices = item.choices.indices.map { position in
        "<li><span>☐</span><span>\(ChoiceLetters.name(position)).</span>"
          + "<div>\(drawn(item.choices[position].text))"
          + "\(pictures(of: item, at: .choice(item.order[position])))</div></li>"
      }
      return "<ol class=\"choices\">\n\(choices.joined(separator: "\n"))\n</ol>"
    case .text, .number, .card: return "<div class=\"blank\"></div>"
    case .gaps(let solution):
      let choices = solution.gaps.enumerated().filter { !$1.choices.isEmpty }.map { index, gap in
        "<li class=\"given\"><span>(\(index + 1))</span>"
          + "<div>\(drawn(gap.choices.joined(separator: " / ")))</div></li>"
      }
      return choices.isEmpty
        ? "" : "<ol class=\"choices\">\n\(choices.joined(separator: "\n"))\n</ol>"
    case .order:
      return table(
        item.choices.indices.map {
          let shown = pictures(of: item, at: .choice(item.order[$0]))
          return [Self.line, drawn(item.choices[$0].text) + shown]
        })
    case .match(let solution):
      let rows = max(solution.pairs.count, item.choices.count)
      return table(
        (0..<rows).map { row in
          let left = solution.pairs.indices.contains(row)
          let right = item.choices.indices.contains(row)
          return [
            left ? drawn(solution.pairs[row].left, after: "\(row + 1). ") : "",
            left ? Self.line : "",
            right ? drawn(item.choices[row].text, after: "\(ChoiceLetters.name(row)). ") : "",
          ]
        })
    }
  }

  /// A short line to write on.
  private static let line = "<span class=\"gap\"></span>"

  private func table(_ rows: [[String]]) -> String {
    let lines = rows.map { "<tr><td>" + $0.joined(separator: "</td><td>") + "</td></tr>" }
    return "<table class=\"parts\">\n\(lines.joined(separator: "\n"))\n</table>"
  }

  private var answers: String {
    paper.items.indices.map { index in
      let item = paper.items[index]
      let content = item.question.content
      let section = paper.blueprint.parts[paper.places[index]].name
      let commentary = content.explanation
      return """
        <div class="question">
        <div class="right"><span>\(index + 1).</span><div>\(rightAnswer(item))</div></div>
        \(commentary.isEmpty ? "" : "<div class=\"commentary\">\(drawn(commentary))</div>")\
        \(pictures(of: item, at: .commentary))
        <div class="identifier">\(escaped(identifier(item.question, section)))</div>
        </div>
        """
    }.joined(separator: "\n")
  }

  /// The right answer to a question, as HTML.
  private func rightAnswer(_ item: QuizItem) -> String {
    let content = item.question.content
    switch content.solution {
    case .gaps(let solution):
      return solution.gaps.enumerated().map { index, gap in
        drawn(gap.rightAnswers.joined(separator: " / "), after: "(\(index + 1)) ")
      }.joined()
    case .order: return drawn(content.rightAnswer)
    case .match(let solution):
      let shown = item.choices.map(\.text)
      return solution.pairs.enumerated().map { index, pair in
        let place = shown.firstIndex(of: pair.right)
        let letter = place.map { ChoiceLetters.name($0) + ". " } ?? ""
        return drawn(pair.right, after: "\(index + 1) \(letter)")
      }.joined()
    case .single, .trueFalse, .several, .text, .number, .card: break
    }
    let right = Set(content.solution.rightChoices)
    let shown = item.order.indices.filter { right.contains(item.order[$0]) }
    guard !shown.isEmpty else { return drawn(content.rightAnswer) }
    return shown.map {
      drawn(item.choices[$0].text, after: ChoiceLetters.name($0) + ". ")
    }.joined()
  }

  /// A note about what to do where the place for the answer does not tell it.
  private func task(of item: QuizItem) -> String {
    switch item.question.content.solution {
    case .several(let solution):
      solution.choose.map { language.text(" (choose \($0))", "（\($0) 個選択）") }
        ?? language.text(" (choose all that apply)", "（複数選択）")
    case .order: language.text(" (number them in order)", "（正しい順に番号を記入）")
    case .match: language.text(" (write the letters)", "（記号を記入）")
    case .single, .trueFalse, .text, .number, .card, .gaps: ""
    }
  }

  private func identifier(_ question: Question, _ section: String) -> String {
    let number = question.content.externalID ?? "\(question.id)"
    return section.isEmpty ? "#\(number)" : "#\(number) · \(section)"
  }

  private func escaped(_ text: String) -> String { HTML.escaped(text) }

  private func drawn(_ text: String, after start: String = "", before end: String = "") -> String {
    drawing.text(text, start, end, language)
  }
}

/// How a paper draws the texts of questions and writes times.
package struct SheetDrawing: Sendable {
  /// The HTML of a text, which is not trusted, with HTML at the beginning of its first and at the
  /// end of its last paragraph.
  let text: @Sendable (_ text: String, _ start: String, _ end: String, Language) -> String
  let time: @Sendable (Duration, Language) -> String
  /// The style of the elements that the texts have.
  let style: String

  package init(
    text: @escaping @Sendable (_ text: String, _ start: String, _ end: String, Language) -> String,
    time: @escaping @Sendable (Duration, Language) -> String, style: String
  ) {
    self.text = text
    self.time = time
    self.style = style
  }

  /// Texts as they are written.
  static let plain = SheetDrawing(
    text: { text, start, end, _ in "<p>\(start)\(HTML.escaped(text))\(end)</p>" },
    time: { time, _ in DurationText.text(of: time) }, style: "")
}

/// One set of questions for an exam. The same seed draws the same paper from the same bank.
public struct ExamPaper: Sendable {
  /// The exam's name.
  package let name: String
  /// The exam's plan.
  package let blueprint: ExamBlueprint
  /// The seed from which the paper was drawn.
  package let seed: Int
  /// The questions in the order in which they are asked, each with the order of its choices.
  public let items: [QuizItem]
  /// For each of ``items``, the index of the part of the blueprint that it belongs to.
  package let places: [Int]

  /// Draws a paper.
  ///
  /// - Throws: `ExamRefusal.tooFewQuestions`; `BankError.unknownDeck`,
  ///   `BankError.unknownTag`; what the store throws.
  public init(of exam: Exam, seed: Int, from bank: QuestionBank) throws {
    try self.init(of: exam, seed: seed, from: bank, freshBy: nil)
  }

  /// Draws a paper. With `answers`, prefers questions that were not asked for a long time.
  init(of exam: Exam, seed: Int, from bank: QuestionBank, freshBy answers: AnswerLog?) throws {
    name = exam.name
    blueprint = exam.blueprint
    self.seed = seed
    // An object and not a value, because each draw has to continue where the previous one stopped.
    var random = RandomSource(seed: UInt64(bitPattern: Int64(seed)))
    let lastAsked = try answers?.lastAsked()
    let pools = try bank.pools(of: blueprint)
    let draw = try bank.drawing(exam.blueprint) { () throws(ExamRefusal) in
      try ExamDraw(
        exam.blueprint, from: pools, lastAsked: lastAsked.map { asked in { asked[$0] } },
        using: &random)
    }
    var drawn = draw.sections.enumerated().flatMap { place, ids in ids.map { (place, $0) } }
    // Sections with their own time limits follow each other in order.
    if !blueprint.timesSections { drawn.shuffle(using: &random) }
    let questions = try bank.questions(drawn.map(\.1))
    items = questions.map { question in
      QuizItem(question: question, order: ChoiceOrder.shuffled(question.content, using: random))
    }
    let placeOf = Dictionary(uniqueKeysWithValues: drawn.map { ($0.1, $0.0) })
    places = questions.map { placeOf[$0.id] ?? 0 }
  }
}

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
    self.exams = exams
    self.bank = bank
    self.world = world
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
      text = try ExamSheet(
        paper: drawn, language: wanted.language, drawing: drawing, pictures: bank.pictures
      ).text
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
