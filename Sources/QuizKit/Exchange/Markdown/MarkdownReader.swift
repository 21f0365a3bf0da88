import QuizSupport

/// Reads question lists in Markdown, in several common dialects.
struct MarkdownReader: QuestionReader {
  static let formatName = "Markdown"

  func read(_ source: SourceText, into collector: QuestionCollector) throws(ReadingCancelled) {
    try read(FormatClues(source), into: collector)
  }

  func read(_ clues: FormatClues, into collector: QuestionCollector) throws(ReadingCancelled) {
    guard let reading = clues.survey.reading(into: collector) else { return }
    try Self.read(clues.source, with: reading, images: clues.survey.images, into: collector)
  }

  /// Passes the lines to `reading` one by one, so that only one is in memory at a time.
  static func read(
    _ source: SourceText, with reading: any MarkdownReading, images: ImageDefinitions? = nil,
    into collector: QuestionCollector
  ) throws(ReadingCancelled) {
    var reading = reading
    try source.withBytes { (bytes) throws(ReadingCancelled) in
      var lines = MarkdownLines(bytes, images: images)
      collector.pictures?.defined = lines.images.sources
      while let line = lines.next() {
        if !lines.warnings.isEmpty {
          for (fault, line) in lines.takeWarnings() { collector.report(fault, line: line) }
        }
        reading.take(line)
        try collector.advance(throughLinesTo: lines.position, of: bytes.count)
      }
    }
    reading.finish()
  }
}

extension QuestionFormat {
  /// Question lists in Markdown. Several dialects are read; task lists are written.
  package static let markdown = QuestionFormat(
    name: "markdown", title: MarkdownReader.formatName, extensions: ["md", "markdown"],
    keeps: [.commentary, .category, .lineBreaks, .pictures],
    kinds: [.single, .trueFalse, .several],
    recognitions: [
      // A list may have braces in its code, which look like GIFT.
      Recognition(by: .line) { $0.mayHaveLetteredChoices && $0.survey.dialect == .list },
      Recognition(by: .survey) { $0.survey.dialect != nil },
    ],
    reader: MarkdownReader(), pictures: .paths, writer: { _, _ in MarkdownWriter() })

  /// Decks of the program hascard.
  package static let hascard = QuestionFormat(
    name: "hascard", title: HascardReader.formatName, extensions: [],
    keeps: [.severalOfOne, .lineBreaks],
    kinds: .all.subtracting([.match]),
    recognitions: [
      Recognition(by: .shape) { clues in
        let lines = clues.trimmedLines
        let rules = lines.indices.filter { isRule(lines[$0]) }
        let begun = rules.count { $0 + 1 == lines.count || lines[$0 + 1].hasPrefix("# ") }
        return lines.contains { $0.hasPrefix("# ") } && !rules.isEmpty && begun * 2 >= rules.count
          && (lines.contains { $0.hasPrefix("* ") || $0.hasPrefix("[*] ") }
            || isOnlyCards(lines, rules))
      }
    ],
    reader: HascardReader(), writer: { _, _ in HascardWriter() })

  private static func isRule(_ line: Substring) -> Bool {
    line.hasPrefix("---") && line.allSatisfy { $0 == "-" }
  }

  /// Whether a heading follows on each rule, as in decks of nothing but cards.
  private static func isOnlyCards(_ lines: [Substring], _ rules: [Int]) -> Bool {
    ([-1] + rules).allSatisfy { rule in
      rule + 1 == lines.count || lines[rule + 1].hasPrefix("# ")
    } && !lines.contains { $0.hasPrefix("- [") }
  }
}

/// Reads task lists as choices, under headings or inside `<quiz>` blocks.
///
/// This is also the dialect that is written. As in Markdown itself, a backslash at the beginning of
/// a line prevents it from being read as a heading, a list or a fence.
struct CheckBoxDialect: MarkdownReading {
  private let collector: QuestionCollector
  private let inBlocks: Bool
  private var card: MarkdownCard?
  private var category: String?
  /// Whether the next line can continue the last choice.
  private var isInChoice = false
  /// Whether the last line was the heading. A blank line after it is not part of the question.
  private var isAfterHeading = false
  /// Whether the last line was blank. Then only an indented line continues a choice.
  private var isAfterBlank = false

