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
  private let styles: WordStyles

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
        let found = paragraph(element, number: count)
        if found.text.isEmpty { break }
        collector.use(found.text.utf8.count + MemoryLayout<WordParagraph>.size)
        paragraphs.append(found)
      case "tbl":
        let found = table(element, options, longest: package.remaining)
        collector.use(found.size + Self.memoryOfTable)
        tables.append(found)
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
        cell.all("p").map { paragraph($0, number: 0).text }.joined(separator: "\n")
      }
      table.append(cells.enumerated().map { ($0.offset, $0.element) }, row: nil)
    }
    table.finish()
    return table
  }

  private func paragraph(_ element: MarkupElement, number: Int) -> WordParagraph {
    let (heading, list) = styles.look(of: element["pPr"])
    var runs = WordRuns()
    runs.take(element)
    return WordParagraph(
      number: number, text: FieldText.make(runs.text), heading: heading, list: list,
      marks: runs.marks)
  }
}

/// Collects the text of a paragraph and the marks of its letters.
struct WordRuns {
  private(set) var text = ""
  private var letters = 0
  private var marked: [WordParagraph.Mark: Int] = [:]

  /// The marks that most of the letters have.
  var marks: Set<WordParagraph.Mark> {
    Set(marked.filter { $0.value * 2 > letters }.keys)
  }

  /// What is not shown, or is shown elsewhere.
  private static let hidden: Set<String> = [
    "del", "moveFrom", "instrText", "Fallback", "pPr", "rPr", "footnoteReference",
    "endnoteReference", "delText",
  ]

  mutating func take(_ element: MarkupElement) {
    for child in element.children where !Self.hidden.contains(child.name) {
      child.name == "r" ? take(run: child) : take(child)
      if child.name == "drawing" { takePicture(child) }
      // A formula has its letters in runs of its own kind.
      if child.name == "t" { text += child.text }
    }
  }

  private mutating func take(run: MarkupElement) {
    let properties = run["rPr"]
    if Self.isOn(properties?["vanish"]) { return }
    var words = ""
    for child in run.children {
      switch child.name {
      case "t": words += child.text
      case "tab": words += " "
      case "br", "cr": words += "\n"
      case "noBreakHyphen": words += "-"
      case "sym": words += Self.symbol(child)
      case "drawing", "pict", "object": takePicture(child)
      case let name where !Self.hidden.contains(name): take(child)
      default: break
      }
    }
    let height = properties?["vertAlign"]?.attributes["val"]
    text += SmallDigits.text(of: words, height)
    let count = words.unicodeScalars.count { $0.value > 0x20 && !$0.properties.isWhitespace }
    letters += count
    for mark in Self.marks(properties) { marked[mark, default: 0] += count }
  }

  private mutating func takePicture(_ element: MarkupElement) {
    guard let properties = element.first("docPr") else { return }
    let name = properties.attributes["descr"] ?? properties.attributes["name"] ?? ""
    text += HTMLText.placeholder(FieldText.make(name))
  }

  private static func symbol(_ element: MarkupElement) -> String {
    guard let code = UInt32(element.attributes["char"] ?? "", radix: 16) else { return "" }
    // The boxes and marks of the fonts of symbols.
    switch code & 0xFF {
    case 0xA8, 0x6F, 0x71: return "☐"
    case 0xFE, 0xFC, 0x52, 0xFD, 0xFB: return "☒"
    default: return ""
    }
  }

  private static func marks(_ properties: MarkupElement?) -> [WordParagraph.Mark] {
    guard let properties else { return [] }
    var marks: [WordParagraph.Mark] = []
    let isStrong = properties["rStyle"]?.attributes["val"] == "Strong"
    if isOn(properties["b"]) || isStrong { marks.append(.bold) }
    let highlight = properties["highlight"]?.attributes["val"] ?? "none"
    let fill = properties["shd"]?.attributes["fill"]?.lowercased() ?? "auto"
    if highlight != "none" || !["auto", "ffffff"].contains(fill) { marks.append(.highlight) }
    if let underline = properties["u"]?.attributes["val"], underline != "none" {
      marks.append(.underline)
    }
    if let color = properties["color"]?.attributes["val"], isColor(color) { marks.append(.color) }
    return marks
  }

  /// Whether a colour is neither black nor grey.
  private static func isColor(_ hex: String) -> Bool {
    guard hex.count == 6, let code = UInt32(hex, radix: 16) else { return false }
    let parts = [code >> 16, code >> 8 & 0xFF, code & 0xFF]
    return (parts.max() ?? 0) - (parts.min() ?? 0) > 0x30
  }

  private static func isOn(_ element: MarkupElement?) -> Bool {
    guard let element else { return false }
    return !["0", "false", "off"].contains(element.attributes["val"] ?? "1")
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
