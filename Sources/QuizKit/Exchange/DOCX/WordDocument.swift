import QuizSupport

/// The paragraphs and tables of a Word text.
struct WordDocument {
  static let file = "word/document.xml"
  /// The paragraphs of 5,000 pages.
  private static let mostParagraphs = 200_000
  /// The longest text of a table in bytes.
  private static let longestText = 8_000_000
  /// About how many bytes a table takes beside its text.
  private static let memoryOfTable = 1_000

  private(set) var paragraphs: [WordParagraph] = []
  private(set) var tables: [SheetTable] = []
  private var styles: WordStyles

  init(
    _ package: QuestionPackage, _ collector: QuestionCollector, _ options: ReadingOptions
  ) throws(ReadingCancelled) {
    let relations = try PackageRelations(Self.file, in: package, collector)
    styles = try WordStyles(package, relations, collector)
    var count = 0
    try package.scan(
      Self.file, collector, most: Self.mostParagraphs, longestText: Self.longestText
    ) { element in
      switch element.name {
      case "p":
        count += 1
        // Empty ones stand for blank lines, and there can be millions of them.
        if element.nodes.isEmpty { break }
        for line in lines(of: element, number: count) where !line.text.isEmpty {
          collector.use(line.text.utf8.count + MemoryLayout<WordParagraph>.size)
          paragraphs.append(line)
        }
      case "tbl":
        let found = table(element, options, longest: package.remaining)
        collector.use(found.size + Self.memoryOfTable)
        let cells = WordTable(cells(of: element, from: count), below: paragraphs.last)
        if found.hasHeader, !cells.hasAnswers { return tables.append(found) }
        count += 1
        for line in cells.paragraphs where !line.text.isEmpty {
          collector.use(line.text.utf8.count + MemoryLayout<WordParagraph>.size)
          paragraphs.append(line)
        }
      default: break
      }
    } whole: {
      $0 == "p" || $0 == "tbl"
    } parts: { element in
      element.name == "tbl" ? max(1, element.all("p").count) : 1
    }
  }

  private func table(
    _ element: MarkupElement, _ options: ReadingOptions, longest: Int
  ) -> SheetTable {
    var table = SheetTable(options, longest: longest)
    for row in element.children where row.name == "tr" {
      let cells = row.children.filter { $0.name == "tc" }.map { cell in
        cell.all("p").map { Self.text(of: $0) }.joined(separator: "\n")
      }
      table.append(cells.enumerated().map { ($0.offset, $0.element) }, row: nil)
    }
    table.finish()
    return table
  }

  /// The paragraphs of each cell of a table, in its rows.
  private mutating func cells(of table: MarkupElement, from number: Int) -> [[WordTable.Cell]] {
    table.children.filter { $0.name == "tr" }.map { row in
      row.children.filter { $0.name == "tc" }.map { cell in
        cell.all("p").flatMap { paragraph in
          lines(of: paragraph, number: number + 1).compactMap { line in
            var line = line
            if WordMarks.hasFill(cell["tcPr"]) { line.marks.insert(.highlight) }
            return line.text.isEmpty ? nil : line
          }
        }
      }
    }
  }

  private static func text(of paragraph: MarkupElement) -> String {
    var runs = WordRuns()
    runs.take(paragraph)
    return FieldText.make(runs.whole.text)
  }

  /// A paragraph, or the choices side by side or line by line in it.
  private mutating func lines(of element: MarkupElement, number: Int) -> [WordParagraph] {
    var runs = WordRuns(styles: styles, inherited: styles.marks(of: element["pPr"]))
    runs.take(element)
    let (heading, list) = styles.look(of: element["pPr"])
    let choices = heading == nil && list == nil ? WordChoices.parts(of: runs) : nil
    return (choices ?? [runs.whole]).map { part in
      WordParagraph(
        number: number, text: FieldText.make(part.text), heading: heading, list: list,
        marks: part.marks, chosen: choices == nil ? WordTruth.chosen(in: runs) : nil)
    }
  }
}

/// Digits and signs above or below the line.
enum SmallDigits {
  /// No number has more bytes.
  private static let longest = 100
  private static let low = Array("₀₁₂₃₄₅₆₇₈₉₊₋")
  private static let high = Array("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻")
  private static let usual = Array("0123456789+-")

  /// The text in small digits; unchanged if it has other characters.
  static func text(of text: String, _ height: String?) -> String {
    guard height == "subscript" || height == "superscript", !text.isEmpty,
      text.utf8.count <= longest
    else { return text }
    let places = text.map { usual.firstIndex(of: $0 == "−" ? "-" : $0) }
    if places.contains(nil) { return text }
    let digits = height == "subscript" ? low : high
    return String(places.compactMap { $0.map { digits[$0] } })
  }
}