  init(_ collector: QuestionCollector, inBlocks: Bool) {
    self.collector = collector
    self.inBlocks = inBlocks
  }

  mutating func take(_ line: MarkdownLine) {
    if inBlocks, line.kind == .text, line.text == "<quiz>" {
      finish()
      card = MarkdownCard(line: line.number + 1, category: category, stem: "")
    } else if inBlocks, line.kind == .text, line.text == "</quiz>" {
      finish()
    } else if case .heading(let level, let text) = line.kind, !inBlocks || card == nil {
      begin(MarkdownHeading(level: level, text: text), on: line.number)
    } else if card != nil {
      takeBody(line)
    }
    isAfterBlank = line.kind == .blank
  }

  mutating func finish() {
    defer { (card, isInChoice) = (nil, false) }
    guard let card else { return }
    if card.choices.isEmpty, inBlocks { return submitGap(of: card) }
    card.submitByBoxes(to: collector, mark: .checkBox)
  }

  /// Submits a block without choices as a question about its gaps. A rule separates its text from
  /// the commentary.
  private func submitGap(of card: MarkdownCard) {
    var card = card
    let rule = card.stem.firstIndex { !$0.isCode && FieldText.make($0.text) == "---" }
    if let rule {
      card.commentary = Array(card.stem[(rule + 1)...])
      card.stem.removeSubrange(rule...)
    }
    if let gaps = CardGaps(in: card.stem, .brackets) {
      card.stem = gaps.lines
      card.submit(gaps.solution, to: collector)
    } else {
      let hasGap = card.stem.contains { $0.text.contains("[[") }
      collector.refuse(card.draft().draft, .notMultipleChoice(hasGap ? .gaps : .other))
    }
  }

  private mutating func begin(_ next: MarkdownHeading, on line: Int) {
    finish()
    if next.level == 1 {
      category = next.text.isEmpty ? nil : FieldText.make(next.text)
    } else if !inBlocks {
      isAfterHeading = true
      card = MarkdownCard(line: line, category: category, heading: next)
    }
  }

  private mutating func takeBody(_ line: MarkdownLine) {
    if case .item(_, let item) = line.kind, let box = CheckBox(item),
      card?.commentary.isEmpty == true
    {
      card?.choices.append(.init(box.text, on: line.number, isChecked: box.isChecked))
      isInChoice = true
    } else if card?.choices.isEmpty == true {
      if !isAfterHeading || line.kind != .blank {
        card?.stem.append(line.textLine(MarkdownEscape.undone(line)))
      }
      isAfterHeading = false
    } else if isInChoice, line.kind == .blank || line.indent >= 2 || !isAfterBlank {
      continueChoice(with: line)
    } else {
      isInChoice = false
      card?.commentary.append(line.textLine(MarkdownEscape.undone(line)))
    }
  }

  private mutating func continueChoice(with line: MarkdownLine) {
    // A quotation below a choice is what players read who pick it.
    if line.kind == .text, line.text.hasPrefix(">") {
      card?.addFeedback(FieldText.make(String(line.text.dropFirst())))
      return
    }
    let indent = MarkdownWriter.choiceIndent
    card?.continueChoice(
      line, MarkdownEscape.undone(line),
      dropping: line.kind == .code ? min(indent, line.fenceIndent) : indent)
  }
}

