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