/// The backslash that prevents a line from being read as a mark.
enum MarkdownEscape {
  /// Returns the line without the backslash that escapes a mark at its beginning.
  ///
  /// One before HTML stays: it is undone where HTML is read.
  static func undone(_ line: MarkdownLine) -> String {
    guard line.kind != .code, line.raw.utf8.contains(UInt8(ascii: "\\")),
      let slash = line.raw.firstIndex(where: { $0 != " " && $0 != "\t" }),
      line.raw[slash] == "\\", case let next = line.raw.index(after: slash),
      next < line.raw.endIndex,
      marks.contains(line.raw[next])
        || MarkdownLine.numberedBox(line.raw[next...].unicodeScalars) != nil,
      line.raw[next] != "<" || !MarkdownConstructs.begins(line.raw[next...])
    else { return line.raw }
    var raw = line.raw
    raw.remove(at: slash)
    return raw
  }

  static let marks: Set<Character> = [">", "#", "-", "*", "+", "<", "`", "~", "\\"]
}

/// Writes Markdown task lists under headings, which are readable anywhere and can be imported
/// again.
struct MarkdownWriter: QuestionWriter {
  /// The indentation of a choice's further lines: the width of `- [x] `.
  static let choiceIndent = 6

  private var category: String?

  mutating func append(_ question: ExportedQuestion, to text: inout [UInt8]) -> Fault? {
    if question.category != category {
      category = question.category
      text += "# \(Self.oneLine(category ?? ""))\n\n".utf8
    }
    let marked = MarkedPictures(question.content) { question.path(of: $0) != nil }
    text += marked.put(into: Array(Self.text(of: marked.content).utf8)) { picture in
      WrittenPicture.markdown(picture, at: question.path(of: picture) ?? "")
    }
    return nil
  }

  private static func text(of content: QuestionContent) -> String {
    var text = "###"
    var lines = EscapedLines(content.text)
    if let first = lines.popPlainFirst() {
      // A number at the beginning would be read as the question's number in the list.
      let isNumbered =
        QuestionNumber.dropped(from: first) != nil || QuestionNumber.isAlone(first)
        || QuestionStart(word: ListText.bare(first), isTitle: true) != nil
      text += isNumbered ? " 1. \(first)" : " \(first)"
    }
    text += "\n\n"
    if !lines.isEmpty { text += lines.joined(indent: 0) + "\n\n" }
    for (index, choice) in content.choices.enumerated() {
      // Of several equally good choices only one can be marked, or the player would have to pick
      // them all.
      let isRight =
        content.solution.rightChoice.map { $0 == index }
        ?? content.solution.rightChoices.contains(index)
      text += isRight ? "- [x]" : "- [ ]"
      var lines = EscapedLines(choice.text, isInChoice: true)
      if let first = lines.popPlainFirst() { text += " \(first)" }
      text += "\n"
      if !lines.isEmpty { text += lines.joined(indent: choiceIndent) + "\n" }
    }
    text += "\n"
    if !content.commentary.isEmpty {
      text += EscapedLines(content.commentary).joined(indent: 0) + "\n\n"
    }
    return text
  }

  private static func oneLine(_ text: String) -> String { text.replacing("\n", with: " ") }
}

/// The lines of a text, with a backslash before anything that would be read as a mark.
private struct EscapedLines {
  private struct Line {
    var plain: String
    var escaped: String
    var isFence: Bool
  }

  private var lines: [Line]

  init(_ text: String, isInChoice: Bool = false) {
    let originals = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let texts = originals.map(Self.withoutMarkup)
    let isCode = Self.codeLines(of: texts.joined(separator: "\n"))
    lines = zip(originals, texts).enumerated().map { index, line in
      isCode.contains(index + 1)
        ? Line(plain: line.0, escaped: line.0, isFence: true)
        : Line(plain: line.1, escaped: Self.escaped(line.1, isInChoice: isInChoice), isFence: false)
    }
  }

  /// Puts a backslash before everything that would be read as HTML, a reference, an image or a
  /// comment. Inline code needs none.
  private static func withoutMarkup(_ line: String) -> String {
    guard MarkdownConstructs.mayBe(in: line) else { return line }
    var constructs = MarkdownConstructs(Array(line.utf8))
    let bytes = constructs.line
    var escaped: [UInt8] = []
    var index = 0
    var constructEnd = 0
    while index < bytes.count {
      var end = index + 1
      if bytes[index] == CodeSpans.mark {
        end = constructs.end(ofBackticksAt: index)
      } else if index >= constructEnd, let construct = constructs.construct(at: index) {
        escaped.append(UInt8(ascii: "\\"))
        constructEnd = construct.end
      } else if bytes[index...].starts(with: "<!--".utf8) {
        escaped.append(UInt8(ascii: "\\"))
      }
      escaped += bytes[index..<end]
      index = end
    }
    return String(decoding: escaped, as: UTF8.self)
  }

  /// The numbers of the code lines, counted from 1. They are written unchanged. Empty if a fence is
  /// not closed.
  private static func codeLines(of text: String) -> Set<Int> {
    var numbers: Set<Int> = []
    SourceText(Array(text.utf8), name: "").withBytes { bytes in
      var lines = MarkdownLines(bytes)
      while let line = lines.next() {
        if line.kind == .code { numbers.insert(line.number) }
      }
      if !lines.warnings.isEmpty { numbers = [] }
    }
    return numbers
  }

  var isEmpty: Bool { lines.isEmpty }

  /// Removes and returns the first line, to be written after a mark on the same line; `nil` if it
  /// opens a fence.
  mutating func popPlainFirst() -> String? {
    guard let first = lines.first, !first.isFence, MarkdownFence(first.plain) == nil else {
      return nil
    }
    return lines.removeFirst().plain
  }

  func joined(indent: Int) -> String {
    let blanks = String(repeating: " ", count: indent)
    return lines.map { $0.escaped.isEmpty ? "" : blanks + $0.escaped }.joined(separator: "\n")
  }

  private static func escaped(_ line: String, isInChoice: Bool) -> String {
    guard let start = line.firstIndex(where: { $0 != " " && $0 != "\t" }),
      MarkdownEscape.marks.contains(line[start]) && (line[start] != ">" || isInChoice)
        || MarkdownLine.numberedBox(line[start...].unicodeScalars) != nil,
      line[start] != "`" || MarkdownFence(line) != nil
    else { return line }
    return line[..<start] + "\\" + line[start...]
  }
}

/// Faults of Markdown, and of markup in other formats.
extension Fault {
  package static let lettersRestart = Fault(
    "letters-restart", "the letters of the choices start again at A", "選択肢の記号が再び A から始まっています",
    hint: Reason(
      "is the heading of the next question marked like the others?", "次の質問の見出しが、ほかと同じ書き方か確かめてください"))

  package static let fenceNotClosed = Fault(
    "fence-not-closed", "a block of code is never closed; it was ended before the next question",
    "コードブロックが閉じていないので、次の質問の前で終わりとしました",
    hint: Reason("close it with a line of the marks that it begins with", "始まりと同じ記号の行で閉じてください"),
    level: .warning)

  package static let commentNotClosed = Fault(
    "comment-not-closed", "a comment is never closed; it was ended before the next heading",
    "コメントが閉じていないので、次の見出しの前で終わりとしました", hint: Reason("close it with -->", "-->で閉じてください"),
    level: .warning)

  package static func emptyChoiceDropped(number: Int) -> Fault {
    Fault(
      "empty-choice-dropped", "choice \(number), the last one, is empty and was left out",
      "最後の \(number)番目の選択肢は空なので、取り除きました",
      hint: Reason("write its text, or take the mark out", "内容を書くか、記号を削除してください"), level: .warning)
  }

  package static let boxBelowCommentary = Fault(
    "box-below-commentary", "a check box below the commentary was read as commentary",
    "解説の後のチェックボックスを解説として読みました",
    hint: Reason(
      "put it above the text, or mark the heading of its question with #",
      "文章の前に置くか、質問の見出しに#を付けてください"), level: .warning)

  package static func imageOnlyChoice(number: Int) -> Fault {
    Fault(
      "image-only-choice", "choice \(number) is only an image", "\(number)番目の選択肢が画像だけです",
      hint: Reason("give the image a description", "画像に説明を付けてください"))
  }
}
